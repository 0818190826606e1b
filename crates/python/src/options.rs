//! What is scored, and how.

use std::sync::{Arc, LazyLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use texlens_evaluate::{Kind, Scorer, noun, set_setting};
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Settings};

use crate::texts::text;

/// The model of TeXBLEU inside this module.
const TEXBLEU: &[u8] = include_bytes!("../../../models/texbleu.bin");

static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    let mut evidence = Evidence::default();
    evidence.texbleu = TexbleuModel::parse(TEXBLEU).ok().map(Arc::new);
    evidence
});

/// The kind of the samples, the metrics, and the settings.
#[pyclass(frozen)]
pub(crate) struct Options {
    kind: Kind,
    metrics: Option<Vec<String>>,
    settings: Settings,
}

#[pymethods]
impl Options {
    /// Raises `ValueError` if the kind, a metric or a setting is unknown.
    #[new]
    fn new(
        kind: &Bound<'_, PyAny>,
        metrics: Option<Vec<Bound<'_, PyAny>>>,
        settings: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>,
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
        let options = Self {
            kind,
            metrics: metrics.map(|ids| read_ids(&ids, "metrics")).transpose()?,
            settings: own,
        };
        options.scorer()?;
        Ok(options)
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
