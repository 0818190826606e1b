//! Flow of liquids in pipes.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "flow",
    quotes: None,
    title: "Laminar and Turbulent Flow in Pipes",
    summary: "We determine the Reynolds number at which the flow of five liquids in a pipe becomes turbulent.",
    introduction: [
        "Slow flow in a pipe is smooth, and fast flow is not.",
        "Reynolds showed the difference with a thread of dye.",
        "One number without a unit decides which kind appears.",
        "Turbulent flow needs more pressure than laminar flow.",
    ],
    method_title: "Setup",
    method: [
        "The pipe had a diameter of 18 millimetres.",
        "Dye entered the flow through a thin needle.",
        "The flow was increased in 24 steps.",
        "A camera recorded the thread of dye at each step.",
    ],
    figures: [
        Picture {
            slug: "dye",
            caption: "The thread of dye in laminar flow.",
        },
        Picture {
            slug: "friction",
            caption: "Friction factor against the Reynolds number.",
        },
    ],
    table: Values {
        slug: "viscosities",
        caption: "Viscosities of five liquids.",
        header: ["Liquid", "Viscosity", "Density", "Colour"],
        rows: [
            ["Water", "1.0", "998", "none"],
            ["Ethanol", "1.2", "789", "none"],
            ["Milk", "2.1", "1030", "white"],
            ["Olive oil", "84", "911", "green"],
            ["Glycerol", "1412", "1261", "none"],
        ],
    },
    equations: [
        Equation {
            slug: "reynolds",
            name: "the Reynolds number",
            tex: r"\mathrm{Re} = \frac{\rho v d}{\mu}",
        },
        Equation {
            slug: "poiseuille",
            name: "the law of Poiseuille",
            tex: r"Q = \frac{\pi r^4 \Delta p}{8 \mu \ell}",
        },
    ],
    derivation: &[
        r"Q &= \int_0^R 2\pi r v(r) \, dr",
        r"&= \frac{\pi R^4 \Delta p}{8 \mu \ell}",
    ],
    cases: Cases {
        left: r"f(\mathrm{Re})",
        branches: &[
            (r"\frac{64}{\mathrm{Re}}", r"\mathrm{Re} < 2300"),
            (r"0.316 \, \mathrm{Re}^{-1/4}", r"\mathrm{Re} > 4000"),
        ],
    },
    steps: [
        "Fill the upper tank",
        "Open the valve a little",
        "Inject the dye",
        "Observe the thread",
        "Measure the flow",
        "Open the valve further",
    ],
    terms: [
        ("Viscosity", "the resistance of a liquid to shear"),
        ("Laminar flow", "flow in layers that do not mix"),
        ("Turbulence", "flow with eddies of many sizes"),
        ("Friction factor", "the pressure loss in units of the dynamic pressure"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"In laminar flow, the mean speed is half of the largest speed.",
        proof: r"The speed is $v_0 (1 - r^2/R^2)$, and its mean over the disc of radius $R$ is $v_0/2$.",
    },
    code: [
        "def reynolds(density, speed, diameter, viscosity):",
        "    inertia = density * speed * diameter",
        "    return inertia / viscosity",
    ],
    works: [
        (
            "reynolds1883",
            "O. Reynolds. An experimental investigation of the motion of water in parallel channels. 1883.",
        ),
        (
            "stokes1845",
            "G. G. Stokes. On the theories of the internal friction of fluids in motion. 1845.",
        ),
        (
            "blasius1913",
            "H. Blasius. The law of similarity for friction in fluids. 1913.",
        ),
    ],
};
