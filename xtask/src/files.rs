//! Files of what is packed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Copies a file or a folder, except for hidden files.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_file() {
        make_room(to)?;
        fs::copy(from, to).with_context(|| format!("{} to {}", from.display(), to.display()))?;
        return Ok(());
    }
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let name = entry?.file_name();
        if !name.as_encoded_bytes().starts_with(b".") {
            copy(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

/// Writes a file, and makes its folder if necessary.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    make_room(path)?;
    fs::write(path, bytes).with_context(|| path.display().to_string())
}

fn make_room(path: &Path) -> Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}
