//! Two values of each sample against each other.

use crate::state::Plot;

/// Heading.
pub const TITLE: &str = "Sample by sample";

/// Name of the choice of a plot.
pub const KIND: &str = "Kind of plot";

/// Label of the choice of the second metric.
pub const AGAINST: &str = "against";

/// Text in place of a plot without dots.
pub const EMPTY: &str = "No sample has both values.";

/// Note about hollow dots.
pub const HOLLOW: &str = "Hollow: a prediction or a page of it is missing, and scored as empty text.";

/// Heading of the names of samples.
pub const SAMPLE: &str = "Sample";

/// Button that lists more samples.
pub const MORE: &str = "Show more";

/// Name of a kind of plot.
#[must_use]
pub const fn kind(plot: Plot) -> &'static str {
    match plot {
        Plot::Systems => "Two systems",
        Plot::Metrics => "Two metrics",
        Plot::Ratings => "Metric and ratings",
    }
}

/// Number of listed samples.
#[must_use]
pub fn listed(listed: usize, all: usize) -> String {
    format!("{listed} of {all} samples.")
}
