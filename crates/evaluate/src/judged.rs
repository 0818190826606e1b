//! Verdicts of language models on the formulas and tables of an evaluation. Part of the file format, like
//! [`crate::model`].

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use texlens_stats::{Estimate, describe};
use texlens_vocabulary::{Outcome, Ratio, Score};

use crate::comparison::{Comparison, Problem};
use crate::correlation::Correlations;
use crate::provenance::Setting;

/// Ids of the metrics: of all verdicts, and of the judge's own answers without verdicts by rule.
pub const JUDGE: [&str; 2] = ["judge", "judge_answers"];

/// Reports whether a metric is a judge's.
#[must_use]
pub fn is_of_judge(metric: &str) -> bool {
    JUDGE.contains(&metric)
}

/// The highest score that a judge gives.
const HIGHEST: f64 = 10.0;

/// One judge's verdicts and everything needed to explain them. The [metrics](JUDGE) are its scores of 0 to 10, divided
/// by 10.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeRun {
    /// Names and sources of the protocols.
    pub protocols: Vec<Setting>,
    /// The provider, which determines the form of the requests, for example `openai`.
    pub provider: String,
    /// URL of the requests.
    pub endpoint: String,
    /// The requested model.
    pub model: String,
    /// The models that answered, as named by the provider.
    pub answered_by: Vec<String>,
    /// Date and time in ISO 8601, UTC, to the second.
    pub created: String,
    /// Parameters, and changes to them during the run.
    pub settings: Vec<Setting>,
    /// The cost of the run.
    pub cost: JudgeCost,
    /// Means by system and part of the items.
    pub groups: Vec<JudgedGroup>,
    /// The comparison of the systems on all formulas: the metrics [`JUDGE`] like any others, with paired differences;
    /// `None` if there is no formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The judge's agreement with itself; `None` if each item was asked once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stability: Option<JudgeStability>,
    /// The judge's agreement with the judges before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agreement: Vec<JudgeAgreement>,
    /// Problems before anything could be judged, for example a page whose formulas a model could not match.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
    /// Correlations of the judge with metrics on the same items, and of both with people's ratings; `None` if there are
    /// neither.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlations: Option<Correlations>,
    /// The items.
    pub items: Vec<JudgedItem>,
    /// All requests and answers; empty if they were not to be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transcript: Vec<JudgeCall>,
}

/// A request to a judge and its answer. Neither contains the key of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeCall {
    /// Identifies the question: equal keys mean equal questions.
    pub key: String,
    /// URL of the request.
    pub url: String,
    /// Body of the request, as JSON.
    pub request: String,
    /// Status code of the answer, for example 200; `None` without an answer.
    pub status: Option<u16>,
    /// The answer, or the reason why there is none.
    pub answer: String,
    /// Time of the request, in milliseconds since the run began.
    pub sent_ms: u64,
    /// Time of the answer, in milliseconds since the run began.
    pub received_ms: u64,
}

/// Name of the setting for the matching of formulas, and the start of its value if a model did the matching.
const MATCHING: (&str, &str) = ("matching", "by the judge");

impl JudgeRun {
    /// Reports whether the model matched the formulas itself. The items may then be other pairs than those of the
    /// report's metrics.
    #[must_use]
    pub fn has_own_pairs(&self) -> bool {
        let (name, start) = MATCHING;
        self.settings
            .iter()
            .any(|setting| setting.name == name && setting.value.starts_with(start))
    }
}

/// The cost of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgeCost {
    /// Number of requests for these verdicts, in this run and in earlier ones whose answers were used again.
    pub requests: u64,
    /// Tokens of the prompts.
    pub input_tokens: u64,
    /// Tokens of the answers.
    pub output_tokens: u64,
    /// US dollars at the price in the settings; `None` if no price is known.
    pub dollars: Option<f64>,
    /// The part of the dollars that earlier runs paid.
    pub earlier_dollars: Option<f64>,
    /// Whether some of the tokens are an upper bound, because the provider did not report them.
    pub is_estimated: bool,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Judged {
    /// A formula within a line of text.
    Inline,
    /// A displayed formula.
    Display,
    /// A table.
    Table,
}

