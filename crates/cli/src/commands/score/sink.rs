//! Where the scores of many samples go: to standard output, or to a file in one of several formats.

use std::collections::HashMap;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use serde_json::{Map, Value};
use texlens_columnar::{FileFormat, WriteError, Writer};
use texlens_evaluate::{Kind, Setting, noun};
use texlens_metrics::infos;
use texlens_native::Findings;

use super::arguments::Arguments;
use super::error::ScoreError;
use super::output::{Failed, Format, Scored};
use super::sample::Done;
use crate::failure::Failure;
use crate::output::PartFile;
use crate::terminal;

/// The version of the form of the table: columns are added without a change, others change it.
const TABLE_VERSION: &str = "1";

/// The scores of a sample as they are written.
pub(super) enum Written {
    Object(Box<Scored>),
    /// The values of the metrics, in the order of the columns.
    Values(Vec<Option<f64>>),
}

/// What turns findings into what is written, for all threads.
pub(super) struct Form {
    with_places: bool,
    /// The columns of the metrics; `None` for JSON lines.
    columns: Option<HashMap<&'static str, usize>>,
}

impl Form {
    /// Converts the findings of a sample. Values take less memory than findings.
    pub(super) fn of(&self, id: &Value, findings: Findings) -> Written {
        let Some(columns) = &self.columns else {
            return Written::Object(Box::new(Scored::new(id.clone(), findings, self.with_places)));
        };
        let mut values = vec![None; columns.len()];
        for score in &findings.scores {
            let place = columns.get(score.metric.as_str());
            if let Some(value) = place.and_then(|place| values.get_mut(*place)) {
                *value = score.value();
            }
        }
        Written::Values(values)
    }
}

/// Where scores go.
pub(super) struct Sink {
    to: To,
    pub(super) form: Arc<Form>,
}

enum To {
    Terminal(Box<dyn Write>, Format),
    Lines(PathBuf, BufWriter<PartFile>),
    Table(PathBuf, Box<Table>),
}

/// The type of a column of ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ids {
    Texts,
    Signed,
    Unsigned,
}

impl Ids {
    const fn data_type(self) -> DataType {
        match self {
            Self::Texts => DataType::Utf8,
            Self::Signed => DataType::Int64,
            Self::Unsigned => DataType::UInt64,
        }
    }

    fn column<'d>(self, ids: impl Iterator<Item = &'d Value>) -> ArrayRef {
        match self {
            Self::Texts => Arc::new(ids.map(id_text).collect::<StringArray>()),
            Self::Signed => Arc::new(ids.map(Value::as_i64).collect::<Int64Array>()),
            Self::Unsigned => Arc::new(ids.map(Value::as_u64).collect::<UInt64Array>()),
        }
    }
}

/// What is known of the samples before they are scored.
pub(super) struct Described {
    /// The type of the ids, if samples have any.
    pub(super) ids: Option<Ids>,
    /// Whether samples give their kind.
    pub(super) has_kinds: bool,
    /// The names of the columns that are read, with their roles.
    pub(super) columns: Vec<(&'static str, String)>,
    pub(super) settings: Vec<Setting>,
}

impl Sink {
    /// Opens the output, before anything is scored.
    pub(super) fn open(arguments: &Arguments, described: &Described) -> Result<Self, Failure> {
        let (format, with_places) = (arguments.format, arguments.spans);
        let lines = |to| Self {
            to,
            form: Arc::new(Form {
                with_places,
                columns: None,
            }),
        };
        let Some(path) = &arguments.out else {
            let out = Box::new(terminal::output(format.form()));
            return Ok(lines(To::Terminal(out, format)));
        };
        if format == Format::Table {
            return Err(ScoreError::Format.into());
        }
        let name = path.to_string_lossy();
        let create = || PartFile::create(path).map_err(|error| not_written(path, error));
        if name.ends_with(".jsonl") || name.ends_with(".ndjson") {
            return Ok(lines(To::Lines(path.clone(), BufWriter::new(create()?))));
        }
        let format = FileFormat::of_name(&name).ok_or_else(|| ScoreError::OutName(path.clone()))?;
        if with_places {
            return Err(ScoreError::Spans(path.clone()).into());
        }
        let default_kind = arguments.kind.into();
        let metrics: Vec<&'static str> = infos()
            .iter()
            .filter(|info| described.has_kinds || info.kinds.contains(&default_kind))
            .map(|info| info.id)
            .collect();
        let table = Table::new(format, create()?, &metrics, default_kind, described);
        let columns = metrics.into_iter().enumerate().map(|(place, id)| (id, place)).collect();
        Ok(Self {
            to: To::Table(path.clone(), Box::new(table.map_err(|error| not_encoded(path, error))?)),
            form: Arc::new(Form {
                with_places,
                columns: Some(columns),
            }),
        })
    }

    /// Writes samples in the order of the input.
    pub(super) fn write(&mut self, samples: Vec<Done<Written>>) -> Result<(), Failure> {
        match &mut self.to {
            To::Terminal(out, format) => write_all(samples, *format, out).map_err(Failure::Write),
            To::Lines(path, out) => write_all(samples, Format::Json, out).map_err(|error| not_written(path, error)),
            To::Table(path, table) => table.write(samples).map_err(|error| not_encoded(path, error)),
        }
    }

