//! Pass rates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_stats::{Confidence, Estimate, wilson};

use crate::check::Verdict;
use crate::finding::ErrorType;
use crate::item::{Family, Item, Task};

/// The verdict on an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checked {
    /// The id of the item.
    pub id: String,
    /// The family.
    pub family: Family,
    /// The verdict; `None` if there is no answer.
    pub verdict: Option<Verdict>,
}

/// A pass rate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Rate {
    /// What is counted.
    pub name: RateName,
    /// Number of items that passed.
    pub passed: u64,
    /// Number of all items, also of those without an answer.
    pub items: u64,
    /// The share with the Wilson interval of 95 % (equation 1 of the paper).
    pub share: Estimate,
}

/// The rates of the paper's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RateName {
    /// GA: share of generation items that pass.
    Generation,
    /// ECS: share of edit items that pass.
    Edit,
    /// CS: share of contrasts with a fault for which a fault is reported.
    ContrastDetection,
    /// Share of contrasts with a fault for which its type is reported.
    ContrastClassification,
    /// Spec: share of clean contrasts for which no fault is reported.
    ContrastSpecificity,
}

impl RateName {
    /// Returns the name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generation => "generation",
            Self::Edit => "edit",
            Self::ContrastDetection => "contrast_detection",
            Self::ContrastClassification => "contrast_classification",
            Self::ContrastSpecificity => "contrast_specificity",
        }
    }
}

/// The result of a set of answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The rates in the order of the paper. Rates without items are omitted.
    pub rates: Vec<Rate>,
    /// The mean of generation, edit, detection and specificity (figure 1 of the paper); `None` if one is missing.
    pub overall: Option<f64>,
    /// How many items have at least one finding of a type, by family.
    pub error_types: BTreeMap<Family, BTreeMap<ErrorType, usize>>,
    /// Number of items without an answer, which count as not passed.
    pub without_answer: usize,
    /// The verdicts in the order of the items.
    pub items: Vec<Checked>,
}

/// Calculates the scores of items from their verdicts, which are in the same order. The denominators are the numbers of
/// items: 50, 50, 30 and 20 for a whole benchmark. A missing or invalid answer does not pass.
#[must_use]
pub fn score(items: &[Item], verdicts: Vec<Option<Verdict>>) -> Scores {
    let mut counts: BTreeMap<RateName, [u64; 2]> = BTreeMap::new();
    let mut error_types: BTreeMap<Family, BTreeMap<ErrorType, usize>> = BTreeMap::new();
    let mut count = |name: RateName, passes: bool| {
        let [passed, all] = counts.entry(name).or_default();
        *passed += u64::from(passes);
        *all += 1;
    };
    let mut checked = Vec::with_capacity(items.len());
    for (item, verdict) in items.iter().zip(verdicts) {
        let passes = verdict.as_ref().is_some_and(|verdict| verdict.passes);
        let said = verdict.as_ref().and_then(|verdict| verdict.detected.as_ref());
        match &item.task {
            Task::Generation(_) => count(RateName::Generation, passes),
            Task::Edit(_) => count(RateName::Edit, passes),
            Task::Contrast(contrast) if contrast.key.bug_present => {
                count(RateName::ContrastDetection, said.is_some_and(|said| said.bug_present));
                count(RateName::ContrastClassification, passes);
            }
            Task::Contrast(_) => count(RateName::ContrastSpecificity, passes),
        }
        let findings = verdict.iter().flat_map(|verdict| &verdict.findings);
        let types: std::collections::BTreeSet<ErrorType> = findings.map(|finding| finding.error_type).collect();
        for error_type in types {
            *error_types
                .entry(item.family())
                .or_default()
                .entry(error_type)
                .or_default() += 1;
        }
        checked.push(Checked {
            id: item.id.clone(),
            family: item.family(),
            verdict,
        });
    }
    let rates: Vec<Rate> = counts
        .into_iter()
        .filter_map(|(name, [passed, items])| {
            let share = wilson::estimate(passed, items, Confidence::default()).ok()?;
            Some(Rate {
                name,
                passed,
                items,
                share,
            })
        })
        .collect();
    let share = |name: RateName| Some(rates.iter().find(|rate| rate.name == name)?.share.value);
    let parts = [
        RateName::Generation,
        RateName::Edit,
        RateName::ContrastDetection,
        RateName::ContrastSpecificity,
    ];
    let parts: Option<Vec<f64>> = parts.into_iter().map(share).collect();
    Scores {
        overall: parts.map(|parts| parts.iter().sum::<f64>() / parts.len() as f64),
        rates,
        error_types,
        without_answer: checked.iter().filter(|item| item.verdict.is_none()).count(),
        items: checked,
    }
}
