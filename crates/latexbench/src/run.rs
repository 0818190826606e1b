//! A run: the answers of a model under test to all items, and the verdicts on them.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use texlens_judge::injection::{self, Flag};
use texlens_judge::{Endpoint, Outcome, Record, Sums};

use crate::check::Verdict;
use crate::finding::{ErrorType, Finding};
use crate::item::Counted;
use crate::question::Chosen;
use crate::score::Decision;

/// A run, as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchRun {
    /// [`BenchRun::FORMAT`].
    pub format: String,
    /// [`BenchRun::VERSION`].
    pub version: u32,
    /// The version of texlens that wrote the run.
    pub texlens: String,
    /// When the run ended, in UTC.
    pub created: String,
    /// The SHA-256 of the items, which tells whether two runs have the same items.
    pub items: String,
    /// The model under test.
    pub subject: AskedModel,
    /// The judge. Without one, the rules decide about generation and edits.
    pub judge: Option<AskedModel>,
    /// Whether the TeX engine has compiled the answers.
    pub compiled: bool,
    /// The answers in the order of the items.
    pub answers: Vec<Answered>,
}

/// A model that was asked, with its parameters and cost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedModel {
    /// Provider, address and name.
    #[serde(flatten)]
    pub endpoint: Endpoint,
    /// The parameters that differ from those of the protocols; `null` is the protocol's or the provider's default.
    pub chosen: Chosen,
    /// Sums over the answers.
    #[serde(flatten)]
    pub sums: Sums,
}

/// An item with its answer and the verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answered {
    /// The id of the item.
    pub id: String,
    /// What decides in which rates the item counts.
    #[serde(flatten)]
    pub counted: Counted,
    /// The answer of the model under test.
    pub answer: Answer,
    /// The verdict of the rules; `None` without a valid answer.
    pub rules: Option<Verdict>,
    /// The verdict of the judge; `None` if it was not asked.
    pub judge: Option<Judged>,
    /// The answer to the described contrast; `None` if it was not asked.
    pub described: Option<Judged>,
}

/// An answer of a model under test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Answer {
    /// The answer has the form that was asked for.
    Valid {
        /// The LaTeX in the code block, or the JSON of a contrast.
        text: String,
    },
    /// The answer has another form.
    Invalid {
        /// What is wrong with it.
        reason: String,
        /// The answer, at most 16 KiB of it.
        text: String,
    },
    /// There is no answer.
    Missing {
        /// The reason.
        reason: String,
    },
}

/// A verdict that a model gave with `verdict`, `error_types` and `notes`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Judged {
    /// The verdict is valid.
    Valid {
        /// Whether the verdict is `Pass`.
        pass: bool,
        /// The types of errors that it names.
        error_types: BTreeSet<ErrorType>,
        /// Its notes.
        notes: String,
        /// Places in the judged text that may address the judge.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        flags: Vec<Flag>,
    },
    /// There is no valid verdict.
    Missing {
        /// The reason.
        reason: String,
    },
}

/// Who decides about generation and edits. The key decides about contrasts in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The judge, as in the paper.
    Judge,
    /// The rules, with the compiler's verdict or the instant check.
    Rules,
}

/// The reason why a text is not a run of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunFileError {
    /// It is not JSON with the fields of a run.
    #[error("it is not a run of LaTeXBench: {0}")]
    Form(String),
    /// It has another format or another version.
    #[error("its format is {0} {1}, not {format} {version}", format = BenchRun::FORMAT, version = BenchRun::VERSION)]
    Format(String, u32),
}

impl BenchRun {
    /// The name of the format.
    pub const FORMAT: &'static str = "texlens-latexbench-run";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// Reads a run from its JSON.
    ///
    /// # Errors
    /// If the text is not a run, or one of another version.
    pub fn read(text: &str) -> Result<Self, RunFileError> {
        let run: Self = serde_json::from_str(text).map_err(|error| RunFileError::Form(error.to_string()))?;
        if run.format != Self::FORMAT || run.version != Self::VERSION {
            return Err(RunFileError::Format(run.format, run.version));
        }
        Ok(run)
    }

