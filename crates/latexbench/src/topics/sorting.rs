//! Sorting.

use super::topic::{Cases, Equation, Picture, Statement, Topic, Values};

pub(crate) const TOPIC: Topic = Topic {
    slug: "sorting",
    quotes: None,
    title: "Comparisons in Sorting Algorithms",
    summary: "We count the comparisons that five sorting algorithms need and relate them to the lower bound.",
    introduction: [
        "Sorting is one of the oldest problems of computing.",
        "Most algorithms compare two keys at a time.",
        "The order of the input decides how long some of them take.",
        "No algorithm can do without a certain number of comparisons.",
    ],
    method_title: "Benchmark",
    method: [
        "Every algorithm sorted 1000 random permutations.",
        "The keys were integers of 64 bits.",
        "We counted comparisons instead of seconds.",
        "The same permutations were used for all algorithms.",
    ],
    figures: [
        Picture {
            slug: "comparisons",
            caption: "Comparisons against the number of keys.",
        },
        Picture {
            slug: "merge",
            caption: "Two sorted runs before a merge.",
        },
    ],
    table: Values {
        slug: "algorithms",
        caption: "Properties of five sorting algorithms.",
        header: ["Algorithm", "Comparisons", "Swaps", "Stable"],
        rows: [
            ["Bubble", "4950", "2475", "yes"],
            ["Insertion", "2570", "2475", "yes"],
            ["Merge", "542", "0", "yes"],
            ["Heap", "1031", "581", "no"],
            ["Quick", "651", "178", "no"],
        ],
    },
    equations: [
        Equation {
            slug: "merge-cost",
            name: "the cost of merge sort",
            tex: r"T(n) = 2 T(n/2) + n",
        },
        Equation {
            slug: "bound",
            name: "the lower bound",
            tex: r"C(n) \ge \log_2 n!",
        },
    ],
    derivation: &[r"\log_2 n! &= \sum_{k=1}^n \log_2 k", r"&\approx n \log_2 n - 1.44 n"],
    cases: Cases {
        left: r"T(n)",
        branches: &[(r"0", r"n = 1"), (r"2 T(n/2) + n", r"n > 1")],
    },
    steps: [
        "Read the keys",
        "Divide them into two halves",
        "Sort the first half",
        "Sort the second half",
        "Merge both halves",
        "Write the result",
    ],
    terms: [
        ("Key", "the value by which a record is sorted"),
        ("Run", "a sorted part of the input"),
        ("Stable algorithm", "an algorithm that keeps the order of equal keys"),
        ("Inversion", "a pair of keys in the wrong order"),
    ],
    statement: Statement {
        kind: "Theorem",
        text: r"Every comparison sort needs at least $\log_2 n!$ comparisons for some input.",
        proof: r"Its decision tree has $n!$ leaves, so its depth is at least $\log_2 n!$.",
    },
    code: [
        "def insert(keys, key):",
        "    i = sum(1 for k in keys if k <= key)",
        "    return keys[:i] + [key] + keys[i:]",
    ],
    works: [
        ("hoare1962", "C. A. R. Hoare. Quicksort. 1962."),
        ("williams1964", "J. W. J. Williams. Heapsort. 1964."),
        ("knuth1973", "D. E. Knuth. Sorting and Searching. 1973."),
    ],
};
