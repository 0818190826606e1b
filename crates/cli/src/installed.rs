//! The files that are installed with the program: beside it, or in `../lib/texlens`, where the archive has them and
//! `cargo xtask setup` puts what the repository lacks.

use std::env;
use std::path::{Path, PathBuf};

/// The file in an installed folder that lists the others.
pub(crate) const MANIFEST: &str = "manifest.json";

/// Returns the path in an environment variable. An empty variable counts as unset.
pub(crate) fn named(variable: &str) -> Option<PathBuf> {
    env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from)
}

/// Returns the path of an installed file with one of these names.
pub(crate) fn find_file(names: &[&str]) -> Option<PathBuf> {
    find(names, Path::is_file)
}

/// Returns the path of the installed folder with this name.
pub(crate) fn find_folder(name: &str) -> Option<PathBuf> {
    find(&[name], has_manifest)
}

/// Reports whether a folder lists its files in a manifest. A folder without one belongs to another program.
pub(crate) fn has_manifest(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

fn find(names: &[&str], is_installed: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let beside = program.parent()?;
    let folders = [beside.to_owned(), beside.join("../lib/texlens")];
    let all = folders
        .iter()
        .flat_map(|folder| names.iter().map(|name| folder.join(name)));
    all.into_iter().find(|path| is_installed(path))
}
