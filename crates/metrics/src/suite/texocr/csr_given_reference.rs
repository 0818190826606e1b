//! Compilation success, given that the reference compiles.
//!
//! # What it measures
//! Whether the system broke the LaTeX, and not whether its page can compile at all.
//!
//! # Formula
//! `csr` on samples whose reference compiles when it is assembled in the same way as the prediction.
//!
//! # Example
//! ```text
//! reference: \tide{1} and \textbf{2}
//! prediction: \tide{1} and \texbf{2}
//! engine: 1 page, 2 errors
//! engine on the reference: 1 page, 1 error
//! score: undefined: the reference does not compile
//! ```
//!
//! With `csr`, the value is 0, although no system could have done better on this page.
//!
//! # Range and direction
//! 0 or 1; higher is better.
//!
//! # Edge cases
//! Those of `csr`. Undefined if the reference does not compile, for example because of a macro of the paper's own
//! preamble or an environment that stays open on the page. Undefined without an engine, or if only the prediction was
//! compiled.
//!
//! # Deviations from the paper
//! The paper's rate is `csr`, which counts every sample.
//!
//! # Source
//! texlens, after TexOCR-Bench, section 3.1.

use texlens_vocabulary::{Kind, Score};

use crate::compiled::NO_VERDICT;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &SuccessGivenReference;

pub(super) static INFO: Info = Info {
    id: "csr_given_reference",
    name: "Compilation, where the reference compiles",
    about: "Whether the LaTeX compiles as it is, on samples whose reference does.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Compilation, Need::ReferenceCompilation],
    source: "texlens, after TexOCR-Bench, section 3.1",
    limits: "Leaves out the samples that are hardest to compile.",
    headline: None,
    parameters: &[],
};

struct SuccessGivenReference;

impl Metric for SuccessGivenReference {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(compiled) = &input.evidence.compiled else {
            return Score::undefined(INFO.id, NO_VERDICT);
        };
        let Some(reference) = &input.evidence.reference_compiled else {
            return Score::undefined(INFO.id, "the reference was not compiled");
        };
        if !reference.compiles {
            return Score::undefined(INFO.id, "the reference does not compile");
        }
        let summary = if compiled.compiles {
            format!(
                "the reference compiles, and so does the prediction, to {}",
                compiled.counted_pages()
            )
        } else {
            format!("the reference compiles, the prediction does not: {}", compiled.faults())
        };
        let value = f64::from(u8::from(compiled.compiles));
        Score::value_of(INFO.id, value, compiled.spans(input.prediction.source)).saying(summary)
    }
}
