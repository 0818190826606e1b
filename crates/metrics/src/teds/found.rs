//! The tables of a text in LaTeX, HTML or Markdown.

use std::ops::Range;

use memchr::memmem;
use texlens_latex::{Outline, Tabular};

use super::content::Tags;
use super::plain::{SpannedCell, laid_out};
use super::tree::{TableTree, TooLarge};
use super::{html, latex, markdown};
use crate::html::{Document, Nesting};
use crate::table_match::{CellWords, cell_letters};

/// The tables of a text in order.
pub(super) struct Tables<'a> {
    outline: &'a Outline<'a>,
    document: Document,
    pub(super) list: Vec<FoundTable<'a>>,
}

/// A table of a text.
pub(super) struct FoundTable<'a> {
    /// The byte range in the text.
    pub(super) range: Range<usize>,
    form: Form<'a>,
}

#[derive(Clone, Copy)]
enum Form<'a> {
    Latex(&'a Tabular),
    /// The index of the element.
    Html(usize),
    Markdown,
}

impl FoundTable<'_> {
    pub(super) fn is_html(&self) -> bool {
        matches!(self.form, Form::Html(_))
    }
}

impl<'a> Tables<'a> {
    /// Finds the tables of a text in linear time. A table within a table belongs to its cell.
    pub(super) fn of(outline: &'a Outline<'a>) -> Self {
        let source = outline.source;
        let mut tables = Self {
            outline,
            document: Document::of(if has_html(source) { source } else { "" }, Nesting::Tables),
            list: Vec::new(),
        };
        let mut tags = Tags::default();
        for table in html::tables(&tables.document) {
            if let Some(range) = tables.document.nodes.get(table).map(|node| node.range.clone()) {
                let form = Form::Html(table);
                tables.list.push(FoundTable { range, form });
            }
        }
        let tabulars = outline.tables().iter().flat_map(|table| &table.tabulars);
        let tabulars = tabulars.filter(|tabular| latex::rows(outline, tabular, &mut tags).is_some());
        tables.add(
            tabulars
                .map(|tabular| (tabular.range.clone(), Form::Latex(tabular)))
                .collect(),
        );
        let in_markdown = markdown::tables(source).into_iter();
        tables.add(in_markdown.map(|range| (range, Form::Markdown)).collect());
        tables
    }

    /// Adds tables in order, except those within the tables that are already listed.
    fn add(&mut self, found: Vec<(Range<usize>, Form<'a>)>) {
        let known = std::mem::take(&mut self.list);
        let is_new = |range: &Range<usize>| {
            let at = known.partition_point(|table| table.range.end <= range.start);
            known.get(at).is_none_or(|table| table.range.start >= range.end)
        };
        let new = found.into_iter().filter(|(range, _)| is_new(range));
        let new: Vec<_> = new.map(|(range, form)| FoundTable { range, form }).collect();
        self.list = known.into_iter().chain(new).collect();
        self.list.sort_by_key(|table| table.range.start);
    }

    /// Returns the tree of a table: as the published code builds it from HTML, or in the form that all formats have in
    /// common.
    pub(super) fn tree(&self, table: &FoundTable<'_>, is_plain: bool, tags: &mut Tags) -> Result<TableTree, TooLarge> {
        match table.form {
            Form::Html(element) if !is_plain => html::tree(&self.document, element, tags),
            _ => TableTree::of_rows(laid_out(self.rows(table, tags)?)?, tags),
        }
    }

    /// Returns the words by which a table is matched.
    pub(super) fn words(&self, table: &FoundTable<'_>) -> CellWords {
        let rows = self.rows(table, &mut Tags::default()).unwrap_or_default();
        CellWords::of(rows.iter().flatten().map(|cell| cell_letters(&cell.content.text())))
    }

    fn rows(&self, table: &FoundTable<'_>, tags: &mut Tags) -> Result<Vec<Vec<SpannedCell>>, TooLarge> {
        match table.form {
            Form::Latex(tabular) => Ok(latex::rows(self.outline, tabular, tags).unwrap_or_default()),
            Form::Html(element) => html::rows(&self.document, element, tags),
            Form::Markdown => Ok(markdown::rows(self.outline.source, &table.range, tags)),
        }
    }
}

/// Reports whether a text may contain a table in HTML.
fn has_html(source: &str) -> bool {
    let starts = memmem::find_iter(source.as_bytes(), b"<");
    let name = |start: usize| source.as_bytes().get(start + 1..start + 6);
    starts
        .into_iter()
        .filter_map(name)
        .any(|name| name.eq_ignore_ascii_case(b"table"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(source: &str) -> Vec<&str> {
        let outline = Outline::of(source);
        let tables = Tables::of(&outline);
        tables.list.iter().map(|table| &source[table.range.clone()]).collect()
    }

    #[test]
    fn tables_of_all_formats_are_found_in_order() {
        let latex = "\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular}";
        let html = "<TABLE><tr><td>a<table><tr><td>b</table></table>";
        let markdown = "| a | b |\n|---|---|\n| c | d |\n";
        let source = format!("text\n\n{markdown}\n{html} and {latex}\n\n{markdown}");
        assert_eq!(found(&source), [markdown, html, latex, markdown]);
    }

    #[test]
    fn a_tabular_in_a_cell_of_html_belongs_to_it() {
        let html = "<table><tr><td>\\begin{tabular}{ll} a & b \\\\ c & d \\end{tabular}</td></tr></table>";
        assert_eq!(found(html), [html]);
    }

    #[test]
    fn lists_of_lines_and_single_rows_are_no_tables_in_latex() {
        for body in ["a \\\\ b \\\\ c", "a & b", "a & \\\\ b & \\\\ \\hline", ""] {
            assert!(
                found(&format!("\\begin{{tabular}}{{ll}}{body}\\end{{tabular}}")).is_empty(),
                "{body}"
            );
        }
        assert!(found("a | b\nc | d").is_empty());
    }
}
