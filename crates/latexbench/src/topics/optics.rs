//! Refraction of light.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "optics",
    quotes: None,
    title: "Refraction of Light in Transparent Media",
    summary: "We measure the refractive indices of five media and compare them with the law of refraction.",
    introduction: [
        "Light changes its direction when it enters another medium.",
        "The ratio of the speeds in both media determines the angle.",
        "Glass bends blue light more than red light.",
        "Lenses and prisms depend on this effect.",
    ],
    method_title: "Apparatus",
    method: [
        "A laser of 633 nanometres entered the sample from air.",
        "The angle was read from a circle with marks of 15 arc minutes.",
        "Every angle was measured from both sides.",
        "The temperature of the room was 20 degrees Celsius.",
    ],
    figures: [
        Picture {
            slug: "prism",
            caption: "A beam of white light in a prism.",
        },
        Picture {
            slug: "angles",
            caption: "Angles of incidence and refraction at a surface.",
        },
    ],
    table: Values {
        slug: "indices",
        caption: "Refractive indices of five media.",
        header: ["Medium", "Index", "Density", "State"],
        rows: [
            ["Water", "1.333", "1.00", "liquid"],
            ["Ethanol", "1.361", "0.79", "liquid"],
            ["Quartz", "1.458", "2.20", "solid"],
            ["Crown glass", "1.517", "2.51", "solid"],
            ["Diamond", "2.417", "3.51", "solid"],
        ],
    },
    equations: [
        Equation {
            slug: "snell",
            name: "the law of refraction",
            tex: r"n_1 \sin\theta_1 = n_2 \sin\theta_2",
        },
        Equation {
            slug: "lens",
            name: "the lens equation",
            tex: r"\frac{1}{f} = \frac{1}{a} + \frac{1}{b}",
        },
    ],
    derivation: &[r"\sin\theta_c &= \frac{n_2}{n_1} \sin 90^\circ", r"&= \frac{n_2}{n_1}"],
    cases: Cases {
        left: r"R(\theta)",
        branches: &[(r"1", r"\theta > \theta_c"), (r"R_0", r"\theta \le \theta_c")],
    },
    steps: [
        "Clean both faces of the sample",
        "Align the laser with the axis",
        "Turn the table by ten degrees",
        "Read the angle of the refracted beam",
        "Repeat from the other side",
        "Average both readings",
    ],
    terms: [
        ("Index", "the ratio of the speeds of light in vacuum and in the medium"),
        ("Dispersion", "the change of the index with the wavelength"),
        ("Normal", "the line that is perpendicular to a surface"),
        ("Critical angle", "the smallest angle of total reflection"),
    ],
    statement: Statement {
        kind: "Lemma",
        text: r"Light is totally reflected if $\sin\theta_1 > n_2/n_1$.",
        proof: r"Otherwise the refracted beam would have an angle with $\sin\theta_2 > 1$, which does not exist.",
    },
    code: [
        "def refract(angle, n1, n2):",
        "    s = n1 * sin(angle) / n2",
        "    return asin(s) if s <= 1 else None",
    ],
    works: [
        ("newton1704", "I. Newton. Opticks. 1704."),
        ("huygens1690", "C. Huygens. Treatise on Light. 1690."),
        (
            "fresnel1823",
            "A. Fresnel. On the law of the modifications of polarised light by reflection. 1823.",
        ),
    ],
};
