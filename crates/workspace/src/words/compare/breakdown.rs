//! Means of the systems for each value of a tag.

/// Heading if there are no tags.
pub const EMPTY_TITLE: &str = "By tag";

/// Advice if there are no tags.
pub const EMPTY: &str = "No tag distinguishes the samples. The keys in a manifest\u{2019}s lines become tags, for \
                         example columns or language; you can also add tags to samples.";

/// Label of the choice of a tag.
pub const TAG: &str = "Tag";

/// Hint of the numbers of samples.
pub const COUNT_ABOUT: &str = "Samples with this value";

/// Heading of the numbers of documents.
pub const DOCUMENTS: &str = "Documents";

/// Note below the table.
pub const NOTE: &str = "To change the metric, select a column of the leaderboard.";

/// Heading, and name of the table.
#[must_use]
pub fn title(measure: &str, tag: &str) -> String {
    format!("{measure} by {tag}")
}

/// Number of values that are not shown.
#[must_use]
pub fn more_values(count: usize) -> String {
    format!("{count} more values, with the fewest samples, are omitted.")
}
