use texlens_metrics::{Score, Settings, SpanKind};

use crate::texbleu::BUNDLED;
use crate::{score_given, spans};

#[path = "../invariance/mod.rs"]
mod invariance;

use invariance::{cases, damage, formulas, rewrite};

fn scored(reference: &str, prediction: &str) -> Score {
    score_given(&BUNDLED, &Settings::default(), "texbleu_aligned", reference, prediction)
}

fn value(reference: &str, prediction: &str) -> f64 {
    scored(reference, prediction).value().unwrap()
}

#[test]
fn rewritten_formulas_are_better_than_damaged_ones() {
    let cases = cases(formulas::formulas(11), 200, 11);
    assert_eq!(cases.len(), 200);
    let is_right =
        |case: &invariance::Case| value(&case.reference, &case.rewritten) > value(&case.reference, &case.damaged);
    let right = cases.iter().filter(|case| is_right(case)).count();
    assert!(right >= 190, "{right} of 200");
    for kind in 0..rewrite::ALL.len() {
        assert!(
            cases.iter().any(|case| case.rewrite == kind),
            "{}",
            rewrite::ALL[kind].0
        );
    }
    for kind in 0..damage::ALL.len() {
        assert!(cases.iter().any(|case| case.damage == kind), "{}", damage::ALL[kind].0);
    }
}

#[test]
fn equal_meaning_is_1() {
    for (reference, prediction) in [
        ("\\frac{a+b}{2c}", "(a+b)/(2c)"),
        ("\\left( x \\right)_i^2", "(x)^2_i"),
        ("", " % nothing"),
    ] {
        assert!((value(reference, prediction) - 1.0).abs() < 1e-12, "{reference}");
    }
    assert!(value("x", "").abs() < 1e-12);
}

#[test]
fn length_counts() {
    // 5 of 7 symbols: 2 * 5 / 12.
    assert!((value("a+b+c=0", "a+b+c") - 10.0 / 12.0).abs() < 1e-12);
    assert!((value("a+b+c", "a+b+c=0") - 10.0 / 12.0).abs() < 1e-12);
}

#[test]
fn a_wrong_symbol_costs_more_than_a_wrong_place() {
    let (place, symbol) = (value("x^2+y", "x_2+y"), value("x^2+y", "x^3+y"));
    // 4 symbols, one with the credit 0.5.
    assert!((place - 3.5 / 4.0).abs() < 1e-12, "{place}");
    assert!(symbol < place && symbol >= 0.75, "{symbol}");
}

#[test]
fn what_is_wrong_is_shown() {
    let (reference, prediction) = ("\\frac{\\alpha}{b} \\le c", "\\frac{\\alpha}{c} + c");
    let score = scored(reference, prediction);
    let shown: Vec<_> = spans(&score, reference, prediction);
    assert!(
        shown.iter().all(|(_, kind, _)| *kind == SpanKind::Different),
        "{shown:?}"
    );
    assert_eq!(
        shown.iter().map(|(_, _, text)| *text).collect::<Vec<_>>(),
        ["b", "\\le", "c", "+"]
    );
    assert!(
        score.summary.starts_with("3 of 5 symbols are right"),
        "{}",
        score.summary
    );
}
