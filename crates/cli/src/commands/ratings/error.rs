//! The reasons why no study can be made, or why its results cannot be shown.

use std::path::PathBuf;

use texlens_dataset::PairError;
use texlens_evaluate::StatsError;
use texlens_ratings::{DesignError, PredictionsError, StudyError};

/// An error that ends `texlens ratings`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RatingsError {
    #[error(transparent)]
    Pairs(#[from] PairError),
    #[error(transparent)]
    Design(#[from] DesignError),
    #[error(transparent)]
    Predictions(#[from] PredictionsError),
    #[error("--exclude perfect needs an evaluation with CDM and a judge; a list of pairs has no scores")]
    NoScores,
    #[error("{}: {error}", .path.display())]
    Study { path: PathBuf, error: StudyError },
    #[error("no answer counts{}", .0)]
    NoAnswers(String),
    #[error("{0:?} is not a group; write a name and numbers of raters of the study, such as --group experts=1-5,9")]
    Group(String),
    #[error(transparent)]
    Stats(#[from] StatsError),
    #[error("choices have no ratings, so --ratings cannot be written")]
    NoRatings,
}
