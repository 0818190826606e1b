//! Scores of many samples at once. The texts are read where they are; the scores are columns.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use texlens_columnar::RowText;
use texlens_evaluate::{Kind, MAX_BYTES, Scorer, Text, side_noun};
use texlens_metrics::{Score, Side};

use crate::column::{Column, null, row_text};
use crate::options::{self, Options};
use crate::scores::BatchScores;
use crate::tex::Tex;
use crate::work;

/// Name of the column with the reasons why rows have no scores.
const ERROR: &str = "error";

/// Maximum number of rows whose formulas are set together, so that an interrupt does not wait long.
pub(crate) const MOST_SET: usize = 64;

/// Scores the rows of two columns. Returns a column for each metric, where an undefined score is null, and a last one with
/// the errors of rows that could not be scored. Without `threads`, there are as many as processors for this process.
#[pyfunction]
pub(crate) fn score_batch(
    py: Python<'_>,
    references: &Bound<'_, PyAny>,
    predictions: &Bound<'_, PyAny>,
    options: PyRef<'_, Options>,
    threads: Option<NonZeroUsize>,
) -> PyResult<BatchScores> {
    let [reference, prediction] = [Side::Reference, Side::Prediction].map(side_noun);
    let references = Column::of(references, reference)?;
    let predictions = Column::of(predictions, prediction)?;
    let (references, predictions) = (references.texts(), predictions.texts());
    if references.len() != predictions.len() {
        let (left, right) = (references.len(), predictions.len());
        return Err(PyValueError::new_err(format!(
            "there are {left} references and {right} predictions: give one of each for every row"
        )));
    }
    let threads = work::threads(threads);
    let scorer = options.scorer()?;
    let ids: Vec<&str> = scorer.metrics().iter().map(|metric| metric.info().id).collect();
    let rows: Vec<[_; 2]> = references.into_iter().zip(predictions).map(<[_; 2]>::from).collect();
    let scored = match options.tex() {
        Some(tex) if options.kind() == Kind::Formula => score_set(py, &options, tex, &rows, threads)?,
        tex => work::map(py, &rows, threads, |row| score_row(&scorer, tex, *row))?,
    };
    table(&ids, scored).map(BatchScores::new).map_err(options::wrong)
}

/// The texts of a row.
type Row<'c> = [RowText<'c>; 2];
/// The values of a row, or the reason why it has none.
type Values = Result<Vec<Option<f64>>, String>;

fn score_row(scorer: &Scorer<'_>, tex: Option<&Tex>, [reference, prediction]: Row<'_>) -> Values {
    let (reference, prediction) = (text(reference, Side::Reference)?, text(prediction, Side::Prediction)?);
    let scored = options::score(scorer, tex, &reference, &prediction);
    // Reasons and counts of all rows would take more memory than the texts.
    Ok(scored
        .map_err(|error| error.to_string())?
        .iter()
        .map(Score::value)
        .collect())
}

/// Scores formulas. Those of several rows are set in one run of the engine, which is quicker than a run for each.
fn score_set(
    py: Python<'_>,
    options: &Options,
    tex: &Tex,
    rows: &[Row<'_>],
    threads: NonZeroUsize,
) -> PyResult<Vec<Values>> {
    let parts: Vec<&[Row<'_>]> = rows
        .chunks(rows.len().div_ceil(threads.get()).clamp(1, MOST_SET))
        .collect();
    let scored = work::map(py, &parts, threads, |part| {
        let scorer = options.scorer()?;
        let texts = part
            .iter()
            .flatten()
            .filter_map(|text| str::from_utf8((*text).ok()??).ok());
        let formulas: BTreeSet<&str> = texts.filter(|text| text.len() <= MAX_BYTES).collect();
        let formulas: Vec<&str> = formulas.into_iter().collect();
        let set = tex.verdicts.appearances(&scorer, &formulas, NonZeroUsize::MIN, |_| {});
        let scorer = scorer.with_appearances(Arc::new(set));
        Ok(part.iter().map(|row| score_row(&scorer, Some(tex), *row)).collect())
    })?;
    let scored: Vec<Vec<Values>> = scored.into_iter().collect::<PyResult<_>>()?;
    Ok(scored.into_iter().flatten().collect())
}

fn text(bytes: RowText<'_>, side: Side) -> Result<Text<'_>, String> {
    row_text(bytes, side)?.map(Text::from).ok_or_else(|| null(side))
}

/// Makes columns of the rows' scores, and one of their errors.
fn table(ids: &[&str], rows: Vec<Values>) -> Result<RecordBatch, ArrowError> {
    let mut metrics: Vec<Float64Builder> = ids.iter().map(|_| Float64Builder::with_capacity(rows.len())).collect();
    let mut errors = StringBuilder::new();
    for row in rows {
        let scores = row.as_deref().unwrap_or_default();
        for (place, column) in metrics.iter_mut().enumerate() {
            column.append_option(scores.get(place).copied().flatten());
        }
        errors.append_option(row.err());
    }
    let mut fields: Vec<Field> = ids.iter().map(|id| Field::new(*id, DataType::Float64, true)).collect();
    fields.push(Field::new(ERROR, DataType::Utf8, true));
    let columns = metrics.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef);
    let columns = columns.chain([Arc::new(errors.finish()) as ArrayRef]).collect();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}
