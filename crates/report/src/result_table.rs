//! Results as a table of text, for a terminal, Markdown, a page or a screen.

use serde::{Deserialize, Serialize};

/// A table of text. A writer escapes the cells for its format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultTable {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub head: Vec<String>,
    /// Number of columns at the start that hold text; the others hold numbers.
    pub texts: usize,
    /// The rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
    /// Sentences below the table.
    pub notes: Vec<String>,
}

impl ResultTable {
    /// A cell without a value.
    pub const NONE: &str = "–";

    /// Creates a table whose first column holds text, without notes.
    #[must_use]
    pub fn new(title: String, head: &[&str], rows: Vec<Vec<String>>) -> Self {
        Self {
            title,
            head: head.iter().map(|name| (*name).to_owned()).collect(),
            texts: 1,
            rows,
            notes: Vec::new(),
        }
    }
}
