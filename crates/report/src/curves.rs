//! Curves as a table: every measure of every system at every value of a factor.

use texlens_evaluate::{Curve, Interval, Measure, Point};

use crate::ReportError;
use crate::scores::kind_name;
use crate::spreadsheet::{as_text, csv};

/// The columns.
const COLUMNS: [&str; 19] = [
    "level",
    "factor",
    "factor_value",
    "system",
    "measure",
    "metric",
    "n",
    "documents",
    "missing",
    "mean",
    "lower",
    "upper",
    "note",
    "pairs",
    "change",
    "change_lower",
    "change_upper",
    "p_value",
    "change_note",
];

/// Writes curves as CSV (RFC 4180), one line for each factor, value of it, system and measure.
///
/// `n` samples of `documents` documents are behind `mean`. `missing` predictions of the system are scored as empty.
/// `change` is the paired difference to the first value of the factor, on `pairs` pairs of samples; it is empty at the
/// first value. A note says why a value or an interval is empty. Text is protected as in [`to_csv`](crate::to_csv).
///
/// # Errors
/// [`ReportError::Inconsistent`] if the CSV cannot be written.
pub fn curves_to_csv(curves: &[Curve]) -> Result<String, ReportError> {
    csv(|writer| {
        writer.write_record(COLUMNS)?;
        for curve in curves {
            for point in &curve.points {
                writer.write_record(cells(curve, point).iter().map(|cell| as_text(cell)))?;
            }
        }
        Ok(())
    })
}

fn cells(curve: &Curve, point: &Point) -> [String; 19] {
    let at = curve.values.get(point.at);
    let missing = at.and_then(|value| value.missing.get(point.system));
    let system = curve.systems.get(point.system);
    let change = point.change.as_ref();
    let [lower, upper] = ends(point.interval);
    let [change_lower, change_upper] = ends(change.and_then(|change| change.interval));
    [
        kind_name(curve.level).to_owned(),
        curve.factor.clone(),
        at.map(|value| value.value.clone()).unwrap_or_default(),
        system.cloned().unwrap_or_default(),
        measure(&point.measure).to_owned(),
        point.measure.id().to_owned(),
        point.samples.to_string(),
        point.documents.to_string(),
        missing.map(usize::to_string).unwrap_or_default(),
        number(point.value),
        lower,
        upper,
        point.note.clone(),
        change.map(|change| change.pairs.to_string()).unwrap_or_default(),
        number(change.and_then(|change| change.mean)),
        change_lower,
        change_upper,
        number(change.and_then(|change| change.p_value)),
        change.map(|change| change.note.clone()).unwrap_or_default(),
    ]
}

/// Says whether a measure is a mean of metrics of the whole system, or a metric, whose mean is over samples. Some means of
/// metrics are metrics as well, with the same id.
fn measure(measure: &Measure) -> &'static str {
    match measure {
        Measure::Mean(_) => "mean of metrics",
        Measure::Metric(_) => "metric",
    }
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    [
        interval.map(|interval| interval.low),
        interval.map(|interval| interval.high),
    ]
    .map(number)
}

fn number(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
