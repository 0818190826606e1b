//! What language models said of an evaluation's formulas and tables. Part of the file format, as [`crate::model`] is.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use texlens_stats::{Estimate, describe};
use texlens_vocabulary::{Outcome, Ratio, Score};

use crate::comparison::{Comparison, Problem};
use crate::correlation::Correlations;
use crate::provenance::Setting;

/// Ids of the metrics: all verdicts, and the judge's own answers without what was decided by rule.
pub const JUDGE: [&str; 2] = ["judge", "judge_answers"];

/// Whether a metric is a judge's.
#[must_use]
pub fn is_of_judge(metric: &str) -> bool {
    JUDGE.contains(&metric)
}

/// The highest score that a judge gives.
const HIGHEST: f64 = 10.0;

/// One judge's verdicts, with all that is needed to say how they came about. The [metrics](JUDGE) are its scores of 0 to 10, divided by ten.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeRun {
    /// Names of the protocols, and where they come from.
    pub protocols: Vec<Setting>,
    /// Whose form the requests had, for example `openai`.
    pub provider: String,
    /// Address.
    pub endpoint: String,
    /// The model that was asked for.
    pub model: String,
    /// The models that answered, as the provider names them.
    pub answered_by: Vec<String>,
    /// ISO 8601, UTC, seconds.
    pub created: String,
    /// Parameters and what was changed in them on the way.
    pub settings: Vec<Setting>,
    /// What it took.
    pub cost: JudgeCost,
    /// Means by system and by what was judged.
    pub groups: Vec<JudgedGroup>,
    /// Systems beside each other on all formulas: the metrics [`JUDGE`] as any others, with paired differences; none where there is no formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// Whether the judge agrees with itself; none where it was asked once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<JudgeStability>,
    /// How far it agrees with the judges before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreement: Vec<JudgeAgreement>,
    /// What went wrong before there was anything to judge, as a page whose formulas a model could not match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// How far it goes with the metrics of the same items, and both with people's ratings; none where there is neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlations: Option<Correlations>,
    /// One by one.
    pub items: Vec<JudgedItem>,
    /// What was sent and what came back, request by request; empty where it was not to be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<JudgeCall>,
}

/// A request to a judge with its answer. The key of the account is in neither.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeCall {
    /// Names what was asked: the same name is the same question.
    pub key: String,
    /// Address.
    pub url: String,
    /// What was sent, as JSON.
    pub request: String,
    /// The answer's status, for example 200; none where none came.
    pub status: Option<u16>,
    /// What came back, or why nothing did.
    pub answer: String,
    /// When it was sent, in milliseconds since the run began.
    pub sent_ms: u64,
    /// When the answer was there.
    pub received_ms: u64,
}

/// The setting that says which formula is which, and how its value begins where a model has said so.
const MATCHING: (&str, &str) = ("matching", "by the judge");

impl JudgeRun {
    /// Whether the model has matched the formulas itself, so that items may be other pairs than those that the report's metrics are of.
    #[must_use]
    pub fn has_own_pairs(&self) -> bool {
        let (name, start) = MATCHING;
        self.settings
            .iter()
            .any(|setting| setting.name == name && setting.value.starts_with(start))
    }
}

/// What a run took.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgeCost {
    /// Requests that were sent for these verdicts, in this run and in earlier ones whose answers were used again.
    pub requests: u64,
    /// Tokens of the prompts.
    pub input_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// US dollars by the price in the settings; none where no price is known.
    pub dollars: Option<f64>,
    /// The part of it that earlier runs have paid.
    pub earlier_dollars: Option<f64>,
    /// Whether part of the tokens is the most it can have been, because the provider did not say.
    pub is_estimated: bool,
}

/// What is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// A formula in a line of text.
    Inline,
    /// A formula on lines of its own.
    Display,
    /// A table.
    Table,
}

/// Items over which a mean is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedPart {
    /// All formulas.
    Formulas,
    /// Those in lines of text.
    Inline,
    /// Those on lines of their own.
    Display,
    /// All tables.
    Tables,
}

