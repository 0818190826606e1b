//! The comparison of systems on the same samples.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroUsize;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use texlens_dataset::tags::keep_common;
use texlens_evaluate::{
    Board, Bootstrap, Breakdown, Comparison, Confidence, Kind, MAX_BYTES, MAX_SCORED, Predicted, Sample, SampleScores,
    Scorer, TagPart, side_noun,
};
use texlens_metrics::{Appearances, Side};

use crate::batch::MOST_SET;
use crate::column::{Column, null, row_text};
use crate::options::{self, Options};
use crate::scores::BatchScores;
use crate::tex::Tex;
use crate::work;

/// What the rows are: their ids, their documents, and their tags by name. A row without a tag has `None`.
type Labels = (Vec<String>, Option<Vec<String>>, Vec<(String, Vec<Option<String>>)>);

/// Scores the predictions of systems, and compares the systems. Returns the comparison in the form of the command's
/// output, and the scores: a row for each sample and system.
#[pyfunction]
pub(crate) fn evaluate(
    py: Python<'_>,
    references: &Bound<'_, PyAny>,
    predictions: Vec<(String, Bound<'_, PyAny>)>,
    labels: Labels,
    options: PyRef<'_, Options>,
    drawing: (Bound<'_, PyAny>, usize, u64),
    threads: Option<NonZeroUsize>,
) -> PyResult<(String, BatchScores)> {
    let threads = work::threads(threads);
    let (common, resamples, seed) = drawing;
    let common = options::flag(&common, "common")?;
    let bootstrap = Bootstrap::new(resamples, seed, Confidence::default()).map_err(options::wrong)?;
    let references = Column::of(references, side_noun(Side::Reference))?;
    let read = |(name, column): (String, Bound<'_, PyAny>)| {
        let column = Column::of(&column, side_noun(Side::Prediction)).map_err(|error| of_system(py, &name, error))?;
        Ok((name, column))
    };
    let predictions: Vec<(String, Column)> = predictions.into_iter().map(read).collect::<PyResult<_>>()?;
    let tags: Vec<String> = labels.2.iter().map(|(name, _)| name.clone()).collect();
    let systems: Vec<String> = predictions.iter().map(|(name, _)| name.clone()).collect();
    let rows = Rows::of(&references, &predictions, labels)?;
    let samples = match options.kind() {
        Kind::Document => rows.documents(),
        Kind::Page | Kind::Formula => rows.alone(),
    };
    let tex = options.tex();
    let scorer = options.scorer()?;
    let scorer = match tex {
        Some(tex) => set(py, scorer, tex, &samples, threads)?,
        None => scorer,
    };
    let scored = work::map(py, &samples, threads, |sample| {
        SampleScores::assess(&scorer, sample.clone(), |text| tex?.verdicts.of(text))
    })?;
    let board = Board {
        kind: options.kind(),
        systems,
        samples: scored,
        dataset: None,
        left_out: None,
    };
    let board = if common { board.common() } else { board };
    let comparison = compare(py, &board, &scorer, &bootstrap, &tags, threads)?;
    let json = serde_json::to_string(&comparison).map_err(options::wrong)?;
    let scores = table(&scorer, &board).map_err(options::wrong)?;
    Ok((json, BatchScores::new(scores)))
}

/// Names the system in an error of its column.
fn of_system(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    let message = || format!("the system {name:?}: {}", error.value(py));
    let named = if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message())
    } else if error.is_instance_of::<PyValueError>(py) {
        PyValueError::new_err(message())
    } else {
        return error;
    };
    named.set_cause(py, Some(error));
    named
}

/// The texts of the rows, and what the rows are.
struct Rows<'c> {
    labels: Labels,
    references: Vec<Result<&'c str, String>>,
    /// The predictions of each system.
    predictions: Vec<Vec<Result<Option<&'c str>, String>>>,
}

