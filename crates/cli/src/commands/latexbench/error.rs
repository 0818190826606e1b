//! The reasons why items cannot be made or answers cannot be checked.

use std::path::PathBuf;

use texlens_latexbench::{LineError, WorkbookError};

/// An error that ends `texlens latexbench`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LatexBenchError {
    #[error("the folder {} is not empty; name another one, or overwrite its files of items with --force", .0.display())]
    NotEmpty(PathBuf),
    #[error("{}: {error}", .path.display())]
    Lines { path: PathBuf, error: LineError },
    #[error("{} has no items; make some with `texlens latexbench make --out DIR`", .0.display())]
    NoItems(PathBuf),
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
}
