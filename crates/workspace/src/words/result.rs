//! Sentences of the panel with the scores and texts of a sample.

/// Accessible name of the panel, and of its tabs.
pub const PANEL: &str = "Result";

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

/// Returns the number of formulas that differ, on the tab of the formulas.
#[must_use]
pub fn different_formulas(different: usize, all: usize) -> String {
    format!("{different} of {all} differ")
}
