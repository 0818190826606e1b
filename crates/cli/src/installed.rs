//! The files that are installed with the program: beside it, or in `../lib/texlens`, where the archive has them and
//! `cargo xtask setup` puts what the repository lacks.

use std::env;
use std::path::PathBuf;

/// Returns the path of an installed file or folder with one of these names.
pub(crate) fn find(names: &[&str]) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let beside = program.parent()?;
    let folders = [beside.to_owned(), beside.join("../lib/texlens")];
    let all = folders
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.into_iter().find(|path| path.exists())
}
