//! Scores one sample.

use texlens_evaluate::{InputError, Kind, Scorer, Text};
use texlens_metrics::{Evidence, Settings};
use texlens_native::{Findings, Verdicts, score};

/// The settings and evidence with which samples are scored.
pub(super) struct Means {
    pub(super) settings: Settings,
    pub(super) evidence: Evidence,
    pub(super) verdicts: Verdicts,
    /// Whether formulas are set with the TeX engine.
    pub(super) is_typeset: bool,
}

impl Means {
    /// Scores a prediction, and compiles both texts if a metric needs it.
    pub(super) fn score(
        &self,
        kind: Kind,
        reference: &Text<'_>,
        prediction: &Text<'_>,
        evidence: Evidence,
    ) -> Result<Findings, InputError> {
        let scorer = Scorer::new(kind, &self.settings).with_evidence(evidence);
        score(scorer, reference, prediction, &self.verdicts, self.is_typeset)
    }
}
