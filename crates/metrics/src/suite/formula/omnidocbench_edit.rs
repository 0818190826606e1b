//! OmniDocBench's edit distance of formulas.
//!
//! # What it measures
//! The share of characters that differ after fonts, spaces and sizes are removed.
//!
//! # Formula
//! `Levenshtein(A, B) / max(|A|, |B|)`, in Unicode code points of the formulas after [`normalise_omnidocbench_formula`]
//! (`omnidocbench_edit.normalise`). The mean over samples is what OmniDocBench calls edit_sample_avg. Pooled, distances
//! and lengths are summed first: this is edit_whole. Pooled over the formulas of one page, it is the value of the page,
//! whose mean over pages is ALL_page_avg.
//!
//! # Example
//! ```text
//! reference: \mathbf{x} + 1
//! prediction: x + 2
//! score: 0.6 = 3 / 5
//! ```
//!
//! The command for the font is removed, its braces are not: `{x}+1` and `x+2` are compared.
//!
//! # Range and direction
//! 0 (equal) to 1 (nothing in common); a distance, so lower is better.
//!
//! # Edge cases
//! Both empty after normalisation: 0. One empty: 1. Texts with more than 2^34 pairs of characters (131,072 on each
//! side) that differ much are divided at corresponding places, and the parts are compared. The value is then an upper
//! bound, and the summary says so.
//!
//! # Deviations from the paper
//! None from the code of 2025. Result files that were published earlier come from an older normaliser.
//!
//! # Source
//! OmniDocBench (Ouyang et al. 2025), its evaluation code.

use std::borrow::Cow;

use texlens_vocabulary::{Kind, Score};

use crate::compare::Distance;
use crate::metric::{Direction, Group, Info, Input, Metric, Need, Pooled};
use crate::settings::{Parameter, Settings};
use crate::text::omnidocbench::normalise_omnidocbench_formula;

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &OmniDocBenchEdit;

/// Whether the formulas are normalised.
pub static NORMALISE: Parameter<bool> = Parameter {
    name: "omnidocbench_edit.normalise",
    default: true,
    about: "Normalise formulas before they are compared.",
};

pub(super) static INFO: Info = Info {
    id: "omnidocbench_edit",
    name: "Edit distance (OmniDocBench)",
    about: "Share of differing characters after OmniDocBench's normalisation; a distance.",
    group: Group::Formula,
    direction: Direction::LowerIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text],
    source: "OmniDocBench",
    limits: "The normaliser makes letters lower case and deletes names as plain text: x equals X, a matrix equals its rows, bold equals plain and \\leftarrow becomes the word arrow.",
    headline: None,
    parameters: &[&NORMALISE],
};

struct OmniDocBenchEdit;

impl Metric for OmniDocBenchEdit {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        self.measure(input).0
    }

    fn pooled(&self) -> Option<&dyn Pooled> {
        Some(self)
    }
}

impl Pooled for OmniDocBenchEdit {
    fn measure(&self, input: &Input<'_>) -> (Score, Vec<f64>) {
        let (distance, longest) = distance_and_length(input);
        let summary = format!(
            "{} between formulas of up to {longest} characters",
            distance.counted("character edit")
        );
        let score = if longest == 0 {
            Score::value_of(INFO.id, 0.0, Vec::new())
        } else {
            Score::rate(INFO.id, distance.edits as f64, longest as f64, Vec::new())
        };
        (score.saying(summary), vec![distance.edits as f64, longest as f64])
    }

    fn value(&self, sums: &[f64], _: &Settings) -> Option<f64> {
        let &[distance, longest] = sums else { return None };
        Some(if longest == 0.0 { 0.0 } else { distance / longest })
    }
}

fn distance_and_length(input: &Input<'_>) -> (Distance, usize) {
    let [reference, prediction] = [input.reference.source, input.prediction.source].map(|formula| {
        if input.settings.get(&NORMALISE) {
            Cow::Owned(normalise_omnidocbench_formula(formula))
        } else {
            Cow::Borrowed(formula)
        }
    });
    let longest = reference.chars().count().max(prediction.chars().count());
    (Distance::of_unknown(&reference, &prediction), longest)
}
