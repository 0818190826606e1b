//! Results as text and Markdown.

use std::io::{self, Write};

use texlens_latexbench::{ResultTable, Results};

use crate::tables::{self, TextTable};

/// Writes all tables for a terminal.
pub(crate) fn text(results: &Results, out: &mut impl Write) -> io::Result<()> {
    tables::text(results.tables().iter().map(shown), out)
}

/// Writes all tables as Markdown.
pub(crate) fn markdown(results: &Results, out: &mut impl Write) -> io::Result<()> {
    tables::markdown(results.tables().iter().map(shown), out)
}

fn shown(table: &ResultTable) -> TextTable<'_> {
    TextTable {
        title: &table.title,
        head: &table.head,
        texts: table.texts,
        rows: &table.rows,
        notes: &table.notes,
    }
}
