//! Radioactive decay.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "decay",
    quotes: None,
    title: "Radioactive Decay of Common Tracers",
    summary: "We compare the half-lives of five nuclides and derive the activity of a sample from the decay law.",
    introduction: [
        "A radioactive nucleus decays at a random moment that no measurement can predict.",
        "The average behaviour of many nuclei, however, follows a simple law.",
        "The half-life is the time after which half of the nuclei have decayed.",
        "Half-lives of useful tracers range from hours to thousands of years.",
    ],
    method_title: "Measurement",
    method: [
        "We counted the decays of each sample for 120 seconds.",
        "The background was recorded before and after every run.",
        "Dead time was below 2 percent for all samples.",
        "The counts were corrected for the solid angle of the detector.",
    ],
    figures: [
        Picture {
            slug: "decay-curve",
            caption: "Activity of an iodine sample over forty days.",
        },
        Picture {
            slug: "counter",
            caption: "The counter and its lead shield.",
        },
    ],
    table: Values {
        slug: "half-lives",
        caption: "Half-lives of five nuclides.",
        header: ["Nuclide", "Half-life", "Unit", "Mode"],
        rows: [
            ["Carbon-14", "5700", "years", "beta"],
            ["Cobalt-60", "5.27", "years", "beta"],
            ["Iodine-131", "8.02", "days", "beta"],
            ["Caesium-137", "30.1", "years", "beta"],
            ["Radium-226", "1600", "years", "alpha"],
        ],
    },
    equations: [
        Equation {
            slug: "decay-law",
            name: "the decay law",
            tex: r"N(t) = N_0 e^{-\lambda t}",
        },
        Equation {
            slug: "half-life",
            name: "the half-life",
            tex: r"T = \frac{\ln 2}{\lambda}",
        },
    ],
    derivation: &[
        r"A(t) &= -\frac{dN}{dt}",
        r"&= \lambda N_0 e^{-\lambda t}",
        r"&= \lambda N(t)",
    ],
    cases: Cases {
        left: r"A(t)",
        branches: &[(r"0", r"t < 0"), (r"A_0 e^{-\lambda t}", r"t \ge 0")],
    },
    steps: [
        "Weigh the sample",
        "Place it in the lead shield",
        "Record the background",
        "Count for two minutes",
        "Subtract the background",
        "Repeat with the next sample",
    ],
    terms: [
        ("Activity", "the number of decays in a second"),
        ("Half-life", "the time after which half of the nuclei remain"),
        (
            "Nuclide",
            "a kind of nucleus with given numbers of protons and neutrons",
        ),
        ("Background", "counts that the sample does not cause"),
    ],
    statement: Statement {
        kind: "Proposition",
        text: r"The mean lifetime of a nucleus is $1/\lambda$.",
        proof: r"The lifetime has the density $\lambda e^{-\lambda t}$, whose mean is $1/\lambda$.",
    },
    code: [
        "def activity(count, background, seconds):",
        "    rate = (count - background) / seconds",
        "    return max(rate, 0.0)",
    ],
    works: [
        (
            "rutherford1900",
            "E. Rutherford. A radioactive substance emitted from thorium compounds. 1900.",
        ),
        (
            "curie1898",
            "M. Curie. Rays emitted by compounds of uranium and of thorium. 1898.",
        ),
        (
            "libby1949",
            "W. F. Libby, E. C. Anderson and J. R. Arnold. Age determination by radiocarbon content. 1949.",
        ),
    ],
};
