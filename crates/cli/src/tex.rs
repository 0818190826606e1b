//! The folder of the TeX engine. Its files stand beside the program, never inside it.

use std::path::{Path, PathBuf};

use crate::installed;

/// Returns the given folder; else that of the variable `TEXLENS_TEX`; else the installed one; else that of the source tree.
pub(crate) fn folder(given: Option<&Path>) -> PathBuf {
    if let Some(folder) = given {
        return folder.to_owned();
    }
    let folder = named().or_else(|| installed::find_folder("tex"));
    folder.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"))
}

/// Returns the folder of the variable `TEXLENS_TEX`.
pub(crate) fn named() -> Option<PathBuf> {
    installed::named("TEXLENS_TEX")
}