/// A part of the items, over which a mean is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JudgedPart {
    /// All formulas.
    Formulas,
    /// Formulas within lines of text.
    Inline,
    /// Displayed formulas.
    Display,
    /// All tables.
    Tables,
}

impl JudgedPart {
    /// Returns the name for a person.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Formulas => "all formulas",
            Self::Inline => "inline",
            Self::Display => "display",
            Self::Tables => "tables",
        }
    }

    /// Reports whether the part contains items of this kind.
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

/// A system's mean over a part of the items: over all items of the part that have a score, not over pages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedGroup {
    /// Name of the system.
    pub system: String,
    /// The part of the items.
    pub part: JudgedPart,
    /// Number of items.
    pub items: usize,
    /// Number of items with a score.
    pub scored: usize,
    /// Number of these that the protocol decided by rule, without a request.
    pub by_rule: usize,
    /// Mean of the judge's own answers, without verdicts by rule, 0 to 1; `None` without a valid answer.
    #[serde(default)]
    pub answers: Option<f64>,
    /// Number of missing predictions.
    pub missing: usize,
    /// Number of items without a score because every answer was invalid.
    pub invalid: usize,
    /// Number of items without a score because the request failed.
    pub failed: usize,
    /// Number of items without a score because the run ended first.
    pub not_asked: usize,
    /// Number of items with a text that may address the judge.
    pub flagged: usize,
    /// Mean over valid answers and verdicts by rule, 0 to 1. `None` if the judge had to be asked and gave no valid
    /// answer.
    pub mean: Option<f64>,
    /// Confidence interval of the mean, drawn over documents; `None` for fewer than two documents.
    pub interval: Option<texlens_stats::Interval>,
    /// Share of items that the judge calls correct, with Wilson's interval, if the protocol asks for it.
    pub correct: Option<Estimate>,
}

impl JudgedGroup {
    /// Returns remarks on the items besides their scores, for example "2 missing, 1 invalid"; empty if there are none.
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

/// The means of a set of verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct JudgedMean {
    /// Mean over valid answers and verdicts by rule, 0 to 10. `None` if the judge had to be asked and gave no valid
    /// answer: rules alone are no judgement.
    pub mean: Option<f64>,
    /// Mean over valid answers only, 0 to 10.
    pub answers: Option<f64>,
    /// Number of valid answers.
    pub answered: usize,
    /// Number of verdicts by rule.
    pub by_rule: usize,
    /// Number of items that had to be asked and have no valid answer.
    pub unanswered: usize,
}

impl JudgedMean {
    /// Computes the means of these verdicts in linear time.
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
    /// Returns the systems for which the judge gave a valid answer or did not have to be asked. Verdicts by rule count
    /// for these systems only.
    #[must_use]
    pub fn judged_systems(&self) -> BTreeSet<&str> {
        judged_systems(&self.items)
    }
}

/// Returns the [judged systems](JudgeRun::judged_systems) of these items.
#[must_use]
pub fn judged_systems(items: &[JudgedItem]) -> BTreeSet<&str> {
    let mut by_system: BTreeMap<&str, Vec<&JudgeVerdict>> = BTreeMap::new();
    for item in items.iter().filter(|item| item.what != Judged::Table) {
        by_system.entry(&item.system).or_default().push(&item.verdict);
    }
    by_system.retain(|_, verdicts| JudgedMean::of(verdicts.iter().copied()).mean.is_some());
    by_system.into_keys().collect()
}

/// A formula or table of the reference, the system's version of it, and the verdict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgedItem {
    /// The sample, followed by `#` and the number of the formula, or `#t` and the number of the table, if the item was
    /// found in a page. The sample has this id at the level of formulas.
    pub id: String,
    /// The document that the item comes from.
    pub document: String,
    /// Name of the system.
    pub system: String,
    /// The kind of the item.
    pub what: Judged,
    /// LaTeX of the reference.
    pub reference: String,
    /// LaTeX of the system; `None` if the system has nothing.
    pub prediction: Option<String>,
    /// The verdict, or the reason why there is none.
    pub verdict: JudgeVerdict,
    /// Scores of the answers after the first, if the question was repeated; `None` for an invalid answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<Option<f64>>,
    /// Score with the two texts in the other order, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub swapped: Option<f64>,
    /// Passages of the prediction or the reference that may address the judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<JudgeFlag>,
}

