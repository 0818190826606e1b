//! Sentences of the panel with the scores and texts of a sample.

use super::count;

/// Accessible name of the panel, and of its tabs.
pub const PANEL: &str = "Result";

/// Tab with the page, if the window has no room for it beside the tabs.
pub const PAGE: &str = "Page";

/// Tab with all scores.
pub const SCORES: &str = "Scores";

/// Tab with the texts of both sides.
pub const DIFF: &str = "Diff";

/// Tab with the verdict of the TeX engine and the errors.
pub const COMPILE: &str = "Compile";

/// Button that folds the page away.
pub const HIDE_PAGE: &str = "Hide page";

/// Button that shows the page again.
pub const SHOW_PAGE: &str = "Show page";

/// Accessible name of the line between the list and what is beside it.
pub const LIST_SPLITTER: &str = "Width of the list";

/// Accessible name of the line between the page and the tabs.
pub const PAGE_SPLITTER: &str = "Width of the page";

/// What the keys and the pointer do with such a line.
pub const SPLITTER_HINT: &str = "Drag, or press an arrow key. Double-click to reset.";

/// Tab with the formulas.
pub const FORMULAS: &str = "Formulas";

/// Shown among the formulas while a text is missing.
pub const NO_FORMULAS: &str = "Formulas are paired once there are two texts.";

/// Accessible name of the list of suspicions.
pub const SUSPICIONS: &str = "Signs of a prediction that was made for the metrics";

/// Shown before the list of suspicions.
pub const SUSPICIOUS: &str = "Look at this prediction before you trust its scores:";

/// Returns the number of differences between the texts, on the tab of the texts.
#[must_use]
pub fn differences(differences: usize) -> String {
    match differences {
        0 => "same".to_owned(),
        1 => "1 difference".to_owned(),
        differences => format!("{differences} differences"),
    }
}

/// Returns the number of errors that keep the prediction from compiling, on the tab of the compilation.
#[must_use]
pub fn errors(errors: usize) -> String {
    count(errors, "error")
}

/// Returns the number of formulas that differ, on the tab of the formulas.
#[must_use]
pub fn different_formulas(different: usize, all: usize) -> String {
    format!("{different} of {all} differ")
}
