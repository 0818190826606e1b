//! Runs the metrics.

use texlens_metrics::{Evidence, Kind, Score, Settings, Side};

use crate::input::{InputError, Parsed};
use crate::scorer::Scorer;
use crate::text::Text;

/// Scores a prediction against a reference with every metric that is defined on this kind of sample, in the order of
/// the registry.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn score<'a>(
    kind: Kind,
    reference: impl Into<Text<'a>>,
    prediction: impl Into<Text<'a>>,
    settings: &Settings,
) -> Result<Vec<Score>, InputError> {
    score_with_evidence(kind, reference, prediction, &Evidence::default(), settings)
}

/// Scores like [`score`], with evidence for the metrics that need more than the two texts.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn score_with_evidence<'a>(
    kind: Kind,
    reference: impl Into<Text<'a>>,
    prediction: impl Into<Text<'a>>,
    evidence: &Evidence,
    settings: &Settings,
) -> Result<Vec<Score>, InputError> {
    let (reference, prediction) = (reference.into(), prediction.into());
    let reference = Parsed::of(Side::Reference, &reference)?;
    let prediction = Parsed::of(Side::Prediction, &prediction)?;
    let scorer = Scorer::new(kind, settings).with_evidence(evidence.clone());
    Ok(scorer.score(&reference, &prediction))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::MAX_BYTES;

    #[test]
    fn the_kind_chooses_the_metrics() {
        let ids = |kind| {
            let scores = score(kind, "x", "x", &Settings::default()).unwrap();
            scores.into_iter().map(|score| score.metric).collect::<Vec<_>>()
        };
        let has = |kind, id: &str| ids(kind).iter().any(|known| known == id);
        assert!(has(Kind::Page, "ctp") && has(Kind::Page, "edit_similarity") && !has(Kind::Page, "exact"));
        assert!(has(Kind::Formula, "exact") && has(Kind::Formula, "edit_similarity") && !has(Kind::Formula, "ctp"));
        assert_eq!(ids(Kind::Document), ids(Kind::Page));
    }

    #[test]
    fn baseline_is_the_share_of_valid_pages() {
        let prediction = Text::document(["good", "", "fine", "中"]);
        let scores = score(Kind::Document, "x", prediction, &Settings::default()).unwrap();
        let baseline = scores.iter().find(|score| score.metric == "baseline").unwrap();
        assert_eq!(baseline.value(), Some(0.5));
        assert_eq!(baseline.spans.len(), 2);
    }

    #[test]
    fn a_text_over_the_limit_is_refused_with_advice() {
        let long = "x".repeat(MAX_BYTES + 1);
        let error = score(Kind::Page, "x", &long, &Settings::default()).unwrap_err();
        assert_eq!(
            error,
            InputError::TooLong {
                side: Side::Prediction,
                bytes: MAX_BYTES + 1
            }
        );
        assert!(error.to_string().contains("page"), "{error}");
    }
}
