//! Writes the `tabular` of a table.

use std::ops::Range;

use texlens_vocabulary::Style;

use super::super::references;
use super::super::text::{self, Piece, Vocabulary};
use super::super::words;
use super::super::writer::Writer;
use super::entries::{self, Alignment};
use super::grid::{Cell, Grid};
use super::ruling::{RowRule, Ruling};

/// Writes the environment, one row per line.
pub(super) fn tabular(
    writer: &mut Writer,
    grid: &Grid<'_>,
    ruling: &Ruling,
    extent: (f32, f32),
    vocabulary: &Vocabulary,
) {
    let table = Tabular {
        grid,
        ruling,
        alignments: entries::alignments(grid),
        bars: ruling.bars(grid, extent.0, extent.1),
        is_booktabs: ruling.is_booktabs(grid.em),
        style: grid.style(),
        vocabulary,
    };
    let preamble = table.preamble(0..grid.columns.len(), &table.alignments, &table.bars);
    writer.next_line();
    writer.raw(&format!("\\begin{{tabular}}{{{preamble}}}\n"));
    let mut rules = ruling.between_rows(grid).into_iter();
    for row in 0..grid.rows.len() {
        table.rules(writer, row, &rules.next().unwrap_or_default());
        table.row(writer, row);
    }
    table.rules(writer, grid.rows.len(), &rules.next().unwrap_or_default());
    writer.raw("\\end{tabular}\n");
}

struct Tabular<'t, 'a> {
    grid: &'t Grid<'a>,
    ruling: &'t Ruling,
    alignments: Vec<Alignment>,
    /// Number of vertical rules before each column and after the last.
    bars: Vec<usize>,
    is_booktabs: bool,
    /// The style of most of the text.
    style: Style,
    vocabulary: &'t Vocabulary,
}

impl Tabular<'_, '_> {
    /// Returns the argument of `tabular` or `\multicolumn` for some columns. Bars before a column other than the first
    /// belong to the column before it.
    fn preamble(&self, columns: Range<usize>, alignments: &[Alignment], bars: &[usize]) -> String {
        let bar = |at: usize| "|".repeat(bars.get(at).copied().unwrap_or(0));
        let mut out = if columns.start == 0 { bar(0) } else { String::new() };
        for (column, alignment) in columns.zip(alignments) {
            match alignment {
                Alignment::Left => out.push('l'),
                Alignment::Centre => out.push('c'),
                Alignment::Right => out.push('r'),
                Alignment::Paragraph(width) => out.push_str(&format!("p{{{width:.1}em}}")),
            }
            out.push_str(&bar(column + 1));
        }
        out
    }

    fn rules(&self, writer: &mut Writer, row: usize, rules: &[RowRule]) {
        let all = self.grid.columns.len();
        for rule in rules {
            let is_whole = rule.columns == (0..all);
            let ends = format!("{{{}-{}}}", rule.columns.start + 1, rule.columns.end);
            let command = match (self.is_booktabs, is_whole) {
                (false, true) => "\\hline".to_owned(),
                (false, false) => format!("\\cline{ends}"),
                (true, true) if row == 0 => "\\toprule".to_owned(),
                (true, true) if row == self.grid.rows.len() => "\\bottomrule".to_owned(),
                (true, true) => "\\midrule".to_owned(),
                (true, false) => format!("\\cmidrule{}{ends}", if rule.trimmed { "(lr)" } else { "" }),
            };
            writer.raw(&command);
            writer.raw("\n");
        }
    }

    fn row(&self, writer: &mut Writer, row: usize) {
        let all = self.grid.columns.len();
        // The current column; a `&` moves to the next.
        let mut column = 0;
        let mut end = 0;
        let mut cells: Vec<&Cell<'_>> = self.grid.cells.iter().collect();
        cells.retain(|cell| cell.rows.contains(&row));
        cells.sort_by_key(|cell| cell.columns.start);
        for cell in cells {
            let columns = cell.columns.start.max(end)..cell.columns.end;
            let begins = cell.rows.start == row;
            if columns.is_empty() {
                // An entry that overlaps the one before it has no separate column.
                writer.raw(" ");
                if begins {
                    self.text(writer, cell);
                }
                continue;
            }
            writer.raw(&" & ".repeat(columns.start - column));
            (column, end) = (columns.end - 1, columns.end);
            if begins {
                self.entry(writer, cell, columns);
            } else {
                writer.raw(&" & ".repeat(columns.len() - 1));
            }
        }
        writer.raw(&" & ".repeat(all.saturating_sub(column + 1)));
        writer.raw(" \\\\\n");
    }

    fn entry(&self, writer: &mut Writer, cell: &Cell<'_>, columns: Range<usize>) {
        let usual = self.alignments.get(columns.start).copied().unwrap_or(Alignment::Left);
        let own = entries::own_alignment(self.grid, cell, usual);
        let spans = columns.len() > 1;
        let is_multicolumn = spans || own.is_some();
        if is_multicolumn {
            let alignment = own.unwrap_or(if spans { Alignment::Centre } else { usual });
            let (top, bottom) = self.extent(cell);
            let bars = self.ruling.bars(self.grid, top, bottom);
            let last = columns.end - 1..columns.end;
            let mut preamble = self.preamble(last, &[alignment], &bars);
            if columns.start == 0 && spans {
                preamble.insert_str(0, &"|".repeat(bars.first().copied().unwrap_or(0)));
            }
            writer.raw(&format!("\\multicolumn{{{}}}{{{preamble}}}{{", columns.len()));
        }
        let is_multirow = cell.rows.len() > 1;
        if is_multirow {
            writer.raw(&format!("\\multirow{{{}}}{{*}}{{", cell.rows.len()));
        }
        self.text(writer, cell);
        writer.raw(&"}".repeat(usize::from(is_multicolumn) + usize::from(is_multirow)));
    }

    /// Returns the top and bottom of the text of an entry.
    fn extent(&self, cell: &Cell<'_>) -> (f32, f32) {
        let baseline = |line: Option<&super::super::lines::Line<'_>>| line.map_or(0.0, |line| line.baseline);
        let em = self.grid.em;
        (baseline(cell.lines.first()) - 0.5 * em, baseline(cell.lines.last()))
    }

    fn text(&self, writer: &mut Writer, cell: &Cell<'_>) {
        let lines = cell.lines.iter().map(|line| text::pieces(&words::segments(line), line));
        let mut pieces: Vec<Piece> = references::link(text::join_lines(lines, self.vocabulary));
        if let Some(first) = pieces.first_mut() {
            first.spaced = false;
        }
        writer.text(&pieces, self.style);
    }
}
