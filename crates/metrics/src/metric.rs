//! What a metric is and what it is given.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};
use texlens_latex::Outline;

use crate::score::Score;
use crate::settings::{AnyParameter, Settings};

/// A metric. Implementations are pure: the same input gives the same score.
pub trait Metric: Sync {
    /// What it is, without running it.
    fn info(&self) -> &'static Info;

    /// Scores one sample. Never fails: what cannot be scored is undefined, with the reason.
    fn score(&self, input: &Input<'_>) -> Score;
}

/// What one sample is a sample of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// One formula, without delimiters.
    Formula,
    /// One page. Document metrics are computed as if it were the document.
    #[default]
    Page,
    /// A document: its pages in order.
    Document,
}

/// What is known of a metric without running it.
#[derive(Debug)]
pub struct Info {
    /// Stable identifier, the name of its file.
    pub id: &'static str,
    /// For a person.
    pub name: &'static str,
    /// What the value says, in one sentence for a person.
    pub about: &'static str,
    /// What it belongs to.
    pub group: Group,
    /// Which values are good.
    pub direction: Direction,
    /// Values it can take.
    pub range: RangeInclusive<f64>,
    /// Samples it is defined on.
    pub kinds: &'static [Kind],
    /// What it has to be given.
    pub needs: &'static [Need],
    /// Where it comes from.
    pub source: &'static str,
    /// Settings it reads.
    pub parameters: &'static [&'static dyn AnyParameter],
}

/// The groups of TexOCR-Bench, in the order of its tables, then what is measured on single formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Structural faithfulness.
    Structural,
    /// End-to-end usability.
    Usability,
    /// Transcription fidelity.
    Fidelity,
    /// Single formulas.
    Formula,
}

/// Which values of a metric are good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// The largest.
    HigherIsBetter,
    /// The smallest.
    LowerIsBetter,
}

/// What a metric has to be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need {
    /// The two texts.
    Text,
}

/// What is known of a sample beyond the two texts, for metrics that need it: the verdict of a compiler, boxes of
/// rendered glyphs, the answer of a judge. Obtaining it is the caller's work and may be slow; a metric finds what it
/// needs here or is undefined. Empty as long as every metric needs the texts only.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Evidence {}

/// One sample, as a metric sees it.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// The reference.
    pub reference: &'a Outline<'a>,
    /// The prediction.
    pub prediction: &'a Outline<'a>,
    /// Byte range of each page of the prediction.
    pub prediction_pages: &'a [Range<usize>],
    /// What else is known.
    pub evidence: &'a Evidence,
    /// Settings of all metrics.
    pub settings: &'a Settings,
}
