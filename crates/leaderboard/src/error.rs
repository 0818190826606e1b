//! Errors of input.

use texlens_report::ReportError;

/// The reason why a file gives no leaderboard. The message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeaderboardError {
    /// The file is no saved evaluation.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The evaluation has neither a comparison nor a judge.
    #[error(
        "the evaluation has no scores of a system: write it with `texlens evaluate DATASET --json FILE`, or save one that has predictions and references"
    )]
    NoScores,
    /// A result file of pdf-parse-bench is damaged.
    #[error("{path} line {line} column {column}: {detail}; a result file is a JSON list that pdf-parse-bench wrote")]
    ResultFile {
        /// The path of the file.
        path: String,
        /// The line of the error, from 1.
        line: usize,
        /// The column of the error, from 1.
        column: usize,
        /// The problem.
        detail: String,
    },
    /// A path has too few folders.
    #[error(
        "{0} is not in a folder of its page: result files are PARSER/PAGE/formulas.json; name the folder of the parser or the folder above it"
    )]
    NoPage(String),
    /// There are too many items.
    #[error("the result files have more than {limit} formulas and tables: name fewer parsers")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}
