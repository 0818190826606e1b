//! Rewards of completions: the share of TexOCR's unit tests that pass, by their weights.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyString};
use texlens_evaluate::{CompletionReward, Kind, Parsed, Rewarder, Spread, TestCounts, TestSet, Text, WeightedTest};
use texlens_metrics::Side;

use crate::options::{self, Options};
use crate::texts::text;
use crate::work;

/// The unit tests that count, and the settings with their thresholds.
#[pyclass(frozen)]
pub(crate) struct Rewards {
    tests: TestSet,
    options: Py<Options>,
}

#[pymethods]
impl Rewards {
    /// Raises `ValueError` if a test that is left out or weighted is unknown, if none remains, or if a weight is refused.
    #[new]
    fn new(options: Py<Options>, without: Vec<Bound<'_, PyAny>>, weights: Vec<(String, f64)>) -> PyResult<Self> {
        if options.get().kind() != Kind::Page {
            return Err(PyValueError::new_err("rewards are of pages"));
        }
        let has_engine = options.get().tex().is_some();
        let tests = match has_engine {
            true => TestSet::default(),
            false => TestSet::default().without("csr").map_err(options::wrong)?,
        };
        let left = |tests: TestSet, name: &String| match name.as_str() {
            "csr" if !has_engine => Ok(tests),
            name => tests.without(name),
        };
        let without = options::read_ids(&without, "without")?;
        let tests = without.iter().try_fold(tests, left).map_err(options::wrong)?;
        let weigh = |tests: TestSet, (name, weight): &(String, f64)| tests.weighted(name, *weight);
        let tests = weights.iter().try_fold(tests, weigh).map_err(options::wrong)?;
        Ok(Self { tests, options })
    }

    /// Rewards the completions of one page. Returns for each its reward, its advantage over the others, and its tests, or
    /// the reason why it has none.
    fn reward<'py>(
        &self,
        py: Python<'py>,
        reference: &Bound<'py, PyAny>,
        completions: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let settings = self.options.get().settings();
        let reference = text(reference, "the reference")?;
        let reference = Text::from(&*reference);
        let reference = py
            .detach(|| Parsed::of(Side::Reference, &reference))
            .map_err(options::wrong)?;
        let rows = (0..).zip(&completions);
        let completions: Vec<Result<PyBackedStr, String>> = rows
            .map(|(number, completion)| completion_of(completion, number))
            .collect::<PyResult<_>>()?;
        let rewarder = Rewarder::new(settings, &self.tests);
        let tex = self.options.get().tex().filter(|_| self.tests.has("csr"));
        let rewarded = work::map(py, &completions, NonZeroUsize::MIN, |completion| {
            let text = Text::from(&**completion.as_ref().map_err(String::clone)?);
            let compilation = tex.and_then(|tex| tex.verdicts.of(&text));
            let rewarded = rewarder.reward(&reference, &text, compilation.as_ref());
            rewarded.map_err(|error| error.to_string())
        })?;
        let rewards: Vec<f64> = rewarded.iter().flatten().filter_map(|one| one.reward).collect();
        let spread = Spread::of(&rewards);
        rewarded.iter().map(|one| described(py, one, spread.as_ref())).collect()
    }
}

/// Reads a completion. A missing or invalid completion affects only its own result.
fn completion_of(completion: &Bound<'_, PyAny>, number: usize) -> PyResult<Result<PyBackedStr, String>> {
    if completion.is_none() {
        return Ok(Err("the completion is None".to_owned()));
    }
    let py = completion.py();
    // Its result is beside it, but the error of a wrong type stands alone.
    let name = match completion.is_instance_of::<PyString>() {
        true => "the completion".to_owned(),
        false => format!("completion {number}"),
    };
    match text(completion, name) {
        Err(error) if error.is_instance_of::<PyValueError>(py) => Ok(Err(error.value(py).to_string())),
        read => read.map(Ok),
    }
}

fn described<'py>(
    py: Python<'py>,
    rewarded: &Result<CompletionReward, String>,
    spread: Option<&Spread>,
) -> PyResult<Bound<'py, PyDict>> {
    let described = PyDict::new(py);
    let one = match rewarded {
        Ok(one) => one,
        Err(error) => {
            described.set_item("reward", py.None())?;
            described.set_item("error", error)?;
            return Ok(described);
        }
    };
    let tests = PyDict::new(py);
    for WeightedTest { test, weight } in &one.tests {
        let of_test = PyDict::new(py);
        of_test.set_item("value", test.value)?;
        of_test.set_item("threshold", test.threshold)?;
        of_test.set_item("weight", weight)?;
        of_test.set_item("passed", test.is_passed())?;
        tests.set_item(test.metric, of_test)?;
    }
    let groups = PyDict::new(py);
    for (group, TestCounts { passed, total }) in one.groups() {
        let of_group = PyDict::new(py);
        of_group.set_item("passed", passed)?;
        of_group.set_item("total", total)?;
        groups.set_item(group, of_group)?;
    }
    let undefined = PyDict::new(py);
    for (metric, reason) in &one.undefined {
        undefined.set_item(metric, reason)?;
    }
    let advantage = spread.zip(one.reward).map(|(spread, reward)| spread.advantage(reward));
    described.set_item("reward", one.reward)?;
    described.set_item("advantage", advantage)?;
    let TestCounts { passed, total } = one.counts();
    described.set_item("passed", passed)?;
    described.set_item("total", total)?;
    described.set_item("groups", groups)?;
    described.set_item("tests", tests)?;
    described.set_item("undefined", undefined)?;
    Ok(described)
}
