//! Judgement and scores of LaTeXBench's three families. A judge's Pass or Fail decides Generation and Edit-Compliance;
//! the key decides Blind Contrast. The judge is asked about the output of the model under test. A blind contrast asks
//! the model under test itself ([`Asked`]).
//!
//! # Formulas
//! Pass rates are k / n with Wilson's interval (equation 1 of the paper). For items with a bug, *detection* is the
//! share for which a bug is reported, and *classification* is the share for which its type is the key's. For clean
//! items, *specificity* is the share for which no bug is reported. *Overall* is the mean of generation, edits,
//! detection and specificity, as in figure 1. It is undefined if one of them is undefined.
//!
//! The denominators are the numbers of items, as in the paper's tables (50, 50, 30 and 20 there). An item without a
//! valid answer has not passed, and is also counted separately. So a model under test gains nothing by an unreadable
//! answer.
//!
//! # Deviations
//! The answer of the blind contrast that the paper prints is not JSON and has no schema; ours is repaired (see
//! `prompts/latexbench_contrast_blind.json`). The paper does not say which of its two contrast judges its tables show,
//! so results of both are separate here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use texlens_stats::{Confidence, Estimate, wilson};

use crate::{Call, Order, Protocol, ProtocolError, Record, injection};

/// The types of bugs that a key may name.
pub const BUG_TYPES: [&str; 5] = [
    "Package Missing (graphicx)",
    "Wrong Env (figure->table)",
    "Illegal Sectioning (chapter in article)",
    "Label Mismatch",
    "Booktabs Downgrade",
];

/// A task with the texts to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchItem {
    /// The id of the item.
    pub id: String,
    /// The task.
    #[serde(flatten)]
    pub task: BenchTask,
}

/// A task of the benchmark.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "family", rename_all = "snake_case")]
pub enum BenchTask {
    /// LaTeX for a specification.
    Generation {
        /// The specification.
        instruction: String,
        /// The output of the model under test.
        output: String,
    },
    /// An edit.
    Edit {
        /// The instructions for the edit.
        instruction: String,
        /// The text to be edited.
        base: String,
        /// The edited text by the model under test.
        output: String,
    },
    /// Code that may contain a bug, without a description.
    Contrast {
        /// The code.
        code: String,
        /// The correct answer.
        key: BenchKey,
    },
    /// Code with a description of its bug.
    ContrastDescribed {
        /// The code.
        code: String,
        /// The description of the bug.
        bug: String,
    },
}

/// The bug in the code of a contrast.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BenchKey {
    /// Whether the code has a bug.
    pub bug_present: bool,
    /// One of [`BUG_TYPES`], or empty for clean code.
    pub bug_type: String,
}

/// The reason why items cannot be judged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BenchError {
    /// A line does not have the form of an item.
    #[error(
        "line {line} of {file} is not an item: {what}. Items are {{\"id\", \"family\": \"generation\", \"instruction\", \"output\"}}, {{\"id\", \"family\": \"edit\", \
         \"instruction\", \"base\", \"output\"}}, {{\"id\", \"family\": \"contrast\", \"code\", \"key\": {{\"bug_present\", \"bug_type\"}}}} or {{\"id\", \"family\": \
         \"contrast_described\", \"code\", \"bug\"}}"
    )]
    Form {
        /// The name of the file.
        file: String,
        /// The number of the line, from 1.
        line: usize,
        /// The error.
        what: String,
    },
}

/// Reads items, one JSON value per line; skips empty lines.
///
/// # Errors
/// If a line is not an item; the error names the line and the reason.
pub fn read_items(file: &str, text: &str) -> Result<Vec<BenchItem>, BenchError> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let item = |(index, line): (usize, &str)| {
        let wrong = |what: String| BenchError::Form {
            file: file.to_owned(),
            line: index + 1,
            what,
        };
        let value: Value = serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let item: BenchItem = serde_json::from_value(value).map_err(|error| wrong(error.to_string()))?;
        match &item.task {
            BenchTask::Contrast { key, .. } if key.bug_present != BUG_TYPES.contains(&key.bug_type.as_str()) => Err(
                wrong(format!("its bug_type {:?} does not fit its bug_present", key.bug_type)),
            ),
            _ => Ok(item),
        }
    };
    lines.map(item).collect()
}

