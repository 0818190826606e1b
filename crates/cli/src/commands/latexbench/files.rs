//! Reads items and answers.

use std::path::Path;

use texlens_latexbench::{Item, LineError, read_items, read_workbook};

use super::LatexBenchError;
use crate::failure::Failure;
use crate::input::{self, MAX_TEXT, read_text};

/// Reads a file of lines.
pub(super) fn read<T>(path: &Path, parse: fn(&str) -> Result<T, LineError>) -> Result<T, Failure> {
    let lines = |error| LatexBenchError::Lines {
        path: path.to_owned(),
        error,
    };
    Ok(parse(&read_text(path, MAX_TEXT)?).map_err(lines)?)
}

/// Reads the items of a workbook.
fn workbook(path: &Path) -> Result<Vec<Item>, Failure> {
    let bytes = input::read(path, MAX_TEXT).map_err(|error| Failure::Read {
        path: path.to_owned(),
        error,
    })?;
    let items = read_workbook(&bytes).map_err(|error| LatexBenchError::WorkbookRead {
        path: path.to_owned(),
        error,
    })?;
    Ok(items)
}

/// Reads a file with at least one item: JSON lines, or a workbook if its name ends with `.xlsx`.
pub(super) fn items(path: &Path) -> Result<Vec<Item>, Failure> {
    let is_workbook = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("xlsx"));
    let items = match is_workbook {
        true => workbook(path)?,
        false => read(path, read_items)?,
    };
    if items.is_empty() {
        return Err(LatexBenchError::NoItems(path.to_owned()).into());
    }
    Ok(items)
}