impl<'c> Rows<'c> {
    fn of(references: &'c Column, predictions: &'c [(String, Column)], labels: Labels) -> PyResult<Self> {
        let references = references.texts();
        let rows = references.len();
        let fits = |count: usize, what: &dyn std::fmt::Display| match count == rows {
            true => Ok(()),
            false => Err(PyValueError::new_err(format!(
                "there are {rows} references and {count} {what}: give one of each for every row"
            ))),
        };
        fits(labels.0.len(), &"ids")?;
        if let Some(documents) = &labels.1 {
            fits(documents.len(), &"documents")?;
        }
        for (name, values) in &labels.2 {
            fits(values.len(), &format_args!("values of the tag {name:?}"))?;
        }
        let scored = rows.saturating_mul(predictions.len());
        if scored > MAX_SCORED {
            return Err(PyValueError::new_err(format!(
                "there are {scored} predictions, and at most {MAX_SCORED} are evaluated together: split the rows, or \
                 score them with score_batch"
            )));
        }
        different(&labels.0)?;
        let mut columns = Vec::with_capacity(predictions.len());
        for (name, column) in predictions {
            let texts = column.texts();
            fits(texts.len(), &format_args!("predictions of {name:?}"))?;
            let texts = texts.into_iter().map(|text| row_text(text, Side::Prediction));
            columns.push(texts.collect());
        }
        let reference = |text| {
            let text = row_text(text, Side::Reference)?;
            text.ok_or_else(|| null(Side::Reference))
        };
        Ok(Self {
            labels,
            references: references.into_iter().map(reference).collect(),
            predictions: columns,
        })
    }

    /// Returns each row as a sample.
    fn alone(&self) -> Vec<Sample<'c>> {
        let (ids, documents, _) = &self.labels;
        let sample = |(row, id): (usize, &String)| {
            let document = documents.as_ref().and_then(|documents| documents.get(row));
            self.sample(id.clone(), document.unwrap_or(id).clone(), &[row])
        };
        ids.iter().enumerate().map(sample).collect()
    }

    /// Returns the documents in the order of their first rows, each with its rows as pages.
    fn documents(&self) -> Vec<Sample<'c>> {
        let (ids, documents, _) = &self.labels;
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut whole: Vec<(&str, Vec<usize>)> = Vec::new();
        for (row, name) in documents.as_ref().unwrap_or(ids).iter().enumerate() {
            let place = *places.entry(name).or_insert(whole.len());
            match whole.get_mut(place) {
                Some((_, rows)) => rows.push(row),
                None => whole.push((name, vec![row])),
            }
        }
        let sample = |(name, rows): (&str, Vec<usize>)| self.sample(name.to_owned(), name.to_owned(), &rows);
        whole.into_iter().map(sample).collect()
    }

    fn sample(&self, id: String, document: String, rows: &[usize]) -> Sample<'c> {
        let references = rows.iter().filter_map(|&row| self.references.get(row).cloned());
        let predicted = |column: &Vec<Result<Option<&'c str>, String>>| {
            let mut problem = None;
            let pages = rows.iter().filter_map(|&row| column.get(row));
            let pages = pages.map(|page| match page {
                Ok(text) => *text,
                Err(why) => {
                    problem.get_or_insert_with(|| why.clone());
                    None
                }
            });
            let pages = pages.collect();
            Predicted { pages, problem }
        };
        let mut tags: Option<BTreeMap<String, String>> = None;
        for &row in rows {
            let of_row = self.tags(row);
            match &mut tags {
                Some(tags) => keep_common(tags, &of_row),
                None => tags = Some(of_row),
            }
        }
        Sample {
            id,
            document,
            tags: tags.unwrap_or_default(),
            reference: references.collect(),
            predictions: self.predictions.iter().map(predicted).collect(),
        }
    }

    fn tags(&self, row: usize) -> BTreeMap<String, String> {
        let tag = |(name, values): &(String, Vec<Option<String>>)| Some((name.clone(), values.get(row)?.clone()?));
        self.labels.2.iter().filter_map(tag).collect()
    }
}

/// Refuses ids that occur twice.
fn different(ids: &[String]) -> PyResult<()> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    for (row, id) in ids.iter().enumerate() {
        if let Some(other) = first.insert(id, row) {
            return Err(PyValueError::new_err(format!(
                "rows {other} and {row} have the same id, {id:?}: give each row an id of its own"
            )));
        }
    }
    Ok(())
}

