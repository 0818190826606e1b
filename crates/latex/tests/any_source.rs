//! Properties that hold for every source, LaTeX or not.

use std::hint::black_box;

use proptest::prelude::*;
use texlens_latex::{Outline, lex, normalise_formula};

/// Pieces that open, close and cut off everything the lexer and the outline know.
const PIECES: [&str; 40] = [
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
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60).prop_map(|pieces| pieces.concat())
}

fn check(source: &str) {
    let mut end = 0;
    for token in lex(source) {
        assert_eq!(token.start, end, "tokens leave no gap");
        assert!(token.end > token.start, "no token is empty");
        assert!(source.is_char_boundary(token.end));
        end = token.end;
    }
    assert_eq!(end, source.len(), "tokens cover the source");

    let outline = Outline::of(source);
    let mut end = 0;
    for formula in &outline.formulas {
        assert!(end <= formula.range.start, "formulas do not overlap");
        assert!(formula.range.start <= formula.body.start && formula.body.end <= formula.range.end);
        assert!(source.get(formula.range.clone()).is_some() && source.get(formula.body.clone()).is_some());
        black_box(normalise_formula(&source[formula.body.clone()]));
        end = formula.range.end;
    }
    for heading in &outline.headings {
        assert!(source.get(heading.range.clone()).is_some() && source.get(heading.title.clone()).is_some());
    }
    let mut length = outline
        .headings
        .iter()
        .map(|heading| heading.range.len())
        .sum::<usize>();
    for section in outline.sections() {
        length += section.body.len();
        for sentence in outline.plain_sentences(section.body.clone()) {
            assert!(section.body.start <= sentence.start && sentence.end <= section.body.end);
            assert!(
                !source[sentence].contains(['\\', '$', '{', '}', '%']),
                "a plain sentence is plain"
            );
        }
    }
    assert_eq!(length, source.len(), "headings and sections cover the source");
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

/// Each piece, alone and before each of a few others, repeated to 100 kB. Linear work takes seconds for all of them
/// together; quadratic work in any of them would show as a test that does not end.
#[test]
fn hostile_repetition_is_read_to_its_end() {
    for first in PIECES {
        for second in ["", "{", "$", "a"] {
            let piece = format!("{first}{second}");
            let source = piece.repeat(100_000 / piece.len());
            let outline = Outline::of(&source);
            for section in outline.sections() {
                black_box(outline.plain_sentences(section.body));
            }
            black_box(normalise_formula(&source));
            assert_eq!(
                outline.tokens.last().map(|token| token.end),
                Some(source.len()),
                "{piece:?}"
            );
        }
    }
}
