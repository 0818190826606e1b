//! The module of the wheel: the scores and rewards of app and command for Python. Results leave it as JSON in the form
//! of the command's output, or as Arrow arrays; `python/texlens` gives them their form.

mod batch;
mod column;
mod options;
mod reward;
mod scores;
mod texts;
mod work;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use texlens_evaluate::{Detail, Kind, MetricValues, Parsed, noun};
use texlens_metrics::{Info, Side, registry};

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
    let spans: bool = spans
        .extract()
        .map_err(|_| PyTypeError::new_err(format!("spans must be True or False, not {}", texts::kind(spans))))?;
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
        let reference = Parsed::of(Side::Reference, &reference).map_err(options::wrong)?;
        let detail = if spans { Detail::Spans } else { Detail::Values };
        let scored = scorer
            .assess(&reference, &prediction, None, detail)
            .map_err(options::wrong)?;
        json(&MetricValues::of(&scored.scores, spans))
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
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<Options>()?;
    module.add_class::<reward::Rewards>()?;
    module.add_class::<scores::BatchScores>()?;
    module.add_function(wrap_pyfunction!(score, module)?)?;
    module.add_function(wrap_pyfunction!(batch::score_batch, module)?)?;
    module.add_function(wrap_pyfunction!(texts::is_list, module)?)?;
    module.add_function(wrap_pyfunction!(metrics, module)?)
}
