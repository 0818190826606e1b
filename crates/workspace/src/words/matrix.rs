//! The matrix of samples and systems.

use std::cmp::Ordering;

use texlens_metrics::{Direction, Info};

use super::compare::leaderboard::LOWER_IS_BETTER;
use super::compare::numbers::{decimal, signed};
use super::count;
use crate::matrix::{CellState, Change, MatrixCell};
use crate::state::MatrixFilter;

/// Name of the screen and of its table.
pub const SCREEN: &str = "Matrix of samples and systems";

/// Heading of the screen.
pub const TITLE: &str = "Matrix";

/// Label of the choice of the score.
pub const SCORE: &str = "Score";

/// Label of the choice of the system with which others are compared.
pub const BASELINE: &str = "Baseline";

/// Option without a baseline.
pub const NO_BASELINE: &str = "none";

/// Label of the choice of the order.
pub const ORDER: &str = "Sort by";

/// Option that keeps the order of arrival.
pub const BY_ARRIVAL: &str = "Order of arrival";

/// Option that sorts by name.
pub const BY_NAME: &str = "Name";

/// Option that sorts by the distance between systems.
pub const BY_SPREAD: &str = "Distance between systems";

/// Name of the button that reverses the order.
pub const REVERSE: &str = "Reverse the order";

/// Label of the choice of a filter.
pub const FILTER: &str = "Show";

/// Label of the choice of a tag.
pub const TAG: &str = "Tag";

/// Option that shows samples whatever their tags.
pub const ANY_TAG: &str = "any";

/// Name of the search field.
pub const SEARCH: &str = "Search the rows: words, or tag:NAME=VALUE";

/// Text in the empty search field.
pub const SEARCH_EMPTY: &str = "Search";

/// Button that removes all filters.
pub const SHOW_ALL: &str = "Show all";

/// Heading of the names of samples.
pub const SAMPLE: &str = "Sample";

/// Heading of the row with the means.
pub const MEAN: &str = "Mean";

/// Hint of the row with the means.
pub const MEAN_ABOUT: &str = "Mean over all samples, as in the leaderboard";

/// Hint of means that are not calculated yet.
pub const PUT_OFF: &str = "There are very many samples: open Compare to calculate the means";

/// Text in place of rows if the filters admit none.
pub const NO_ROWS: &str = "No sample matches the filters.";

/// Remark in the heading of the baseline.
pub const IS_BASELINE: &str = "baseline";

/// Mean that is being calculated.
pub const COMING: &str = "\u{2026}";

/// Cell without a value.
pub const UNDEFINED: &str = "n/a";

/// Cell without a prediction.
pub const MISSING: &str = "missing";

/// Cell of a page that is being read.
pub const READING: &str = "reading\u{2026}";

/// Cell that waits for its scores.
pub const SCORING: &str = "scoring\u{2026}";

/// Cell whose texts could not be scored.
pub const FAILED: &str = "failed";

/// Cell that nobody scores.
pub const UNSCORED: &str = "not scored";

/// Number of rows, and of all rows if some are hidden.
#[must_use]
pub fn rows(shown: usize, all: usize) -> String {
    if shown == all {
        return count(all, "sample");
    }
    format!("{shown} of {}", count(all, "sample"))
}

/// Name of a filter.
#[must_use]
pub fn filter(filter: MatrixFilter) -> String {
    match filter {
        MatrixFilter::All => "All samples".to_owned(),
        MatrixFilter::Differing => "Systems differ".to_owned(),
        MatrixFilter::Missing => "A prediction is missing".to_owned(),
        MatrixFilter::Listed(filter) => filter.name().to_owned(),
    }
}

/// Option of a metric, and hint of the heading.
#[must_use]
pub fn metric(info: &Info) -> String {
    match info.direction {
        Direction::HigherIsBetter => info.name.to_owned(),
        Direction::LowerIsBetter => format!("{} ({LOWER_IS_BETTER})", info.name),
    }
}

/// Option of a tag.
#[must_use]
pub fn tag(name: &str, value: &str) -> String {
    if value.is_empty() {
        name.to_owned()
    } else {
        format!("{name}: {value}")
    }
}

/// Hint of the heading of a system.
#[must_use]
pub fn sort_by(system: &str) -> String {
    format!("{system}: sort by this column; again to reverse")
}

/// Hint of the name of a sample, which opens two systems.
#[must_use]
pub fn open_pair(sample: &str, first: &str, second: &str) -> String {
    format!("{sample}: open {first} and {second} beside each other")
}

/// Hint of the name of a sample with one prediction.
#[must_use]
pub fn open(sample: &str) -> String {
    format!("{sample}: open")
}

/// Text of a cell.
#[must_use]
pub fn cell(cell: &MatrixCell) -> String {
    match (cell.state, cell.value) {
        (CellState::Value | CellState::Incomplete, Some(value)) => decimal(value),
        (CellState::Value | CellState::Undefined | CellState::Incomplete, _) => UNDEFINED.to_owned(),
        (CellState::Missing, _) => MISSING.to_owned(),
        (CellState::Reading, _) => READING.to_owned(),
        (CellState::Scoring, _) => SCORING.to_owned(),
        (CellState::Failed, _) => FAILED.to_owned(),
        (CellState::Unscored, _) => UNSCORED.to_owned(),
    }
}

/// Text of a cell outside of the app.
#[must_use]
pub fn plain(of: &MatrixCell) -> String {
    cell(of).trim_end_matches('\u{2026}').to_owned()
}

/// Hint and name of a cell: first its text, then what it means, and why. `change` is the difference to the `baseline`.
#[must_use]
pub fn about(of: &MatrixCell, system: &str, reason: Option<&str>, change: Option<(Change, &str)>) -> String {
    let counted = of
        .value
        .map(|value| format!(", which counts as {}", decimal(value)))
        .unwrap_or_default();
    let text = cell(of);
    let because = |what: &str| match reason {
        Some(reason) => format!("{text}, {what}: {reason}"),
        None => format!("{text}, {what}"),
    };
    let what = match of.state {
        CellState::Missing => format!("{text}, no prediction{counted}"),
        CellState::Failed => because("not scored"),
        CellState::Undefined => because("not defined"),
        CellState::Incomplete => format!("{text}, with missing pages as empty ones"),
        CellState::Value | CellState::Reading | CellState::Scoring | CellState::Unscored => text,
    };
    let change = change.map(|(change, baseline)| match change.order {
        Ordering::Equal => format!("; {}, equal to {baseline}", signed(change.amount)),
        Ordering::Greater => format!("; {}, better than {baseline}", signed(change.amount)),
        Ordering::Less => format!("; {}, worse than {baseline}", signed(change.amount)),
    });
    format!("{system}: {what}{}", change.unwrap_or_default())
}
