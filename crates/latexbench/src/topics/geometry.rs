//! Plane geometry, with definitions of Euclid.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "geometry",
    quotes: Some("Euclid, Elements, book I, definitions 1 to 4, translated by T. L. Heath (1908)"),
    title: "Angles and Areas of Regular Polygons",
    summary: "We compute the angles and areas of five regular polygons with sides of unit length.",
    introduction: [
        "A point is that which has no part.",
        "A line is breadthless length.",
        "The extremities of a line are points.",
        "A straight line is a line which lies evenly with the points on itself.",
    ],
    method_title: "Construction",
    method: [
        "Every polygon was drawn on paper with 5 millimetres between the lines.",
        "All sides have the same length.",
        "Areas were measured by counting squares.",
        "Ruler and compass were the only tools.",
    ],
    figures: [
        Picture {
            slug: "polygons",
            caption: "Five regular polygons with equal sides.",
        },
        Picture {
            slug: "pentagon",
            caption: "Construction of the pentagon.",
        },
    ],
    table: Values {
        slug: "polygons",
        caption: "Angles and areas of regular polygons.",
        header: ["Polygon", "Angle", "Area", "Tiles"],
        rows: [
            ["Triangle", "60", "0.433", "yes"],
            ["Square", "90", "1.000", "yes"],
            ["Pentagon", "108", "1.720", "no"],
            ["Hexagon", "120", "2.598", "yes"],
            ["Octagon", "135", "4.828", "no"],
        ],
    },
    equations: [
        Equation {
            slug: "pythagoras",
            name: "the theorem of Pythagoras",
            tex: r"a^2 + b^2 = c^2",
        },
        Equation {
            slug: "polygon-area",
            name: "the area of a regular polygon",
            tex: r"A = \frac{n s^2}{4 \tan(\pi/n)}",
        },
    ],
    derivation: &[
        r"c^2 &= (a - b)^2 + 4 \cdot \frac{ab}{2}",
        r"&= a^2 - 2ab + b^2 + 2ab",
        r"&= a^2 + b^2",
    ],
    cases: Cases {
        left: r"|x|",
        branches: &[(r"x", r"x \ge 0"), (r"-x", r"x < 0")],
    },
    steps: [
        "Draw a circle",
        "Mark its centre",
        "Draw two diameters at right angles",
        "Bisect one radius",
        "Transfer the length of the side",
        "Connect the points",
    ],
    terms: [
        ("Vertex", "a point at which two sides meet"),
        ("Diagonal", "a line between two vertices that is not a side"),
        ("Apothem", "the distance from the centre to a side"),
        ("Tiling", "a covering of the plane without gaps"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"The angles of a convex polygon with $n$ sides add up to $(n - 2)\pi$.",
        proof: r"The diagonals from one vertex divide the polygon into $n - 2$ triangles.",
    },
    code: [
        "def angle(sides):",
        "    # degrees, between two sides",
        "    return 180 * (sides - 2) / sides",
    ],
    works: [
        (
            "heath1908",
            "T. L. Heath. The Thirteen Books of Euclid's Elements. 1908.",
        ),
        ("descartes1637", "R. Descartes. Geometry. 1637."),
        ("hilbert1899", "D. Hilbert. The Foundations of Geometry. 1899."),
    ],
};