/// A verdict, or the reason why there is none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum JudgeVerdict {
    /// The judge gave a score.
    Scored {
        /// The score, 0 to 10.
        score: f64,
        /// Whether the judge calls the prediction correct, if the protocol asks for it.
        is_correct: Option<bool>,
        /// The judge's reasons, in its own words.
        reasons: Vec<String>,
        /// Whether the judge's number was outside 0 to 10 and was moved into this range, as the protocol requires.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_clamped: bool,
    },
    /// The protocol decided without the judge.
    ByRule {
        /// The score, 0 or 10.
        score: f64,
        /// The rule.
        reason: String,
    },
    /// Every answer was invalid, so there is no score.
    Invalid {
        /// The errors of the last answer.
        errors: Vec<String>,
    },
    /// The request failed.
    Failed {
        /// The reason.
        reason: String,
    },
    /// The run ended before the item was asked.
    NotAsked {
        /// The reason.
        reason: String,
    },
}

impl JudgeVerdict {
    /// Returns the score of 0 to 10, if there is one.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        match self {
            Self::Scored { score, .. } | Self::ByRule { score, .. } => Some(*score),
            Self::Invalid { .. } | Self::Failed { .. } | Self::NotAsked { .. } => None,
        }
    }

    /// Reports whether the judge calls the prediction correct. By rule, a score of 10 is correct.
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
    /// Returns the verdict as scores of the metrics [`JUDGE`], in their order. A verdict by rule counts only if the
    /// judge [has judged](JudgeRun::judged_systems) the system.
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

/// A passage that may address the judge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeFlag {
    /// The side: `reference` or `prediction`.
    pub side: String,
    /// The kind of the passage, for example `instruction` or `invisible`.
    pub kind: String,
    /// The place of the passage: `comment`, `text` or `elsewhere`.
    pub place: String,
    /// The text of the passage.
    pub excerpt: String,
}

/// A judge's agreement with itself.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct JudgeStability {
    /// Results of repeated questions.
    pub repeats: Option<JudgeRepeats>,
    /// Results of the other order of the two texts.
    pub order: Option<JudgeOrder>,
}

/// Results of repeated questions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeRepeats {
    /// Number of times that each item was asked.
    pub asked: u32,
    /// Number of items with at least two scores.
    pub items: usize,
    /// Share of items with equal scores throughout, with Wilson's interval.
    pub same: Option<Estimate>,
    /// Mean difference between the highest and the lowest score of an item, 0 to 10.
    pub mean_range: Option<f64>,
    /// Cohen's kappa of the first two scores with quadratic weights; `None` if undefined.
    pub kappa: Option<Estimate>,
}

/// Results of exchanging the order of the two texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeOrder {
    /// Number of items with a score in both orders.
    pub items: usize,
    /// Share of items with equal scores in both orders, with Wilson's interval.
    pub same: Option<Estimate>,
    /// Mean of the score with the prediction first less the score with the reference first, -10 to 10, drawn over
    /// documents. An interval without 0 shows an effect of the position.
    pub change: Option<Estimate>,
    /// Cohen's kappa of the two scores with quadratic weights; `None` if undefined.
    pub kappa: Option<Estimate>,
}

/// The agreement of two judges on the same items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JudgeAgreement {
    /// The other judge: its model and its protocols.
    pub with: String,
    /// Number of formulas and tables that have a score from both.
    pub items: usize,
    /// Pearson's correlation of the scores; `None` if undefined.
    pub pearson: Option<Estimate>,
    /// Spearman's correlation of the scores.
    pub spearman: Option<Estimate>,
    /// Cohen's kappa of the scores, as whole numbers, with quadratic weights.
    pub kappa: Option<Estimate>,
    /// Cohen's kappa of the answers on correctness, if both protocols ask for it.
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
