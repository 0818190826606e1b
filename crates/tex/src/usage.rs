//! The uses of the engine.

use std::fmt;

use serde::Deserialize;

use crate::source::Form;

/// A use of the engine. Each use needs different files, which are loaded when it is first needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Texts without a preamble, compiled with the documented one.
    Fragment,
    /// Texts with their own preamble.
    Document,
    /// Texts without a preamble, set into a DVI file.
    Dvi,
}

impl Use {
    /// All uses.
    pub const ALL: [Self; 3] = [Self::Fragment, Self::Document, Self::Dvi];
}

impl From<Form> for Use {
    fn from(form: Form) -> Self {
        match form {
            Form::Fragment => Self::Fragment,
            Form::Document => Self::Document,
        }
    }
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fragment => "fragment",
            Self::Document => "document",
            Self::Dvi => "dvi",
        })
    }
}
