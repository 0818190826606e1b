//! What a text is written in.

use serde::{Deserialize, Serialize};

use crate::input::ending;

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Syntax {
    /// LaTeX, taken as it is.
    #[default]
    Latex,
    /// Markdown with mathematics, as parsers of documents write it; Mathpix Markdown is read the same way.
    Markdown,
    /// HTML.
    Html,
    /// One formula in MathML.
    Mathml,
    /// Plain text, perhaps with mathematics in Unicode.
    Plain,
    /// Found out when the text is read: it begins with `<math` or holds HTML tags, has Markdown's marks, or is LaTeX.
    Auto,
}

impl Syntax {
    /// By the ending of a file's name; none for files that are no texts.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        Some(match ending(path).as_str() {
            "tex" | "ltx" | "latex" => Self::Latex,
            "md" | "markdown" | "mmd" => Self::Markdown,
            "html" | "htm" | "xhtml" => Self::Html,
            "mml" | "mathml" => Self::Mathml,
            "txt" | "text" => Self::Auto,
            _ => return None,
        })
    }
}
