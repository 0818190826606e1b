//! Predictions of an evaluation's formulas.

use serde::{Deserialize, Serialize};
use texlens_evaluate::{CorrelatedItems, FormulaPair, InputError, ValueTable};
use texlens_judge::judging::{Subject, formula_items, items_of_pairs, judged_values};
use texlens_report::ItemValues;

/// A system's prediction of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Predicted {
    /// Id of the formula, as in the evaluation.
    pub id: String,
    /// Name of the system.
    pub system: String,
    /// LaTeX of the reference, without delimiters.
    pub reference: String,
    /// LaTeX of the prediction, without delimiters.
    pub prediction: String,
}

/// Predictions that can be rated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Predictions {
    /// The predictions.
    pub list: Vec<Predicted>,
    /// Number of predictions that were excluded.
    pub excluded: usize,
}

/// Formulas that are not rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exclusion {
    /// Predictions that are the reference after normalisation.
    Identical,
    /// Predictions with perfect scores by both CDM (1) and a judge (10), as in "Benchmarking Document Parsers".
    Perfect,
}

/// The reason why predictions with perfect scores cannot be told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "formulas that both a judge and CDM find perfect cannot be left out, since {0}; ask a judge, with CDM among the metrics"
)]
pub struct NoScores(pub &'static str);

/// The reason why an evaluation has no predictions to rate.
#[derive(Debug, thiserror::Error)]
pub enum PredictionsError {
    /// A text is beyond the limits.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Perfect predictions are to be excluded, and nothing says which are.
    #[error(transparent)]
    NoScores(#[from] NoScores),
}

impl Predictions {
    /// Returns the formulas of samples, matched by rules unless their pairs are given. `table` has the scores that
    /// [`Exclusion::Perfect`] needs.
    ///
    /// # Errors
    /// If a text is beyond the limits, or perfect predictions are to be excluded without scores.
    pub fn of<'a>(
        samples: impl IntoIterator<Item = (Subject<'a>, &'a [FormulaPair])>,
        exclusion: Option<Exclusion>,
        table: &ValueTable,
    ) -> Result<Self, PredictionsError> {
        if exclusion == Some(Exclusion::Perfect)
            && let Some(reason) = table.obstacle(CorrelatedItems::Imperfect)
        {
            return Err(NoScores(reason).into());
        }
        let mut predictions = Self::default();
        for (subject, pairs) in samples {
            let items = match pairs {
                [] => formula_items(&subject)?,
                pairs => items_of_pairs(&subject, pairs),
            };
            for item in items {
                let is_excluded = match exclusion {
                    None => false,
                    Some(Exclusion::Identical) => item.has_same_tokens,
                    Some(Exclusion::Perfect) => !table.is_counted(&item.id, &item.system, CorrelatedItems::Imperfect),
                };
                if is_excluded {
                    predictions.excluded += 1;
                    continue;
                }
                predictions.list.push(Predicted {
                    id: item.id,
                    system: item.system,
                    reference: item.reference,
                    prediction: item.prediction.unwrap_or_default(),
                });
            }
        }
        Ok(predictions)
    }

    /// Returns the systems in alphabetical order.
    #[must_use]
    pub fn systems(&self) -> Vec<&str> {
        let mut systems: Vec<&str> = self.list.iter().map(|one| one.system.as_str()).collect();
        systems.sort_unstable();
        systems.dedup();
        systems
    }
}

/// Returns the metrics and judges of an evaluation, to compare ratings with.
#[must_use]
pub fn value_table(values: ItemValues) -> ValueTable {
    let ItemValues { mut table, judge } = values;
    for judge in judged_values(&judge.iter().collect::<Vec<_>>()) {
        table.add_judge(&judge);
    }
    table
}
