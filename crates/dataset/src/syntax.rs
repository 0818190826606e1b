//! Languages of texts.

use serde::{Deserialize, Serialize};

use crate::input::ending;

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Syntax {
    /// LaTeX, which is not converted.
    #[default]
    Latex,
    /// Markdown with mathematics, as document parsers write it, or LaTeX if its signs outweigh those of Markdown.
    Markdown,
    /// Markdown in which LaTeX commands and environments are part of the language, as Mathpix, Nougat and GOT write it.
    Mathpix,
    /// HTML.
    Html,
    /// One formula in MathML.
    Mathml,
    /// Plain text, perhaps with mathematics in Unicode.
    Plain,
    /// Determined when the text is read: DocTags if it begins with `<doctag>`, MathML if it begins with `<math`, HTML if it begins with an HTML tag,
    /// otherwise LaTeX, Markdown or plain text by its signs.
    Auto,
}

impl Syntax {
    /// Returns the syntax for the ending of a file's name, or `None` for files that are not texts.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        Some(match ending(path).as_str() {
            "tex" | "ltx" | "latex" => Self::Latex,
            "md" | "markdown" => Self::Markdown,
            "mmd" => Self::Mathpix,
            "html" | "htm" | "xhtml" => Self::Html,
            "mml" | "mathml" => Self::Mathml,
            "txt" | "text" | "doctags" | "dt" => Self::Auto,
            _ => return None,
        })
    }
}
