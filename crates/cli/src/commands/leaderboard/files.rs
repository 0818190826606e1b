//! Finds what a path on the command line holds.

use std::fs;
use std::path::{Path, PathBuf};

use texlens_evaluate::Evaluation;
use texlens_leaderboard::{ResultFiles, is_result_file};
use texlens_report::{DATA, MAX_BYTES, from_folder};

use super::LeaderboardError;
use crate::failure::Failure;
use crate::input::{self, Folder, ReadError, read_text};

/// Maximum number of entries of a folder with its subfolders: 500 parsers with 100 pages of four files.
const MAX_ENTRIES: usize = 200_000;

/// Maximum depth of subfolders: dataset, parser, page, and one above.
const MAX_DEPTH: usize = 5;

/// Maximum size of one result file in bytes: those of the benchmark have less than 1 MB.
const MAX_RESULT_FILE: u64 = 16 << 20;

/// What a path holds.
pub(super) enum Found {
    /// The text of a saved evaluation.
    Evaluation { name: String, text: String },
    /// A report that was saved as a folder.
    Report { name: String, evaluation: Box<Evaluation> },
    /// Result files.
    Results { name: String, files: ResultFiles },
}

/// Reads a file or a folder.
pub(super) fn find(path: &Path) -> Result<Found, Failure> {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let name = full.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !full.is_dir() {
        let text = read_text(path, MAX_BYTES as u64)?;
        return Ok(Found::Evaluation { name, text });
    }
    let unreadable = |error: ReadError| Failure::Read {
        path: path.to_owned(),
        error,
    };
    let folder = Folder::new(path).map_err(|error| unreadable(error.into()))?;
    if path.join(DATA).is_file() {
        let text = read_text(&path.join(DATA), MAX_BYTES as u64)?;
        let evaluation = from_folder(&text, |image| folder.read(&path.join(image), MAX_BYTES as u64).ok())?;
        let evaluation = Box::new(evaluation);
        return Ok(Found::Report { name, evaluation });
    }
    let mut files = ResultFiles::default();
    for (path, inner) in result_files(path, &name).map_err(|error| match error {
        WalkError::Io(error) => unreadable(error.into()),
        WalkError::TooMany => LeaderboardError::TooManyFiles(MAX_ENTRIES).into(),
    })? {
        let bytes = folder.read(&path, MAX_RESULT_FILE).and_then(input::text);
        let text = bytes.map_err(|error| Failure::Read { path, error })?;
        files.add(&inner, &text).map_err(LeaderboardError::from)?;
    }
    if files.is_empty() {
        return Err(LeaderboardError::EmptyFolder.into());
    }
    Ok(Found::Results { name, files })
}

enum WalkError {
    Io(std::io::Error),
    TooMany,
}

/// Returns the result files of a folder in the order of their names, with their paths from the folder on. Links are not
/// followed.
fn result_files(folder: &Path, name: &str) -> Result<Vec<(PathBuf, String)>, WalkError> {
    let mut found = Vec::new();
    let mut left = MAX_ENTRIES;
    let mut open: Vec<(PathBuf, String, usize)> = vec![(folder.to_owned(), name.to_owned(), 0)];
    while let Some((folder, inner, depth)) = open.pop() {
        for entry in fs::read_dir(&folder).map_err(WalkError::Io)? {
            let entry = entry.map_err(WalkError::Io)?;
            left = left.checked_sub(1).ok_or(WalkError::TooMany)?;
            let kind = entry.file_type().map_err(WalkError::Io)?;
            let inner = format!("{inner}/{}", entry.file_name().to_string_lossy());
            if kind.is_dir() && depth < MAX_DEPTH {
                open.push((entry.path(), inner, depth + 1));
            } else if kind.is_file() && is_result_file(&inner) {
                found.push((entry.path(), inner));
            }
        }
    }
    found.sort_by(|(_, a), (_, b)| a.cmp(b));
    Ok(found)
}
