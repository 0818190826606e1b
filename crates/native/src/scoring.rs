//! Scores with what the TeX engine says of the texts.

use std::num::NonZeroUsize;
use std::sync::Arc;

use texlens_evaluate::{InputError, Kind, Parsed, Scorer, Text};
use texlens_metrics::{Need, Score, Side};
use texlens_tex::Compilation;

use crate::verdicts::Verdicts;

/// The results for one sample.
pub struct Findings {
    /// The scores, in the order of the scorer's metrics.
    pub scores: Vec<Score>,
    /// The verdict on the prediction, if a metric needs one and there is an engine.
    pub compilation: Option<Compilation>,
}

/// Scores a prediction. Both texts are compiled if a metric needs it. If `sets_formulas`, formulas are set with the engine
/// for the metrics that compare how they look.
///
/// # Errors
/// If a text cannot be scored.
pub fn score(
    scorer: Scorer<'_>,
    reference: &Text<'_>,
    prediction: &Text<'_>,
    verdicts: &Verdicts,
    sets_formulas: bool,
) -> Result<Findings, InputError> {
    if !sets_formulas || scorer.kind() != Kind::Formula {
        return score_compiled(&scorer, reference, prediction, verdicts);
    }
    // Texts that are too long are not set.
    Parsed::of(Side::Reference, reference)?;
    let formulas = [reference.latex(), prediction.latex()];
    let set = verdicts.appearances(&scorer, &formulas, NonZeroUsize::MIN, |_| {});
    let scorer = scorer.with_appearances(Arc::new(set));
    score_compiled(&scorer, reference, prediction, verdicts)
}

/// Scores a prediction with the appearances that the scorer has. Both texts are compiled if a metric needs it.
///
/// # Errors
/// If a text cannot be scored.
pub fn score_compiled(
    scorer: &Scorer<'_>,
    reference_text: &Text<'_>,
    prediction: &Text<'_>,
    verdicts: &Verdicts,
) -> Result<Findings, InputError> {
    let reference = Parsed::of(Side::Reference, reference_text)?;
    let is_compiled = scorer.needs(Need::Compilation);
    let compilation = is_compiled.then(|| verdicts.of(prediction)).flatten();
    let of_reference = is_compiled.then(|| verdicts.of(reference_text)).flatten();
    let reference = reference.with_compilation(of_reference.as_ref());
    let scores = scorer.score_text(&reference, prediction, compilation.as_ref())?;
    Ok(Findings { scores, compilation })
}
