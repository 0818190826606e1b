//! Results for model cards: the files of the folder `.eval_results` on the Hugging Face Hub.

use std::fmt::Write;

use texlens_evaluate::{Comparison, Filtered, Kind, Measure, Measured, SystemSummary, noun};

use crate::ReportError;

/// A task of a benchmark: a dataset of the Hub, whose `eval.yaml` lists its tasks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BenchmarkTask {
    /// The id of the dataset, for example `org/name`.
    pub dataset: String,
    /// The revision of the dataset, if it is stated.
    pub revision: Option<String>,
    /// The id of the task.
    pub task: String,
    /// The measure that is the result of the task.
    pub measure: Measure,
}

/// Writes the results of a system as YAML in the form of the Hub's [specification], one entry for each task.
/// `levels` are the comparisons with their tasks. A result is the mean of the measure, in its own unit: a rate is from 0
/// to 1. The notes of an entry state the version, the samples, the interval and what else a reader of the mean must know.
/// `date` is that of the evaluation (ISO 8601).
///
/// A measure that is undefined for the system has no entry; without any entry, the file is an empty list.
///
/// # Errors
/// [`ReportError::Inconsistent`] if a text cannot be written.
///
/// [specification]: https://huggingface.co/docs/hub/eval-results
pub fn to_eval_results(
    system: &str,
    levels: &[(&Comparison, Vec<BenchmarkTask>)],
    date: &str,
    filtered: Option<&Filtered>,
) -> Result<String, ReportError> {
    let mut yaml = String::new();
    for (comparison, tasks) in levels {
        let Some(summary) = comparison.systems.iter().find(|summary| summary.system == system) else {
            continue;
        };
        for task in tasks {
            let measured = task.measure.of(summary);
            let Some((measured, value)) = measured.and_then(|found| Some((found, found.value?))) else {
                continue;
            };
            let notes = notes(comparison, summary, &task.measure, &measured, filtered);
            let mut lines = vec![
                "- dataset:".to_owned(),
                format!("    id: {}", quoted(&task.dataset)?),
                format!("    task_id: {}", quoted(&task.task)?),
            ];
            if let Some(revision) = &task.revision {
                lines.push(format!("    revision: {}", quoted(revision)?));
            }
            lines.push(format!("  value: {value}"));
            lines.push(format!("  date: {}", quoted(date)?));
            lines.push(format!("  notes: {}", quoted(&notes)?));
            yaml.extend(lines.iter().flat_map(|line| [line.as_str(), "\n"]));
        }
    }
    if yaml.is_empty() {
        yaml.push_str("[]\n");
    }
    Ok(yaml)
}

/// Returns what a reader of a mean must know.
fn notes(
    comparison: &Comparison,
    system: &SystemSummary,
    measure: &Measure,
    measured: &Measured,
    filtered: Option<&Filtered>,
) -> String {
    let count = |kind: Kind, count: usize| format!("{count} {}", noun(kind, count));
    let mut notes = format!(
        "texlens {}: mean {} of {}",
        env!("CARGO_PKG_VERSION"),
        measure.id(),
        count(comparison.level, measured.samples)
    );
    // Writing to a string does not fail.
    if let Some(interval) = &measured.interval {
        let percent = interval.level * 100.0;
        let _ = write!(
            notes,
            ", {percent} % interval {:.4} to {:.4}",
            interval.low, interval.high
        );
    }
    if system.missing > 0 {
        let noun = if system.missing == 1 {
            "prediction"
        } else {
            "predictions"
        };
        let _ = write!(notes, "; {} missing {noun} scored as empty", system.missing);
    }
    if system.failed > 0 {
        let _ = write!(
            notes,
            "; {} could not be scored",
            count(comparison.level, system.failed)
        );
    }
    if let Some(left_out) = comparison.left_out.filter(|left_out| *left_out > 0) {
        let _ = write!(
            notes,
            "; {} without a prediction of every system left out",
            count(comparison.level, left_out)
        );
    }
    if let Some(Filtered { samples, of, .. }) = filtered {
        let _ = write!(notes, "; a selection of {samples} of {of} samples");
    }
    notes
}

/// Returns a text as a string of JSON, which is one of YAML, too.
fn quoted(text: &str) -> Result<String, ReportError> {
    serde_json::to_string(text).map_err(|error| ReportError::Inconsistent(error.to_string()))
}
