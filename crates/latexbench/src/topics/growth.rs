//! Growth of populations.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "growth",
    quotes: None,
    title: "Growth of Bacterial Cultures",
    summary: "We compare the growth of bacterial cultures at five temperatures with the logistic equation.",
    introduction: [
        "A bacterium divides into two when it is large enough.",
        "With enough food, the culture doubles at regular intervals.",
        "Limited space ends the growth sooner or later.",
        "The logistic equation describes both phases.",
    ],
    method_title: "Cultures",
    method: [
        "Each culture started with 500 cells in a millilitre.",
        "The density was measured by light of 600 nanometres.",
        "Samples were taken every 20 minutes.",
        "The medium was the same for all cultures.",
    ],
    figures: [
        Picture {
            slug: "growth-curve",
            caption: "Density of a culture over eight hours.",
        },
        Picture {
            slug: "flasks",
            caption: "Flasks on the shaking table.",
        },
    ],
    table: Values {
        slug: "rates",
        caption: "Doubling times at five temperatures.",
        header: ["Culture", "Temperature", "Minutes", "Runs"],
        rows: [
            ["First", "20", "95", "4"],
            ["Second", "25", "58", "4"],
            ["Third", "30", "35", "6"],
            ["Fourth", "37", "21", "6"],
            ["Fifth", "42", "27", "3"],
        ],
    },
    equations: [
        Equation {
            slug: "logistic",
            name: "the logistic equation",
            tex: r"\frac{dN}{dt} = r N \left( 1 - \frac{N}{K} \right)",
        },
        Equation {
            slug: "doubling",
            name: "the doubling time",
            tex: r"t_2 = \frac{\ln 2}{r}",
        },
    ],
    derivation: &[r"\ln N(t) &= \ln N_0 + r t", r"N(t) &= N_0 e^{r t}"],
    cases: Cases {
        left: r"\mu(S)",
        branches: &[(r"\mu_{\max} \frac{S}{K + S}", r"S > 0"), (r"0", r"S = 0")],
    },
    steps: [
        "Sterilise the flasks",
        "Add the medium",
        "Inoculate with one loop",
        "Shake at constant temperature",
        "Measure the density",
        "Plot the logarithm",
    ],
    terms: [
        ("Lag phase", "the time before the first division"),
        ("Doubling time", "the time after which the density has doubled"),
        ("Capacity", "the largest density that the medium supports"),
        ("Inoculum", "the cells with which a culture starts"),
    ],
    statement: Statement {
        kind: "Lemma",
        text: r"The growth rate is largest at $N = K/2$.",
        proof: r"The right side is a parabola in $N$ with zeros at $0$ and $K$, so its maximum lies between them.",
    },
    code: [
        "def step(n, rate, capacity, dt):",
        "    growth = rate * n * (1 - n / capacity)",
        "    return n + growth * dt",
    ],
    works: [
        (
            "verhulst1838",
            "P.-F. Verhulst. A note on the law of population growth. 1838.",
        ),
        ("monod1949", "J. Monod. The growth of bacterial cultures. 1949."),
        (
            "malthus1798",
            "T. R. Malthus. An Essay on the Principle of Population. 1798.",
        ),
    ],
};
