//! Finds what a path on the command line holds.

use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;

use texlens_dataset::{Blob, Limits, Problem, read_all};
use texlens_evaluate::{Bootstrap, Evaluation};
use texlens_leaderboard::{ResultFiles, is_result_file};
use texlens_report::{DATA, MAX_BYTES, from_folder};

use super::LeaderboardError;
use crate::brought::{self, Go};
use crate::failure::Failure;
use crate::input::{self, Folder, ReadError, read_text};
use crate::terminal::say;

/// Maximum number of entries of a folder with its subfolders: 500 parsers with 100 pages of four files.
const MAX_ENTRIES: usize = 200_000;

/// Maximum size of one result file in bytes: those of the benchmark have less than 1 MB.
const MAX_RESULT_FILE: u64 = 16 << 20;

/// What a path holds.
pub(super) enum Found {
    /// The text of a saved evaluation.
    Saved(String),
    /// A report that was saved as a folder.
    Report(Box<Evaluation>),
    /// The evaluations of result files.
    Results(Vec<Evaluation>),
}

/// Reads a file or a folder.
pub(super) fn find(path: &Path) -> Result<Found, Failure> {
    if !path.is_dir() {
        return Ok(Found::Saved(read_text(path, MAX_BYTES as u64)?));
    }
    if path.join(DATA).is_file() {
        let folder = Folder::new(path).map_err(|error| Failure::Read {
            path: path.to_owned(),
            error: error.into(),
        })?;
        let text = read_text(&path.join(DATA), MAX_BYTES as u64)?;
        let evaluation = from_folder(&text, |image| folder.read(&path.join(image), MAX_BYTES as u64).ok())?;
        return Ok(Found::Report(Box::new(evaluation)));
    }
    let files = result_files(path)?;
    if files.is_empty() {
        return Err(LeaderboardError::EmptyFolder.into());
    }
    Ok(Found::Results(files.evaluations(&Bootstrap::default())))
}

/// Reads the result files of a folder.
fn result_files(folder: &Path) -> Result<ResultFiles, Failure> {
    let limits = Limits {
        entries: MAX_ENTRIES,
        ..Limits::default()
    };
    let mut files = ResultFiles::default();
    let mut failed = None;
    let mut add = |path: &str, blob: Result<Rc<dyn Blob>, Problem>| match added(&mut files, path, blob) {
        Ok(()) => Go::On,
        Err(failure) => {
            failed = Some(failure);
            Go::Stop
        }
    };
    brought::add(folder, &brought::name(folder), HashSet::new(), &limits, &mut add)?;
    failed.map_or(Ok(files), Err)
}

fn added(files: &mut ResultFiles, path: &str, blob: Result<Rc<dyn Blob>, Problem>) -> Result<(), Failure> {
    let failure = |error: ReadError| Failure::Read {
        path: path.into(),
        error,
    };
    match blob {
        Err(Problem::TooManyEntries { limit }) => Err(LeaderboardError::TooManyFiles(limit).into()),
        Err(problem) if is_result_file(path) => Err(failure(problem.into())),
        // A folder that a link leads to has been read.
        Err(Problem::FolderTwice { .. }) => Ok(()),
        Err(problem) => {
            say(format_args!("texlens: {}", failure(problem.into())));
            Ok(())
        }
        Ok(blob) if is_result_file(path) => {
            let bytes = read_all(&*blob, MAX_RESULT_FILE).map_err(|error| failure(Problem::from(error).into()))?;
            let text = input::text(bytes).map_err(failure)?;
            Ok(files.add(path, &text).map_err(LeaderboardError::from)?)
        }
        Ok(_) => Ok(()),
    }
}