    /// Completes the output. A file has its name from then on.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self.to {
            To::Terminal(mut out, _) => out.flush().map_err(Failure::Write),
            To::Lines(path, out) => {
                let file = out.into_inner().map_err(io::IntoInnerError::into_error);
                file.and_then(PartFile::finish)
                    .map_err(|error| not_written(&path, error))
            }
            To::Table(path, mut table) => {
                table.write_waiting().map_err(|error| not_encoded(&path, error))?;
                let file = table.writer.finish().map_err(|error| not_encoded(&path, error))?;
                let file = file.into_inner().map_err(io::IntoInnerError::into_error);
                file.and_then(PartFile::finish)
                    .map_err(|error| not_written(&path, error))
            }
        }
    }
}

fn write_all(samples: Vec<Done<Written>>, format: Format, out: &mut impl Write) -> io::Result<()> {
    for Done { place, id, outcome, .. } in samples {
        match outcome {
            Ok(Written::Object(scored)) => scored.write(format, out)?,
            Ok(Written::Values(_)) => {}
            Err(error) => Failed { id, place, error }.write(format, out)?,
        }
    }
    Ok(())
}

fn not_written(path: &Path, error: io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}

fn not_encoded(path: &Path, error: WriteError) -> Failure {
    match error {
        WriteError::Io(error) => not_written(path, error),
        error @ WriteError::Encode(_) => not_written(path, io::Error::other(error)),
    }
}

/// A row for each sample, and a column for each metric.
struct Table {
    writer: Writer<BufWriter<PartFile>>,
    schema: SchemaRef,
    ids: Option<Ids>,
    metrics: usize,
    /// Samples that are not yet written.
    waiting: Vec<Done<Written>>,
}

/// Number of rows that are written together.
const ROWS: usize = 4096;

impl Table {
    fn new(
        format: FileFormat,
        file: PartFile,
        metrics: &[&str],
        default_kind: Kind,
        described: &Described,
    ) -> Result<Self, WriteError> {
        let id = described.ids.map(|ids| Field::new("id", ids.data_type(), true));
        let mut fields = vec![Field::new("row", DataType::UInt64, false)];
        fields.extend(id);
        fields.push(Field::new("kind", DataType::Utf8, true));
        fields.extend(metrics.iter().map(|id| Field::new(*id, DataType::Float64, true)));
        fields.push(Field::new("error", DataType::Utf8, true));
        let pairs = |pairs: &mut dyn Iterator<Item = (String, String)>| {
            let object: Map<String, Value> = pairs.map(|(name, value)| (name, value.into())).collect();
            Value::Object(object).to_string()
        };
        let settings = described.settings.iter();
        let mut settings = settings.map(|setting| (setting.name.clone(), setting.value.clone()));
        let columns = described.columns.iter();
        let mut columns = columns.map(|(role, name)| ((*role).to_owned(), name.clone()));
        let notes = [
            ("table", TABLE_VERSION.to_owned()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("kind", noun(default_kind, 1).to_owned()),
            ("settings", pairs(&mut settings)),
            ("columns", pairs(&mut columns)),
        ];
        let notes = notes.map(|(name, note)| (format!("texlens.{name}"), note));
        let schema = Arc::new(Schema::new_with_metadata(fields, notes.into_iter().collect()));
        Ok(Self {
            writer: Writer::new(format, BufWriter::new(file), &schema)?,
            schema,
            ids: described.ids,
            metrics: metrics.len(),
            waiting: Vec::new(),
        })
    }

    fn write(&mut self, samples: Vec<Done<Written>>) -> Result<(), WriteError> {
        self.waiting.extend(samples);
        match self.waiting.len() {
            0..ROWS => Ok(()),
            _ => self.write_waiting(),
        }
    }

    fn write_waiting(&mut self) -> Result<(), WriteError> {
        let samples = std::mem::take(&mut self.waiting);
        if samples.is_empty() {
            return Ok(());
        }
        let ids = self.ids.map(|ids| ids.column(samples.iter().map(|sample| &sample.id)));
        let mut rows = UInt64Builder::with_capacity(samples.len());
        let (mut kinds, mut errors) = (StringBuilder::new(), StringBuilder::new());
        let column = || Float64Builder::with_capacity(samples.len());
        let mut metrics: Vec<Float64Builder> = std::iter::repeat_with(column).take(self.metrics).collect();
        for Done {
            place, kind, outcome, ..
        } in samples
        {
            rows.append_value(place.row());
            kinds.append_option(kind.map(|kind| noun(kind, 1)));
            let values = match &outcome {
                Ok(Written::Values(values)) => values.as_slice(),
                _ => &[],
            };
            for (place, column) in metrics.iter_mut().enumerate() {
                column.append_option(values.get(place).copied().flatten());
            }
            errors.append_option(outcome.err());
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(rows.finish())];
        columns.extend(ids);
        columns.push(Arc::new(kinds.finish()));
        columns.extend(metrics.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.push(Arc::new(errors.finish()));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), columns);
        self.writer
            .write(&batch.map_err(|error| WriteError::Encode(error.to_string()))?)
    }
}

/// Returns an id as text.
fn id_text(id: &Value) -> Option<String> {
    match id {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
