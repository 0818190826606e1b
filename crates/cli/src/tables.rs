//! Tables of text for a terminal and as Markdown.

use std::io::{self, Write};

use comfy_table::{CellAlignment, Table, presets};
use texlens_report::ResultTable;

/// Writes tables for a terminal.
pub(crate) fn text(tables: &[ResultTable], out: &mut impl Write) -> io::Result<()> {
    for shown in tables {
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.add_row(&shown.head);
        for row in &shown.rows {
            table.add_row(row);
        }
        for column in shown.texts..shown.head.len() {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        writeln!(out, "{}\n", shown.title)?;
        for line in table.lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
        for note in &shown.notes {
            writeln!(out, "{note}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes tables as Markdown.
pub(crate) fn markdown(tables: &[ResultTable], out: &mut impl Write) -> io::Result<()> {
    let tables: Vec<String> = tables.iter().map(ResultTable::to_markdown).collect();
    out.write_all(tables.join("\n").as_bytes())
}
