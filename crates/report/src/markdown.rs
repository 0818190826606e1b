//! Comparisons as Markdown tables for a README or an issue.

use texlens_evaluate::{Comparison, Filtered, UnitTests};

use crate::summary::{Column, caption, columns, decimal, missing};
use crate::unit_tests::{Rates, rate_text};

/// Writes comparisons as Markdown tables (GitHub's), one for each level: systems in rows, main metrics in columns,
/// means with intervals.
///
/// The columns are the metrics of TexOCR's tables with their groups, or else the first fourteen of the other metrics. A
/// metric without any value is omitted, and a cell without a value is a dash. Names are escaped, so that they neither
/// break the table nor become markup. A selection of samples is named below the tables.
#[must_use]
pub fn to_markdown(comparisons: &[&Comparison], unit_tests: Option<&UnitTests>, filtered: Option<&Filtered>) -> String {
    let comparisons = comparisons.iter().map(|comparison| table(comparison));
    let tables: Vec<String> = unit_tests.map(rates).into_iter().chain(comparisons).collect();
    let told = filtered.map(|filtered| format!("{}\n", escaped(&filtered.sentence())));
    tables.into_iter().chain(told).collect::<Vec<_>>().join("\n")
}

fn table(comparison: &Comparison) -> String {
    let columns = columns(comparison);
    let head = columns.iter().map(head);
    let mut lines = vec![row(std::iter::once("System".to_owned()).chain(head))];
    lines.push(format!("| --- |{}", " ---: |".repeat(columns.len())));
    for (index, system) in comparison.systems.iter().enumerate() {
        let cells = columns.iter().map(|column| cell(column, index));
        lines.push(row(std::iter::once(escaped(&system.system)).chain(cells)));
    }
    lines.push(String::new());
    lines.push(caption(comparison));
    let remarks = comparison
        .systems
        .iter()
        .filter_map(|system| Some((system, missing(system)?)));
    lines.extend(remarks.map(|(system, words)| format!("{}: {words}.", escaped(&system.system))));
    lines.join("\n") + "\n"
}

/// Returns the pass rates of unit tests as a table.
fn rates(tests: &UnitTests) -> String {
    let Rates { head, rows, caption } = Rates::of(tests);
    let head = head.iter().map(|name| escaped(name));
    let mut lines = vec![row(std::iter::once("System".to_owned()).chain(head.clone()))];
    lines.push(format!("| --- |{}", " ---: |".repeat(head.len())));
    for (system, cells) in &rows {
        let cells = cells
            .iter()
            .map(|rate| rate.as_ref().map_or_else(|| "–".to_owned(), rate_text));
        lines.push(row(std::iter::once(escaped(system)).chain(cells)));
    }
    lines.extend([String::new(), escaped(&caption)]);
    lines.join("\n") + "\n"
}

fn row(cells: impl Iterator<Item = String>) -> String {
    let cells: Vec<String> = cells.collect();
    format!("| {} |", cells.join(" | "))
}

fn head(column: &Column) -> String {
    let arrow = if column.lower_is_better { " ↓" } else { "" };
    escaped(&column.name) + arrow
}

fn cell(column: &Column, system: usize) -> String {
    let Some(cell) = column.cells.get(system).and_then(Option::as_ref) else {
        return "–".to_owned();
    };
    match cell.interval {
        Some(interval) => format!(
            "{} [{}, {}]",
            decimal(cell.value),
            decimal(interval.low),
            decimal(interval.high)
        ),
        None => decimal(cell.value),
    }
}

/// Escapes a name as the text of one cell. Markdown allows a backslash before every ASCII punctuation mark. White space
/// and control characters become spaces.
pub(crate) fn escaped(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for c in name
        .split(|c: char| c.is_whitespace() || c.is_control())
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
    {
        if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | '-' | '/' | '\'' | '%' | ';' | '?') {
            text.push('\\');
        }
        text.push(c);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_text_of_one_cell() {
        assert_eq!(escaped("a|b\n<c>"), "a\\|b \\<c\\>");
        assert_eq!(escaped("[x](y) `z` *b*"), "\\[x\\]\\(y\\) \\`z\\` \\*b\\*");
        assert_eq!(escaped("GPT-4.1 mini"), "GPT-4.1 mini");
    }
}
