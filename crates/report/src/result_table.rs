//! Results as a table of text, for a terminal, Markdown, a page or a screen.

use serde::{Deserialize, Serialize};

use crate::latex::{self, tabular};
use crate::markdown::escaped;
use crate::spreadsheet::as_text;

/// A table of text. A writer escapes the cells for its format.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
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

    /// Returns the table as LaTeX (`booktabs`), with its title and notes as the caption. Cells are escaped.
    #[must_use]
    pub fn to_latex(&self) -> String {
        let mut caption = vec![self.title.trim_end_matches('.').to_owned() + "."];
        caption.extend(self.notes.iter().cloned());
        let row = |cells: &Vec<String>| cells.iter().map(|cell| latex::escaped(cell)).collect();
        let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        let numbers = self.head.len().saturating_sub(self.texts);
        let columns = "l".repeat(self.texts) + &"r".repeat(numbers);
        let table = tabular(&latex::escaped(&caption.join(" ")), &columns, &row(&self.head), &rows);
        format!("{}{table}", latex::NEEDS)
    }

    /// Returns the head and the rows with tabs between cells, for a spreadsheet. A tab or a line break in a cell becomes
    /// a space, a number has an ASCII minus sign, and no cell is a formula.
    #[must_use]
    pub fn to_tsv(&self) -> String {
        let cell = |cell: &String| {
            let text = cell.replace(['\t', '\n', '\r'], " ");
            let number = text.replacen('\u{2212}', "-", 1);
            let text = if number.parse::<f64>().is_ok() { number } else { text };
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
        let rows = vec![
            vec!["−x".to_owned(), "−0.250".to_owned()],
            vec!["-inf".to_owned(), "−0.1 to 0.2".to_owned()],
        ];
        let table = ResultTable::new("T".to_owned(), &["a", "b"], rows);
        assert_eq!(table.to_tsv(), "a\tb\n−x\t-0.250\n'-inf\t−0.1 to 0.2\n");
    }

    #[test]
    fn latex_is_escaped_and_has_its_caption() {
        let rows = vec![
            vec!["A_B & 50 %".to_owned(), "−0.250".to_owned()],
            vec!["\\input{x}".to_owned(), "[0.1, 0.2]".to_owned()],
        ];
        let mut table = ResultTable::new("T #1".to_owned(), &["System", "wer ↓"], rows);
        table.notes.push("Means.".to_owned());
        assert_eq!(
            table.to_latex(),
            "% Needs \\usepackage{booktabs}\n\\begin{table}\n  \\centering\n  \\caption{T \\#1. Means.}\n  \
             \\begin{tabular}{lr}\n    \\toprule\n    System & wer $\\downarrow$ \\\\\n    \\midrule\n    \
             A\\_B \\& 50 \\% & $-$0.250 \\\\\n    \\textbackslash{}input\\{x\\} & {[}0.1, 0.2] \\\\\n    \
             \\bottomrule\n  \\end{tabular}\n\\end{table}\n"
        );
    }
}
