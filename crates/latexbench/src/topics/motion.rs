//! Mechanics, with the laws of Newton.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "motion",
    quotes: Some(
        "I. Newton, Mathematical Principles of Natural Philosophy, laws I to III, translated by A. Motte (1729)",
    ),
    title: "Falling Bodies and the Laws of Motion",
    summary: "We measure how long five bodies fall from a tower and compare the times with the laws of motion.",
    introduction: [
        "Every body perseveres in its state of rest, or of uniform motion in a right line, unless it is compelled to change that state by forces impress'd thereon.",
        "The alteration of motion is ever proportional to the motive force impress'd; and is made in the direction of the right line in which that force is impress'd.",
        "To every Action there is always opposed an equal Reaction: or the mutual actions of two bodies upon each other are always equal, and directed to contrary parts.",
        "These laws describe the fall of a body as well as the orbit of the Moon.",
    ],
    method_title: "Observations",
    method: [
        "The bodies fell from a height of 45 metres.",
        "Two clocks measured each fall.",
        "The drag of the air was estimated from the size of the body.",
        "No measurement was made in wind.",
    ],
    figures: [
        Picture {
            slug: "tower",
            caption: "The tower and the two clocks.",
        },
        Picture {
            slug: "fall",
            caption: "Height of a falling ball against time.",
        },
    ],
    table: Values {
        slug: "bodies",
        caption: "Times of fall of five bodies.",
        header: ["Body", "Mass", "Time", "Shape"],
        rows: [
            ["Lead ball", "5.00", "3.03", "sphere"],
            ["Iron ball", "2.00", "3.04", "sphere"],
            ["Wooden ball", "0.40", "3.11", "sphere"],
            ["Brick", "3.10", "3.08", "box"],
            ["Cork", "0.01", "4.60", "cylinder"],
        ],
    },
    equations: [
        Equation {
            slug: "second-law",
            name: "the second law of motion",
            tex: r"F = m \frac{d^2 x}{dt^2}",
        },
        Equation {
            slug: "height",
            name: "the law of falling bodies",
            tex: r"h(t) = h_0 - \frac{1}{2} g t^2",
        },
    ],
    derivation: &[r"\frac{1}{2} m v^2 &= m g h", r"v &= \sqrt{2 g h}"],
    cases: Cases {
        left: r"v(t)",
        branches: &[(r"g t", r"t < t_1"), (r"0", r"t \ge t_1")],
    },
    steps: [
        "Weigh the body",
        "Carry it to the top",
        "Start both clocks",
        "Release the body",
        "Stop the clocks at the sound",
        "Correct for the speed of sound",
    ],
    terms: [
        ("Inertia", "the resistance of a body to a change of its motion"),
        ("Momentum", "the product of mass and velocity"),
        ("Drag", "the force of the air on a moving body"),
        ("Acceleration", "the change of the velocity in a unit of time"),
    ],
    statement: Statement {
        kind: "Proposition",
        text: r"Without drag, a body falls from the height $h$ in the time $\sqrt{2h/g}$.",
        proof: r"The height vanishes for $g t^2 = 2h$.",
    },
    code: [
        "def fall_time(height, g=9.81):",
        "    # seconds, without drag",
        "    return sqrt(2 * height / g)",
    ],
    works: [
        ("galilei1638", "G. Galilei. Two New Sciences. 1638."),
        (
            "newton1729",
            "I. Newton. The Mathematical Principles of Natural Philosophy, translated by A. Motte. 1729.",
        ),
        (
            "atwood1784",
            "G. Atwood. A Treatise on the Rectilinear Motion and Rotation of Bodies. 1784.",
        ),
    ],
};
