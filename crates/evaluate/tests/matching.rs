//! Tests the matching on a few pages, rewritten in the styles of parsers, with floors below the measured values; and on
//! inputs that are designed to be slow. `examples/matching_truth.rs` measures the matching on many pages.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod truth;

use std::ops::Range;

use texlens_evaluate::{Found, formula_pairs};
use truth::{Case, Style, Tally, rewrite};

/// Pages of this repository: running text with repeated symbols, consecutive displays, a table.
const PAGES: [&str; 3] = [
    include_str!("truth/pages/oscillator.tex"),
    include_str!("truth/pages/groups.tex"),
    include_str!("truth/pages/regression.tex"),
];

const SEEDS: u64 = 8;

/// Smallest F1 of each style, in the order of [`Style::ALL`].
const FLOORS: [f64; 12] = [0.99, 0.99, 0.99, 0.95, 0.95, 0.92, 0.9, 0.9, 0.9, 0.95, 0.95, 0.92];

fn places(case: &Case) -> Vec<Option<Range<usize>>> {
    let mut places = vec![None; case.formulas.len()];
    for pair in formula_pairs(&case.reference, &case.prediction).unwrap() {
        let place = pair.prediction.map(|formula| formula.range);
        if let Some(reference) = pair.reference {
            let at = case
                .formulas
                .iter()
                .position(|formula| formula.range == reference.range);
            places[at.unwrap()] = place;
        }
    }
    places
}

#[test]
fn formulas_are_matched_with_what_they_are() {
    for (style, floor) in Style::ALL.into_iter().zip(FLOORS) {
        let mut tally = Tally::default();
        for (page, seed) in PAGES.iter().flat_map(|page| (0..SEEDS).map(move |seed| (page, seed))) {
            let case = rewrite(page, style, seed);
            tally.add(&case, &places(&case));
        }
        assert!(tally.present > 20, "{style}: {tally:?}");
        assert!(tally.f1() >= floor, "{style}: {:.3}, {tally:?}", tally.f1());
    }
}

#[test]
fn the_truth_is_where_it_says() {
    let case = rewrite(PAGES[0], Style::Markdown, 0);
    for (formula, truth) in case.formulas.iter().zip(&case.truth) {
        let written = &case.prediction[truth.clone().unwrap()];
        let first = formula.latex.split_whitespace().next().unwrap();
        assert!(
            formula.latex.starts_with("\\label") || written.starts_with(first),
            "{written}"
        );
    }
    let dropped = rewrite(PAGES[0], Style::Dropped, 0);
    assert!(dropped.truth.iter().any(Option::is_none));
}

fn each_is_in_one_pair(what: &str, reference: &str, prediction: &str) {
    let pairs = formula_pairs(reference, prediction).unwrap();
    let references = pairs.iter().filter(|pair| pair.reference.is_some()).count();
    assert_eq!(references, reference.matches('$').count() / 2, "{what}");
}

/// The test takes seconds in total. Without limits on the work, some of these inputs would take hours. There are fewer
/// formulas in unoptimised builds.
#[test]
fn very_many_formulas_on_each_side_are_matched() {
    const MANY: usize = if cfg!(debug_assertions) { 1_000 } else { 10_000 };
    let text = |formula: &dyn Fn(usize) -> String| (0..MANY).map(formula).collect::<Vec<_>>().join(" ");
    let same = text(&|_| "$x$".to_owned());
    let numbered = text(&|i| format!("$a_{{{i}}}+b$"));
    let other = text(&|i| format!("$c_{{{}}}-d$", MANY - i));
    let backwards = text(&|i| format!("$a_{{{}}}+b$", MANY - i));
    let plain = numbered.replace('$', " ");
    let words = text(&|i| format!("word{i} $x$ and the"));
    each_is_in_one_pair("all the same", &same, &same);
    each_is_in_one_pair("all the same, fewer", &same, &same[..same.len() / 2]);
    each_is_in_one_pair("all different", &numbered, &other);
    each_is_in_one_pair("backwards", &numbered, &backwards);
    each_is_in_one_pair("undelimited", &numbered, &plain);
    each_is_in_one_pair("absent", &numbered, &"text ".repeat(20_000));
    each_is_in_one_pair("between words", &words, &words.replace('$', ""));
    let one = format!("${}$", numbered.replace('$', " "));
    each_is_in_one_pair("all in one", &numbered, &one);
    each_is_in_one_pair("one in all", &one, &numbered);
}

#[test]
fn a_perfect_prediction_is_all_equal() {
    for page in PAGES {
        let pairs = formula_pairs(page, page).unwrap();
        assert!(!pairs.is_empty());
        assert!(pairs.iter().all(|pair| pair.exact && pair.found == Found::Equal));
    }
}
