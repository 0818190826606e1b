//! Scores one sample.

use std::num::NonZeroUsize;
use std::sync::Arc;

use texlens_evaluate::{Detail, InputError, Kind, Parsed, Scorer, Text};
use texlens_metrics::{Evidence, Need, Score, Settings, Side};
use texlens_tex::Compilation;

use crate::verdicts::Verdicts;

/// The settings and evidence with which samples are scored.
pub(super) struct Means {
    pub(super) settings: Settings,
    pub(super) evidence: Evidence,
    pub(super) verdicts: Verdicts,
    /// Whether formulas are set with the TeX engine.
    pub(super) is_typeset: bool,
    /// Whether spans are found, or values only.
    pub(super) detail: Detail,
}

/// The results for one sample.
pub(super) struct Findings {
    pub(super) scores: Vec<Score>,
    pub(super) compilation: Option<Compilation>,
}

impl Means {
    /// Scores a prediction, and compiles both texts if a metric needs it.
    pub(super) fn score(
        &self,
        kind: Kind,
        reference_text: &Text<'_>,
        prediction: &Text<'_>,
        evidence: Evidence,
    ) -> Result<Findings, InputError> {
        let reference = Parsed::of(Side::Reference, reference_text)?;
        let scorer = Scorer::new(kind, &self.settings).with_evidence(evidence);
        let scorer = if self.is_typeset && kind == Kind::Formula {
            let formulas = [reference_text.latex(), prediction.latex()];
            let set = self.verdicts.appearances(&scorer, &formulas, NonZeroUsize::MIN, |_| {});
            scorer.with_appearances(Arc::new(set))
        } else {
            scorer
        };
        let is_compiled = scorer.needs(Need::Compilation);
        let compilation = is_compiled.then(|| self.verdicts.of(prediction)).flatten();
        let of_reference = is_compiled.then(|| self.verdicts.of(reference_text)).flatten();
        let reference = reference.with_compilation(of_reference.as_ref());
        let scored = scorer.assess(&reference, prediction, compilation.as_ref(), self.detail)?;
        Ok(Findings {
            scores: scored.scores,
            compilation,
        })
    }
}
