//! The effects of commands.

use std::fmt;
use std::rc::Rc;

use crate::brought::ImportId;
use crate::messages::latexbench::BenchFile;
use crate::messages::ratings::RatingFile;
use crate::saving::Format;
use crate::state::{Action, RatingAction, Sample};

/// The effect of a command.
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
    /// Cancels an activity.
    Cancel(Activity),
    /// Continues an import of an earlier visit.
    ContinueImport(ImportId),
    /// Saves the evaluation.
    Save(Format),
    /// Saves a file of LaTeXBench.
    SaveBench(BenchFile),
    /// Saves a file of a study.
    SaveRatings(RatingFile),
    /// Saves the answers of the open sheet.
    SaveAnswers,
    /// Saves the answers of the model that reads.
    SaveReadings,
    /// Saves the run of the model that reads.
    SaveReaderRun,
    /// Tries again to store samples.
    StoreAgain,
    /// Reloads the page with the new version.
    Reload,
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

/// An activity that can be cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activity {
    /// The work of LaTeXBench.
    Bench,
    /// The calculation of the leaderboard.
    Board,
    /// The work on ratings.
    Rating,
    /// Making or packing pages.
    Making,
    /// The comparison of systems.
    Comparison,
    /// The import.
    Import,
    /// The download of a report.
    Report,
    /// Asking the judge.
    Judge,
    /// Asking the model that reads.
    Reader,
    /// Reading with a model that the person brought.
    OwnModel,
}

/// A use of made pages.
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
