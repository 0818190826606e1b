//! Reads items and answers.

use std::path::Path;

use texlens_latexbench::{Item, LineError, read_items};

use super::LatexBenchError;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};

/// Reads a file of lines.
pub(super) fn read<T>(path: &Path, parse: fn(&str) -> Result<T, LineError>) -> Result<T, Failure> {
    let lines = |error| LatexBenchError::Lines {
        path: path.to_owned(),
        error,
    };
    Ok(parse(&read_text(path, MAX_TEXT)?).map_err(lines)?)
}

/// Reads a file with at least one item.
pub(super) fn items(path: &Path) -> Result<Vec<Item>, Failure> {
    let items = read(path, read_items)?;
    if items.is_empty() {
        return Err(LatexBenchError::NoItems(path.to_owned()).into());
    }
    Ok(items)
}
