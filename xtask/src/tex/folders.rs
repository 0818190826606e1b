//! Folders of this chore.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::paths;

/// What describes the artefacts: the engine's changes, the formats, the lists of files.
pub(super) fn recipe() -> PathBuf {
    paths::root().join("xtask/tex")
}

/// Where the artefacts are kept.
pub(super) fn site() -> PathBuf {
    paths::root().join("www/tex")
}

/// Makes an empty folder in the place of whatever was there.
pub(super) fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
