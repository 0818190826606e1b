//! Each metric on small named cases with known answers, and on the scores of other tools if those are available.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod baseline;
mod cc;
mod cdm;
mod cdm_gold;
mod csr;
mod ctp;
mod ds;
mod examples;
mod fa;
mod formula;
mod gold;
mod gold_text;
mod olmocr;
mod olmocr_gold;
mod overall;
mod perfect;
mod rv;
mod sa;
mod similarity;
mod ta;
mod teds;
mod texbleu;
mod texbleu_aligned;
mod tokeniser;

use texlens_latex::Outline;
use texlens_metrics::{Evidence, Input, Score, Settings, Side, SpanKind, metric};

/// Scores a sample with the defaults; the prediction is one page.
fn score(id: &str, reference: &str, prediction: &str) -> Score {
    score_with(&Settings::default(), id, reference, prediction)
}

/// Scores a sample with settings; the prediction is one page.
fn score_with(settings: &Settings, id: &str, reference: &str, prediction: &str) -> Score {
    score_given(&Evidence::default(), settings, id, reference, prediction)
}

/// Scores a sample with evidence and settings; the prediction is one page.
fn score_given(evidence: &Evidence, settings: &Settings, id: &str, reference: &str, prediction: &str) -> Score {
    let (reference_page, prediction_page) = (0..reference.len(), 0..prediction.len());
    let input = Input {
        reference: &Outline::of(reference),
        prediction: &Outline::of(prediction),
        reference_pages: std::slice::from_ref(&reference_page),
        prediction_pages: std::slice::from_ref(&prediction_page),
        evidence,
        settings,
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    };
    let score = metric(id).expect("a metric of this id").score(&input);
    for span in &score.spans {
        let text = if span.side == Side::Reference {
            reference
        } else {
            prediction
        };
        assert!(text.get(span.range.clone()).is_some(), "{span:?} lies in its text");
    }
    score
}

/// A named case: the expected value, and the reason in the name.
struct Case {
    why: &'static str,
    reference: &'static str,
    prediction: &'static str,
    value: Option<f64>,
}

/// Creates a case whose value may be undefined.
const fn case(why: &'static str, reference: &'static str, prediction: &'static str, value: Option<f64>) -> Case {
    Case {
        why,
        reference,
        prediction,
        value,
    }
}

/// Creates a case with a value.
const fn defined(why: &'static str, reference: &'static str, prediction: &'static str, value: f64) -> Case {
    case(why, reference, prediction, Some(value))
}

/// Checks every case and names the one that fails.
fn check(id: &str, cases: &[Case]) {
    for case in cases {
        let value = score(id, case.reference, case.prediction).value();
        let same = match (value, case.value) {
            (Some(value), Some(expected)) => (value - expected).abs() < 1e-12,
            (value, expected) => value == expected,
        };
        assert!(same, "{id}, {}: {value:?} instead of {:?}", case.why, case.value);
    }
}

/// Returns the spans as (side, kind, text).
fn spans<'a>(score: &Score, reference: &'a str, prediction: &'a str) -> Vec<(Side, SpanKind, &'a str)> {
    let text = |side| if side == Side::Reference { reference } else { prediction };
    score
        .spans
        .iter()
        .map(|span| (span.side, span.kind, &text(span.side)[span.range.clone()]))
        .collect()
}