impl BenchItem {
    fn protocol(&self) -> &'static str {
        match self.task {
            BenchTask::Generation { .. } => "latexbench_generation",
            BenchTask::Edit { .. } => "latexbench_edit",
            BenchTask::Contrast { .. } => "latexbench_contrast_blind",
            BenchTask::ContrastDescribed { .. } => "latexbench_contrast_described",
        }
    }

    fn texts(&self) -> Vec<(&'static str, &str)> {
        match &self.task {
            BenchTask::Generation { instruction, output } => vec![("instructions", instruction), ("code", output)],
            BenchTask::Edit {
                instruction,
                base,
                output,
            } => vec![("instructions", instruction), ("base", base), ("code", output)],
            BenchTask::Contrast { code, .. } => vec![("code", code)],
            BenchTask::ContrastDescribed { code, bug } => vec![("code", code), ("bug", bug)],
        }
    }

    /// Returns which model is asked.
    #[must_use]
    pub fn asked(&self) -> Asked {
        match self.task {
            BenchTask::Contrast { .. } => Asked::Subject,
            BenchTask::Generation { .. } | BenchTask::Edit { .. } | BenchTask::ContrastDescribed { .. } => Asked::Judge,
        }
    }

    /// Makes the call for the item.
    ///
    /// # Errors
    /// If its protocol cannot be used.
    pub fn call(&self, max_output_tokens: Option<u32>) -> Result<Call, ProtocolError> {
        let name = self.protocol();
        let mut protocol = Protocol::named(name)
            .ok_or_else(|| ProtocolError::Form(format!("{name} does not come with this texlens")))?;
        if let Some(tokens) = max_output_tokens {
            protocol = protocol.with_max_output_tokens(tokens);
        }
        protocol.call(&self.texts(), Order::AsWritten)
    }
}

/// The model that is asked about an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// A judge, about the output of the model under test or about a described bug.
    Judge,
    /// The model under test.
    Subject,
}

/// The result of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchVerdict {
    /// The id of the item.
    pub id: String,
    /// The protocol that judged the item.
    pub protocol: String,
    /// The outcome of the item.
    #[serde(flatten)]
    pub outcome: BenchOutcome,
    /// Places in the item's texts that may address the judge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<injection::Flag>,
}

/// The outcome of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum BenchOutcome {
    /// A judge's verdict.
    Judged {
        /// Whether the verdict is `Pass`.
        pass: bool,
        /// The types of errors that the judge names.
        error_types: Vec<String>,
        /// The judge's notes.
        notes: String,
    },
    /// A detector's answer and the key.
    Detected {
        /// The detector's answer.
        said: BenchKey,
        /// The correct answer.
        key: BenchKey,
    },
    /// There is no valid answer.
    None {
        /// The reason.
        reason: String,
    },
}

/// The result of all items.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BenchResult {
    /// Pass rates of all items, with Wilson's intervals. Rates without items are omitted.
    pub rates: BTreeMap<String, BenchRate>,
    /// Mean of generation, edits, detection and specificity; `None` if one of them is undefined.
    pub overall: Option<f64>,
    /// The number of times that each type of error was named, by family.
    pub error_types: BTreeMap<String, BTreeMap<String, usize>>,
    /// Number of items without a valid answer.
    pub without_answer: usize,
    /// The verdict on each item.
    pub verdicts: Vec<BenchVerdict>,
}

/// A share of items.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct BenchRate {
    /// Number of items that passed.
    pub passed: u64,
    /// Number of all items.
    pub items: u64,
    /// Number of items without a valid answer, which have not passed.
    pub without_answer: u64,
    /// The share with its interval.
    pub share: Estimate,
}

