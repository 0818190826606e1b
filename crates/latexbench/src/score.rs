//! Pass rates.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use texlens_stats::{Confidence, Estimate, wilson};

use crate::check::Verdict;
use crate::finding::ErrorType;
use crate::item::{Counted, Difficulty, Family, Item};

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
    /// Share of simple generation items that pass (table 3).
    GenerationSimple,
    /// Share of average generation items that pass (table 3).
    GenerationAverage,
    /// Share of hard generation items that pass (table 3).
    GenerationHard,
    /// Share of described contrasts for which the model says `Pass`. No table of the paper has it.
    ContrastDescribed,
}

impl RateName {
    /// The rates of tables 1 and 2, and classification, which the paper describes but does not print.
    pub const OF_TABLES: [Self; 5] = [
        Self::Generation,
        Self::Edit,
        Self::ContrastDetection,
        Self::ContrastClassification,
        Self::ContrastSpecificity,
    ];

    /// The rates whose mean is the overall score (figure 1 of the paper).
    pub const OF_OVERALL: [Self; 4] = [
        Self::Generation,
        Self::Edit,
        Self::ContrastDetection,
        Self::ContrastSpecificity,
    ];

    /// Returns the name in the files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Generation => "generation",
            Self::Edit => "edit",
            Self::ContrastDetection => "contrast_detection",
            Self::ContrastClassification => "contrast_classification",
            Self::ContrastSpecificity => "contrast_specificity",
            Self::GenerationSimple => "generation_simple",
            Self::GenerationAverage => "generation_average",
            Self::GenerationHard => "generation_hard",
            Self::ContrastDescribed => "contrast_described",
        }
    }
}

impl From<Difficulty> for RateName {
    fn from(difficulty: Difficulty) -> Self {
        match difficulty {
            Difficulty::Simple => Self::GenerationSimple,
            Difficulty::Average => Self::GenerationAverage,
            Difficulty::Hard => Self::GenerationHard,
        }
    }
}

impl Rate {
    /// Makes a rate from its counts; `None` if there are no items, or more passed than there are.
    #[must_use]
    pub fn of(name: RateName, passed: u64, items: u64) -> Option<Self> {
        let share = wilson::estimate(passed, items, Confidence::default()).ok()?;
        Some(Self {
            name,
            passed,
            items,
            share,
        })
    }
}

/// The number of items with at least one error of a type, by family.
pub type ErrorTypes = BTreeMap<Family, BTreeMap<ErrorType, usize>>;

/// What was decided about an item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Decision {
    /// Whether the answer passes.
    pub(crate) passes: bool,
    /// Whether the answer to a blind contrast reports a fault.
    pub(crate) reports_fault: bool,
    /// Whether the answer to a described contrast passes, if it was asked.
    pub(crate) described: Option<bool>,
    /// The types of errors.
    pub(crate) error_types: BTreeSet<ErrorType>,
}

impl Decision {
    /// Returns the decision of the rules; without a verdict, there is no answer.
    pub(crate) fn of_rules(verdict: Option<&Verdict>) -> Self {
        let Some(verdict) = verdict else {
            return Self::default();
        };
        Self {
            passes: verdict.passes,
            reports_fault: verdict.detected.as_ref().is_some_and(|said| said.bug_present),
            described: None,
            error_types: verdict.findings.iter().map(|finding| finding.error_type).collect(),
        }
    }

    /// Returns the rates in which the item counts, each with whether it passes there.
    pub(crate) fn rates(&self, counted: &Counted) -> Vec<(RateName, bool)> {
        let mut rates = match counted {
            Counted::Generation { difficulty } => {
                vec![(RateName::Generation, self.passes), ((*difficulty).into(), self.passes)]
            }
            Counted::Edit => vec![(RateName::Edit, self.passes)],
            Counted::Contrast { key } if key.bug_present => vec![
                (RateName::ContrastDetection, self.reports_fault),
                (RateName::ContrastClassification, self.passes),
            ],
            Counted::Contrast { .. } => vec![(RateName::ContrastSpecificity, self.passes)],
        };
        rates.extend(self.described.map(|passes| (RateName::ContrastDescribed, passes)));
        rates
    }
}

/// Counts of decisions.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    counts: BTreeMap<RateName, [u64; 2]>,
    pub(crate) error_types: ErrorTypes,
}

impl Tally {
    pub(crate) fn add(&mut self, counted: &Counted, decision: &Decision) {
        for (name, passes) in decision.rates(counted) {
            let [passed, all] = self.counts.entry(name).or_default();
            *passed += u64::from(passes);
            *all += 1;
        }
        for error_type in &decision.error_types {
            let of_family = self.error_types.entry(counted.family()).or_default();
            *of_family.entry(*error_type).or_default() += 1;
        }
    }

    pub(crate) fn rates(&self) -> Vec<Rate> {
        let rate = |(name, [passed, items]): (&RateName, &[u64; 2])| Rate::of(*name, *passed, *items);
        self.counts.iter().filter_map(rate).collect()
    }
}

/// Returns the mean of the rates of [`RateName::OF_OVERALL`] with its interval; `None` if one is missing.
pub(crate) fn overall(rates: &[Rate]) -> Option<Estimate> {
    let counts = |name: RateName| {
        let rate = rates.iter().find(|rate| rate.name == name)?;
        Some([rate.passed, rate.items])
    };
    let groups: Option<Vec<[u64; 2]>> = RateName::OF_OVERALL.into_iter().map(counts).collect();
    wilson::mean(&groups?, Confidence::default()).ok()
}

/// The result of a set of answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    /// The rates in the order of the paper. Rates without items are omitted.
    pub rates: Vec<Rate>,
    /// The mean of generation, edit, detection and specificity (figure 1 of the paper); `None` if one is missing.
    pub overall: Option<f64>,
    /// How many items have at least one finding of a type, by family.
    pub error_types: ErrorTypes,
    /// Number of items without an answer, which count as not passed.
    pub without_answer: usize,
    /// The verdicts in the order of the items.
    pub items: Vec<Checked>,
}

/// Calculates the scores of items from their verdicts, which are in the same order. The denominators are the numbers of
/// items: 50, 50, 30 and 20 for a whole benchmark. A missing or invalid answer does not pass.
#[must_use]
pub fn score(items: &[Item], verdicts: Vec<Option<Verdict>>) -> Scores {
    let mut tally = Tally::default();
    let mut checked = Vec::with_capacity(items.len());
    for (item, verdict) in items.iter().zip(verdicts) {
        tally.add(&Counted::of(item), &Decision::of_rules(verdict.as_ref()));
        checked.push(Checked {
            id: item.id.clone(),
            family: item.family(),
            verdict,
        });
    }
    let rates = tally.rates();
    Scores {
        overall: overall(&rates).map(|overall| overall.value),
        rates,
        error_types: tally.error_types,
        without_answer: checked.iter().filter(|item| item.verdict.is_none()).count(),
        items: checked,
    }
}
