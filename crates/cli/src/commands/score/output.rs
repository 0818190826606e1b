//! Scores as JSON lines and as tables.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use serde_json::Value;
use texlens_evaluate::Setting;
use texlens_metrics::{Outcome, Score, Span};

/// How scores are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object a line
    Json,
    /// For a person
    Table,
}

/// The scores of one sample.
#[derive(Serialize)]
pub(crate) struct Scored {
    id: Value,
    #[serde(serialize_with = "in_order")]
    metrics: Vec<(String, MetricValue)>,
    #[serde(serialize_with = "in_order", skip_serializing_if = "Vec::is_empty")]
    settings: Vec<(String, String)>,
}

/// What one metric said: a value, or null with the reason.
#[derive(Serialize)]
struct MetricValue {
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numerator: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    denominator: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spans: Option<Vec<Span>>,
}

impl MetricValue {
    fn new(score: Score, with_spans: bool) -> Self {
        let spans = with_spans.then_some(score.spans);
        match score.outcome {
            Outcome::Defined { value, ratio } => Self {
                value: Some(value),
                reason: None,
                numerator: ratio.map(|ratio| ratio.numerator),
                denominator: ratio.map(|ratio| ratio.denominator),
                spans,
            },
            Outcome::Undefined { reason } => Self {
                value: None,
                reason: Some(reason),
                numerator: None,
                denominator: None,
                spans,
            },
        }
    }

    /// What stands beside the value in a table.
    fn remark(&self) -> String {
        match (&self.reason, self.numerator, self.denominator) {
            (Some(reason), _, _) => reason.clone(),
            (None, Some(numerator), Some(denominator)) => format!("{numerator} of {denominator}"),
            _ => String::new(),
        }
    }
}

/// A list of pairs as a JSON object that keeps their order.
fn in_order<T: Serialize, S: Serializer>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

impl Scored {
    pub(crate) fn new(id: Value, scores: Vec<Score>, with_spans: bool) -> Self {
        let metric = |mut score: Score| (std::mem::take(&mut score.metric), MetricValue::new(score, with_spans));
        Self {
            id,
            metrics: scores.into_iter().map(metric).collect(),
            settings: Vec::new(),
        }
    }

    /// Says with which settings the scores were made.
    pub(crate) fn with_settings(self, settings: Vec<Setting>) -> Self {
        Self {
            settings: settings
                .into_iter()
                .map(|setting| (setting.name, setting.value))
                .collect(),
            ..self
        }
    }

    pub(crate) fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Json => write_line(self, out),
            Format::Table => self.write_table(out),
        }
    }

    fn write_table(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", plain(&self.id))?;
        let width = self.metrics.iter().map(|(id, _)| id.len()).max().unwrap_or_default();
        for (id, metric) in &self.metrics {
            let value = metric
                .value
                .map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
            writeln!(
                out,
                "{}",
                format!("  {id:width$}  {value:>6}  {}", metric.remark()).trim_end()
            )?;
        }
        Ok(())
    }
}

/// A sample that could not be scored.
#[derive(Serialize)]
pub(crate) struct Failed {
    /// Null where the line did not say.
    pub(crate) id: Value,
    /// Counted from 1.
    pub(crate) line: usize,
    pub(crate) error: String,
}

impl Failed {
    pub(crate) fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        match format {
            Format::Json => write_line(self, out),
            Format::Table => writeln!(
                out,
                "{}\n  error in line {}: {}",
                plain(&self.id),
                self.line,
                self.error
            ),
        }
    }
}

fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// An id without the quotes of a JSON string.
fn plain(id: &Value) -> String {
    match id {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
