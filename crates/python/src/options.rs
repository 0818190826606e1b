//! What is scored, and how.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use texlens_evaluate::{Kind, Scorer, noun, set_setting};
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Settings};

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
    fn new(kind: &str, metrics: Option<Vec<String>>, settings: BTreeMap<String, String>) -> PyResult<Self> {
        let kind = Kind::ALL
            .into_iter()
            .find(|known| noun(*known, 1) == kind)
            .ok_or_else(|| {
                let kinds = Kind::ALL.map(|known| format!("{:?}", noun(known, 1)));
                PyValueError::new_err(format!("unknown kind {kind:?}: it is one of {}", kinds.join(", ")))
            })?;
        let mut own = Settings::default();
        for (name, text) in &settings {
            set_setting(&mut own, name, text).map_err(wrong)?;
        }
        let options = Self {
            kind,
            metrics,
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

/// Converts an error of the arguments.
pub(crate) fn wrong(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
