//! The checkers answer on any text, in linear time.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use texlens_latexbench::{Family, Item, Task, check, faults, items};

static ITEMS: LazyLock<Vec<Item>> = LazyLock::new(|| items(1234));

/// Pieces of answers, whole or cut off.
const PIECES: &[&str] = &[
    "\\begin{table}",
    "\\end{table}",
    "\\begin{tabular}{lrrl}",
    "\\end{tabular}",
    "\\begin{figure}[t]",
    "\\end{figure}",
    "\\includegraphics[width=3cm]{figures/x}",
    "\\caption{",
    "\\label{fig:a}",
    "\\label{",
    "\\ref{fig:a}",
    "}",
    "{",
    "[",
    "]",
    "\\toprule",
    "\\midrule",
    "\\bottomrule",
    "\\hline",
    "\\cmidrule(lr){1-2}",
    " & ",
    " \\\\\n",
    "\\\\[2pt]",
    "$",
    "\\[",
    "\\]",
    "\\begin{equation}",
    "\\end{equation}",
    "\\begin{cases}",
    "\\end{cases}",
    "\\begin{align}",
    "\\end{align}",
    "\\item ",
    "\n\n",
    "\\documentclass{article}",
    "\\usepackage{graphicx, booktabs}",
    "\\begin{document}",
    "\\end{document}",
    "% \n",
    "é",
    "\\verb|",
    "\\newtheorem{a}{Theorem}",
    "\\newtheorem{b}[a]{",
    "\\begin{verbatim}\n",
    "\\end{verbatim}",
    "\\chapter{A}",
    "\\section{A}",
    "\\footnote{",
    "\\bibitem{a}",
    "\\cite{a}",
    "\\multicolumn{2}{c}{x}",
    "```latex\n",
    "```",
    "{\"bug_present\": true",
    "\\newcommand",
];

fn check_all(text: &str) {
    for item in ITEMS.iter() {
        let verdict = check(item, text, None);
        for finding in &verdict.findings {
            assert!(finding.range.start <= finding.range.end && finding.range.end <= text.len());
        }
    }
    let _ = faults(text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_characters(text in any::<String>()) {
        check_all(&text);
    }

    #[test]
    fn any_pieces(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..60)) {
        check_all(&pieces.concat());
    }

    /// References that are cut, doubled or spliced.
    #[test]
    fn damaged_references(first in 0..150_usize, second in 0..150_usize, cut in any::<prop::sample::Index>(), piece in proptest::sample::select(PIECES)) {
        let (one, other) = (ITEMS[first].reference_answer(), ITEMS[second].reference_answer());
        let at = (0..=cut.index(one.len())).rev().find(|at| one.is_char_boundary(*at)).unwrap();
        let text = format!("{}{piece}{other}{}", &one[..at], &one[at..]);
        for item in [&ITEMS[first], &ITEMS[second]] {
            let _ = check(item, &text, None);
        }
        let _ = faults(&text);
    }
}

/// A flood of any piece that is 16 times as long takes about 16 times as long. A quadratic step would take 256 times as
/// long; the limit leaves a margin on both sides.
#[test]
fn floods_take_linear_time() {
    let some: Vec<&Item> = Family::ALL
        .into_iter()
        .flat_map(|family| ITEMS.iter().filter(move |item| item.family() == family).step_by(17))
        .collect();
    let time = |text: &str| {
        let start = Instant::now();
        for item in &some {
            let _ = check(item, text, None);
        }
        let _ = faults(text);
        start.elapsed()
    };
    let base = ITEMS
        .iter()
        .find_map(|item| match &item.task {
            Task::Edit(edit) => Some(edit.base.clone()),
            _ => None,
        })
        .unwrap();
    let alone =
        PIECES
            .iter()
            .copied()
            .chain([base.as_str(), "\\label{a}\\ref{b}", "\\usepackage{", "\\newtheorem{a}["]);
    // The flood, with what stands before and after it.
    let floods =
        alone
            .map(|piece| ["", piece, ""])
            .chain([["\\begin{figure}", "\\caption{a}\\label{a}", "\\end{figure}"]]);
    for [before, piece, after] in floods {
        let flood = |length: usize| format!("{before}{}{after}", piece.repeat(1 + length / piece.len()));
        let (short, long) = (flood(3_000), flood(48_000));
        // Another process may delay one measurement, but hardly three.
        let is_linear = (0..3).any(|_| time(&long) < 60 * time(&short) + Duration::from_millis(300));
        assert!(is_linear, "{piece:?}: {:?}, then {:?}", time(&short), time(&long));
    }
}
