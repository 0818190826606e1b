//! The sheet with the plan of an import, and the progress of the import. The plan's summary is in `import`.

use texlens_dataset::Overview;

use super::{common, count};

/// Title of the sheet.
pub const TITLE: &str = "Review import";

/// Word before the folder that contains all files.
pub const IN: &str = "in";

/// Words before the recognised layouts.
pub const RECOGNISED: &str = "Recognised:";

/// Name of the list of tabs.
pub const PARTS: &str = "Parts of the plan";

/// Tab with the samples.
pub const SAMPLES: &str = "Samples";

/// Tab with the files that are not used.
pub const LEFT_OVER: &str = "Left over";

/// Tab with the systems.
pub const SYSTEMS: &str = "Systems";

/// Tab with the columns of lists.
pub const LISTS: &str = "Lists";

/// Tab with the notices.
pub const NOTICES: &str = "Notices";

/// Text in place of the notices if there are none.
pub const NO_NOTICES: &str = "No notices.";

/// Status while a correction is applied.
pub const LOOKING: &str = "Looking\u{2026}";

/// Heading of the names of samples.
pub const SAMPLE: &str = "Sample";

/// Heading of the images.
pub const IMAGE: &str = "Image";

/// Button that leaves a sample or a system out.
pub const LEAVE_OUT: &str = "Leave out";

/// Text in place of the samples if there are none.
pub const NO_SAMPLES: &str = "No samples were found. You can assign the leftover files by hand.";

/// Mark of a sample that is a formula.
pub const FORMULA: &str = "formula";

/// Name of the table of files that are not used.
pub const LEFT_OVER_FILES: &str = "Leftover files";

/// Heading of the files that are not used.
pub const FILE: &str = "File";

/// Heading of the reasons why files are not used.
pub const REASON: &str = "Reason";

/// Text in place of the files that are not used if there are none.
pub const NO_LEFT_OVER: &str = "Every file is used.";

/// Heading of the names of systems.
pub const NAME: &str = "Name";

/// Heading of the numbers of predictions.
pub const PREDICTIONS: &str = "Predictions";

/// Heading of the buttons that change a system.
pub const CHANGE: &str = "Change";

/// Text in place of the systems if there are none.
pub const NO_SYSTEMS: &str = "No system has predictions.";

/// Button that makes the texts of a system the references.
pub const USE_AS_REFERENCES: &str = "Use as references";

/// Name of the choice between pages and formulas.
pub const KIND: &str = "Kind of the records";

/// Kind of records that are pages.
pub const PAGES: &str = "Pages";

/// Kind of records that are formulas.
pub const FORMULAS: &str = "Formulas";

/// Label of the role of a file, after the file's name.
pub const IS: &str = "is";

/// Role of a file that is an image.
pub const IS_IMAGE: &str = "image";

/// Role of a file that is a reference.
pub const IS_REFERENCE: &str = "reference";

/// Role of a file that is a prediction.
pub const IS_PREDICTION: &str = "prediction";

/// Role of a file that is not used.
pub const IS_LEFT_OUT: &str = "left out";

/// Label of the system of a file that is a prediction.
pub const OF_SYSTEM: &str = "of system";

/// Label of the sample that a file belongs to.
pub const FOR_SAMPLE: &str = "for sample";

/// Button that moves a file to its new place.
pub const APPLY: &str = "Apply";

/// Button that leaves a file where it is.
pub const CANCEL_CHANGE: &str = "Cancel the change";

/// Name of the progress of an import.
pub const PROGRESS: &str = "Import progress";

/// Button that starts the import.
#[must_use]
pub fn accept(overview: &Overview) -> String {
    match (overview.samples, overview.reports) {
        (0, 0) if overview.ratings > 0 => common::ADD_RATINGS.to_owned(),
        (0, reports) if reports > 0 => format!("Open {}", count(reports, "evaluation")),
        (samples, _) => format!("Add {}", count(samples, "sample")),
    }
}

/// Status while files are stored before the import starts.
#[must_use]
pub fn keeping(done: usize, total: usize) -> String {
    format!("Copying files into this browser, so that they survive a crash: {done} of {total}")
}

/// Number of corrections of the plan.
#[must_use]
pub fn corrections(steps: usize) -> String {
    format!("{} by hand", count(steps, "correction"))
}

/// Number of a page in its document.
#[must_use]
pub fn page(number: u64) -> String {
    format!("page {number}")
}

/// Hint of a file in the plan: a click moves it to another place.
#[must_use]
pub fn reassign(path: &str) -> String {
    format!("Reassign {path}")
}

/// Hint of a file that is not used: a click gives it a place.
#[must_use]
pub fn assign(path: &str) -> String {
    format!("Assign {path}")
}

/// Name of the form that moves a file.
#[must_use]
pub fn place(path: &str) -> String {
    format!("Place of {path}")
}

/// Button that leaves one sample out.
#[must_use]
pub fn leave_out(sample: &str) -> String {
    format!("{LEAVE_OUT} {sample}")
}

/// Name of the field that renames a system.
#[must_use]
pub fn name_of(system: &str) -> String {
    format!("Name of {system}")
}

/// Name of the choice of a column's meaning.
#[must_use]
pub fn meaning_of(column: &str) -> String {
    format!("Meaning of {column}")
}

/// Name of the field for the system of a column with predictions.
#[must_use]
pub fn system_of(column: &str) -> String {
    format!("System of {column}")
}

/// Meaning of a column, by its id.
#[must_use]
pub fn meaning(id: &str) -> &str {
    match id {
        "" => "not used",
        "prediction" => "prediction of",
        id => id,
    }
}

/// Progress while files are found.
#[must_use]
pub fn looking(files: usize) -> String {
    format!("Looking at {}", count(files, "file"))
}

/// Progress while PDF files are opened.
#[must_use]
pub fn opening(done: usize, total: usize) -> String {
    format!("Opening PDFs: {done} of {total}")
}

/// Progress while samples are added.
#[must_use]
pub fn adding(done: usize, total: usize) -> String {
    format!("Adding {done} of {}", count(total, "sample"))
}

/// Shown in the empty field for the pages of a PDF file.
pub const ALL_PAGES: &str = "all";

/// Returns the accessible name of the field for the pages of a PDF file.
#[must_use]
pub fn pages_of(path: &str) -> String {
    format!("Pages of {path}")
}

/// Returns the hint of the field for the pages of a PDF file.
#[must_use]
pub fn pages_hint(all: u32) -> String {
    format!("Pages to add, for example 1-20, 35. Leave it empty to add all {all}.")
}
