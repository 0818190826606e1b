//! Citation keys in common.
//!
//! # What it measures
//! Whether the prediction cites the same keys as the reference, each as often.
//!
//! # Formula
//! 2 · common citations / (citations of the reference + citations of the prediction): the harmonic mean of precision
//! and recall. Each key of a `\cite`-like command is one citation. Citations are common if they have the same key, as
//! often as both sides have it.
//!
//! # Example
//! ```text
//! reference: \cite{a} \cite{b} \cite{b}
//! prediction: \cite{a} \cite{b}
//! score: 0.8 = 2 * 2 / (3 + 2)
//! ```
//!
//! # Range and direction
//! 0 (no key in common) to 1 (the same keys, each as often); higher is better.
//!
//! # Edge cases
//! No citation on either side: undefined. Citations on one side only: 0. The bibliography plays no part.
//!
//! # Deviations from the paper
//! Section 3.1 asks that missing and wrong citations be found; appendix A.7, followed by `cc`, only counts valid ones.
//! Their places are not compared.
//!
//! # Source
//! TexOCR-Bench, section 3.1.

use texlens_vocabulary::{Kind, Score, Side};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::suite::cc::{keys, unmatched};
use crate::summary::{of_what, quoted};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &MatchedCitations;

pub(super) static INFO: Info = Info {
    id: "cc_matched",
    name: "Citation keys in common",
    about: "How well the cited keys of both sides agree.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Text],
    source: "TexOCR-Bench, section 3.1",
    limits: "Two spellings of a key are two keys: Li_2023 and 12 may mean the same work.",
    headline: None,
    parameters: &[],
};

struct MatchedCitations;

impl Metric for MatchedCitations {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let [in_reference, in_prediction] = [input.reference, input.prediction].map(|outline| keys(outline).count());
        if in_reference + in_prediction == 0 {
            return Score::undefined(INFO.id, "neither side has a citation");
        }
        let (missing, mut spans) = unmatched(Side::Reference, input.reference, input.prediction);
        let (extra, of_prediction) = unmatched(Side::Prediction, input.prediction, input.reference);
        spans.extend(of_prediction);
        let common = in_reference - missing.len();
        let mut summary = of_what(
            common,
            in_reference,
            "citations are in the prediction",
            "missing",
            &missing,
        );
        if !extra.is_empty() {
            summary = format!("{summary}; too many: {}", quoted(&extra));
        }
        let total = in_reference + in_prediction;
        Score::rate(INFO.id, 2.0 * common as f64, total as f64, spans).saying(summary)
    }
}