/// Sets the formulas of the samples, as far as the scorer's metrics need their appearance.
fn set<'s>(
    py: Python<'_>,
    scorer: Scorer<'s>,
    tex: &Tex,
    samples: &[Sample<'_>],
    threads: NonZeroUsize,
) -> PyResult<Scorer<'s>> {
    if scorer.kind() != Kind::Formula {
        return Ok(scorer);
    }
    let texts = samples.iter().flat_map(|sample| {
        let predictions = sample.predictions.iter().flat_map(|predicted| &predicted.pages);
        sample.reference.iter().flatten().chain(predictions.flatten()).copied()
    });
    // In order, so that every run sets the same formulas together.
    let formulas: BTreeSet<&str> = texts
        .filter(|text| !text.trim().is_empty() && text.len() <= MAX_BYTES)
        .collect();
    let formulas: Vec<&str> = formulas.into_iter().collect();
    let parts: Vec<&[&str]> = formulas.chunks(MOST_SET).collect();
    let set = work::map(py, &parts, threads, |part| {
        tex.verdicts.appearances(&scorer, part, NonZeroUsize::MIN, |_| {})
    })?;
    let set = Appearances(set.into_iter().flat_map(|Appearances(set)| set).collect());
    Ok(scorer.with_appearances(Arc::new(set)))
}

/// Compares the systems on all samples, and by the values of each tag.
fn compare(
    py: Python<'_>,
    board: &Board,
    scorer: &Scorer<'_>,
    bootstrap: &Bootstrap,
    tags: &[String],
    threads: NonZeroUsize,
) -> PyResult<Comparison> {
    let comparing = board.comparing(scorer, bootstrap).with_all_pairs();
    let steps: Vec<usize> = (0..comparing.steps()).collect();
    let steps = work::map(py, &steps, threads, |step| comparing.step(*step))?;
    let mut comparison = comparing.finish(steps);
    for tag in tags {
        let (parts, more_values) = board.tag_parts(tag);
        let summary = |part: &TagPart<'_>| {
            let comparing = part.comparing(scorer, &board.systems, bootstrap);
            let results = (0..comparing.steps()).map(|step| comparing.step(step)).collect();
            comparing.summary(part.value.clone(), results)
        };
        comparison.breakdowns.push(Breakdown {
            tag: tag.clone(),
            values: work::map(py, &parts, threads, summary)?,
            more_values,
        });
    }
    Ok(comparison)
}

/// Makes the table of scores: a row for each sample and system.
fn table(scorer: &Scorer<'_>, board: &Board) -> Result<RecordBatch, ArrowError> {
    let ids: Vec<&str> = scorer.metrics().iter().map(|metric| metric.info().id).collect();
    let mut metrics: Vec<Float64Builder> = ids.iter().map(|_| Float64Builder::new()).collect();
    let mut missing = Int64Builder::new();
    let [mut samples, mut documents, mut systems, mut errors] = [(); 4].map(|()| StringBuilder::new());
    for sample in &board.samples {
        for (system, scores) in board.systems.iter().zip(&sample.systems) {
            samples.append_value(&sample.id);
            documents.append_value(&sample.document);
            systems.append_value(system);
            missing.append_value(i64::try_from(scores.missing).unwrap_or(i64::MAX));
            for (id, column) in ids.iter().zip(&mut metrics) {
                column.append_option(scores.score(id).and_then(|score| score.value()));
            }
            errors.append_option(scores.outcome.as_ref().err().or(scores.problem.as_ref()));
        }
    }
    let text = |name: &str, is_nullable, mut column: StringBuilder| {
        let column: ArrayRef = Arc::new(column.finish());
        (Field::new(name, DataType::Utf8, is_nullable), column)
    };
    let missing: ArrayRef = Arc::new(missing.finish());
    let mut columns = vec![
        text("id", false, samples),
        text("document", false, documents),
        text("system", false, systems),
        (Field::new("missing", DataType::Int64, false), missing),
    ];
    for (id, mut values) in ids.into_iter().zip(metrics) {
        columns.push((Field::new(id, DataType::Float64, true), Arc::new(values.finish())));
    }
    columns.push(text("error", true, errors));
    let (fields, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
}
