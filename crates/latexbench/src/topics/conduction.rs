//! Conduction of heat.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "conduction",
    quotes: None,
    title: "Heat Conduction Through Solid Walls",
    summary: "We compare the conductivities of five materials and compute the heat that a wall loses in winter.",
    introduction: [
        "Heat flows from warm places to cold ones.",
        "The flow grows with the difference of the temperatures.",
        "Metals conduct heat far better than wood or air.",
        "A good insulator keeps a house warm at little cost.",
    ],
    method_title: "Experiment",
    method: [
        "Plates of 25 millimetres were heated from one side.",
        "The other side was kept at the temperature of melting ice.",
        "The flow was steady after 40 minutes.",
        "Losses at the edges were below 3 percent.",
    ],
    figures: [
        Picture {
            slug: "profile",
            caption: "Temperature inside a brick wall.",
        },
        Picture {
            slug: "plate",
            caption: "The heated plate with its five sensors.",
        },
    ],
    table: Values {
        slug: "conductivities",
        caption: "Thermal conductivities of five materials.",
        header: ["Material", "Conductivity", "Density", "Kind"],
        rows: [
            ["Copper", "401", "8960", "metal"],
            ["Aluminium", "237", "2700", "metal"],
            ["Iron", "80", "7870", "metal"],
            ["Brick", "0.6", "1800", "mineral"],
            ["Cork", "0.04", "160", "wood"],
        ],
    },
    equations: [
        Equation {
            slug: "fourier",
            name: "the law of Fourier",
            tex: r"q = -k \frac{dT}{dx}",
        },
        Equation {
            slug: "heat",
            name: "the heat equation",
            tex: r"\frac{\partial T}{\partial t} = \alpha \frac{\partial^2 T}{\partial x^2}",
        },
    ],
    derivation: &[r"Q &= q A t", r"&= k A t \frac{T_1 - T_2}{d}"],
    cases: Cases {
        left: r"T(x)",
        branches: &[
            (r"T_1", r"x \le 0"),
            (r"T_1 - \frac{x}{d} (T_1 - T_2)", r"0 < x < d"),
            (r"T_2", r"x \ge d"),
        ],
    },
    steps: [
        "Cut the plate to size",
        "Attach the five sensors",
        "Switch the heater on",
        "Wait until the flow is steady",
        "Read all sensors",
        "Let the plate cool down",
    ],
    terms: [
        (
            "Conductivity",
            "the heat that flows through a unit of area for a unit of gradient",
        ),
        ("Insulator", "a material with a small conductivity"),
        ("Gradient", "the change of the temperature with the position"),
        ("Steady state", "a state that does not change with time"),
    ],
    statement: Statement {
        kind: "Proposition",
        text: r"In the steady state, the temperature in a plate is a linear function of $x$.",
        proof: r"In the steady state the second derivative of $T$ vanishes, so $T$ is linear.",
    },
    code: [
        "def heat_flow(k, area, warm, cold, thickness):",
        "    gradient = (warm - cold) / thickness",
        "    return k * area * gradient",
    ],
    works: [
        ("fourier1822", "J. Fourier. The Analytical Theory of Heat. 1822."),
        (
            "carnot1824",
            "S. Carnot. Reflections on the Motive Power of Fire. 1824.",
        ),
        ("joule1850", "J. P. Joule. On the mechanical equivalent of heat. 1850."),
    ],
};
