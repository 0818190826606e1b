//! The engine itself, natively.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

mod bounds;
mod gold;
mod places;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_tex::{Compilation, Compiler, Source, Use};

/// Compiled once for all tests. None without the engine's files, which come with the repository.
static COMPILER: LazyLock<Option<Compiler>> = LazyLock::new(|| {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    let folder = given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"));
    if !folder.join("manifest.json").exists() {
        eprintln!("skipped: no TeX engine in {}", folder.display());
        return None;
    }
    Some(Compiler::open(&folder, &[Use::Fragment, Use::Document]).unwrap())
});

fn fragment(text: &str) -> Option<Compilation> {
    Some(COMPILER.as_ref()?.compile(&Source::fragment(text)).unwrap())
}
