//! The comparison of systems: its choices, its progress, and one module for each of its parts.

pub mod breakdown;
pub mod differences;
pub mod leaderboard;
pub mod numbers;
pub mod ratings;
pub mod scatter;
pub mod unit_tests;

use texlens_evaluate::{Kind, noun};

/// Name of the screen.
pub const SCREEN: &str = "Compare systems";

/// Heading of the screen.
pub const TITLE: &str = "Compare";

/// Heading without any scores.
pub const EMPTY_TITLE: &str = "Nothing to compare yet";

/// Advice without any scores.
pub const EMPTY: &str = "A score needs a reference and a prediction of the same page, document or formula. Add the \
                         outputs of two systems and the references: a folder for each system, with the file names of \
                         the references, or a list with a column for each. Or add a folder of olmOCR-bench with its \
                         unit tests.";

/// Heading of the advice with one system.
pub const ONE_SYSTEM_TITLE: &str = "One system so far";

/// Advice with one system, after its name.
pub const ONE_SYSTEM: &str = "is the only system. To see differences, add another system\u{2019}s predictions for the \
                              same samples: a folder with the same file names, or a saved evaluation.";

/// Name of the choice between formulas, pages and documents.
pub const KIND: &str = "Compared kind";

/// Label of the choice of a dataset.
pub const DATASET: &str = "Dataset";

/// Option to compare only samples that all systems have.
pub const ONLY_COMMON: &str = "Only samples that all systems have";

/// Name of the choice of systems.
pub const SYSTEMS: &str = "Systems that are compared";

/// Problem of a comparison that was cancelled.
pub const CANCELLED: &str = "The comparison was cancelled.";

/// Problem of a part of the comparison that was cancelled.
pub const UNANSWERED: &str = "Some results were not calculated.";

/// Button that compares again after a problem.
pub const AGAIN: &str = "Compare again";

/// Progress of the comparison.
pub const RESAMPLING: &str = "Resampling for the intervals\u{2026}";

/// Name of the bar that shows the progress.
pub const PROGRESS: &str = "Comparison";

/// Text in place of a part that is being calculated.
pub const COMPARING: &str = "Comparing\u{2026}";

/// Text in place of a part that could not be calculated.
pub const NOT_COMPARED: &str = "Not compared.";

/// Button that saves a plot.
pub const SAVE_PLOT: &str = "Save plot as SVG";

/// Heading of the metrics, and label of the choice of one.
pub const METRIC: &str = "Metric";

/// Heading of the numbers of samples.
pub const COUNT: &str = "n";

/// Number of samples of a mean that has fewer than others.
#[must_use]
pub fn count(samples: usize) -> String {
    format!("{COUNT} {samples}")
}

/// Heading of the intervals of what another column shows.
#[must_use]
pub fn interval_of(heading: &str) -> String {
    format!("{heading}: interval")
}

/// Heading of the differences of two systems.
#[must_use]
pub fn difference(first: &str, second: &str) -> String {
    format!("{first} \u{2212} {second}")
}

/// Compared kind, in the plural.
#[must_use]
pub fn kind(kind: Kind) -> String {
    capital(noun(kind, 2))
}

/// Hint of a kind: how many samples of it can be compared.
#[must_use]
pub fn with_results(samples: usize) -> String {
    format!("{samples} with scores or unit tests")
}

/// Option to compare all datasets together.
#[must_use]
pub fn all_datasets(samples: usize) -> String {
    format!("All together ({samples})")
}

/// Number of systems that are compared.
#[must_use]
pub fn systems(taken: usize, all: usize) -> String {
    format!("{taken} of {all} systems")
}

/// Status while samples are being scored.
#[must_use]
pub fn unscored(samples: usize) -> String {
    format!("{samples} still to be scored. The comparison starts when all scores are ready.")
}

/// Returns the word with a capital first letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}
