//! Scores of many samples at once. The texts are read where they are; the scores are columns.

use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3_arrow::input::AnyArray;
use pyo3_arrow::{PyArray, PyRecordBatch};
use texlens_evaluate::{Detail, Parsed, Scorer, Text, parallel};
use texlens_metrics::{Score, Side};

use crate::options::{self, Options};

/// Name of the column with the reasons why rows have no scores.
const ERROR: &str = "error";
/// Rows between two looks for an interrupt, for each thread.
const ROWS: usize = 64;

/// Reads a column of texts, which may be in several parts. A null has no text.
fn texts<'c>(parts: &'c [ArrayRef], what: &str) -> PyResult<Vec<Option<&'c str>>> {
    let mut texts = Vec::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        match part.data_type() {
            DataType::Utf8 => texts.extend(part.as_string::<i32>()),
            DataType::LargeUtf8 => texts.extend(part.as_string::<i64>()),
            DataType::Utf8View => texts.extend(part.as_string_view()),
            // A column of nulls only has no type.
            DataType::Null => texts.extend(std::iter::repeat_n(None, part.len())),
            other => return Err(PyTypeError::new_err(format!("{what} must be strings, not {other}"))),
        }
    }
    Ok(texts)
}

/// Makes a column of texts; None is null.
#[pyfunction]
pub(crate) fn strings(texts: Vec<Option<String>>) -> PyArray {
    let column: arrow_array::LargeStringArray = texts.into_iter().collect();
    PyArray::from_array_ref(Arc::new(column))
}

/// Scores the rows of two columns. Returns a column for each metric, where an undefined score is null, and a last one with
/// the errors of rows that could not be scored.
#[pyfunction]
pub(crate) fn score_batch(
    py: Python<'_>,
    references: AnyArray,
    predictions: AnyArray,
    options: PyRef<'_, Options>,
    threads: usize,
) -> PyResult<PyRecordBatch> {
    let (references, _) = references.into_chunked_array()?.into_inner();
    let (predictions, _) = predictions.into_chunked_array()?.into_inner();
    let (references, predictions) = (
        texts(&references, "the references")?,
        texts(&predictions, "the predictions")?,
    );
    if references.len() != predictions.len() {
        let (left, right) = (references.len(), predictions.len());
        return Err(PyValueError::new_err(format!(
            "there are {left} references and {right} predictions: give one of each for every row"
        )));
    }
    let options = &*options;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let scorer = options.scorer()?;
    let rows: Vec<[Option<&str>; 2]> = references.into_iter().zip(predictions).map(<[_; 2]>::from).collect();
    let mut table = Table::new(scorer.metrics().iter().map(|metric| metric.info().id));
    for chunk in rows.chunks(ROWS * threads.get()) {
        // Another thread of Python may run meanwhile.
        let scored = py.detach(|| parallel::map(chunk, threads, |row| score_row(&scorer, *row)));
        scored.into_iter().for_each(|row| table.add(row));
        py.check_signals()?;
    }
    Ok(PyRecordBatch::new(table.finish().map_err(options::wrong)?))
}

fn score_row(scorer: &Scorer<'_>, [reference, prediction]: [Option<&str>; 2]) -> Result<Vec<Score>, String> {
    let reference = Text::from(reference.ok_or("the reference is null")?);
    let prediction = Text::from(prediction.ok_or("the prediction is null")?);
    let reference = Parsed::of(Side::Reference, &reference).map_err(|error| error.to_string())?;
    let scored = scorer.assess(&reference, &prediction, None, Detail::Values);
    Ok(scored.map_err(|error| error.to_string())?.scores)
}

/// Columns of scores.
struct Table {
    metrics: Vec<(&'static str, Float64Builder)>,
    errors: StringBuilder,
}

impl Table {
    fn new(ids: impl Iterator<Item = &'static str>) -> Self {
        Self {
            metrics: ids.map(|id| (id, Float64Builder::new())).collect(),
            errors: StringBuilder::new(),
        }
    }

    fn add(&mut self, row: Result<Vec<Score>, String>) {
        let scores = row.as_deref().unwrap_or_default();
        for (id, column) in &mut self.metrics {
            let score = scores.iter().find(|score| score.metric == *id);
            column.append_option(score.and_then(Score::value));
        }
        self.errors.append_option(row.err());
    }

    fn finish(mut self) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let mut fields = Vec::new();
        let mut columns: Vec<ArrayRef> = Vec::new();
        for (id, mut column) in self.metrics {
            fields.push(Field::new(id, DataType::Float64, true));
            columns.push(Arc::new(column.finish()));
        }
        fields.push(Field::new(ERROR, DataType::Utf8, true));
        columns.push(Arc::new(self.errors.finish()));
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
    }
}
