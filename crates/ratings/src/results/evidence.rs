//! What results are calculated with, beside the answers.

use texlens_evaluate::{Bootstrap, CorrelatedItems, ValueTable};

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

impl Evidence<'_> {
    /// Returns the groups of a study, without metrics.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        Self {
            table: None,
            items: CorrelatedItems::All,
            groups: study.groups.clone(),
            bootstrap: Bootstrap::default(),
        }
    }
}
