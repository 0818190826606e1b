//! The TeX engine, for all threads of this process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use texlens_native::{TexEngine, VerdictError, Verdicts};
use texlens_tex::ArtefactError;

use crate::installed;

/// The engine that was loaded. It stays until the process ends.
static TEX: Mutex<Option<&'static Tex>> = Mutex::new(None);

/// The lock of the engine.
pub(crate) type Loading = MutexGuard<'static, Option<&'static Tex>>;

/// Waits until no thread loads the engine, and then keeps others from it.
pub(crate) fn loading() -> Loading {
    TEX.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The engine with its verdicts.
pub(crate) struct Tex {
    pub(crate) engine: Arc<TexEngine>,
    pub(crate) verdicts: Verdicts,
}

impl Tex {
    /// Returns the engine, which is loaded at the first call. Other threads of Python can run meanwhile.
    pub(crate) fn load(py: Python<'_>) -> PyResult<&'static Self> {
        py.detach(Self::loaded).map_err(unusable)
    }

    /// Returns the engine with the files for verdicts and drawings, without which scores would be undefined.
    pub(crate) fn for_scores(py: Python<'_>) -> PyResult<&'static Self> {
        let tex = Self::load(py)?;
        let files = || tex.verdicts.require().and_then(|()| tex.verdicts.require_drawings());
        py.detach(files).map_err(unusable)?;
        Ok(tex)
    }

    fn loaded() -> Result<&'static Self, ArtefactError> {
        let mut loaded = loading();
        if let Some(tex) = *loaded {
            return Ok(tex);
        }
        let engine = Arc::new(TexEngine::new(installed::places().tex_engine(None)));
        engine.compiler(&[])?;
        let tex = Box::new(Self {
            verdicts: Verdicts::new(Arc::clone(&engine), warn),
            engine,
        });
        Ok(loaded.insert(Box::leak(tex)))
    }
}

/// Converts an error of the engine.
pub(crate) fn unusable(error: ArtefactError) -> PyErr {
    let advice = match error {
        ArtefactError::Read { .. } => {
            ". The wheel has the TeX engine: reinstall texlens, or name the folder of an engine in TEXLENS_TEX"
        }
        _ => "",
    };
    installed::unusable(error, advice)
}

/// Logs the reason why a text has no verdict.
fn warn(error: &VerdictError) {
    log(&error.to_string());
}

/// Logs a warning. What a handler of warnings raises is ignored.
pub(crate) fn log(warning: &str) {
    let _: PyResult<()> = Python::attach(|py| {
        let logger = py.import("logging")?.call_method1("getLogger", ("texlens",))?;
        logger.call_method1("warning", ("%s", warning))?;
        Ok(())
    });
}
