//! Scores as JSON lines and as tables.

use std::io::{self, Write};

use clap::ValueEnum;
use serde::{Serialize, Serializer};
use serde_json::Value;
use texlens_evaluate::{MetricValue, MetricValues, Setting};
use texlens_native::Findings;
use texlens_tex::Compilation;

use super::sample::Place;
use crate::terminal::Form;

/// The format of scores.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// One JSON object per line
    Json,
    /// For people
    Table,
}

impl Format {
    /// Returns the form of standard output.
    pub(super) fn form(self) -> Form {
        match self {
            Self::Json => Form::Json,
            Self::Table => Form::Text,
        }
    }
}

/// The scores of one sample.
#[derive(Serialize)]
pub(crate) struct Scored {
    id: Value,
    metrics: MetricValues,
    #[serde(skip_serializing_if = "Option::is_none")]
    compilation: Option<Compilation>,
    #[serde(serialize_with = "in_order", skip_serializing_if = "Vec::is_empty")]
    settings: Vec<(String, String)>,
}

/// Serialises a list of pairs as a JSON object that keeps their order.
fn in_order<T: Serialize, S: Serializer>(pairs: &[(String, T)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

impl Scored {
    /// Makes the output from findings, with or without the places that explain the scores.
    pub(super) fn new(id: Value, findings: Findings, with_places: bool) -> Self {
        Self {
            id,
            metrics: MetricValues::of(&findings.scores, with_places),
            compilation: findings.compilation.filter(|_| with_places),
            settings: Vec::new(),
        }
    }

    /// Adds the settings with which the scores were calculated.
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
        for (id, metric) in self.metrics.iter() {
            let value = metric
                .value
                .map_or_else(|| "-".to_owned(), |value| format!("{value:.4}"));
            writeln!(
                out,
                "{}",
                format!("  {id:width$}  {value:>6}  {}", remark(metric)).trim_end()
            )?;
        }
        Ok(())
    }
}

/// Returns the remark beside a value in a table: the sentence that explains it, or its counts.
fn remark(metric: &MetricValue) -> String {
    match (&metric.reason, metric.numerator, metric.denominator) {
        (Some(reason), _, _) => reason.clone(),
        (None, ..) if !metric.summary.is_empty() => metric.summary.clone(),
        (None, Some(numerator), Some(denominator)) => format!("{numerator} of {denominator}"),
        _ => String::new(),
    }
}

/// A sample that could not be scored.
#[derive(Serialize)]
pub(super) struct Failed {
    /// Null if there is none.
    pub(super) id: Value,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) error: String,
}

impl Failed {
    pub(super) fn write(&self, format: Format, out: &mut impl Write) -> io::Result<()> {
        let place = match self.place {
            Place::Line(line) => format!("line {line}"),
            Place::Row(row) => format!("row {row}"),
        };
        match format {
            Format::Json => write_line(self, out),
            Format::Table => writeln!(out, "{}\n  error in {place}: {}", plain(&self.id), self.error),
        }
    }
}

fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Returns an id without the quotes of a JSON string.
fn plain(id: &Value) -> String {
    match id {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
