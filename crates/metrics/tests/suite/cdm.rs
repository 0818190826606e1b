//! Character detection matching on small formulas with made-up boxes.

use texlens_latex::Outline;
use texlens_metrics::cdm::{Edition, RenderedFormula, RenderedPair, Rules, Samples, TokenBox, Variant, match_formulas};
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
    score_with(id, variant, pair, &Settings::default())
}

fn score_with(id: &str, variant: Variant, pair: Option<RenderedPair>, settings: &Settings) -> Score {
    let mut evidence = Evidence::default();
    evidence.glyph_boxes.extend(pair.map(|pair| (variant, pair)));
    metric(id).unwrap().score(&Input {
        reference: &Outline::of(""),
        prediction: &Outline::of(""),
        reference_pages: &[],
        prediction_pages: &[],
        evidence: &evidence,
        settings,
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

/// Three pairs are not filtered by the constants before June 2025, but by those after: a fraction upside down.
#[test]
fn the_constants_are_a_setting() {
    let mut prediction = line(&["\\frac", "a", "b"]);
    prediction.boxes[1].bbox = [40.0, 210.0, 56.0, 230.0];
    prediction.boxes[2].bbox = [20.0, 400.0, 36.0, 420.0];
    let pair = RenderedPair {
        reference: Some(line(&["\\frac", "a", "b"])),
        prediction: Some(prediction),
    };
    let value = |id: &str, constants: &str| {
        let mut settings = Settings::default();
        settings.set("cdm_unimernet.constants", constants).unwrap();
        score_with(id, Variant::Unimernet, Some(pair.clone()), &settings).value()
    };
    assert_eq!(value("cdm_unimernet", "2024-09"), Some(1.0));
    assert_eq!(value("exprate_cdm", "2024-09"), Some(1.0));
    let now = score("cdm_unimernet", Variant::Unimernet, Some(pair.clone())).value();
    assert_eq!(now, value("cdm_unimernet", "2025-06"));
    assert!(now < Some(1.0), "{now:?}");
}

/// A formula whose characters have moved by different amounts, so that its score depends on the samples.
#[test]
fn the_samples_are_a_setting_that_is_seeded_for_the_official_metrics() {
    let names: Vec<String> = (0..60).map(|at| format!("\\x{at}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let reference = line(&names);
    let mut prediction = reference.clone();
    for (at, token) in prediction.boxes.iter_mut().enumerate() {
        let down = (at * 7919 % 601) as f64;
        token.bbox[1] += down;
        token.bbox[3] += down;
    }
    let pair = RenderedPair {
        reference: Some(reference.clone()),
        prediction: Some(prediction.clone()),
    };
    let by_rules = |variant, samples| {
        let rules = Rules {
            samples,
            ..Rules::from(variant)
        };
        match_formulas(&reference, &prediction, rules).unwrap().f1()
    };
    for (variant, id) in VARIANTS {
        let mut settings = Settings::default();
        let set = |settings: &Settings| score_with(id, variant, Some(pair.clone()), settings).value();
        assert_eq!(set(&settings), Some(by_rules(variant, Samples::Seeded)), "{id}");
        settings.set(&format!("{id}.samples"), "exhaustive").unwrap();
        assert_eq!(set(&settings), Some(by_rules(variant, Samples::Exhaustive)), "{id}");
    }
    let differs = |variant| by_rules(variant, Samples::Seeded) != by_rules(variant, Samples::Exhaustive);
    assert!(differs(Variant::Unimernet), "the case must tell them apart");
    assert_eq!(Rules::from(Variant::OmniDocBench).edition, Edition::September2024);
}

#[test]
fn what_cannot_be_rendered_is_undefined_or_worth_nothing() {
    for (variant, id) in VARIANTS {
        let reason = |score: &Score| match &score.outcome {
            Outcome::Undefined { reason } => reason.clone(),
            Outcome::Defined { value, .. } => panic!("defined: {value}"),
        };
        assert!(reason(&score(id, variant, None)).starts_with("not typeset yet"));
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
