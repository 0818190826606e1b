//! Tests of the engine itself, with the native runtime.

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

/// The compiler, loaded once for all tests.
static COMPILER: LazyLock<Compiler> =
    LazyLock::new(|| Compiler::open(&folder(), &[Use::Fragment, Use::Document]).unwrap());

/// Returns the folder of the engine's files, which are in the repository.
fn folder() -> PathBuf {
    let given = std::env::var_os("TEXLENS_TEX").map(PathBuf::from);
    given.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/tex"))
}

fn fragment(text: &str) -> Compilation {
    COMPILER.compile(&Source::fragment(text)).unwrap()
}
