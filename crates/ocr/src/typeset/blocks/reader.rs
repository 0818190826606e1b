//! Reads the lines of a column, and decides which kind of block each line begins or continues.

use crate::typeset::body::Body;
use crate::typeset::table::Table;

use super::block::{Block, ItemLabel, Note, Paragraph};
use super::column::Column;
use super::look::Looks;
use super::row::Row;
use super::view::{Place, View};
use super::{algorithm, caption, code, contents, display, float, heading, list, note, paragraph};

/// A reader of the lines of one column, from top to bottom.
pub(super) struct Reader<'a, 'r> {
    pub(super) body: Body,
    pub(super) tables: &'r mut Vec<Table<'a>>,
    pub(super) column: Column,
    pub(super) looks: &'r Looks,
    pub(super) blocks: Vec<Block<'a>>,
    /// Whether neither a title nor text has been read so far.
    pub(super) untitled: bool,
    /// The place of the line before.
    pub(super) above: Option<Place>,
    /// The label of the item in which the column before ended, as if it stood in this column.
    pub(super) open: Option<ItemLabel>,
    /// Whether the column before ended in the table of contents.
    pub(super) in_contents: bool,
}

impl<'a> Reader<'a, '_> {
    /// Reads rows that follow each other.
    pub(super) fn read(&mut self, rows: Vec<Row<'a>>) {
        let mut rows = rows.into_iter();
        while let Some(row) = rows.next() {
            self.add(row, rows.as_slice());
        }
    }

    fn add(&mut self, row: Row<'a>, rest: &[Row<'a>]) {
        let place = Place {
            bbox: row.line.bbox,
            baseline: row.line.baseline,
            size: row.line.size,
        };
        if let Some((float, beside)) = float::take(&row, self.tables) {
            self.blocks.push(float);
            self.above = Some(place);
            beside.into_iter().for_each(|line| self.add(Row::new(line), &[]));
            return;
        }
        if row.is_at_foot {
            note::add(&mut self.blocks, row);
            self.above = Some(place);
            return;
        }
        let view = self.view(&row, rest);
        if contents::goes_on(&view) {
            contents::add(&mut self.blocks);
            self.above = Some(place);
            return;
        }
        let algorithm_goes_on = algorithm::goes_on(&view);
        if algorithm_goes_on || algorithm::begins(view.row) {
            algorithm::add(&mut self.blocks, row, algorithm_goes_on, self.column.right);
        } else if let Some(level) = heading::level(&view) {
            let goes_on = matches!(view.blocks.last(), Some(Block::Heading(heading)) if heading.goes_on(&view));
            heading::add(
                &mut self.blocks,
                level,
                row,
                goes_on,
                (self.body, self.looks, &self.column),
            );
        } else if code::is_code(&view) {
            code::add(&mut self.blocks, row);
        } else if display::is_display(&view) {
            display::add(&mut self.blocks, row, &self.column);
        } else {
            self.untitled &= place.bbox.x1 - place.bbox.x0 < 0.8 * self.column.width();
            if !display::take_number(&mut self.blocks, &row, &self.column, self.body.size) {
                self.add_text(row, rest);
            }
        }
        self.above = Some(place);
    }

    fn view<'v>(&'v self, row: &'v Row<'a>, rest: &'v [Row<'a>]) -> View<'v, 'a> {
        View {
            row,
            above: self.above,
            blocks: &self.blocks,
            rest,
            column: self.column,
            body: self.body,
            looks: self.looks,
            untitled: self.untitled,
            open: self.open,
            in_contents: self.in_contents,
        }
    }

    fn add_text(&mut self, row: Row<'a>, rest: &[Row<'a>]) {
        let view = self.view(&row, rest);
        let label = list::label(&view).filter(|_| !caption::names_float(&view));
        let starts = label.is_some() || paragraph::starts(&view) && !caption::names_float(&view);
        let continues = label.is_none() && paragraph::continues(&view, starts);
        match self.blocks.last_mut().and_then(Block::text_rows_mut) {
            Some(rows) if !starts => rows.push(row),
            _ if note::begins(&row, self.body) => self.blocks.push(Block::Note(Note::new(row))),
            _ => self.blocks.push(Block::Paragraph(Paragraph {
                rows: vec![row],
                label,
                continues,
                broken: None,
                is_set_in: false,
                margin: self.column.left,
            })),
        }
    }
}
