//! The reasons why nothing can be correlated.

use texlens_dataset::RatingError;

/// Maximum number of groups of raters. The number of pairs of groups grows with the square.
pub(super) const MAX_GROUPS: usize = 20;

/// An error that ends `texlens correlate`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorrelateError {
    #[error(transparent)]
    Ratings(#[from] RatingError),
    #[error(
        "the report contains no metric of single formulas and no judge: write it with `texlens evaluate DATASET --level formula --json FILE`, or add a judge with `texlens judge`"
    )]
    NoValues,
    #[error(
        "nothing to correlate with: give people's ratings with --ratings FILE, or add a judge with `texlens judge`"
    )]
    Nothing,
    #[error(
        "the report has no metrics to correlate its judge with: write it with `texlens evaluate DATASET --level formula --json FILE --texts` before it is judged, or give ratings with --ratings FILE"
    )]
    NoMetrics,
    #[error("there is no rater {rater:?} among the raters {}{}; --group takes names of the column rater",
        .known.join(", "), match .more { 0 => String::new(), more => format!(" and {more} more") })]
    UnknownRater {
        rater: String,
        known: Vec<String>,
        more: usize,
    },
    #[error("{rater:?} is in the groups {:?} and {:?}; a rater belongs to one group", .groups[0], .groups[1])]
    TwoGroups { rater: String, groups: [String; 2] },
    #[error("the ratings are of {0} groups, and at most {MAX_GROUPS} are compared; is the column group right?")]
    TooManyGroups(usize),
}
