//! Sentences and labels of the screen that makes pages.

use crate::making::MakeField;
use crate::messages::synthesis::MakeSummary;
use crate::state::{Making, MakingStage};
use crate::words::{count, megabytes};

/// The title of the screen.
pub const TITLE: &str = "Make pages";

/// What the screen is for, while there are no pages.
pub const INTRODUCTION: &str = "How well does a system read pages whose LaTeX is known exactly? Pages are drawn from a \
                                seed, with random layouts, sentences and formulas, and pdfTeX sets them on this \
                                machine. Each comes as images and as a PDF, with its reference and the place of every \
                                formula and glyph.";

/// Label of the seed.
pub const SEED: &str = "Seed";

/// Note below the seed.
pub const SEED_NOTE: &str = "The same seed gives the same pages everywhere.";

/// Label of the number of pages.
pub const PAGES: &str = "Pages";

/// Label of the languages.
pub const LANGUAGES: &str = "Languages";

/// The languages, in the order of [`LANGUAGES`](crate::making::LANGUAGES).
pub const LANGUAGE_NAMES: [&str; 4] = ["English", "German", "French", "Spanish"];

/// Label of the difficulties.
pub const DIFFICULTIES: &str = "Complexity of formulas";

/// The difficulties, in the order of [`DIFFICULTIES`](crate::making::DIFFICULTIES).
pub const DIFFICULTY_NAMES: [&str; 3] = ["simple (up to 20)", "average (21 to 45)", "hard (46 or more)"];

/// Label of the choice of formulas of the training.
pub const TRAINED: &str = "use formulas of the training, too";

/// What this choice means.
pub const TRAINED_NOTE: &str = "The glyph detector of texlens may have seen these formulas.";

/// Label of the file of formulas.
pub const OWN: &str = "Your own formulas";

/// Note below the file of formulas.
pub const OWN_NOTE: &str = "A text file with one formula on each line, or JSONL with the field latex, also compressed \
                            with gzip. You can drop it here.";

/// Button that opens a file with formulas.
pub const CHOOSE_OWN: &str = "Choose a file";

/// Several files were chosen.
pub const ONE_FILE: &str = "Choose one file: texlens uses the formulas of one file at a time.";

/// Button that brings back pages that others have replaced.
pub const UNDO: &str = "Bring the earlier pages back";

/// Label of the resolutions.
pub const DPI: &str = "Resolutions (dpi)";

/// Note below the resolutions.
pub const DPI_NOTE: &str = "Separated by commas. Each gives an image of each page.";

/// Label of the damage.
pub const DAMAGE: &str = "Damage";

/// Note below the damage.
pub const DAMAGE_NOTE: &str = "none, skew, blur, shadow, scan, or several joined by +. Each entry gives an image: \
                               none, skew+blur.";

/// Button that makes the pages.
pub const MAKE: &str = "Make pages";

/// Button that makes only the first page.
pub const PREVIEW: &str = "Preview page 1";

/// Shown above the pages.
pub const PART: &str = "Made pages";

/// Button that adds the images to the samples.
pub const ADD_IMAGES: &str = "Add images to the samples";

/// Button that adds the PDFs to the samples.
pub const ADD_PDFS: &str = "Add PDFs to the samples";

/// Button that saves all files.
pub const SAVE_ALL: &str = "Save all files (ZIP)";

/// Button that saves the PDF of the shown page.
pub const SAVE_PDF: &str = "Save this page as PDF";

/// Label of the choice of the image.
pub const IMAGE: &str = "Image";

/// Label of the choice of the boxes.
pub const BOXES: &str = "boxes of text and formulas";

/// What the pager steps through.
pub const ALL: &str = "the run";

/// Name of the slider that chooses the page.
pub const SLIDER: &str = "Shown page";

/// Heading of the formulas that were left out.
pub const LEFT_OUT: &str = "Formulas left out";

/// Name of the progress bar.
pub const PROGRESS: &str = "Progress";

/// Shown while the first page is made.
pub const NO_PAGE: &str = "No page is made yet.";

/// No formula is as it was asked for.
pub const NOTHING_CHOSEN: &str = "No formula is left: all have other difficulties, or the glyph detector may have seen \
                                  them in training. Choose more difficulties, or use formulas of the training, too.";

