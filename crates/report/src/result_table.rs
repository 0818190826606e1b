//! Results as a table of text, for a terminal, Markdown, a page or a screen.

use serde::{Deserialize, Serialize};

use crate::markdown::escaped;
use crate::spreadsheet::as_text;

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

    /// Returns the table as Markdown (GitHub's), with its title and notes. Cells are escaped.
    #[must_use]
    pub fn to_markdown(&self) -> String {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| escaped(cell)).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let numbers = self.head.len().saturating_sub(self.texts);
        let mut markdown = format!("**{}**\n\n{}", escaped(&self.title), row(&self.head));
        markdown += &format!("|{}{}\n", " --- |".repeat(self.texts), " ---: |".repeat(numbers));
        markdown.extend(self.rows.iter().map(|cells| row(cells)));
        markdown.extend(self.notes.iter().map(|note| format!("\n{}\n", escaped(note))));
        markdown
    }

    /// Returns the head and the rows with tabs between cells, for a spreadsheet. A tab or a line break in a cell becomes
    /// a space, and no cell is a formula.
    #[must_use]
    pub fn to_tsv(&self) -> String {
        let cell = |cell: &String| {
            let text = cell.replace(['\t', '\n', '\r'], " ");
            String::from_utf8_lossy(&as_text(&text)).into_owned()
        };
        let rows = std::iter::once(&self.head).chain(&self.rows);
        let lines = rows.map(|cells| cells.iter().map(cell).collect::<Vec<_>>().join("\t") + "\n");
        lines.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> ResultTable {
        let rows = vec![
            vec!["A|B".to_owned(), "0.5".to_owned()],
            vec!["=C\tD".to_owned(), "–".to_owned()],
        ];
        let mut table = ResultTable::new("T".to_owned(), &["System", "x"], rows);
        table.notes.push("N".to_owned());
        table
    }

    #[test]
    fn markdown_has_title_rows_and_notes() {
        let markdown = table().to_markdown();
        assert!(
            markdown.starts_with("**T**\n\n| System | x |\n| --- | ---: |\n| A\\|B | 0.5 |\n"),
            "{markdown}"
        );
        assert!(markdown.ends_with("\nN\n"), "{markdown}");
    }

    #[test]
    fn a_cell_for_spreadsheets_is_one_cell_and_no_formula() {
        assert_eq!(table().to_tsv(), "System\tx\nA|B\t0.5\n'=C D\t–\n");
    }
}
