//! The folders of this task.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::paths;

/// Returns the folder with the description of the artefacts: changes of the engine, formats, lists of files.
pub(super) fn recipe() -> PathBuf {
    paths::root().join("xtask/tex")
}

/// Returns the folder of the artefacts.
pub(super) fn site() -> PathBuf {
    paths::root().join("www/tex")
}

/// Creates an empty folder, and removes whatever was in its place.
pub(super) fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