    /// Returns the run as JSON on several lines, as in `run.json`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Runs hold texts and numbers only, which all have a form in JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the number of items without a valid answer.
    #[must_use]
    pub fn without_answer(&self) -> usize {
        self.answers.iter().filter(|item| item.answer.text().is_none()).count()
    }

    /// Returns the number of items for which a judge or a described contrast was asked and gave no valid verdict.
    #[must_use]
    pub fn without_verdict(&self) -> usize {
        let is_missing = |judged: &Judged| matches!(judged, Judged::Missing { .. });
        let lacks_one = |item: &&Answered| item.judge.iter().chain(&item.described).any(is_missing);
        self.answers.iter().filter(lacks_one).count()
    }
}

impl Answer {
    /// Reads the answer in the record of a call.
    #[must_use]
    pub fn of(record: Option<&Record>) -> Self {
        let Some(record) = record else {
            return Self::Missing {
                reason: NOT_ASKED.to_owned(),
            };
        };
        match &record.outcome {
            Outcome::Answered { value, .. } => Self::Valid {
                text: value.as_str().map_or_else(|| value.to_string(), str::to_owned),
            },
            Outcome::Invalid { errors, text } => Self::Invalid {
                reason: errors.join("; "),
                text: text.clone(),
            },
            Outcome::Failed(_) | Outcome::NotAsked(_) => Self::Missing {
                reason: record.why_none(),
            },
        }
    }

    /// Returns the LaTeX or the JSON of a valid answer.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Valid { text } => Some(text),
            Self::Invalid { .. } | Self::Missing { .. } => None,
        }
    }
}

impl Judged {
    /// Reads the verdict in the record of a call, and looks for words to the judge in the judged text.
    #[must_use]
    pub fn of(record: Option<&Record>, judged: &str) -> Self {
        let read = record.and_then(|record| {
            #[derive(Deserialize)]
            struct Said {
                verdict: String,
                error_types: BTreeSet<ErrorType>,
                notes: String,
            }
            let said = Said::deserialize(record.answer()?).ok()?;
            Some(Self::Valid {
                pass: said.verdict == "Pass",
                error_types: said.error_types,
                notes: said.notes,
                flags: injection::flags(judged),
            })
        });
        read.unwrap_or_else(|| Self::Missing {
            reason: record.map_or_else(|| NOT_ASKED.to_owned(), Record::why_none),
        })
    }

    /// Reports whether the verdict is `Pass`; `None` if there is no valid verdict.
    #[must_use]
    pub fn passes(&self) -> Option<bool> {
        match self {
            Self::Valid { pass, .. } => Some(*pass),
            Self::Missing { .. } => None,
        }
    }
}

/// The reason for an answer that was not asked for.
const NOT_ASKED: &str = "it was not asked";

impl Answered {
    /// Reports whether the answer compiles, by the TeX engine if it has compiled the answers of the run, else by the
    /// instant check. `None` for contrasts and without a valid answer.
    #[must_use]
    pub fn compiles(&self) -> Option<bool> {
        let rules = self.rules.as_ref()?;
        let is_latex = !matches!(self.counted, Counted::Contrast { .. });
        // The checks of LaTeX name this type for nothing else.
        let fails = |finding: &Finding| finding.error_type == ErrorType::Syntax;
        is_latex.then(|| !rules.findings.iter().any(fails))
    }

    /// Returns what is decided about the item. An item without a valid answer or without a verdict does not pass.
    pub(crate) fn decision(&self, decider: Decider) -> Decision {
        let mut decision = Decision::of_rules(self.rules.as_ref());
        if decider == Decider::Judge && !matches!(self.counted, Counted::Contrast { .. }) {
            decision.passes = self.judge.as_ref().and_then(Judged::passes).unwrap_or_default();
            decision.error_types = match &self.judge {
                Some(Judged::Valid { error_types, .. }) => error_types.clone(),
                _ => BTreeSet::new(),
            };
        }
        decision.described = self
            .described
            .as_ref()
            .map(|described| described.passes().unwrap_or_default());
        decision
    }
}
