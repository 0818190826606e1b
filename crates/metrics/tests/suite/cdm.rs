//! Character detection matching on small formulas with made-up boxes.

use texlens_latex::Outline;
use texlens_metrics::cdm::{RenderedFormula, RenderedPair, TokenBox, Variant, match_formulas};
use texlens_metrics::{Evidence, Input, Outcome, Score, Settings, metric};

pub(crate) const VARIANTS: [(Variant, &str); 2] = [
    (Variant::Unimernet, "cdm_unimernet"),
    (Variant::OmniDocBench, "cdm_omnidocbench"),
];

/// Returns tokens in a line, 20 pixels wide each.
fn line(tokens: &[&str]) -> RenderedFormula {
    let token = |(at, token): (usize, &&str)| {
        let left = 20.0 * at as f64;
        TokenBox {
            token: (*token).to_owned(),
            bbox: [left, 10.0, left + 16.0, 30.0],
        }
    };
    RenderedFormula {
        boxes: tokens.iter().enumerate().map(token).collect(),
        size: [20.0 * tokens.len() as f64, 40.0],
    }
}

pub(crate) fn score(id: &str, variant: Variant, pair: Option<RenderedPair>) -> Score {
    let mut evidence = Evidence::default();
    evidence.glyph_boxes.extend(pair.map(|pair| (variant, pair)));
    metric(id).unwrap().score(&Input {
        reference: &Outline::of(""),
        prediction: &Outline::of(""),
        reference_pages: &[],
        prediction_pages: &[],
        evidence: &evidence,
        settings: &Settings::default(),
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    })
}

fn pair(reference: &[&str], prediction: &[&str]) -> Option<RenderedPair> {
    Some(RenderedPair {
        reference: Some(line(reference)),
        prediction: Some(line(prediction)),
    })
}

#[test]
fn equal_formulas_match_in_full() {
    let tokens = ["x", "+", "\\frac", "1", "2", "="];
    for (variant, id) in VARIANTS {
        let score = score(id, variant, pair(&tokens, &tokens));
        assert_eq!(score.value(), Some(1.0));
        assert_eq!(score.summary, "6 of 6 characters matched");
    }
}

#[test]
fn a_changed_character_is_named() {
    for (variant, id) in VARIANTS {
        let score = score(
            id,
            variant,
            pair(&["a", "+", "b", "=", "c"], &["a", "-", "b", "=", "c"]),
        );
        assert_eq!(score.value(), Some(0.8));
        assert_eq!(
            score.summary,
            "4 of 5 characters matched; missing: “+”; not in the reference: “-”"
        );
    }
}

#[test]
fn a_character_far_from_its_place_does_not_count() {
    let reference = line(&["a", "b", "c", "d", "e", "f"]);
    let mut prediction = reference.clone();
    prediction.boxes[5].bbox = [100.0, 300.0, 116.0, 320.0];
    for (variant, _) in VARIANTS {
        let matching = match_formulas(&reference, &prediction, variant).unwrap();
        assert_eq!(
            (matching.matches(), matching.missing(), matching.extra()),
            (5, vec![5], vec![5])
        );
        assert_eq!(
            (matching.recall(), matching.precision(), matching.f1()),
            (0.833, 0.833, 0.833)
        );
    }
}

#[test]
fn what_cannot_be_rendered_is_undefined_or_worth_nothing() {
    for (variant, id) in VARIANTS {
        let reason = |score: &Score| match &score.outcome {
            Outcome::Undefined { reason } => reason.clone(),
            Outcome::Defined { value, .. } => panic!("defined: {value}"),
        };
        assert!(reason(&score(id, variant, None)).contains("boxes of the typeset formulas"));
        let rendered = |reference: Option<RenderedFormula>, prediction| Some(RenderedPair { reference, prediction });
        let no_reference = score(id, variant, rendered(None, Some(line(&["x"]))));
        assert!(reason(&no_reference).contains("reference could not be rendered"));
        let no_prediction = score(id, variant, rendered(Some(line(&["x"])), None));
        assert_eq!(no_prediction.value(), Some(0.0));
        let many = line(&vec!["x"; 5801]);
        assert!(reason(&score(id, variant, rendered(Some(many), Some(line(&["x"]))))).contains("5801"));
    }
}

/// Boxes of any kind are scored, even with a size of 0 or with places that are not numbers.
#[test]
fn odd_boxes_do_no_harm() {
    let mut odd = line(&["a", "b", "c", "d", "e"]);
    odd.size = [0.0, f64::NAN];
    odd.boxes[2].bbox = [f64::INFINITY, f64::NAN, -1.0, 0.0];
    for (variant, _) in VARIANTS {
        for (a, b) in [(&odd, &odd), (&odd, &line(&["a"])), (&line(&[]), &odd)] {
            let matching = match_formulas(a, b, variant).unwrap();
            assert!((0.0..=1.0).contains(&matching.f1()));
        }
    }
}
