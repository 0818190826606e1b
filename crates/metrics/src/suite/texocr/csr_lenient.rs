//! Compilation, errors forgiven.
//!
//! # What it measures
//! Whether pages come out if errors are ignored.
//!
//! # Formula
//! 1 if the engine reaches the end of the text and at least one page comes out, whatever errors it met; else 0.
//!
//! # Example
//! ```text
//! reference: \textbf{Tides}
//! prediction: \texbf{Tides}
//! engine: 1 page, 1 error
//! score: 1
//! ```
//!
//! With `csr`, the value is 0.
//!
//! # Range and direction
//! 0 or 1; higher is better. Never below `csr`.
//!
//! # Edge cases
//! Those of `csr`.
//!
//! # Deviations from the paper
//! Those of `csr`, but a document with errors can succeed.
//!
//! # Source
//! texlens, after TexOCR-Bench, section 3.1.

use texlens_vocabulary::{Kind, Score};

use crate::compiled::NO_VERDICT;
use crate::metric::{Direction, Group, Info, Input, Metric, Need};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &LenientSuccess;

pub(super) static INFO: Info = Info {
    id: "csr_lenient",
    name: "Compilation, errors forgiven",
    about: "Whether pages come out, whatever errors the engine met on the way.",
    group: Group::Reading,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Page, Kind::Document],
    needs: &[Need::Compilation],
    source: "texlens, after TexOCR-Bench, section 3.1",
    limits: "TeX drops or misplaces what it cannot read and goes on, so most broken texts give pages.",
    headline: None,
    parameters: &[],
};

struct LenientSuccess;

impl Metric for LenientSuccess {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(compiled) = &input.evidence.compiled else {
            return Score::undefined(INFO.id, NO_VERDICT);
        };
        let succeeds = !compiled.fatal && compiled.pages > 0;
        let summary = match (succeeds, compiled.errors) {
            (true, 0) => format!("compiles to {}", compiled.counted_pages()),
            (true, _) => format!("{}, with {}", compiled.counted_pages(), compiled.faults()),
            (false, _) => format!("stops before the end: {}", compiled.faults()),
        };
        let value = f64::from(u8::from(succeeds));
        Score::value_of(INFO.id, value, compiled.spans(input.prediction.source)).saying(summary)
    }
}
