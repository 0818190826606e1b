//! The module of the wheel: what app and command do, for Python. Results leave it as JSON in the form of the command's
//! output, or as Arrow arrays; `python/texlens` gives them their form.

mod batch;
mod column;
mod evaluate;
mod fork;
mod images;
mod installed;
mod ocr;
mod options;
mod pdf;
mod reward;
mod scores;
mod tex;
mod texts;
mod typeset;
mod work;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use texlens_dataset::Limits;
use texlens_evaluate::{Bootstrap, Kind, MetricValues, noun};
use texlens_metrics::{Info, registry};
use texlens_native::score as score_with_engine;

use options::Options;
use texts::PageTexts;

/// Scores one sample; returns the scores in the form of the command's output.
#[pyfunction]
fn score(
    py: Python<'_>,
    reference: &Bound<'_, PyAny>,
    prediction: &Bound<'_, PyAny>,
    options: PyRef<'_, Options>,
    spans: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let options = &*options;
    let spans = options::flag(spans, "spans")?;
    let reference = PageTexts::of(reference, "the reference")?;
    let prediction = PageTexts::of(prediction, "the prediction")?;
    if options.kind() != Kind::Document && (reference.is_document() || prediction.is_document()) {
        return Err(PyValueError::new_err(
            "a list of pages needs kind='document'; for many samples, use score_batch",
        ));
    }
    py.detach(|| {
        let scorer = options.scorer()?;
        let (reference, prediction) = (reference.text(), prediction.text());
        let scores = match options.tex() {
            Some(tex) => {
                score_with_engine(scorer, &reference, &prediction, &tex.verdicts, true).map(|found| found.scores)
            }
            None => options::score(&scorer, None, &reference, &prediction),
        };
        json(&MetricValues::of(&scores.map_err(options::wrong)?, spans))
    })
}

/// Returns all metrics, in the order of the scores.
#[pyfunction]
fn metrics(py: Python<'_>) -> PyResult<Vec<Bound<'_, pyo3::types::PyDict>>> {
    let describe = |info: &Info| {
        let described = pyo3::types::PyDict::new(py);
        let kinds: Vec<&str> = info.kinds.iter().map(|kind| noun(*kind, 1)).collect();
        let (least, greatest) = (*info.range.start(), *info.range.end());
        described.set_item("id", info.id)?;
        described.set_item("name", info.name)?;
        described.set_item("about", info.about)?;
        described.set_item("group", info.group.name())?;
        described.set_item(
            "higher_is_better",
            info.direction == texlens_metrics::Direction::HigherIsBetter,
        )?;
        described.set_item("least", least)?;
        described.set_item("greatest", greatest.is_finite().then_some(greatest))?;
        described.set_item("kinds", kinds)?;
        described.set_item("source", info.source)?;
        Ok(described)
    };
    registry().iter().map(|metric| describe(metric.info())).collect()
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(options::wrong)
}

/// The compiled part of the package `texlens`.
#[pymodule]
fn _texlens(module: &Bound<'_, PyModule>) -> PyResult<()> {
    installed::note(module)?;
    fork::register(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("MAX_FILE_BYTES", Limits::default().file_bytes)?;
    module.add("DEFAULT_DPI", texlens_pdf::DEFAULT_DPI)?;
    module.add("DEFAULT_RESAMPLES", Bootstrap::default().resamples())?;
    module.add("DEFAULT_SEED", Bootstrap::default().seed())?;
    module.add_class::<Options>()?;
    module.add_class::<reward::Rewards>()?;
    module.add_class::<scores::BatchScores>()?;
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add_function(wrap_pyfunction!(batch::score_batch, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(typeset::compile, module)?)?;
    module.add_function(wrap_pyfunction!(typeset::render, module)?)?;
    module.add_function(wrap_pyfunction!(ocr::ocr, module)?)?;
    module.add_function(wrap_pyfunction!(ocr::ocr_samples, module)?)?;
    module.add_function(wrap_pyfunction!(pdf::serve_pdf, module)?)?;
    module.add_function(wrap_pyfunction!(installed::about, module)?)?;
    module.add_function(wrap_pyfunction!(texts::is_list, module)?)?;
    module.add_function(wrap_pyfunction!(texts::strip_answer, module)?)?;
    module.add_function(wrap_pyfunction!(metrics, module)?)
}
