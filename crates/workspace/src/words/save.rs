//! The dialog for saving an evaluation: the formats, the content, and the size of the file.

use super::{count, megabytes};
use crate::messages::saving::Size;
use crate::saving::Format;

/// The heading of the choice of a format.
pub const FORMATS: &str = "As";

/// The heading of the choice of the content.
pub const CONTENT: &str = "With";

/// The heading of the choice of samples.
pub const SAMPLES: &str = "Samples";

/// Status while samples are being scored.
#[must_use]
pub fn unscored(samples: usize) -> String {
    format!(
        "{} still to be scored. The file can be saved when all scores are ready.",
        count(samples, "sample")
    )
}

/// The note on samples that wait because work is paused.
#[must_use]
pub fn held_back(samples: usize) -> String {
    format!(
        "Work is paused: {} not scored yet. The file names them, and they count as missing in its means.",
        count(samples, "sample")
    )
}

/// The option to save page images.
pub const IMAGES: &str = "Page images";

/// What page images mean for the file.
pub const IMAGES_ABOUT: &str = "Most of the size. They also show the texts.";

/// The option to save texts.
pub const TEXTS: &str = "LaTeX of references and predictions";

/// What texts mean for the file.
pub const TEXTS_ABOUT: &str =
    "Without it, the file has only names and scores: it quotes no texts, and nothing can be scored again.";

/// The option to save only the samples of the list's filter.
#[must_use]
pub fn filtered(count: usize) -> String {
    match count {
        1 => "Only the 1 sample of the filter".to_owned(),
        count => format!("Only the {count} samples of the filter"),
    }
}

/// What the option means for the file.
#[must_use]
pub fn filtered_about(filter: &str) -> String {
    format!(
        "\u{201c}{filter}\u{201d}, with all listed systems\u{2019} predictions for these samples. The file says that it is a selection; its numbers are those of the selection."
    )
}

/// The content of a format without options.
pub const ONLY_SCORES: &str = "Names and scores, no texts and no images.";

/// The size of a file that cannot be written.
pub const IMPOSSIBLE: &str = "not possible";

/// The size of a file that is still being measured.
pub const MEASURING: &str = "\u{2026}";

/// A size in words, for example `about 3.3 MB`.
#[must_use]
#[allow(clippy::cast_precision_loss)] // Far from 2^53.
pub fn size(size: Size) -> String {
    let bytes = match size.bytes {
        bytes @ ..1_000 => format!("{bytes} bytes"),
        bytes @ ..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        bytes => megabytes(bytes as f64),
    };
    match (size.undrawn, size.is_exact) {
        (0, true) => bytes,
        (0, false) => format!("about {bytes}"),
        (1, _) => format!("{bytes} and a page to be drawn"),
        (pages, _) => format!("{bytes} and {pages} pages to be drawn"),
    }
}

/// The number of samples to be saved.
#[must_use]
pub fn samples(count: usize) -> String {
    match count {
        0 => "There is nothing to save yet.".to_owned(),
        1 => "1 sample".to_owned(),
        count => format!("{count} samples"),
    }
}

/// The progress while a file is saved. The number of steps is 0 at first.
#[must_use]
pub fn progress(done: usize, total: usize) -> String {
    match total {
        0 => "Saving\u{2026}".to_owned(),
        total => format!("Saving: step {done} of {total}"),
    }
}

impl Format {
    /// Returns the format's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::Folder => "Folder (zip)",
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Markdown => "Markdown",
            Self::Latex => "LaTeX",
            Self::Junit => "JUnit",
        }
    }

    /// Returns the purpose of the format.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Html => {
                "One file to share or keep: opens in any browser, even without scripts or a network, and can be reopened here"
            }
            Self::Folder => "The same as separate pages and images: unpack it on a static web host",
            Self::Json => "Every score, mean and difference, for programs; with texts, also for texlens judge",
            Self::Csv => "One score per line, for spreadsheets and statistics",
            Self::Markdown => "Systems and main metrics as a table, for a README or an issue",
            Self::Latex => "The same table for a paper (booktabs)",
            Self::Junit => {
                "Samples as test cases, for CI systems: a sample fails if it has no scores or does not compile"
            }
        }
    }
}
