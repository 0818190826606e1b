//! What results are calculated with, beside the answers.

use texlens_evaluate::{Bootstrap, Confidence, CorrelatedItems, ValueTable};

use crate::study::{Group, Study};

/// The input of results beside the answers.
#[derive(Debug, Clone)]
pub struct Evidence<'a> {
    /// Metrics and judges of the same formulas, if people are to be compared with them.
    pub table: Option<&'a ValueTable>,
    /// The items that count for correlations.
    pub items: CorrelatedItems,
    /// The groups; those of the study by default.
    pub groups: Vec<Group>,
    /// Number of resamples, seed and level of the intervals.
    pub bootstrap: Bootstrap,
}

/// Number of resamples of the bootstrap, unless another is given: that of coefficients of agreement takes long.
pub const RESAMPLES: usize = 2_000;

impl Evidence<'_> {
    /// Returns the groups of a study, without metrics, with [`RESAMPLES`] and seed 1.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        Self {
            table: None,
            items: CorrelatedItems::All,
            groups: study.groups.clone(),
            bootstrap: Bootstrap::new(RESAMPLES, 1, Confidence::default()).unwrap_or_default(),
        }
    }
}
