//! A judge's scores, as far as correlations need them.

use serde::{Deserialize, Serialize};

use crate::judged::{JudgeRun, JudgeVerdict};

/// The scores of a judge, under a name for people.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgedValues {
    /// The name, which no other judge has.
    pub name: String,
    /// Whether the items are other pairs of texts than those of the metrics, under the same ids.
    pub has_own_pairs: bool,
    /// The items.
    pub items: Vec<JudgedValue>,
}

/// A judge's score of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedValue {
    /// Id of the item.
    pub id: String,
    /// The system.
    pub system: String,
    /// The score, 0 to 10; `None` if the judge gave none.
    pub score: Option<f64>,
    /// Whether a rule of the judge's protocol decided the score.
    pub is_by_rule: bool,
}

impl JudgedValues {
    /// Returns the scores of a run, under this name.
    #[must_use]
    pub fn of(name: String, run: &JudgeRun) -> Self {
        let items = run.items.iter().map(|item| JudgedValue {
            id: item.id.clone(),
            system: item.system.clone(),
            score: item.verdict.score(),
            is_by_rule: matches!(item.verdict, JudgeVerdict::ByRule { .. }),
        });
        Self {
            name,
            has_own_pairs: run.has_own_pairs(),
            items: items.collect(),
        }
    }
}