/// Calculates the result of items from the record of each item's call.
#[must_use]
pub fn result(items: &[BenchItem], records: &[Option<&Record>], confidence: Confidence) -> BenchResult {
    let verdicts: Vec<BenchVerdict> = items
        .iter()
        .zip(records)
        .map(|(item, record)| verdict(item, *record))
        .collect();
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut error_types: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    // `is` says whether the item passed; `None` if it has no valid answer.
    let mut count = |rate: &'static str, is: Option<bool>| {
        let count = counts.entry(rate).or_default();
        count.passed += u64::from(is == Some(true));
        count.items += 1;
        count.without_answer += u64::from(is.is_none());
    };
    for (item, verdict) in items.iter().zip(&verdicts) {
        match &verdict.outcome {
            BenchOutcome::None { .. } => item.task.rates().iter().for_each(|rate| count(rate, None)),
            BenchOutcome::Judged {
                pass,
                error_types: types,
                ..
            } => {
                for family in item.task.rates() {
                    count(family, Some(*pass));
                    for name in types {
                        let of_family = error_types.entry((*family).to_owned()).or_default();
                        *of_family.entry(name.clone()).or_default() += 1;
                    }
                }
            }
            BenchOutcome::Detected { said, key } if key.bug_present => {
                count(DETECTION, Some(said.bug_present));
                let is_right = said.bug_present && said.bug_type == key.bug_type;
                count(CLASSIFICATION, Some(is_right));
            }
            BenchOutcome::Detected { said, .. } => count(SPECIFICITY, Some(!said.bug_present)),
        }
    }
    let rates: BTreeMap<String, BenchRate> = counts
        .into_iter()
        .filter_map(|(name, count)| {
            let share = wilson::estimate(count.passed, count.items, confidence).ok()?;
            let rate = BenchRate {
                passed: count.passed,
                items: count.items,
                without_answer: count.without_answer,
                share,
            };
            Some((name.to_owned(), rate))
        })
        .collect();
    let of_overall = [GENERATION, EDIT, DETECTION, SPECIFICITY].map(|name| Some(rates.get(name)?.share.value));
    let overall = of_overall
        .into_iter()
        .collect::<Option<Vec<f64>>>()
        .map(|shares| shares.iter().sum::<f64>() / shares.len() as f64);
    BenchResult {
        overall,
        without_answer: verdicts
            .iter()
            .filter(|verdict| matches!(verdict.outcome, BenchOutcome::None { .. }))
            .count(),
        rates,
        error_types,
        verdicts,
    }
}

/// The counts of a rate.
#[derive(Default)]
struct Count {
    passed: u64,
    items: u64,
    without_answer: u64,
}

const GENERATION: &str = "generation";
const EDIT: &str = "edit";
const DESCRIBED: &str = "contrast_described";
const DETECTION: &str = "contrast_detection";
const CLASSIFICATION: &str = "contrast_classification";
const SPECIFICITY: &str = "contrast_specificity";

impl BenchTask {
    /// Returns the rates whose denominators include the item.
    fn rates(&self) -> &'static [&'static str] {
        match self {
            Self::Generation { .. } => &[GENERATION],
            Self::Edit { .. } => &[EDIT],
            Self::ContrastDescribed { .. } => &[DESCRIBED],
            Self::Contrast { key, .. } if key.bug_present => &[DETECTION, CLASSIFICATION],
            Self::Contrast { .. } => &[SPECIFICITY],
        }
    }
}

