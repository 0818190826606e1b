//! Reasons why a text does not compile, as the instant check and the TeX engine both report them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// One reason why a text does not compile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// The kind of error.
    pub class: ErrorClass,
    /// The error in words, for a person.
    pub message: String,
    /// Advice on how to fix the error, in a plain sentence.
    pub advice: String,
    /// The bytes of the text that cause the error, if they are known.
    pub range: Option<Range<usize>>,
}

/// A kind of error, named after the mistake of the text's author.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorClass {
    /// A group that is not closed, or a closing brace without an opening one.
    Group,
    /// `\begin` and `\end` that do not match, or an undefined environment.
    Environment,
    /// Mathematics outside math mode, text commands in math mode, or a formula that does not end.
    Mode,
    /// `&`, `\\` or rules outside a table, or more columns than the table has.
    Alignment,
    /// An undefined command.
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
    /// A command that is only allowed in the preamble, or a definition of a name that is already defined.
    Definition,
    /// A file that does not exist.
    File,
    /// More steps, memory or output than the engine is allowed.
    Limit,
    /// Anything else.
    Other,
}

impl ErrorClass {
    /// Returns the name of the kind, for a person.
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
