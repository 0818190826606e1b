//! Tables: writes `tabular` from the rules and the entries of a table. This inverts LaTeX's `tabular` and `\halign`
//! (The TeXbook, chapter 22).
//!
//! `find` locates places with rules, `chunks` splits their contents into pieces of entries, and `grid` derives rows and
//! columns. `entries` handles entries over several lines or rows and the alignment. `ruling` derives the commands that
//! drew the rules, and `write` writes the LaTeX.

mod chunks;
mod entries;
mod find;
mod grid;
mod ruling;
mod unruled;
mod write;

use texlens_vocabulary::{BBox, Style};

use super::bars;
use super::columns::Region;
use super::lines::Line;
use super::mark::{Extent, Mark, bounds, quantile};
use super::text::Vocabulary;
use super::writer::Writer;
use find::Frame;
use grid::Grid;
use ruling::Ruling;

pub(super) use unruled::join_rows;

/// Share of typewriter type above which the text between rules is code.
const CODE: f32 = 0.8;

/// The symbol of the mark that stands for a whole table. To TeX, too, a table is one box.
const SYMBOL: &str = "\\begin{tabular}";

/// A table and its place on the page.
#[derive(Debug)]
pub(super) struct Table<'a> {
    pub(super) bbox: BBox,
    grid: Grid<'a>,
    ruling: Ruling,
}

impl<'a> Table<'a> {
    /// Returns the mark that stands for the table among those of the page.
    fn mark(&self) -> Mark<'a> {
        Mark {
            symbol: SYMBOL,
            style: Style::Roman,
            bbox: self.bbox,
            baseline: self.bbox.y1,
            size: self.grid.em,
            confidence: 1.0,
            glyph: None,
        }
    }

    /// Writes the `tabular` of the table.
    pub(super) fn write(&self, writer: &mut Writer, vocabulary: &Vocabulary) {
        write::tabular(
            writer,
            &self.grid,
            &self.ruling,
            (self.bbox.y0, self.bbox.y1),
            vocabulary,
        );
    }
}

/// Splits a line into pieces that stand side by side, as in the row of a table.
pub(super) fn chunks<'a>(line: &Line<'a>) -> Vec<Line<'a>> {
    let region = Region {
        marks: line.marks.clone(),
        rules: line.rules.clone(),
    };
    chunks::chunks(region, &[])
}

/// Reports whether the mark stands for a table.
pub(super) fn is_table(mark: &Mark<'_>) -> bool {
    mark.symbol == SYMBOL
}

/// Replaces each table by one mark and removes its rules. O(n log n + n r) for n marks and r rules, r bounded. Also
/// quadratic in the number of entries of a table, which is bounded too.
pub(super) fn take<'a>(
    marks: &mut Vec<Mark<'a>>,
    mut horizontal: Vec<BBox>,
    vertical: &[BBox],
) -> (Vec<Table<'a>>, Vec<BBox>) {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let mut tables = Vec::new();
    for frame in find::frames(marks, &horizontal, vertical, em) {
        let Some(table) = table(frame, marks) else { continue };
        let is_in = |bbox: &BBox| find::holds(&table.bbox, bbox, 0.3 * em);
        marks.retain(|mark| !is_in(&mark.bbox));
        horizontal.retain(|rule| !is_in(rule) && !table.ruling.horizontal.contains(rule));
        marks.push(table.mark());
        tables.push(table);
    }
    (tables, horizontal)
}

/// Returns the table in a frame, if there is one.
fn table<'a>(frame: Frame, marks: &[Mark<'a>]) -> Option<Table<'a>> {
    let marks: Vec<Mark<'a>> = marks
        .iter()
        .filter(|mark| find::holds(&frame.bbox, &mark.bbox, 0.3 * mark.size))
        .copied()
        .collect();
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let code = marks.iter().filter(|mark| mark.style == Style::Typewriter).count();
    if code as f32 > CODE * marks.len() as f32 && frame.ruling.vertical.is_empty() {
        return None;
    }
    let inner = frame.ruling.horizontal.iter().filter(|rule| !frame.is_across(rule, em));
    let bars = bars::bars(inner.copied().collect(), &marks);
    let bars = bars.into_iter().map(|bar| bar.bbox);
    let bars: Vec<BBox> = bars.filter(|bar| is_of_formula(bar, &marks)).collect();
    let mut ruling = Ruling {
        horizontal: frame.ruling.horizontal.clone(),
        vertical: frame.ruling.vertical.clone(),
    };
    ruling.horizontal.retain(|rule| !bars.contains(rule));
    let dividers: Vec<f32> = ruling.vertical.iter().map(Extent::centre).collect();
    let chunks: Vec<Line<'a>> = zones(marks, bars, &frame, em)
        .into_iter()
        .flat_map(|zone| chunks::chunks(zone, &dividers))
        .collect();
    if !find::fills(&chunks, &frame, em) {
        return None;
    }
    let mut grid = Grid::new(chunks, &ruling.heights(None), &dividers)?;
    if !grid.is_table() {
        return None;
    }
    entries::join_lines(&mut grid, &ruling);
    entries::span_rows(&mut grid, &ruling);
    entries::span_columns(&mut grid, &ruling);
    Some(Table {
        bbox: frame.bbox,
        grid,
        ruling,
    })
}

/// Reports whether a rule is the bar of a formula: as wide as the marks next to it, or with none next to it. Rules
/// under the heads of columns are wider or extend over several entries.
fn is_of_formula(rule: &BBox, marks: &[Mark<'_>]) -> bool {
    let is_near = |mark: &&Mark<'_>| {
        let (x, gap) = (mark.bbox.centre(), (mark.bbox.y0 - rule.y1).max(rule.y0 - mark.bbox.y1));
        x > rule.x0 && x < rule.x1 && gap < 0.6 * mark.size
    };
    let mut near: Vec<&Mark<'_>> = marks.iter().filter(is_near).collect();
    near.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let extent = bounds(near.iter().map(|mark| &mark.bbox));
    let mut right = extent.x0;
    let has_gap = near.iter().any(|mark| {
        let gap = mark.bbox.x0 - right;
        right = right.max(mark.bbox.x1);
        gap > chunks::GAP * mark.size
    });
    let em = quantile(near.iter().map(|mark| mark.size), 0.5);
    let is_tight = extent.x0 - rule.x0 < 0.3 * em && rule.x1 - extent.x1 < 0.3 * em;
    near.is_empty() || is_tight && !has_gap
}

/// Splits marks and bars at the horizontal rules that extend over the whole table.
fn zones<'a>(marks: Vec<Mark<'a>>, bars: Vec<BBox>, frame: &Frame, em: f32) -> Vec<Region<'a>> {
    let across = frame.ruling.horizontal.iter().filter(|rule| frame.is_across(rule, em));
    let heights: Vec<f32> = across.map(Extent::middle).collect();
    let mut zones: Vec<Region<'a>> = Vec::new();
    zones.resize_with(heights.len() + 1, Region::default);
    let zone = |bbox: &BBox| heights.partition_point(|height| *height < bbox.middle());
    for mark in marks {
        if let Some(zone) = zones.get_mut(zone(&mark.bbox)) {
            zone.marks.push(mark);
        }
    }
    for bar in bars {
        if let Some(zone) = zones.get_mut(zone(&bar)) {
            zone.rules.push(bar);
        }
    }
    zones
}
