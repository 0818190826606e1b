//! The engine itself, natively.

#![cfg(feature = "native")]
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

mod bounds;
mod dvi;
mod gold;
mod places;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use texlens_tex::{Compilation, Compiler, Source, Use};

/// Compiled once for all tests.
static COMPILER: LazyLock<Compiler> =
    LazyLock::new(|| Compiler::open(&folder(), &[Use::Fragment, Use::Document]).unwrap());

/// The engine's files, which come with the repository.
fn folder() -> PathBuf {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"))
}

fn fragment(text: &str) -> Compilation {
    COMPILER.compile(&Source::fragment(text)).unwrap()
}
