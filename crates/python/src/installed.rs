//! The parts that are installed with the package: the TeX engine, the runtime of the networks, and this module.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use texlens_native::{Part, Places, RuntimeError, about as look};

/// The file of this module.
static MODULE: OnceLock<PathBuf> = OnceLock::new();

/// Notes where this module was loaded from.
pub(crate) fn note(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let file: PathBuf = module.getattr("__file__")?.extract()?;
    MODULE.get_or_init(|| file);
    Ok(())
}

/// Returns the file of this module.
pub(crate) fn module_file() -> &'static Path {
    MODULE.get().map_or(Path::new(""), PathBuf::as_path)
}

/// Returns the folder of the package as the place of all parts.
pub(crate) fn places() -> Places {
    Places::folder(module_file().parent().unwrap_or(Path::new("")))
}

/// Describes the parts: versions, and paths or None.
#[pyfunction]
pub(crate) fn about(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let about = look(&places());
    let networks = PyDict::new(py);
    for (network, version) in &about.networks {
        networks.set_item(network.name(), version)?;
    }
    let path = |part: Part| part.path.filter(|_| part.is_there);
    let described = PyDict::new(py);
    described.set_item("version", env!("CARGO_PKG_VERSION"))?;
    described.set_item("networks", networks)?;
    described.set_item("tex_engine", path(about.tex_engine))?;
    described.set_item("onnx_runtime", path(about.runtime))?;
    Ok(described)
}

/// Converts the error of a part that cannot be used.
pub(crate) fn unusable(error: impl std::fmt::Display, advice: &str) -> PyErr {
    PyOSError::new_err(format!("{error}{advice}"))
}

/// Returns the advice about a runtime that cannot be used.
pub(crate) fn runtime_advice(error: &RuntimeError) -> &'static str {
    match error {
        RuntimeError::NotFound | RuntimeError::Load { .. } | RuntimeError::SelfCheck { .. } => {
            ". The wheel has it: reinstall texlens, or name another library in ORT_DYLIB_PATH"
        }
        _ => "",
    }
}
