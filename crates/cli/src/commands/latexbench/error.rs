//! The reasons why items cannot be made or answers cannot be checked.

use std::path::PathBuf;

use texlens_evaluate::StatsError;
use texlens_judge::ProtocolError;
use texlens_latexbench::{LineError, WorkbookError, WorkbookReadError};

/// An error that ends `texlens latexbench`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LatexBenchError {
    #[error("{}: {error}", .path.display())]
    Lines { path: PathBuf, error: LineError },
    #[error("{} has no items; make some with `texlens latexbench make --out DIR`", .0.display())]
    NoItems(PathBuf),
    #[error(
        "{} holds the run of another model, with other parameters or of other items, or answers that are not of a run; name another folder with --out",
        .0.display()
    )]
    OtherRun(PathBuf),
    #[error(
        "{} is not a run that this texlens can read: {what}; name a folder that `texlens latexbench run` has written",
        .path.display()
    )]
    NoRun { path: PathBuf, what: String },
    #[error("{} has other items than the run in {}; name the file that the run was made with", .0.display(), .1.display())]
    NotItemsOf(PathBuf, PathBuf),
    #[error("the runs in {} and {} have other items, so they cannot be compared; show each alone", .0.display(), .1.display())]
    OtherItems(PathBuf, PathBuf),
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    #[error(transparent)]
    Stats(#[from] StatsError),
    #[error("{}: {error}", .path.display())]
    WorkbookRead { path: PathBuf, error: WorkbookReadError },
    #[error(transparent)]
    Workbook(#[from] WorkbookError),
}