impl JudgedPart {
    /// For a person.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Formulas => "all formulas",
            Self::Inline => "inline",
            Self::Display => "display",
            Self::Tables => "tables",
        }
    }

    /// Whether an item belongs to it.
    #[must_use]
    pub fn has(self, what: Judged) -> bool {
        match self {
            Self::Formulas => what != Judged::Table,
            Self::Inline => what == Judged::Inline,
            Self::Display => what == Judged::Display,
            Self::Tables => what == Judged::Table,
        }
    }
}

/// A system's mean over a part of the items. The mean is over all items of the part that have a score, not over pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedGroup {
    /// Name of the system.
    pub system: String,
    /// Which items.
    pub part: JudgedPart,
    /// How many there are.
    pub items: usize,
    /// How many have a score.
    pub scored: usize,
    /// How many of these have it without a call, by the protocol's rule.
    pub by_rule: usize,
    /// Mean of the judge's own answers, without what was decided by rule, 0 to 1; none without a valid answer.
    #[serde(default)]
    pub answers: Option<f64>,
    /// How many predictions are missing.
    pub missing: usize,
    /// How many have none because every answer was invalid.
    pub invalid: usize,
    /// How many have none because the call failed.
    pub failed: usize,
    /// How many have none because the run ended before.
    pub not_asked: usize,
    /// How many have a text that may try to talk to the judge.
    pub flagged: usize,
    /// Over valid answers and what was decided by rule, 0 to 1. None where the judge was to be asked and gave no valid answer.
    pub mean: Option<f64>,
    /// Of the mean, drawn over documents; none where there are fewer than two.
    pub interval: Option<texlens_stats::Interval>,
    /// Share that the judge calls correct, where the protocol asks for it, with Wilson's interval.
    pub correct: Option<Estimate>,
}

impl JudgedGroup {
    /// What is to be known of its items besides their scores, for example "2 missing, 1 invalid"; empty if there is nothing.
    #[must_use]
    pub fn remarks(&self) -> String {
        let counts = [
            (self.missing, "missing"),
            (self.by_rule, "by rule"),
            (self.invalid, "invalid"),
            (self.failed, "failed"),
            (self.not_asked, "not asked"),
            (self.flagged, "flagged"),
        ];
        let some = counts.iter().filter(|(count, _)| *count > 0);
        let remarks: Vec<String> = some.map(|(count, what)| format!("{count} {what}")).collect();
        remarks.join(", ")
    }
}

/// The means of some verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct JudgedMean {
    /// Over valid answers and what was decided by rule, 0 to 10. None where the judge was to be asked and gave no valid answer:
    /// rules alone are no judgement.
    pub mean: Option<f64>,
    /// Over valid answers only, 0 to 10.
    pub answers: Option<f64>,
    /// How many valid answers there are.
    pub answered: usize,
    /// How many verdicts were decided by rule.
    pub by_rule: usize,
    /// How many were to be asked about and have no valid answer.
    pub unanswered: usize,
}

impl JudgedMean {
    /// Of these verdicts. Linear.
    #[must_use]
    pub fn of<'a>(verdicts: impl IntoIterator<Item = &'a JudgeVerdict>) -> Self {
        let (mut answers, mut rules) = (Vec::new(), Vec::new());
        let mut unanswered = 0;
        for verdict in verdicts {
            match verdict {
                JudgeVerdict::Scored { score, .. } => answers.push(*score),
                JudgeVerdict::ByRule { score, .. } => rules.push(*score),
                JudgeVerdict::Invalid { .. } | JudgeVerdict::Failed { .. } | JudgeVerdict::NotAsked { .. } => {
                    unanswered += 1;
                }
            }
        }
        let (answered, by_rule) = (answers.len(), rules.len());
        let of_answers = describe::mean(&answers).ok();
        answers.append(&mut rules);
        let is_judged = answered > 0 || unanswered == 0;
        Self {
            mean: describe::mean(&answers).ok().filter(|_| is_judged),
            answers: of_answers,
            answered,
            by_rule,
            unanswered,
        }
    }
}

