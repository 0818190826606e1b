//! The folder of the TeX engine. Its files stand beside the program, never inside it.

use std::env;
use std::path::{Path, PathBuf};

use crate::installed;

/// Returns the given folder; else that of the variable `TEXLENS_TEX`; else the installed one; else that of the source tree.
pub(crate) fn folder(given: Option<&Path>) -> PathBuf {
    if let Some(folder) = given {
        return folder.to_owned();
    }
    if let Some(folder) = env::var_os("TEXLENS_TEX") {
        return folder.into();
    }
    installed::find(&["tex"]).unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"))
}
