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
    /// Texts with their own preamble, set into a DVI file.
    DocumentDvi,
}

impl Use {
    /// All uses.
    pub const ALL: [Self; 4] = [Self::Fragment, Self::Document, Self::Dvi, Self::DocumentDvi];

    /// Returns the use that draws texts of a form.
    #[must_use]
    pub const fn drawing(form: Form) -> Self {
        match form {
            Form::Fragment => Self::Dvi,
            Form::Document => Self::DocumentDvi,
        }
    }

    /// Returns whether it writes a DVI file.
    #[must_use]
    pub const fn writes_dvi(self) -> bool {
        matches!(self, Self::Dvi | Self::DocumentDvi)
    }

    /// Returns the name of the format in which it starts.
    #[must_use]
    pub const fn format(self) -> &'static str {
        match self {
            Self::Fragment => "fragment",
            Self::Document | Self::DocumentDvi => "document",
            Self::Dvi => "dvi",
        }
    }
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
            Self::DocumentDvi => "document_dvi",
        })
    }
}