impl JudgeRun {
    /// The systems of which the judge said anything, or did not have to: only there what was decided by rule counts.
    #[must_use]
    pub fn judged_systems(&self) -> BTreeSet<&str> {
        judged_systems(&self.items)
    }
}

/// As [`JudgeRun::judged_systems`], of its items.
#[must_use]
pub fn judged_systems(items: &[JudgedItem]) -> BTreeSet<&str> {
    let mut by_system: BTreeMap<&str, Vec<&JudgeVerdict>> = BTreeMap::new();
    for item in items.iter().filter(|item| item.what != Judged::Table) {
        by_system.entry(&item.system).or_default().push(&item.verdict);
    }
    by_system.retain(|_, verdicts| JudgedMean::of(verdicts.iter().copied()).mean.is_some());
    by_system.into_keys().collect()
}

/// A formula or table of the reference beside what the system has for it, and the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedItem {
    /// The sample, with `#` and the number of the formula, or `#t` and that of the table, where it was found in a page: the id that the sample has at the level of formulas.
    pub id: String,
    /// The document it is from.
    pub document: String,
    /// Name of the system.
    pub system: String,
    /// What it is.
    pub what: Judged,
    /// LaTeX of the reference.
    pub reference: String,
    /// What the system has; none where it has nothing.
    pub prediction: Option<String>,
    /// What came of it.
    pub verdict: JudgeVerdict,
    /// Scores of the answers after the first, where it was asked again; none where an answer was not valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Option<f64>>,
    /// Score with the two texts in the other order, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swapped: Option<f64>,
    /// What in the prediction, or the reference, may be meant for the judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<JudgeFlag>,
}

/// A verdict, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum JudgeVerdict {
    /// The judge has said so.
    Scored {
        /// 0 to 10.
        score: f64,
        /// Whether it calls it correct, where the protocol asks.
        is_correct: Option<bool>,
        /// Why, in its words.
        reasons: Vec<String>,
        /// Whether its number lay outside of 0 to 10 and was brought into it, as the protocol wants it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_clamped: bool,
    },
    /// The protocol decides it without the judge.
    ByRule {
        /// 0 or 10.
        score: f64,
        /// Which rule.
        reason: String,
    },
    /// Every answer was invalid; it has no score.
    Invalid {
        /// What is wrong with the last.
        errors: Vec<String>,
    },
    /// The call failed.
    Failed {
        /// Why.
        reason: String,
    },
    /// The run ended before.
    NotAsked {
        /// Why.
        reason: String,
    },
}

impl JudgeVerdict {
    /// 0 to 10, if there is one.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Scored { score, .. } | Self::ByRule { score, .. } => Some(*score),
            Self::Invalid { .. } | Self::Failed { .. } | Self::NotAsked { .. } => None,
        }
    }

    /// Whether the judge calls it correct; by rule, 10 is.
    #[must_use]
    pub fn is_correct(&self) -> Option<bool> {
        match self {
            Self::Scored { is_correct, .. } => *is_correct,
            Self::ByRule { score, .. } => Some(*score >= HIGHEST),
            Self::Invalid { .. } | Self::Failed { .. } | Self::NotAsked { .. } => None,
        }
    }
}

impl JudgedItem {
    /// As scores of the metrics [`JUDGE`], in their order. What was decided by rule counts only where the judge
    /// [has judged](JudgeRun::judged_systems) the system.
    #[must_use]
    pub fn scores(&self, has_judged: bool) -> [Score; 2] {
        let undefined =
            |reason: String| [(); 2].map(|()| (Outcome::Undefined { reason: reason.clone() }, String::new()));
        let defined = |score: f64| Outcome::Defined {
            value: score / HIGHEST,
            ratio: Some(Ratio {
                numerator: score,
                denominator: HIGHEST,
            }),
        };
        let outcomes = match &self.verdict {
            JudgeVerdict::Scored { score, reasons, .. } => [(); 2].map(|()| (defined(*score), reasons.join(" "))),
            JudgeVerdict::ByRule { .. } if !has_judged => undefined("the judge gave no valid answer".to_owned()),
            JudgeVerdict::ByRule { score, reason } => {
                let of_answers = "decided by rule: the judge was not asked".to_owned();
                [
                    (defined(*score), format!("By rule: {reason}.")),
                    (Outcome::Undefined { reason: of_answers }, String::new()),
                ]
            }
            JudgeVerdict::Invalid { errors } => undefined(format!("invalid: {}", errors.join("; "))),
            JudgeVerdict::Failed { reason } | JudgeVerdict::NotAsked { reason } => undefined(reason.clone()),
        };
        let mut metrics = JUDGE.into_iter();
        outcomes.map(|(outcome, summary)| Score {
            metric: metrics.next().unwrap_or_default().to_owned(),
            outcome,
            summary,
            spans: Vec::new(),
            unlisted: 0,
        })
    }
}

