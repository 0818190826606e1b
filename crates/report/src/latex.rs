//! Comparisons as LaTeX tables for a paper.

use texlens_evaluate::{Comparison, Filtered, Interval, UnitTests};

use crate::summary::{Column, caption, columns, decimal, missing};
use crate::unit_tests::Rates;

/// Writes comparisons as LaTeX tables (`booktabs`), one for each level: systems in rows, main metrics in columns,
/// intervals below the means.
///
/// The columns are those of [`to_markdown`](crate::to_markdown). The tables need `\usepackage{booktabs}`. Names are
/// escaped. Captions name a selection of samples. Characters of other scripts stay as they are; engines that read UTF-8 print them if the font has them.
#[must_use]
pub fn to_latex(comparisons: &[&Comparison], unit_tests: Option<&UnitTests>, filtered: Option<&Filtered>) -> String {
    let comparisons = comparisons.iter().map(|comparison| table(comparison, filtered));
    let tables: Vec<String> = unit_tests
        .map(|tests| rates(tests, filtered))
        .into_iter()
        .chain(comparisons)
        .collect();
    format!("{NEEDS}{}", tables.join("\n"))
}

/// The package that tables need, as a comment.
pub(crate) const NEEDS: &str = "% Needs \\usepackage{booktabs}\n";

/// Writes a table. Everything is LaTeX already; `columns` has a letter for each column.
pub(crate) fn tabular(caption: &str, columns: &str, head: &[String], rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| format!("    {} \\\\", cells.join(" & ").trim_start());
    let mut lines = vec![
        "\\begin{table}".to_owned(),
        "  \\centering".to_owned(),
        format!("  \\caption{{{caption}}}"),
        format!("  \\begin{{tabular}}{{{columns}}}"),
        "    \\toprule".to_owned(),
        row(head),
        "    \\midrule".to_owned(),
    ];
    lines.extend(rows.iter().map(|cells| row(cells)));
    lines.extend(["    \\bottomrule", "  \\end{tabular}", "\\end{table}", ""].map(str::to_owned));
    lines.join("\n")
}

/// The heading of the systems.
const SYSTEM: &str = "System";

fn table(comparison: &Comparison, filtered: Option<&Filtered>) -> String {
    let columns = columns(comparison);
    let head = with_first(SYSTEM, columns.iter().map(head));
    let mut rows = Vec::new();
    for (index, system) in comparison.systems.iter().enumerate() {
        rows.push(with_first(
            &system.system,
            columns.iter().map(|column| mean(column, index)),
        ));
        let has_interval = |column: &Column| {
            column
                .cells
                .get(index)
                .and_then(Option::as_ref)
                .is_some_and(|cell| cell.interval.is_some())
        };
        if columns.iter().any(has_interval) {
            rows.push(with_first("", columns.iter().map(|column| interval(column, index))));
        }
    }
    let letters = format!("l{}", "r".repeat(columns.len()));
    tabular(&caption_of(comparison, filtered), &letters, &head, &rows)
}

/// Returns the pass rates of unit tests as a table.
fn rates(tests: &UnitTests, filtered: Option<&Filtered>) -> String {
    let Rates {
        head,
        rows,
        mut caption,
    } = Rates::of(tests);
    if let Some(filtered) = filtered {
        caption += &format!(" {}", filtered.sentence());
    }
    let lines = rows.iter().flat_map(|(system, cells)| {
        let means = cells
            .iter()
            .map(|rate| rate.as_ref().map_or_else(|| "--".to_owned(), |rate| number(rate.value)));
        let intervals = cells
            .iter()
            .map(|rate| bracketed(rate.as_ref().and_then(|rate| rate.interval)));
        [with_first(system, means), with_first("", intervals)]
    });
    let lines: Vec<Vec<String>> = lines.collect();
    let letters = format!("l{}", "r".repeat(head.len()));
    let head = with_first(SYSTEM, head.iter().map(|name| escaped(name)));
    tabular(&escaped(&caption), &letters, &head, &lines)
}

/// Returns a row: a name, then its cells.
fn with_first(name: &str, cells: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(escaped(name)).chain(cells).collect()
}

fn head(column: &Column) -> String {
    let arrow = if column.lower_is_better { " $\\downarrow$" } else { "" };
    escaped(&column.name) + arrow
}

fn mean(column: &Column, system: usize) -> String {
    let cell = column.cells.get(system).and_then(Option::as_ref);
    cell.map_or_else(|| "--".to_owned(), |cell| number(cell.value))
}

fn interval(column: &Column, system: usize) -> String {
    let interval = column
        .cells
        .get(system)
        .and_then(Option::as_ref)
        .and_then(|cell| cell.interval);
    bracketed(interval)
}

fn bracketed(interval: Option<Interval>) -> String {
    interval.map_or_else(String::new, |interval| {
        // The braces are needed: a bracket at the start of a row would be an option of the preceding line break.
        format!("{{\\scriptsize [{}, {}]}}", number(interval.low), number(interval.high))
    })
}

/// Formats a number with a minus sign instead of a hyphen.
fn number(value: f64) -> String {
    match decimal(value).strip_prefix('-') {
        Some(digits) => format!("$-${digits}"),
        None => decimal(value),
    }
}

fn caption_of(comparison: &Comparison, filtered: Option<&Filtered>) -> String {
    let remarks = comparison
        .systems
        .iter()
        .filter_map(|system| Some(format!("{}: {}.", system.system, missing(system)?)));
    let sentences: Vec<String> = std::iter::once(caption(comparison))
        .chain(remarks)
        .chain(filtered.map(Filtered::sentence))
        .collect();
    escaped(&sentences.join(" "))
}

/// Escapes all characters that are special in LaTeX.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // A bracket or a star at the start of a row would belong to the preceding line break.
    let text = match text.split_at_checked(1) {
        Some((first @ ("[" | "*"), rest)) => {
            out.push_str(&format!("{{{first}}}"));
            rest
        }
        _ => text,
    };
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            // In LaTeX's default font encoding, these are other characters.
            '"' => out.push_str("''"),
            // Signs of the app's tables, which not every engine has in its text fonts.
            '\u{2212}' => out.push_str("$-$"),
            '\u{2013}' => out.push_str("--"),
            '\u{2193}' => out.push_str("$\\downarrow$"),
            '\u{2191}' => out.push_str("$\\uparrow$"),
            '\u{3c1}' => out.push_str("$\\rho$"),
            '\u{3c4}' => out.push_str("$\\tau$"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '{' | '}' | '%' | '&' | '#' | '_' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_whitespace() || c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_text() {
        assert_eq!(escaped("a_b & 50%"), "a\\_b \\& 50\\%");
        assert_eq!(escaped("\\input{x}\n"), "\\textbackslash{}input\\{x\\} ");
        assert_eq!(number(-0.5), "$-$0.500");
    }
}
