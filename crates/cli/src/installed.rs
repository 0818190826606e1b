//! The files that are installed with the program: beside it, or in `../lib/texlens`, where the archive has them and
//! `cargo xtask setup` puts what the repository lacks.

use std::env;
use std::path::{Path, PathBuf};

/// The file in an installed folder that lists the others.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Returns the path of an installed file or folder with one of these names. A name with an ending is that of a file.
/// Any other name is that of a folder, which lists its files in a manifest: a file or folder of that name without one
/// belongs to another program.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let beside = program.parent()?;
    let folders = [beside.to_owned(), beside.join("../lib/texlens")];
    let all = folders
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.into_iter().find(|path| is_installed(path))
}

fn is_installed(path: &Path) -> bool {
    match path.extension() {
        Some(_) => path.is_file(),
        None => path.join(MANIFEST).is_file(),
    }
}
