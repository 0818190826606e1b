//! Graphs and trees.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "graphs",
    quotes: None,
    title: "Counting Edges and Spanning Trees",
    summary: "We count the edges and the spanning trees of five families of graphs with five vertices.",
    introduction: [
        "A graph consists of vertices and of edges between them.",
        "Euler used a graph to study the bridges of a town.",
        "A tree is a connected graph without a cycle.",
        "Networks of pipes and of roads are graphs, too.",
    ],
    method_title: "Enumeration",
    method: [
        "All graphs have 5 vertices with different names.",
        "Spanning trees were counted by a determinant.",
        "A program of 30 lines confirmed the counts.",
        "Isolated vertices were not allowed.",
    ],
    figures: [
        Picture {
            slug: "bridges",
            caption: "The bridges of a town as a graph.",
        },
        Picture {
            slug: "tree",
            caption: "A spanning tree of the wheel.",
        },
    ],
    table: Values {
        slug: "families",
        caption: "Five graphs with five vertices.",
        header: ["Graph", "Edges", "Trees", "Planar"],
        rows: [
            ["Path", "4", "1", "yes"],
            ["Star", "4", "1", "yes"],
            ["Cycle", "5", "5", "yes"],
            ["Wheel", "8", "45", "yes"],
            ["Complete", "10", "125", "no"],
        ],
    },
    equations: [
        Equation {
            slug: "cayley",
            name: "the formula of Cayley",
            tex: r"t(K_n) = n^{n-2}",
        },
        Equation {
            slug: "handshake",
            name: "the handshaking lemma",
            tex: r"\sum_{v \in V} \deg(v) = 2 |E|",
        },
    ],
    derivation: &[r"|E| &= \frac{1}{2} \sum_{v \in V} \deg(v)", r"&= \frac{n(n-1)}{2}"],
    cases: Cases {
        left: r"a_{ij}",
        branches: &[(r"1", r"\{i, j\} \in E"), (r"0", r"\{i, j\} \notin E")],
    },
    steps: [
        "List the vertices",
        "Write the degree of each vertex",
        "Build the matrix of the graph",
        "Delete one row and one column",
        "Compute the determinant",
        "Compare with the formula",
    ],
    terms: [
        ("Degree", "the number of edges at a vertex"),
        ("Cycle", "a closed path without repeated vertices"),
        ("Spanning tree", "a tree that contains every vertex"),
        ("Planar graph", "a graph that can be drawn without crossings"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"A tree with $n$ vertices has $n - 1$ edges.",
        proof: r"Remove a leaf and its edge. The claim follows by induction on $n$.",
    },
    code: [
        "def degree(edges, vertex):",
        "    ends = [v for edge in edges for v in edge]",
        "    return ends.count(vertex)",
    ],
    works: [
        (
            "euler1736",
            "L. Euler. Solution of a problem of the geometry of position. 1736.",
        ),
        ("cayley1889", "A. Cayley. A theorem on trees. 1889."),
        (
            "kirchhoff1847",
            "G. Kirchhoff. On the equations of linear distributions of currents. 1847.",
        ),
    ],
};
