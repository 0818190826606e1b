//! The reasons why nothing can be evaluated.

use texlens_evaluate::{MAX_SCORED, StatsError};

/// An error that ends `texlens evaluate`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EvaluationError {
    #[error(
        "no system to score: add --system NAME=DIR, where DIR holds ID.tex for each sample, as `texlens ocr DATASET --out DIR` writes them"
    )]
    NoSystem,
    #[error("two systems are called {0:?}; give each its own name")]
    SystemTwice(String),
    #[error("system {name} has no prediction for any sample; the first should be {expected}")]
    NoPrediction { name: String, expected: String },
    #[error("{dataset} contains no samples{}", if *excluded { " except those that --exclude-tag leaves out" } else { "; --plan shows what was found in it" })]
    NoPages { dataset: String, excluded: bool },
    #[error("--filter: no sample matches {0:?}; --plan without it shows the samples")]
    NoMatch(String),
    #[error(
        "{samples} samples of {systems} systems are more than the {MAX_SCORED} predictions that are scored together; name fewer systems with --system, split the dataset, or use `texlens score --pairs`, which has no such limit"
    )]
    TooMany { samples: usize, systems: usize },
    #[error(transparent)]
    NoReference(texlens_dataset::Problem),
    #[error("{path} {error}")]
    List {
        path: String,
        error: texlens_dataset::ReadError,
    },
    #[error(
        "{id}: documents need \"document\" and \"page\" for every page; add them, or score pages with --level page"
    )]
    NoDocument { id: String },
    #[error(
        "--by: no sample has the tag {tag:?}; {there} (keys of the manifest's lines; a document has those that are equal on all its pages)"
    )]
    NoSuchTag { tag: String, there: String },
    #[error("--fail-under: no value {0:?} was computed; see --metrics and --level, and unit_tests for benchmarks")]
    NoSuchValue(String),
    #[error("--benchmark-task: no metric or mean {0:?} was computed; see --metrics and --level")]
    NoSuchMeasure(String),
    #[error(transparent)]
    Stats(#[from] StatsError),
}
