//! Sentences and labels of the header.

use crate::state::Theme;

/// What the program is for, beside its name.
pub const TAGLINE: &str = "How well was this page turned into LaTeX?";

/// Name of the choice of the screen.
pub const VIEW: &str = "View";

/// Option that shows the samples.
pub const SAMPLES: &str = "Samples";

/// Option that shows the formulas of all samples.
pub const FORMULAS: &str = "Formulas";

/// Option that compares the systems.
pub const COMPARE: &str = "Compare";

/// Option that shows the matrix of samples and systems.
pub const MATRIX: &str = "Matrix";

/// Option that shows leaderboards.
pub const LEADERBOARD: &str = "Leaderboard";

/// Option that shows LaTeXBench.
pub const LATEXBENCH: &str = "LaTeXBench";

/// Option that shows ratings by people.
pub const RATINGS: &str = "Ratings";

/// Option that shows the screen that makes pages.
pub const MAKING: &str = "Make pages";

/// Button that opens the browser's file dialog.
pub const OPEN_FILES: &str = "Open files";

/// Button that opens the dialog for pasted texts.
pub const ADD_TEXT: &str = "Add text";

/// The button that saves, while a file is being written.
pub const SAVING: &str = "Saving\u{2026}";

/// Name of the button that opens the help.
pub const HELP: &str = "Help and keys";

/// Name of the button that changes the colours.
#[must_use]
pub const fn theme(current: Theme) -> &'static str {
    match current {
        Theme::System => "Colours: system. Switch to light",
        Theme::Light => "Colours: light. Switch to dark",
        Theme::Dark => "Colours: dark. Switch to system",
    }
}
