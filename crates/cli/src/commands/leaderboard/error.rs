//! Errors of `texlens leaderboard`.

/// The reason why there is nothing to show. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LeaderboardError {
    /// A file gives no leaderboard.
    #[error(transparent)]
    File(#[from] texlens_leaderboard::LeaderboardError),
    /// Nothing was named.
    #[error(
        "there is nothing to show: name saved evaluations or folders of result files, or give --printed, for example `texlens leaderboard --printed texocr`"
    )]
    Nothing,
    /// There is no such printed table.
    #[error("no printed table is named {name:?}: the publications are {known}, and `all`")]
    Unknown { name: String, known: String },
    /// No table has the column.
    #[error("no table has a column {0:?}: give a name from the head of a table, for example --sort overall")]
    NoColumn(String),
    /// A report of result files is wanted, but there are none.
    #[error("--html writes result files of pdf-parse-bench: name a folder that has some")]
    NoResults,
    /// A folder has neither a report nor result files.
    #[error(
        "the folder has neither evaluation.json nor result files of pdf-parse-bench (PARSER/PAGE/formulas.json); name another one"
    )]
    EmptyFolder,
    /// A folder has too many files.
    #[error("the folder has more than {0} files: name the folder of one dataset")]
    TooManyFiles(usize),
}
