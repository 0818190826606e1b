//! Orbits of planets.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "orbits",
    quotes: None,
    title: "Planetary Orbits and the Law of Periods",
    summary: "We test the third law of Kepler on five planets and derive it for circular orbits.",
    introduction: [
        "The planets move around the Sun on ellipses that are almost circles.",
        "Distant planets move more slowly than close ones.",
        "Kepler found the relation between distance and period in 1618.",
        "Newton explained the relation by his law of gravitation.",
    ],
    method_title: "Data",
    method: [
        "Distances are given in units of the distance between Earth and Sun.",
        "Periods were taken from 12 years of observations.",
        "The masses of the planets were neglected.",
        "All angles refer to the plane of the orbit of the Earth.",
    ],
    figures: [
        Picture {
            slug: "orbits",
            caption: "Orbits of the inner planets, drawn to scale.",
        },
        Picture {
            slug: "period-distance",
            caption: "Period against distance on logarithmic axes.",
        },
    ],
    table: Values {
        slug: "planets",
        caption: "Distances and periods of five planets.",
        header: ["Planet", "Distance", "Period", "Moons"],
        rows: [
            ["Mercury", "0.387", "0.241", "0"],
            ["Venus", "0.723", "0.615", "0"],
            ["Earth", "1.000", "1.000", "1"],
            ["Mars", "1.524", "1.881", "2"],
            ["Jupiter", "5.203", "11.86", "many"],
        ],
    },
    equations: [
        Equation {
            slug: "kepler",
            name: "the third law of Kepler",
            tex: r"T^2 = \frac{4\pi^2}{GM} a^3",
        },
        Equation {
            slug: "gravity",
            name: "the law of gravitation",
            tex: r"F = G \frac{m_1 m_2}{r^2}",
        },
    ],
    derivation: &[
        r"\frac{m v^2}{r} &= \frac{G M m}{r^2}",
        r"v^2 &= \frac{G M}{r}",
        r"T^2 &= \frac{4\pi^2 r^3}{G M}",
    ],
    cases: Cases {
        left: r"g(r)",
        branches: &[(r"\frac{GM}{R^3} r", r"r < R"), (r"\frac{GM}{r^2}", r"r \ge R")],
    },
    steps: [
        "Observe the planet on two nights",
        "Measure its angle to the Sun",
        "Correct for refraction",
        "Fit a circular orbit",
        "Compute the distance",
        "Compare with the catalogue",
    ],
    terms: [
        ("Period", "the time of one revolution"),
        ("Perihelion", "the point of an orbit that is closest to the Sun"),
        ("Eccentricity", "the deviation of an ellipse from a circle"),
        ("Ecliptic", "the plane of the orbit of the Earth"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"On a circular orbit of radius $r$, the square of the period is proportional to $r^3$.",
        proof: r"Gravity keeps the planet on its circle, so $v^2 = GM/r$. The claim follows from $T = 2\pi r/v$.",
    },
    code: [
        "def period(distance):",
        "    # years, for a distance in astronomical units",
        "    return distance ** 1.5",
    ],
    works: [
        ("kepler1619", "J. Kepler. The Harmony of the World. 1619."),
        (
            "newton1687",
            "I. Newton. Mathematical Principles of Natural Philosophy. 1687.",
        ),
        (
            "galle1846",
            "J. G. Galle. Account of the discovery of the planet Neptune. 1846.",
        ),
    ],
};
