//! Properties of the output of every page.

use std::ops::Range;

use texlens_latex::{ErrorClass, Tree, check};
use texlens_ocr::typeset::typeset;
use texlens_ocr::{PageGlyphs, Recognition};

/// Typesets a page and checks the output.
pub(crate) fn check_page(page: &PageGlyphs) -> Recognition {
    let recognition = typeset(page);
    check_tokens(&recognition);
    check_origins(page, &recognition);
    check_latex(&recognition.latex);
    recognition
}

/// Checks that tokens are in the order of the text and do not overlap.
fn check_tokens(recognition: &Recognition) {
    let mut end = 0;
    for token in &recognition.tokens {
        let range = token.range.clone();
        assert!(range.start >= end && range.start < range.end, "{range:?} after {end}");
        assert!(recognition.latex.get(range.clone()).is_some());
        assert!((0.0..=1.0).contains(&token.confidence));
        end = range.end;
    }
}

/// Checks that origins are stretches of the text in order, equal or disjoint, each of a glyph of the page.
fn check_origins(page: &PageGlyphs, recognition: &Recognition) {
    let mut last = 0..0;
    for origin in &recognition.origins {
        let range = origin.range.clone();
        assert!(
            recognition
                .latex
                .get(range.clone())
                .is_some_and(|text| !text.is_empty())
        );
        assert!(range == last || range.start >= last.end, "{range:?} after {last:?}");
        assert!(page.glyphs.get(origin.glyph as usize).is_some());
        assert!((0.0..=1.0).contains(&origin.confidence));
        last = range;
    }
}

/// Checks that groups, environments and formulas balance, and that the text has nothing else at which TeX would stop.
fn check_latex(latex: &str) {
    if let Some(fault) = Tree::of(latex).faults().first() {
        panic!("{fault} in {:?}", around(latex, &fault.range));
    }
    let is_structure = |class: ErrorClass| {
        matches!(
            class,
            ErrorClass::Group
                | ErrorClass::Environment
                | ErrorClass::Mode
                | ErrorClass::Alignment
                | ErrorClass::Argument
                | ErrorClass::DoubleScript
                | ErrorClass::Delimiter
                | ErrorClass::List
        )
    };
    let wrong = check(latex).into_iter().find(|found| is_structure(found.class));
    if let Some(wrong) = wrong {
        let range = wrong.range.unwrap_or_default();
        panic!("{} in {:?}", wrong.message, around(latex, &range));
    }
}

/// Returns the text around a faulty place.
fn around(latex: &str, range: &Range<usize>) -> String {
    let (before, after) = (latex.get(..range.start), latex.get(range.start..));
    let before: String = before.unwrap_or_default().chars().rev().take(60).collect();
    let after = after.unwrap_or_default().chars().take(40);
    before.chars().rev().chain(after).collect()
}
