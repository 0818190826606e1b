//! Runs as the page shows them.

use serde::{Deserialize, Serialize};
use texlens_latexbench::{Answer, Answered, BenchRun, ErrorType, Judged, Verdict};

/// A run with a label that no other run has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelledRun {
    /// The label.
    pub label: String,
    /// What is shown of the run.
    pub run: ShownRun,
    /// The run as `run.json` has it, for the worker and for files.
    pub json: String,
}

/// What is shown of a run. Its types are plain, because the page's module would be a tenth of a megabyte larger if it
/// could read whole runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownRun {
    /// The name of the model under test.
    pub model: String,
    /// The models with their addresses and parameters: a run of the same models replaces this one.
    pub models: String,
    /// The SHA-256 of the items.
    pub items: String,
    /// The answers in the order of the items.
    pub answers: Vec<ShownAnswer>,
}

/// An answer with its verdicts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownAnswer {
    /// The answer; an empty text if there is none.
    pub text: String,
    /// The reason why the answer is not valid or missing; `None` if it is valid.
    pub reason: Option<String>,
    /// The verdict of the rules; `None` without a valid answer.
    pub rules: Option<Verdict>,
    /// Whether the answer compiles, if the TeX engine has tried it.
    pub compiles: Option<bool>,
    /// The verdict of the judge, if it was asked.
    pub judge: Option<ShownVerdict>,
    /// The answer to the described contrast, if it was asked.
    pub described: Option<ShownVerdict>,
}

/// A verdict that a model gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownVerdict {
    /// Whether it is `Pass`; `None` if it is not valid.
    pub pass: Option<bool>,
    /// The types of errors that it names.
    pub error_types: Vec<ErrorType>,
    /// Its notes, or the reason why it is not valid.
    pub notes: String,
    /// Number of places in the judged text that may address the judge.
    pub flags: usize,
}

impl From<&BenchRun> for LabelledRun {
    fn from(run: &BenchRun) -> Self {
        let judge = run.judge.as_ref().map(|judge| (&judge.endpoint, judge.chosen));
        let models = (&run.subject.endpoint, run.subject.chosen, judge);
        let model = run.subject.endpoint.model().to_owned();
        Self {
            label: model.clone(),
            run: ShownRun {
                model,
                models: serde_json::to_string(&models).unwrap_or_default(),
                items: run.items.clone(),
                answers: run
                    .answers
                    .iter()
                    .map(|answered| ShownAnswer::of(answered, run.compiled))
                    .collect(),
            },
            json: run.to_json(),
        }
    }
}

impl ShownAnswer {
    fn of(answered: &Answered, compiled: bool) -> Self {
        let (text, reason) = match &answered.answer {
            Answer::Valid { text } => (text.clone(), None),
            Answer::Invalid { reason, text } => (text.clone(), Some(reason.clone())),
            Answer::Missing { reason } => (String::new(), Some(reason.clone())),
        };
        Self {
            text,
            reason,
            rules: answered.rules.clone(),
            compiles: answered.compiles().filter(|_| compiled),
            judge: answered.judge.as_ref().map(ShownVerdict::from),
            described: answered.described.as_ref().map(ShownVerdict::from),
        }
    }
}

impl From<&Judged> for ShownVerdict {
    fn from(judged: &Judged) -> Self {
        match judged {
            Judged::Valid {
                pass,
                error_types,
                notes,
                flags,
            } => Self {
                pass: Some(*pass),
                error_types: error_types.iter().copied().collect(),
                notes: notes.clone(),
                flags: flags.len(),
            },
            Judged::Missing { reason } => Self {
                pass: None,
                error_types: Vec::new(),
                notes: reason.clone(),
                flags: 0,
            },
        }
    }
}
