//! The comparisons of a saved evaluation, from both of its forms.

use serde_json::Value;
use texlens_evaluate::{Comparison, Evaluation, JudgeRun, Provenance, SampleTexts};

use crate::ReportError;
use crate::judged::{damaged, read};

/// What a saved evaluation says about its systems as a whole.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SavedScores {
    /// The title.
    pub title: String,
    /// The provenance.
    pub provenance: Provenance,
    /// A comparison for each level; empty if none was saved.
    pub comparisons: Vec<Comparison>,
    /// The runs of judges.
    pub judge: Vec<JudgeRun>,
    /// The texts that were scored; empty if they were not saved, or not all of them.
    pub texts: Vec<SampleTexts>,
}

/// Reads the comparisons from JSON that [`to_json`](crate::to_json) wrote.
///
/// # Errors
/// If the JSON is not such a report, or is too large, damaged or newer.
pub fn read_saved_scores(json: &str) -> Result<SavedScores, ReportError> {
    let mut document = read(json)?;
    let mut field = |name: &str| document.remove(name).unwrap_or(Value::Null);
    let (title, provenance) = (field("title"), field("provenance"));
    let (levels, judge, texts) = (field("levels"), field("judge"), field("texts"));
    // A field that is absent has its default.
    fn of<T: serde::de::DeserializeOwned>(value: Value) -> Result<Option<T>, ReportError> {
        serde_json::from_value(value).map_err(damaged)
    }
    Ok(SavedScores {
        title: of(title)?.unwrap_or_default(),
        provenance: of(provenance)?.unwrap_or_default(),
        comparisons: of(levels)?.unwrap_or_default(),
        judge: of(judge)?.unwrap_or_default(),
        texts: of(texts)?.unwrap_or_default(),
    })
}

impl From<&Evaluation> for SavedScores {
    /// Takes what the evaluation itself says. It has no [texts](SavedScores::texts) here: its samples have them.
    fn from(evaluation: &Evaluation) -> Self {
        Self {
            title: evaluation.title.clone(),
            provenance: evaluation.provenance.clone(),
            comparisons: evaluation.comparisons.clone(),
            judge: evaluation.judge.clone(),
            texts: Vec::new(),
        }
    }
}
