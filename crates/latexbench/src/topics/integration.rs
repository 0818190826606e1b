//! Numerical integration.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "integration",
    quotes: None,
    title: "Rules for Numerical Integration",
    summary: "We compare five rules for definite integrals by their order and by the number of function values.",
    introduction: [
        "Many integrals have no closed form.",
        "A rule replaces the integral by a weighted sum.",
        "The error depends on the step and on the smoothness of the function.",
        "A good rule needs few values of the function.",
    ],
    method_title: "Test Problems",
    method: [
        "Every rule was applied to 8 smooth functions.",
        "The step was halved until the error fell below one millionth.",
        "Sums were computed with 53 bits.",
        "Exact values were known for all functions.",
    ],
    figures: [
        Picture {
            slug: "trapezoids",
            caption: "The area under a curve as a sum of trapezoids.",
        },
        Picture {
            slug: "errors",
            caption: "Error against the step for three rules.",
        },
    ],
    table: Values {
        slug: "rules",
        caption: "Order and cost of five rules.",
        header: ["Rule", "Order", "Values", "Ends"],
        rows: [
            ["Left", "1", "1", "open"],
            ["Midpoint", "2", "1", "open"],
            ["Trapezoid", "2", "2", "closed"],
            ["Simpson", "4", "3", "closed"],
            ["Boole", "6", "5", "closed"],
        ],
    },
    equations: [
        Equation {
            slug: "trapezoid",
            name: "the trapezoidal rule",
            tex: r"\int_a^b f(x) \, dx \approx \frac{b - a}{2} (f(a) + f(b))",
        },
        Equation {
            slug: "simpson",
            name: "the rule of Simpson",
            tex: r"S = \frac{h}{3} (f_0 + 4 f_1 + f_2)",
        },
    ],
    derivation: &[
        r"I &= \int_0^1 x^2 \, dx",
        r"&= \left[ \frac{x^3}{3} \right]_0^1",
        r"&= \frac{1}{3}",
    ],
    cases: Cases {
        left: r"w_i",
        branches: &[
            (r"\frac{h}{2}", r"i = 0"),
            (r"h", r"0 < i < n"),
            (r"\frac{h}{2}", r"i = n"),
        ],
    },
    steps: [
        "Choose the number of steps",
        "Evaluate the function at the ends",
        "Evaluate the function inside",
        "Add the weighted values",
        "Multiply by the step",
        "Halve the step and repeat",
    ],
    terms: [
        ("Step", "the distance between two neighbouring points"),
        ("Order", "the power of the step in the error"),
        ("Weight", "the factor of a function value in the sum"),
        ("Closed rule", "a rule that uses both ends of the interval"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"The rule of Simpson is exact for polynomials of degree three.",
        proof: r"It is exact for $1$, $x$ and $x^2$ by construction, and for $x^3$ by symmetry.",
    },
    code: [
        "def trapezoid(f, a, b, n):",
        "    h = (b - a) / n",
        "    return h * (sum(f(a + i * h) for i in range(1, n)) + (f(a) + f(b)) / 2)",
    ],
    works: [
        ("simpson1743", "T. Simpson. Mathematical Dissertations. 1743."),
        (
            "gauss1814",
            "C. F. Gauss. A new method to find the values of integrals by approximation. 1814.",
        ),
        (
            "richardson1911",
            "L. F. Richardson. The approximate arithmetical solution by finite differences. 1911.",
        ),
    ],
};
