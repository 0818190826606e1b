//! Properties that hold for every source, LaTeX or not.

mod invariants;

use std::hint::black_box;

use proptest::prelude::*;
use texlens_latex::{ExpansionLimits, Outline, expand, normalise_formula};

use invariants::check;

/// Pieces that open, close and cut off everything the lexer and the outline know.
const PIECES: [&str; 93] = [
    "\\section{",
    "\\subsection*",
    "[",
    "]",
    "{",
    "}",
    "$",
    "$$",
    "\\(",
    "\\)",
    "\\[",
    "\\]",
    "\\begin{equation}",
    "\\end{equation}",
    "\\begin{alignat}{2}",
    "\\end{alignat}",
    "\\begin{verbatim}",
    "\\end{verbatim}",
    "\\verb|",
    "|",
    "%",
    "\n",
    "\n\n",
    " ",
    "\\text{",
    "\\label{",
    "\\item[",
    "@misc{",
    "@",
    ".",
    "A word. ",
    "é",
    "\u{a0}",
    "\\",
    "\\\\",
    "\\left.",
    "&",
    "~",
    "\\begin",
    "\\end{",
    "\\begin{table}",
    "\\end{table}",
    "\\begin{figure*}",
    "\\end{figure*}",
    "\\begin{tabular}{l",
    "\\end{tabular}",
    "\\caption{",
    "\\captionof{",
    "\\ref{",
    "\\cite[",
    "\\autocites{",
    "\\bibitem{",
    "\\end{thebibliography}",
    "@string{",
    ",",
    "key",
    "\\newcommand{\\x}[1][a]{",
    "\\def\\y#1#2{",
    "\\x",
    "\\y",
    "#1",
    "\\let\\x\\y",
    "```latex",
    "~~~",
    "# ",
    "**",
    "−",
    "²",
    "\\left(",
    "\\right)",
    "\\item",
    "\\begin{itemize}",
    "\\end{itemize}",
    "\\multicolumn{2}{c}{",
    "\\url{",
    "\\hline",
    "\\tag{",
    "^^",
    "\\vspace{",
    "\\documentclass{a}",
    "\\begin{document}",
    "\\end{document}",
    "\\iffalse",
    "\\iftrue ",
    "\\ifnum1<2 ",
    "\\ifcase 1 ",
    "\\or",
    "\\else",
    "\\fi",
    "\\newif\\ifx",
    "\\xtrue",
    "\\begin{comment}",
    "\\end{comment}",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat())
}

/// Sources that once caused a panic, a lost brace or an excessive run time.
const FINDINGS: [&str; 3] = ["\\def\\y#1#2{}\\y|", "^a^a_a", "\n\n\u{a0}@article{\n\n\u{a0}@article{"];

#[test]
fn findings_stay_mended() {
    FINDINGS.into_iter().for_each(check);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_covered_and_nothing_panics(source in "\\PC*") {
        check(&source);
    }

    #[test]
    fn any_mix_of_latex_pieces_is_covered_and_nothing_panics(source in pieces()) {
        check(&source);
    }

    #[test]
    fn normalising_twice_changes_nothing_in_unbroken_formulas(source in "[a-z0-9+=^_ ]{0,40}") {
        let once = normalise_formula(&source).concat();
        let twice = normalise_formula(&once).concat();
        prop_assert_eq!(once, twice);
    }
}

/// Repeats each piece, alone and followed by a brace, to 30 kB. Linear work takes seconds for all of them together;
/// quadratic work on any of them would show as a test that does not end.
#[test]
fn hostile_repetition_is_read_to_its_end() {
    for first in PIECES {
        for second in ["", "{"] {
            let piece = format!("{first}{second}");
            let source = piece.repeat(30_000 / piece.len());
            let outline = Outline::of(&source);
            for section in outline.sections() {
                black_box(outline.plain_sentences(section.body));
            }
            black_box(outline.running_text());
            black_box(normalise_formula(&source));
            black_box(outline.tree());
            drop(black_box(expand(&source, &ExpansionLimits::default())));
            assert_eq!(
                outline.tokens.last().map(|token| token.end),
                Some(source.len()),
                "{piece:?}"
            );
        }
    }
}
