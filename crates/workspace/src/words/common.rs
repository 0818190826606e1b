//! Labels that several screens share.

use texlens_metrics::{Span, places};

/// Button that adds files.
pub const ADD_FILES: &str = "Add files";

/// Button that adds a folder with its files.
pub const ADD_FOLDER: &str = "Add folder";

/// Button that adds people's ratings.
pub const ADD_RATINGS: &str = "Add ratings";

/// Button that cancels work or leaves a dialog without effect.
pub const CANCEL: &str = "Cancel";

/// Button that closes a dialog.
pub const CLOSE: &str = "Close";

/// Button that dismisses a message.
pub const DISMISS: &str = "Dismiss";

/// Answer to the question whether something is to be deleted for good.
pub const KEEP: &str = "Keep";

/// Label of a LaTeX text.
pub const LATEX: &str = "LaTeX";

/// Button that leads to the next place of a score or an error type.
pub const NEXT_PLACE: &str = "Next place";

/// State of a sample without a prediction.
pub const NO_PREDICTION: &str = "no prediction";

/// Heading or label of a system's text.
pub const PREDICTION: &str = "Prediction";

/// Button that leads to the previous place of a score or an error type.
pub const PREVIOUS_PLACE: &str = "Previous place";

/// Heading or label of the text as it should be.
pub const REFERENCE: &str = "Reference";

/// Button that removes what is beside it.
pub const REMOVE: &str = "Remove";

/// Button that saves the evaluation or a correction.
pub const SAVE: &str = "Save";

/// Button that tries again what failed.
pub const TRY_AGAIN: &str = "Try again";

/// Button that undoes the last step.
pub const UNDO: &str = "Undo";

/// Last line of a list that is cut off.
#[must_use]
pub fn more(count: usize) -> String {
    format!("and {count} more")
}

/// Line in place of equal paragraphs that are hidden.
#[must_use]
pub fn equal_paragraphs(count: usize) -> String {
    match count {
        1 => "1 equal paragraph".to_owned(),
        count => format!("{count} equal paragraphs"),
    }
}

/// Number of pages of a document, which has several.
#[must_use]
pub fn pages(count: usize) -> String {
    format!("{count} pages")
}

/// What the buttons beside a long text step through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Portion {
    /// Parts of bounded length.
    #[default]
    Part,
    /// Pages.
    Page,
}

impl Portion {
    const fn noun(self) -> &'static str {
        match self {
            Self::Part => "part",
            Self::Page => "page",
        }
    }

    const fn title(self) -> &'static str {
        match self {
            Self::Part => "Part",
            Self::Page => "Page",
        }
    }

    /// Name of the buttons. `what` is the text with its article.
    #[must_use]
    pub fn all_of(self, what: &str) -> String {
        format!("{}s of {what}", self.title())
    }

    /// Button that leads to the previous one.
    #[must_use]
    pub fn previous(self) -> String {
        format!("Previous {}", self.noun())
    }

    /// Button that leads to the next one.
    #[must_use]
    pub fn next(self) -> String {
        format!("Next {}", self.noun())
    }

    /// Position among all.
    #[must_use]
    pub fn position(self, at: usize, all: usize) -> String {
        format!("{} {}", self.title(), position(at, all))
    }
}

/// Position among places.
#[must_use]
pub fn position(at: usize, all: usize) -> String {
    format!("{at} of {all}")
}

/// Position of a span among the places of a score (see [`place_at`](texlens_metrics::place_at)), of which some spans are
/// not listed.
#[must_use]
pub fn place(spans: &[Span], span: usize, unlisted: usize) -> String {
    let places = places(spans);
    let at = places.partition_point(|start| *start <= span);
    position(at, places.len() + unlisted)
}

/// Hint of an attribution: what was changed in the reference.
#[must_use]
pub fn changes(changes: &str) -> String {
    format!("Reference: {changes}")
}
