//! Table structure corruption.
//!
//! # Description
//! “Tables suffer from structural errors such as missing column separators, misaligned rows, or incorrect multi-line
//! cell handling, which easily break table environments.”
//!
//! # Rule
//! A table of the reference is missing or
//! - has a different number of rows,
//! - has a row with a different number of cells; `\multicolumn` counts as its number of columns, and empty cells at the
//!   end of a row do not count,
//! - has fewer than `table_corruption.min_cells` of its cells in their row and column;
//!
//! or a `\begin` or `\end` of a table in the prediction is unmatched. A table is a tabular with at least two rows and
//! two columns; a table in Markdown or HTML counts as missing. Tables with the most words in common are compared first,
//! the others in order. A cell is in its place if at least half of its letters and digits are there.
//!
//! # Exclusions
//! Words and numbers as such: a misread number does not affect the structure (the metric `ta` measures it). Tables that
//! only the prediction has. Rules, the alignment of columns, captions.
//!
//! # Source
//! TexOCR, table 3 and figure 7.

use std::collections::HashMap;
use std::ops::Range;

use rapidfuzz::distance::levenshtein;
use texlens_latex::is_table_environment;
use texlens_metrics::{Kind, MAX_MATCHED_TABLES, Parameter, Share, Span, match_tables, printed};

use super::grid::{Cell, Grid, grids};
use super::model::ErrorTypeInfo;
use super::quote::{counted, quoted};
use super::rule::{Judged, found_if};
use super::sides::{Sides, different, environment_of, extra, missing};

/// Smallest share of cells.
pub(super) static MIN_CELLS: Parameter<Share> = Parameter {
    name: "table_corruption.min_cells",
    default: Share(0.5),
    about: "Smallest share of a table's cells that have to be in their row and column.",
};

pub(super) static INFO: ErrorTypeInfo = ErrorTypeInfo {
    id: "table_corruption",
    name: "Table Structure Corruption",
    short: "Tables",
    about: "A table is missing, has other rows or columns, or its environment is broken.",
    rule: "A table of the reference is missing, has another number of rows or of cells in a row, or less than half of its cells \
           (table_corruption.min_cells) in their places; or an environment of a table is not closed or not opened.",
    kinds: &[Kind::Page, Kind::Document],
    parameters: &[&MIN_CELLS],
};

/// Largest number of letters and digits of a cell that are compared, to limit the time.
const MAX_LETTERS: usize = 256;

/// Largest number of faults that are described in words.
const MAX_TOLD: usize = 3;

/// The corruption of a table.
struct Corruption {
    why: String,
    spans: Vec<Span>,
}

pub(super) fn judge(sides: &Sides<'_>) -> Judged {
    let [reference, prediction] = [sides.reference, sides.prediction].map(|outline| grids(outline, MAX_MATCHED_TABLES));
    let partners = partners(&reference, &prediction);
    let of_tables = reference.iter().enumerate().filter_map(|(index, grid)| {
        let partner = partners.get(index).copied().flatten();
        of_table(index, grid, partner.and_then(|partner| prediction.get(partner)), sides)
    });
    let mut corruptions: Vec<Corruption> = of_tables.collect();
    corruptions.extend(of_environments(sides));
    let mut said: Vec<String> = corruptions.iter().take(MAX_TOLD).map(|one| one.why.clone()).collect();
    if corruptions.len() > MAX_TOLD {
        said.push(format!("And {} more.", corruptions.len() - MAX_TOLD));
    }
    found_if(&said, corruptions.into_iter().flat_map(|one| one.spans).collect())
}

fn of_table(index: usize, reference: &Grid, prediction: Option<&Grid>, sides: &Sides<'_>) -> Option<Corruption> {
    let name = format!("Table {}", index + 1);
    let Some(prediction) = prediction else {
        let why = format!(
            "{name} is missing: {}.",
            quoted(&printed(sides.reference, &reference.range))
        );
        let note = "no such table in the prediction";
        return Some(Corruption {
            why,
            spans: vec![missing(&reference.range, note)],
        });
    };
    let fault = row_count(reference, prediction)
        .or_else(|| cell_count(reference, prediction))
        .or_else(|| places(reference, prediction, sides.settings.get(&MIN_CELLS)))?;
    Some(Corruption {
        why: format!("{name} has {}.", fault.what),
        spans: different(&fault.reference, &fault.prediction, &fault.what).into(),
    })
}

/// A fault and its places.
struct Fault {
    what: String,
    reference: Range<usize>,
    prediction: Range<usize>,
}

fn row_count(reference: &Grid, prediction: &Grid) -> Option<Fault> {
    let [expected, found] = [reference, prediction].map(|grid| grid.rows.len());
    (expected != found).then(|| Fault {
        what: format!("{} in place of {expected}", counted(found, "row")),
        reference: reference.range.clone(),
        prediction: prediction.range.clone(),
    })
}

fn cell_count(reference: &Grid, prediction: &Grid) -> Option<Fault> {
    let rows = || reference.rows.iter().zip(&prediction.rows);
    let wrong = rows().filter(|(a, b)| a.columns != b.columns).count();
    let (index, (expected, found)) = rows().enumerate().find(|(_, (a, b))| a.columns != b.columns)?;
    let others = match wrong {
        1 => String::new(),
        _ => format!(", and {} more with other columns", counted(wrong - 1, "row")),
    };
    let cells = counted(found.columns, "cell");
    Some(Fault {
        what: format!("{cells} in place of {} in row {}{others}", expected.columns, index + 1),
        reference: expected.range.clone(),
        prediction: found.range.clone(),
    })
}

/// Compares the cells of two tables of the same shape.
fn places(reference: &Grid, prediction: &Grid, least: Share) -> Option<Fault> {
    let (mut total, mut right) = (0, 0);
    for (expected, found) in reference.rows.iter().zip(&prediction.rows) {
        let found: HashMap<usize, &Cell> = found.cells.iter().map(|cell| (cell.column, cell)).collect();
        for cell in expected.cells.iter().filter(|cell| !cell.letters.is_empty()) {
            total += 1;
            right += usize::from(found.get(&cell.column).is_some_and(|other| is_alike(cell, other)));
        }
    }
    let is_enough = right as f64 >= least.0 * total as f64;
    (!is_enough).then(|| Fault {
        what: format!("{right} of {} in their row and column", counted(total, "cell")),
        reference: reference.range.clone(),
        prediction: prediction.range.clone(),
    })
}

/// Reports whether at least half of the letters are equal. Misread letters therefore do not count.
fn is_alike(a: &Cell, b: &Cell) -> bool {
    let [a, b] = [a, b].map(|cell| cell.letters.chars().take(MAX_LETTERS).collect::<Vec<_>>());
    levenshtein::normalized_similarity(a, b) >= 0.5
}

/// Returns for each table of the reference the index of its partner.
pub(super) fn partners(reference: &[Grid], prediction: &[Grid]) -> Vec<Option<usize>> {
    let words = |grids: &[Grid]| grids.iter().map(|grid| grid.words.clone()).collect::<Vec<_>>();
    match_tables(&words(reference), &words(prediction))
}

fn of_environments<'a>(sides: &'a Sides<'_>) -> impl Iterator<Item = Corruption> + 'a {
    let of_table = |mark: &str| environment_of(mark).is_some_and(is_table_environment);
    let faults = sides.faults.iter().filter(move |fault| of_table(fault.found));
    faults.map(|fault| Corruption {
        why: format!("{fault}."),
        spans: vec![extra(&fault.range, fault.to_string())],
    })
}
