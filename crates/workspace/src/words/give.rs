//! Sentences of the dialog that gives a reference or a prediction to a sample.

use texlens_metrics::Side;

use super::common;
use crate::state::Sample;

/// Button that opens the dialog for a reference, and its title.
pub const ADD_REFERENCE: &str = "Add reference";

/// Button that opens the dialog for a prediction, and its title.
pub const ADD_PREDICTION: &str = "Add prediction";

/// Item of the menu for the reference of a sample that has one.
pub const REPLACE_REFERENCE: &str = "Replace reference";

/// Name of the menu of a sample.
pub const MENU: &str = "Actions for this sample";

/// Button that chooses a file instead of pasting.
pub const CHOOSE: &str = "Choose file";

/// Endings of the files that can be chosen.
pub const ENDINGS: &str = ".tex,.ltx,.latex,.md,.markdown,.mmd,.html,.htm,.txt,.text,.mml,.mathml";

/// Title of the dialog and label of its button.
#[must_use]
pub const fn title(side: Side) -> &'static str {
    match side {
        Side::Reference => ADD_REFERENCE,
        Side::Prediction => ADD_PREDICTION,
    }
}

/// Label of the box.
#[must_use]
pub const fn label(side: Side) -> &'static str {
    match side {
        Side::Reference => common::REFERENCE,
        Side::Prediction => common::PREDICTION,
    }
}

/// Shown in the empty box.
#[must_use]
pub const fn hint(side: Side) -> &'static str {
    match side {
        Side::Reference => super::add_text::REFERENCE_HINT,
        Side::Prediction => super::add_text::PREDICTION_HINT,
    }
}

/// Says which sample gets the text.
#[must_use]
pub fn of(sample: &Sample) -> String {
    format!("For {}", sample.case)
}
