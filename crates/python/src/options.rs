//! What is scored, and how.

use std::sync::{Arc, LazyLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use texlens_evaluate::{InputError, Kind, Parsed, Scorer, Text, noun, set_setting};
use texlens_metrics::{Evidence, Score, Settings, Side};
use texlens_native::{bundled_texbleu, score_compiled};

use crate::tex::Tex;
use crate::texts::{kind, text};

static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    let mut evidence = Evidence::default();
    evidence.texbleu = bundled_texbleu().ok().map(Arc::new);
    evidence
});

/// The kind of the samples, the metrics, the settings, and the TeX engine if metrics may need it.
#[pyclass(frozen)]
pub(crate) struct Options {
    kind: Kind,
    metrics: Option<Vec<String>>,
    settings: Settings,
    tex: Option<&'static Tex>,
}

#[pymethods]
impl Options {
    /// Raises `ValueError` if the kind, a metric or a setting is unknown, and `OSError` if the TeX engine is wanted and
    /// cannot be used.
    #[new]
    fn new(
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        metrics: Option<Vec<Bound<'_, PyAny>>>,
        settings: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
        tex: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let kind = text(kind, "kind")?;
        let kind = Kind::ALL
            .into_iter()
            .find(|known| *noun(*known, 1) == *kind)
            .ok_or_else(|| {
                let kind = &*kind;
                let kinds = Kind::ALL.map(|known| format!("{:?}", noun(known, 1)));
                PyValueError::new_err(format!("unknown kind {kind:?}: it is one of {}", kinds.join(", ")))
            })?;
        let mut own = Settings::default();
        for (name, value) in &settings {
            let name = text(name, "the name of a setting")?;
            let value = text(value, format_args!("the value of {name}"))?;
            set_setting(&mut own, &name, &value).map_err(wrong)?;
        }
        let tex = flag(tex, "tex")?;
        let options = Self {
            kind,
            metrics: metrics.map(|ids| read_ids(&ids, "metrics")).transpose()?,
            settings: own,
            tex: None,
        };
        options.scorer()?;
        Ok(Self {
            // After the arguments, since it takes a second.
            tex: tex.then(|| Tex::for_scores(py)).transpose()?,
            ..options
        })
    }
}

impl Options {
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    pub(crate) fn scorer(&self) -> PyResult<Scorer<'_>> {
        let scorer = match &self.metrics {
            Some(ids) => Scorer::only(self.kind, &self.settings, ids).map_err(wrong)?,
            None => Scorer::new(self.kind, &self.settings),
        };
        Ok(scorer.with_evidence(EVIDENCE.clone()))
    }

    /// Returns the TeX engine, if metrics may need it.
    pub(crate) fn tex(&self) -> Option<&Tex> {
        self.tex
    }
}

/// Scores a prediction, with the TeX engine if there is one.
pub(crate) fn score(
    scorer: &Scorer<'_>,
    tex: Option<&Tex>,
    reference: &Text<'_>,
    prediction: &Text<'_>,
) -> Result<Vec<Score>, InputError> {
    match tex {
        Some(tex) => Ok(score_compiled(scorer, reference, prediction, &tex.verdicts)?.scores),
        None => scorer.score_text(&Parsed::of(Side::Reference, reference)?, prediction, None),
    }
}

/// Reads a truth value, which `what` names in errors.
pub(crate) fn flag(value: &Bound<'_, PyAny>, what: &str) -> PyResult<bool> {
    value.extract().map_err(|_| {
        let kind = kind(value);
        PyTypeError::new_err(format!("{what} must be True or False, not {kind}"))
    })
}

/// Reads the ids of an argument, which `of` names in errors.
pub(crate) fn read_ids(ids: &[Bound<'_, PyAny>], of: &str) -> PyResult<Vec<String>> {
    let what = format!("an id in {of}");
    ids.iter().map(|id| Ok(text(id, &what)?.to_string())).collect()
}

/// Converts an error of the arguments.
pub(crate) fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
