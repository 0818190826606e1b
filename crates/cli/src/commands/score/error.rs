//! The reasons why many samples cannot be scored as it was asked.

use std::path::PathBuf;

/// The reason why many samples cannot be scored as it was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ScoreError {
    /// `--columns` gives something that is no role.
    #[error("--columns has no role \"{0}\": give reference, prediction, id or kind")]
    Role(String),
    /// `--columns` names a column that is not there.
    #[error("there is no column \"{column}\" for the {role}; there are {there}")]
    NoColumn {
        role: &'static str,
        column: String,
        there: String,
    },
    /// No column has a name that tells its role.
    #[error("no column is known as the {role}; name it with --columns {role}=COLUMN; there are {there}")]
    Unknown { role: &'static str, there: String },
    /// Several columns have such names.
    #[error(
        "each of the columns {candidates} may be the {role}; name one with --columns {role}=COLUMN; there are {there}"
    )]
    Ambiguous {
        role: &'static str,
        candidates: String,
        there: String,
    },
    /// A column has the wrong type.
    #[error(
        "the column \"{column}\" for the {role} is of type {found} and must be {expected}; name another one with --columns {role}=COLUMN; there are {there}"
    )]
    WrongType {
        role: &'static str,
        column: String,
        found: String,
        expected: &'static str,
        there: String,
    },
    /// `--columns` is given for JSON lines.
    #[error("{} has JSON lines, whose fields have fixed names; --columns is for Parquet and Arrow files", .0.display())]
    Lines(PathBuf),
    /// The output has an unknown format.
    #[error("the format of {} is not known; name a file that ends in .parquet, .arrow or .jsonl", .0.display())]
    OutName(PathBuf),
    /// The output cannot hold spans.
    #[error("{} cannot hold spans; write them as JSON lines, to a file that ends in .jsonl", .0.display())]
    Spans(PathBuf),
    /// The table for people is for standard output.
    #[error("--format table is for standard output; leave it out, or --out")]
    Format,
    /// The output would replace the input.
    #[error("the output would replace {}; name another file with --out", .0.display())]
    SameFile(PathBuf),
}
