//! What keeps a text from compiling: the words that the instant check and the TeX engine share.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One reason why a text does not compile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// What kind of error it is.
    pub class: ErrorClass,
    /// What is wrong, for a person.
    pub message: String,
    /// What to do about it, in a plain sentence.
    pub advice: String,
    /// The bytes of the text that are to blame, where they are known.
    pub range: Option<Range<usize>>,
}

/// Kinds of errors, by what the author of the text got wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// A group that does not close, or closes without having been opened.
    Group,
    /// `\begin` and `\end` that do not match, or an environment that nobody defined.
    Environment,
    /// Mathematics outside math mode, text commands inside it, or a formula that does not end.
    Mode,
    /// `&`, `\\` and rules where no table is, or more columns than it has.
    Alignment,
    /// A command that nobody defined.
    UndefinedCommand,
    /// An argument that is missing, does not end, or is of the wrong kind.
    Argument,
    /// Two superscripts or two subscripts on one base.
    DoubleScript,
    /// `\left` and `\right` that do not match, or no delimiter after them.
    Delimiter,
    /// A character that the engine rejects.
    Character,
    /// A number or a length that is missing, malformed or too large.
    Number,
    /// `\item` outside a list, a list without one, or lists nested too deeply.
    List,
    /// A command that is for the preamble, or defined already.
    Definition,
    /// A file that is not there.
    File,
    /// More steps, memory or output than the engine is given.
    Limit,
    /// Anything else.
    Other,
}

impl ErrorClass {
    /// For a person.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Environment => "environment",
            Self::Mode => "mode",
            Self::Alignment => "alignment",
            Self::UndefinedCommand => "undefined command",
            Self::Argument => "argument",
            Self::DoubleScript => "double script",
            Self::Delimiter => "delimiter",
            Self::Character => "character",
            Self::Number => "number",
            Self::List => "list",
            Self::Definition => "definition",
            Self::File => "file",
            Self::Limit => "limit",
            Self::Other => "other",
        }
    }
}
