//! What commands do.

use std::fmt;
use std::rc::Rc;

use crate::messages::latexbench::BenchFile;
use crate::messages::ratings::RatingFile;
use crate::saving::Format;
use crate::state::{Action, RatingAction, Sample, Screen};

/// What a command does.
#[derive(Debug)]
pub enum Deed {
    /// Changes the state.
    Act(Box<Action>),
    /// Changes the open sheet, at the present time.
    Rate(Timed),
    /// Opens the browser's dialog for files to import, or for a folder.
    Choose {
        /// Whether it is for a folder.
        folder: bool,
    },
    /// Opens the browser's dialog for files of the shown screen.
    Open,
    /// Cancels what a screen is doing.
    Cancel(Screen),
    /// Saves the evaluation.
    Save(Format),
    /// Saves a file of LaTeXBench.
    SaveBench(BenchFile),
    /// Saves a file of a study.
    SaveRatings(RatingFile),
    /// Saves the answers of the open sheet.
    SaveAnswers,
    /// Adds the made pages to the samples, or saves them.
    Pages(MadeFiles),
    /// Typesets a text on the screen of LaTeXBench.
    Typeset(String),
    /// Copies a text.
    Copy(String),
    /// Downloads the prediction of a sample.
    Download(Rc<Sample>),
    /// Focuses the search field of the list.
    Search,
    /// Presses the button or option with this id.
    Press(&'static str),
    /// Focuses the first field of the form with this id, and unfolds the form.
    Fill(&'static str),
}

/// What is done with made pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MadeFiles {
    /// The images are added to the samples.
    AddImages,
    /// The PDFs are added to the samples.
    AddPdfs,
    /// All files are saved.
    SaveAll,
    /// The PDF of the shown page is saved.
    SavePdf,
}

/// A change of the open sheet that needs the present time, in milliseconds.
pub struct Timed(pub Box<dyn FnOnce(f64) -> RatingAction>);

impl fmt::Debug for Timed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Timed")
    }
}

/// Returns the deed that changes the state by an action.
pub(super) fn act(action: Action) -> Deed {
    Deed::Act(Box::new(action))
}

/// Returns the deed that changes the open sheet at the present time.
pub(super) fn timed(action: impl FnOnce(f64) -> RatingAction + 'static) -> Deed {
    Deed::Rate(Timed(Box::new(action)))
}
