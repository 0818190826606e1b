//! Verdicts of judges in the JSON of scores.

use serde_json::{Map, Value};
use texlens_evaluate::{JudgeRun, JudgedItem, MetricValue, SampleTexts, is_of_judge};

use crate::scores::{FORMAT, VERSION};
use crate::{MAX_BYTES, ReportError};

/// The input that a judge takes from a report, and earlier runs of judges.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgeInput {
    /// The texts that were scored.
    pub texts: Vec<SampleTexts>,
    /// Earlier runs.
    pub judge: Vec<JudgeRun>,
}

/// Reads the texts from JSON that [`to_json`](crate::to_json) wrote with texts.
///
/// # Errors
/// If the JSON is not such a report, is too large, damaged or newer, or has no texts.
pub fn read_judge_input(json: &str) -> Result<JudgeInput, ReportError> {
    let mut document = read(json)?;
    let texts = document.remove("texts").ok_or(ReportError::NoTexts)?;
    let texts: Vec<SampleTexts> = serde_json::from_value(texts).map_err(damaged)?;
    if texts.is_empty() {
        return Err(ReportError::NoTexts);
    }
    let judge = document
        .remove("judge")
        .map(serde_json::from_value)
        .transpose()
        .map_err(damaged)?;
    Ok(JudgeInput {
        texts,
        judge: judge.unwrap_or_default(),
    })
}

/// Adds a judge's run to the JSON and returns the result.
///
/// The run becomes the last element of `judge`. At the level of formulas, if the report has it, it also sets the
/// metrics `judge` and `judge_answers` of every line and the means of every system; these metrics are those of the last
/// run.
///
/// # Errors
/// If the JSON is not such a report, or is too large, damaged or newer.
pub fn add_judge(json: &str, run: &JudgeRun) -> Result<String, ReportError> {
    let mut document = read(json)?;
    let as_json = serde_json::to_value(run).map_err(|error| ReportError::Inconsistent(error.to_string()))?;
    match document.entry("judge").or_insert_with(|| Value::Array(Vec::new())) {
        Value::Array(runs) => runs.push(as_json),
        _ => return Err(damaged("its field `judge` is not a list")),
    }
    for level in document
        .get_mut("levels")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        if level.get("level").and_then(Value::as_str) == Some("formula") {
            add_scores(level, run);
            add_means(level, run)?;
        }
    }
    serde_json::to_string(&document).map_err(|error| ReportError::Inconsistent(error.to_string()))
}

pub(crate) fn read(json: &str) -> Result<Map<String, Value>, ReportError> {
    if json.len() > MAX_BYTES {
        return Err(ReportError::TooLarge { bytes: json.len() });
    }
    let document: Map<String, Value> = serde_json::from_str(json).map_err(damaged)?;
    if document.get("format").and_then(Value::as_str) != Some(FORMAT) {
        return Err(ReportError::NotAReport);
    }
    match document.get("version").and_then(Value::as_u64) {
        Some(version) if version > u64::from(VERSION) => Err(ReportError::Newer {
            version: u32::try_from(version).unwrap_or(u32::MAX),
        }),
        _ => Ok(document),
    }
}

pub(crate) fn damaged(error: impl std::fmt::Display) -> ReportError {
    ReportError::Damaged {
        detail: format!("its data cannot be read: {error}"),
    }
}

fn add_scores(level: &mut Value, run: &JudgeRun) {
    let judged = run.judged_systems();
    let items: std::collections::HashMap<(&str, &str), &JudgedItem> = run
        .items
        .iter()
        .map(|item| ((item.id.as_str(), item.system.as_str()), item))
        .collect();
    for line in level
        .get_mut("scores")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let name = |field: &str| line.get(field).and_then(Value::as_str).unwrap_or_default();
        let Some(item) = items.get(&(name("id"), name("system"))) else {
            continue;
        };
        let scores = item.scores(judged.contains(item.system.as_str()));
        if let Some(metrics) = line.get_mut("metrics").and_then(Value::as_object_mut) {
            for score in scores {
                let value = serde_json::to_value(MetricValue::of(&score, false)).unwrap_or_default();
                metrics.insert(score.metric, value);
            }
        }
    }
}

/// Sets the means and the differences of a run. They replace those of an earlier judge, or those of the metric without
/// any judge.
fn add_means(level: &mut Value, run: &JudgeRun) -> Result<(), ReportError> {
    let Some(comparison) = &run.comparison else {
        return Ok(());
    };
    let as_json =
        |value: serde_json::Result<Value>| value.map_err(|error| ReportError::Inconsistent(error.to_string()));
    for system in level
        .get_mut("systems")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        let name = system.get("system").and_then(Value::as_str).unwrap_or_default();
        let judged = comparison.systems.iter().find(|judged| judged.system == name);
        let Some((judged, metrics)) = judged.zip(system.get_mut("metrics").and_then(Value::as_array_mut)) else {
            continue;
        };
        for mean in &judged.metrics {
            let known = metrics
                .iter_mut()
                .find(|metric| metric_of(metric) == Some(&mean.metric));
            let mean = as_json(serde_json::to_value(mean))?;
            match known {
                Some(metric) => *metric = mean,
                None => metrics.push(mean),
            }
        }
    }
    if let Some(differences) = level.get_mut("differences").and_then(Value::as_array_mut) {
        differences.retain(|difference| !metric_of(difference).is_some_and(is_of_judge));
        for difference in &comparison.differences {
            differences.push(as_json(serde_json::to_value(difference))?);
        }
    }
    Ok(())
}

fn metric_of(value: &Value) -> Option<&str> {
    value.get("metric").and_then(Value::as_str)
}