/// A place that may be meant for the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeFlag {
    /// `reference` or `prediction`.
    pub side: String,
    /// For example `instruction` or `invisible`.
    pub kind: String,
    /// `comment`, `text` or `elsewhere`.
    pub place: String,
    /// What stands there.
    pub excerpt: String,
}

/// Whether a judge agrees with itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgeStability {
    /// The same question again.
    pub repeats: Option<JudgeRepeats>,
    /// The same texts in the other order.
    pub order: Option<JudgeOrder>,
}

/// What asking again showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeRepeats {
    /// How often each item was asked.
    pub asked: u32,
    /// Items with at least two scores.
    pub items: usize,
    /// Share of items whose scores are all the same, with Wilson's interval.
    pub same: Option<Estimate>,
    /// Mean distance of the highest and the lowest score of an item, 0 to 10.
    pub mean_range: Option<f64>,
    /// Cohen's kappa of the first two scores with quadratic weights; none where it is not defined.
    pub kappa: Option<Estimate>,
}

/// What changing the order of the two texts showed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeOrder {
    /// Items with a score in both orders.
    pub items: usize,
    /// Share of items with the same score in both, with Wilson's interval.
    pub same: Option<Estimate>,
    /// Mean of the score with the prediction first less that with the reference first, -10 to 10, drawn over documents: an interval without 0 is an effect of the position.
    pub change: Option<Estimate>,
    /// Cohen's kappa of both scores with quadratic weights; none where it is not defined.
    pub kappa: Option<Estimate>,
}

/// Two judges on the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeAgreement {
    /// The other judge: its model and its protocols.
    pub with: String,
    /// Items of formulas and tables to which both have given a score.
    pub items: usize,
    /// Of the scores; none where it is not defined.
    pub pearson: Option<Estimate>,
    /// Of their ranks.
    pub spearman: Option<Estimate>,
    /// Cohen's kappa of the scores as whole numbers with quadratic weights.
    pub kappa: Option<Estimate>,
    /// Cohen's kappa of "correct", where both protocols ask for it.
    pub correct_kappa: Option<Estimate>,
    /// Mean of this judge's score less the other's, drawn over documents.
    pub difference: Option<Estimate>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(score: f64) -> JudgeVerdict {
        JudgeVerdict::Scored {
            score,
            is_correct: None,
            reasons: Vec::new(),
            is_clamped: false,
        }
    }

    fn by_rule(score: f64) -> JudgeVerdict {
        JudgeVerdict::ByRule {
            score,
            reason: "the same tokens".to_owned(),
        }
    }

    const INVALID: JudgeVerdict = JudgeVerdict::Invalid { errors: Vec::new() };

    #[test]
    fn rules_alone_are_no_judgement() {
        let of = |verdicts: &[JudgeVerdict]| {
            let mean = JudgedMean::of(verdicts);
            (mean.mean, mean.answers, mean.unanswered)
        };
        assert_eq!(of(&[by_rule(10.0), by_rule(10.0), INVALID]), (None, None, 1));
        assert_eq!(of(&[by_rule(10.0), scored(4.0), INVALID]), (Some(7.0), Some(4.0), 1));
        assert_eq!(
            of(&[by_rule(10.0), by_rule(0.0)]),
            (Some(5.0), None, 0),
            "nothing was to be asked"
        );
        assert_eq!(of(&[]), (None, None, 0));
    }
}