/// The heads of the summary.
pub const HEADS: [&str; 5] = [
    "Pages",
    "Formulas",
    "Training overlap",
    "Formulas to choose from",
    "Left out",
];

/// Maximum number of formulas that the screen names as left out.
pub const MOST_NAMED: usize = 100;

/// The problem with a field of the form.
#[must_use]
pub const fn problem(field: MakeField) -> &'static str {
    match field {
        MakeField::Seed => "Enter a whole number from 0 on.",
        MakeField::Pages => "Enter a number from 1 to 10,000.",
        MakeField::Languages => "Choose at least one language.",
        MakeField::Difficulties => "Choose at least one difficulty.",
        MakeField::Dpi => "Enter whole numbers from 1 to 65,535, separated by commas: 100, 200.",
        MakeField::Damage => "Enter none, skew, blur, shadow or scan, or several joined by +, separated by commas.",
    }
}

/// A name that the worker does not know, which only a page of another version sends.
#[must_use]
pub fn unknown(name: &str) -> String {
    format!("This version of the app does not know {name}. Reload the page.")
}

/// What is being done.
#[must_use]
pub fn stage(making: &Making) -> String {
    let summary = making.summary.as_deref();
    let formulas = summary.map_or(0, |summary| summary.formulas);
    match making.stage {
        MakingStage::Idle => String::new(),
        MakingStage::Reading => "Reading the formulas\u{2026}".to_owned(),
        MakingStage::Loading(loaded, total) => {
            format!("Loading files: {} of {}", megabytes(loaded), megabytes(total))
        }
        MakingStage::Making => {
            let all = making.order.as_ref().map_or(0, |order| order.pages);
            format!(
                "Making page {} of {all}, {} so far",
                (done(making) + 1).min(all),
                count(formulas, "formula")
            )
        }
        MakingStage::Packing(done, all) => format!("Packing file {done} of {all}"),
    }
}

/// The number of pages that were made or could not be made.
#[must_use]
pub fn done(making: &Making) -> usize {
    let summary = making.summary.as_deref();
    summary.map_or(0, |summary| summary.pages + summary.failed.len())
}

/// The values of the summary, under [`HEADS`].
#[must_use]
pub fn values(summary: &MakeSummary) -> [String; 5] {
    let pages = match summary.failed.len() {
        0 => summary.pages.to_string(),
        failed => format!("{}, {failed} not made", summary.pages),
    };
    [
        pages,
        summary.formulas.to_string(),
        summary.trained.to_string(),
        summary.corpus.to_string(),
        summary.left_out().to_string(),
    ]
}

/// A reason with the number of formulas.
#[must_use]
pub fn reason(reason: &str, formulas: usize) -> String {
    format!("{reason}: {formulas}")
}

/// The last line of the formulas that were left out.
#[must_use]
pub fn more(named: usize, all: usize) -> Option<String> {
    (named < all).then(|| format!("and {} more, in report.json", all - named))
}

/// A formula that was left out, with its line in the file.
#[must_use]
pub fn omission(line: Option<usize>, formula: &str, reason: &str) -> String {
    match line {
        Some(line) => format!("Line {line}: {formula} \u{2013} {reason}"),
        None => format!("{formula} \u{2013} {reason}"),
    }
}

/// The layout of a page.
#[must_use]
pub fn layout(language: &str, class: &str, columns: usize, size: usize, formulas: usize) -> String {
    let columns = count(columns, "column");
    format!(
        "{language}, {class}, {columns}, {size} pt, {}",
        count(formulas, "formula")
    )
}

/// An image of a page.
#[must_use]
pub fn picture(dpi: u16, damage: &str) -> String {
    match damage {
        crate::making::UNDAMAGED => format!("{dpi} dpi"),
        damage => format!("{dpi} dpi, {damage}"),
    }
}

/// The name of the archive with all files.
pub const ARCHIVE: &str = "pages.zip";

/// The name of a page.
#[must_use]
pub fn page(name: &str) -> String {
    format!("Page {name}")
}

/// The name of a page's PDF.
#[must_use]
pub fn pdf(page: &str) -> String {
    format!("page-{page}.pdf")
}
