//! The metrics of single items from both forms of a report, for correlations.

use serde_json::{Map, Value};
use texlens_evaluate::{Evaluation, JudgeRun, Kind, ValueTable, is_of_judge};

use crate::ReportError;
use crate::judged::{damaged, read};

/// The values of a report that can be correlated.
#[derive(Debug, Clone)]
pub struct ItemValues {
    /// The metrics of formulas, without the scores of judges.
    pub table: ValueTable,
    /// The runs of judges.
    pub judge: Vec<JudgeRun>,
}

/// Reads the values from JSON that [`to_json`](crate::to_json) wrote: every metric at the level of formulas. Without
/// that level, there are no metrics.
///
/// # Errors
/// If the JSON is not such a report, or is too large, damaged or newer.
pub fn read_item_values(json: &str) -> Result<ItemValues, ReportError> {
    let mut document = read(json)?;
    let judge = document.remove("judge").map(serde_json::from_value).transpose();
    let mut table = ValueTable::new();
    let levels = document.get("levels").and_then(Value::as_array).into_iter().flatten();
    let formulas = levels.filter(|level| level.get("level").and_then(Value::as_str) == Some("formula"));
    let lines = formulas.filter_map(|level| level.get("scores")?.as_array()).flatten();
    for line in lines.filter_map(Value::as_object) {
        add_line(&mut table, line);
    }
    Ok(ItemValues {
        table,
        judge: judge.map_err(damaged)?.unwrap_or_default(),
    })
}

fn add_line(table: &mut ValueTable, line: &Map<String, Value>) {
    let name = |field: &str| line.get(field).and_then(Value::as_str).unwrap_or_default();
    let (id, system) = (name("id"), name("system"));
    table.add_item(id, system);
    let metrics = line.get("metrics").and_then(Value::as_object).into_iter().flatten();
    for (metric, score) in metrics.filter(|(metric, _)| !is_of_judge(metric)) {
        if let Some(value) = score.get("value").and_then(Value::as_f64) {
            table.set_metric(metric, id, system, value);
        }
    }
}

/// Collects the values of an evaluation: every metric of the samples that are formulas. Formulas within pages have no
/// separate scores in an evaluation.
#[must_use]
pub fn item_values(evaluation: &Evaluation) -> ItemValues {
    let mut table = ValueTable::new();
    for sample in evaluation.samples.iter().filter(|sample| sample.kind == Kind::Formula) {
        let Some(prediction) = &sample.prediction else {
            continue;
        };
        table.add_item(sample.case(), &prediction.system);
        for score in sample.scores.iter().filter(|score| !is_of_judge(&score.metric)) {
            if let Some(value) = score.value() {
                table.set_metric(&score.metric, sample.case(), &prediction.system, value);
            }
        }
    }
    ItemValues {
        table,
        judge: evaluation.judge.clone(),
    }
}