fn verdict(item: &BenchItem, record: Option<&Record>) -> BenchVerdict {
    let text = |answer: &Value, field: &str| answer.get(field).and_then(Value::as_str).unwrap_or_default().to_owned();
    let outcome = match (record.and_then(|record| record.answer()), &item.task) {
        (Some(answer), BenchTask::Contrast { key, .. }) => BenchOutcome::Detected {
            said: BenchKey {
                bug_present: answer.get("bug_present").and_then(Value::as_bool).unwrap_or_default(),
                bug_type: text(answer, "bug_type"),
            },
            key: key.clone(),
        },
        (Some(answer), _) => BenchOutcome::Judged {
            pass: answer.get("verdict").and_then(Value::as_str) == Some("Pass"),
            error_types: answer
                .get("error_types")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            notes: text(answer, "notes"),
        },
        (None, _) => BenchOutcome::None {
            reason: record.map_or_else(|| "it was not asked".to_owned(), Record::why_none),
        },
    };
    BenchVerdict {
        id: item.id.clone(),
        protocol: item.protocol().to_owned(),
        outcome,
        flags: item
            .texts()
            .into_iter()
            .flat_map(|(_, text)| injection::flags(text))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Account, Endpoint, Next, Provider, Run, RunSettings};

    #[test]
    fn rates_are_those_of_the_answers() {
        let bug = "Label Mismatch";
        let lines = [
            json!({"id": "g1", "family": "generation", "instruction": "a table", "output": "x"}),
            json!({"id": "e1", "family": "edit", "instruction": "bold", "base": "x", "output": "y"}),
            json!({"id": "c1", "family": "contrast", "code": "one", "key": {"bug_present": true, "bug_type": bug}}),
            json!({"id": "c2", "family": "contrast", "code": "two", "key": {"bug_present": true, "bug_type": BUG_TYPES[0]}}),
            json!({"id": "c3", "family": "contrast", "code": "three", "key": {"bug_present": false, "bug_type": ""}}),
            json!({"id": "d1", "family": "contrast_described", "code": "four", "bug": "a label"}),
        ];
        let text = lines.map(|line| line.to_string()).join("\n\n");
        let items = read_items("items.jsonl", &text).unwrap();
        let endpoint = Endpoint::new(Provider::OpenAi, "http://localhost/v1", "m").unwrap();
        let account = Account::new(&endpoint, None).unwrap();
        let mut run = Run::new(RunSettings::new(endpoint)).unwrap();
        let calls: Vec<usize> = items.iter().map(|item| run.add(item.call(None).unwrap())).collect();
        let judged = |verdict: &str, types: &[&str]| json!({"verdict": verdict, "error_types": types, "notes": ""});
        let detected = |is: bool, name: &str| json!({"verdict": "Pass", "bug_present": is, "bug_type": name, "error_types": [], "notes": ""});
        let mut answers = [
            judged("Pass", &[]),
            judged("Fail", &["Formatting Error", "Logical Error"]),
            detected(true, bug),
            detected(true, bug),
            detected(false, ""),
            // The schema does not have this type, and it is never coerced to another.
            judged("Fail", &["Other Error"]),
        ]
        .into_iter()
        .cycle();
        let mut last = Value::Null;
        let mut now = 0;
        loop {
            match run.next(now) {
                Next::Send { ticket, request, .. } => {
                    // Corrections get the same answer again.
                    if !request.body.to_string().contains("is not valid") {
                        last = answers.next().unwrap();
                    }
                    let body =
                        json!({"choices": [{"finish_reason": "stop", "message": {"content": last.to_string()}}]})
                            .to_string();
                    run.answered(ticket, account.received(200, [], body.as_bytes()), now);
                }
                Next::WaitUntil(then) => now = then,
                Next::Waiting => unreachable!(),
                Next::Done => break,
            }
        }
        let records: Vec<_> = calls.iter().map(|call| run.record(*call)).collect();
        let result = result(&items, &records, Confidence::default());
        let rate = |name: &str| (result.rates[name].passed, result.rates[name].items);
        assert_eq!(rate("generation"), (1, 1));
        assert_eq!(rate("edit"), (0, 1));
        assert_eq!(rate("contrast_detection"), (2, 2));
        assert_eq!(rate("contrast_classification"), (1, 2));
        assert_eq!(rate("contrast_specificity"), (1, 1));
        assert_eq!(result.overall, Some(0.75));
        assert_eq!(result.error_types["edit"]["Formatting Error"], 1);
        // An item without a valid answer has not passed, is in the denominator, and is counted.
        assert_eq!((rate("contrast_described"), result.without_answer), ((0, 1), 1));
        assert_eq!(result.rates["contrast_described"].without_answer, 1);
        assert_eq!(result.rates["generation"].without_answer, 0);
        let asked: Vec<Asked> = items.iter().map(BenchItem::asked).collect();
        assert_eq!(asked.iter().filter(|asked| **asked == Asked::Subject).count(), 3);
    }

    #[test]
    fn answers_that_cannot_be_read_lower_every_rate() {
        let line = |id: &str, bug: bool| {
            let key = json!({"bug_present": bug, "bug_type": if bug { BUG_TYPES[0] } else { "" }});
            json!({"id": id, "family": "contrast", "code": "x", "key": key}).to_string()
        };
        let items = read_items("items.jsonl", &[line("a", true), line("b", false)].join("\n")).unwrap();
        let result = result(&items, &[None, None], Confidence::default());
        for rate in [DETECTION, CLASSIFICATION, SPECIFICITY] {
            let rate = &result.rates[rate];
            assert_eq!((rate.passed, rate.items, rate.without_answer), (0, 1, 1));
        }
        assert_eq!((result.overall, result.without_answer), (None, 2));
    }

    #[test]
    fn a_wrong_item_is_named_by_its_line() {
        for line in [
            r#"{"id": "x"}"#,
            r#"{"id": "x", "family": "contrast", "code": "", "key": {"bug_present": true, "bug_type": "Typo"}}"#,
            "{",
        ] {
            let error = read_items("items.jsonl", &format!("\n{line}")).unwrap_err().to_string();
            assert!(error.starts_with("line 2 of items.jsonl is not an item"), "{error}");
        }
    }
}
