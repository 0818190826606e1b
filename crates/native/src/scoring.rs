//! Scores with what the TeX engine says of the texts.

use std::num::NonZeroUsize;
use std::sync::Arc;

use texlens_evaluate::{Detail, InputError, Kind, Parsed, Scored, Scorer, Text};
use texlens_metrics::{Need, Side};
use texlens_tex::Compilation;

use crate::verdicts::Verdicts;

/// The results for one sample.
pub struct Findings {
    /// The scores.
    pub scored: Scored,
    /// The verdict on the prediction, if a metric needs one and there is an engine.
    pub compilation: Option<Compilation>,
}

/// Scores a prediction. Both texts are compiled if a metric needs it. If `sets_formulas`, formulas are set with the engine
/// for the metrics that compare how they look.
///
/// # Errors
/// If a text cannot be scored.
pub fn assess(
    scorer: Scorer<'_>,
    reference_text: &Text<'_>,
    prediction: &Text<'_>,
    verdicts: &Verdicts,
    sets_formulas: bool,
    detail: Detail,
) -> Result<Findings, InputError> {
    let reference = Parsed::of(Side::Reference, reference_text)?;
    let scorer = if sets_formulas && scorer.kind() == Kind::Formula {
        let formulas = [reference_text.latex(), prediction.latex()];
        let set = verdicts.appearances(&scorer, &formulas, NonZeroUsize::MIN, |_| {});
        scorer.with_appearances(Arc::new(set))
    } else {
        scorer
    };
    let is_compiled = scorer.needs(Need::Compilation);
    let compilation = is_compiled.then(|| verdicts.of(prediction)).flatten();
    let of_reference = is_compiled.then(|| verdicts.of(reference_text)).flatten();
    let reference = reference.with_compilation(of_reference.as_ref());
    let scored = scorer.assess(&reference, prediction, compilation.as_ref(), detail)?;
    Ok(Findings { scored, compilation })
}
