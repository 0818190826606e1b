//! The TeX engine of the command.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use texlens_native::{Places, TexEngine, Verdicts};

use crate::failure::Failure;
use crate::terminal;

/// Returns the folder of the engine: the given one, or the usual one.
pub(crate) fn folder(given: Option<&Path>) -> PathBuf {
    Places::beside_program().tex_engine(given)
}

/// Returns the verdicts of the engine in this folder, or in the first of the usual places that has one. Prints the reason
/// if it cannot be used.
///
/// # Errors
/// If a folder is given and its engine cannot be used. Otherwise the engine may be missing.
pub(crate) fn verdicts(given: Option<&Path>) -> Result<Verdicts, Failure> {
    let engine = Arc::new(TexEngine::new(folder(given)));
    let verdicts = Verdicts::new(engine, |error| terminal::say(format_args!("texlens: {error}")));
    if given.is_some() {
        verdicts.require()?;
    }
    Ok(verdicts)
}
