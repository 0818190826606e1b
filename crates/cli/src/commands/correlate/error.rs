//! The reasons why nothing can be correlated.

use texlens_dataset::RatingError;

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
}
