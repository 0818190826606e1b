//! What a model has read.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use texlens_dataset::{Syntax, strip};
use texlens_judge::cost::Money;
use texlens_judge::provider::Optional;
use texlens_judge::{CacheKey, Failure, Outcome, Record, Usage};

use crate::Unit;

/// An answer of a model to a request, with everything that is known about it. A line of `readings.jsonl`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The ids of the pages.
    pub pages: Vec<String>,
    /// The number of the completion, from 0.
    pub completion: u32,
    /// What came of it.
    pub outcome: ReadOutcome,
    /// The reason why there is no whole answer; empty if there is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The model's text as it was given; empty if there is none.
    pub text: String,
    /// The name of the answer: a hash of provider, address, model, prompt, pictures and parameters. `None` if the model was
    /// not asked.
    pub key: Option<CacheKey>,
    /// The provider's name of the model that answered.
    pub model: Option<String>,
    /// Tokens of all requests.
    pub usage: Usage,
    /// Whether part of the tokens is an upper bound, because the provider did not report them.
    pub is_estimated: bool,
    /// The cost of these tokens by the price of the run.
    pub cost: Money,
    /// Number of requests that were sent.
    pub requests: u32,
    /// The Unix time of the answer, in milliseconds; 0 if it is not known.
    pub at_ms: u64,
    /// The time from the last request to its answer, in milliseconds.
    pub took_ms: u64,
    /// Parameters that were not sent because the provider does not know or accept them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub left_out: BTreeSet<Optional>,
}

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadOutcome {
    /// The model has answered.
    Read,
    /// The answer was cut off at the maximum number of tokens. Its text counts as far as it goes.
    Truncated,
    /// The answer repeats itself without end. Its text counts as far as it came.
    Repeated,
    /// The model or a filter declined.
    Refused,
    /// There is no answer.
    Failed,
    /// The request was not sent.
    NotAsked,
}

impl ReadOutcome {
    /// All outcomes.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Truncated,
        Self::Repeated,
        Self::Refused,
        Self::Failed,
        Self::NotAsked,
    ];

    /// Returns the name that files use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Truncated => "truncated",
            Self::Repeated => "repeated",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::NotAsked => "not_asked",
        }
    }

    /// Reports whether the answer's text is a prediction: of a model that answered, even if the text is cut off. A page
    /// that a model refuses has an empty prediction, since the refusal is the model's.
    #[must_use]
    pub const fn is_prediction(self) -> bool {
        matches!(self, Self::Read | Self::Truncated | Self::Repeated | Self::Refused)
    }
}

impl Reading {
    /// Reads the answer in the record of a call.
    #[must_use]
    pub fn of(unit: &Unit, completion: u32, record: Option<&Record>) -> Self {
        let mut reading = Self {
            pages: unit.pages.clone(),
            completion,
            outcome: ReadOutcome::NotAsked,
            reason: String::new(),
            text: String::new(),
            key: None,
            model: None,
            usage: Usage::default(),
            is_estimated: false,
            cost: Money::ZERO,
            requests: 0,
            at_ms: 0,
            took_ms: 0,
            left_out: BTreeSet::new(),
        };
        let Some(record) = record else { return reading };
        let (outcome, text) = match &record.outcome {
            Outcome::Answered { text, .. } => (ReadOutcome::Read, text.as_str()),
            Outcome::Invalid { text, .. } => (ReadOutcome::Failed, text.as_str()),
            Outcome::Failed(Failure::Cut { text }) => (ReadOutcome::Truncated, text.as_str()),
            Outcome::Failed(Failure::Repeated { text }) => (ReadOutcome::Repeated, text.as_str()),
            Outcome::Failed(Failure::Refused { .. }) => (ReadOutcome::Refused, ""),
            Outcome::Failed(_) => (ReadOutcome::Failed, ""),
            Outcome::NotAsked(_) => (ReadOutcome::NotAsked, ""),
        };
        reading.outcome = outcome;
        reading.reason = record.why_none();
        text.clone_into(&mut reading.text);
        reading.key = (outcome != ReadOutcome::NotAsked).then(|| record.key.clone());
        reading.model.clone_from(&record.model);
        reading.usage = record.usage;
        reading.is_estimated = record.is_estimated;
        reading.cost = record.cost;
        reading.requests = record.requests;
        reading.at_ms = record.at_ms;
        reading.took_ms = record.took_ms;
        reading.left_out = record.left_out.iter().copied().collect();
        reading
    }

    /// Returns the LaTeX of the answer: the text without the code fences and remarks around it; `None` if there is no
    /// prediction.
    #[must_use]
    pub fn latex(&self) -> Option<Cow<'_, str>> {
        let latex = || strip(&self.text, Syntax::Latex).text;
        self.outcome.is_prediction().then(latex)
    }
}

/// Returns the answers as `readings.jsonl` has them, a JSON object per line.
#[must_use]
pub fn lines(readings: &[Reading]) -> String {
    // Readings hold texts and numbers only, which all have a form in JSON.
    let line = |reading: &Reading| serde_json::to_string(reading).unwrap_or_default() + "\n";
    readings.iter().map(line).collect()
}

/// Returns the predictions of a completion: each page's id with its LaTeX. An answer about several pages is that of the
/// first one; the others get a comment that says so, so that the document is complete and nothing is counted twice. Such
/// predictions can be compared by document only.
pub fn predictions(readings: &[Reading], completion: u32) -> impl Iterator<Item = (&str, String)> {
    let of_completion = readings.iter().filter(move |reading| reading.completion == completion);
    of_completion.flat_map(|reading| {
        let latex = reading.latex().map(Cow::into_owned);
        let first = reading.pages.first().cloned().unwrap_or_default();
        reading.pages.iter().enumerate().filter_map(move |(index, page)| {
            let text = match index {
                0 => latex.clone()?,
                _ => {
                    latex.as_ref()?;
                    format!("% Read together with {first}.\n")
                }
            };
            Some((page.as_str(), text))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(pages: &[&str], outcome: ReadOutcome, text: &str) -> Reading {
        let unit = Unit {
            pages: pages.iter().map(|page| (*page).to_owned()).collect(),
        };
        Reading {
            outcome,
            text: text.to_owned(),
            ..Reading::of(&unit, 0, None)
        }
    }

    #[test]
    fn fences_are_no_part_of_a_prediction() {
        let latex = |outcome, text: &str| reading(&["p"], outcome, text).latex().map(Cow::into_owned);
        let fenced = "Here is the page:\n```latex\n\\section{A}\n```\n";
        assert_eq!(latex(ReadOutcome::Read, fenced).as_deref(), Some("\\section{A}\n"));
        assert_eq!(latex(ReadOutcome::Truncated, "```latex\n$x").as_deref(), Some("$x"));
        assert_eq!(latex(ReadOutcome::Refused, "").as_deref(), Some(""));
        assert_eq!(latex(ReadOutcome::Failed, "x"), None);
        assert_eq!(latex(ReadOutcome::NotAsked, ""), None);
    }

    #[test]
    fn several_pages_have_one_prediction() {
        let readings = [
            reading(&["a", "b"], ReadOutcome::Read, "text"),
            reading(&["c", "d"], ReadOutcome::Failed, ""),
        ];
        let found: Vec<_> = predictions(&readings, 0).collect();
        assert_eq!(
            found,
            [("a", "text".to_owned()), ("b", "% Read together with a.\n".to_owned())]
        );
        assert_eq!(predictions(&readings, 1).count(), 0);
    }
}
