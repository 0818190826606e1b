//! Reading order: recursive X-Y cut. A region is cut into rows wherever no ink crosses; neighbouring rows that leave
//! the same vertical gutter free are read as two columns, left before right.

use crate::page::BBox;

use super::mark::{Extent, Mark, bounds, quantile};

/// Columns inside columns inside columns: deeper pages do not exist.
const MAX_DEPTH: usize = 3;
/// A page has fewer rows; more are noise, which has no columns.
const MAX_ROWS: usize = 2000;
/// Resolution of the search for a gutter: one bit for each slice of the region's width.
const SLICES: usize = 512;
/// Least height of text in columns, in em.
const LEAST_HEIGHT: f32 = 5.0;
/// Least width of a gutter, in em.
const LEAST_GUTTER: f32 = 0.9;
/// Least share of each side that text in columns covers; tables and equation numbers cover less.
const LEAST_COVER: f32 = 0.55;

/// A part of the page with one column of text.
#[derive(Debug, Default)]
pub(super) struct Region<'a> {
    pub(super) marks: Vec<Mark<'a>>,
    pub(super) rules: Vec<BBox>,
}

/// Cuts a page into regions, in the order in which they are read. O(n log n) in the number of marks.
pub(super) fn reading_order<'a>(marks: Vec<Mark<'a>>, rules: Vec<BBox>) -> Vec<Region<'a>> {
    let mut regions = Vec::new();
    cut(Region { marks, rules }, 0, &mut regions);
    regions
}

fn cut<'a>(region: Region<'a>, depth: usize, out: &mut Vec<Region<'a>>) {
    if region.marks.is_empty() {
        return;
    }
    let rows = if depth < MAX_DEPTH {
        rows(&region.marks)
    } else {
        Vec::new()
    };
    let Some(gutter) = gutter(&region.marks, &rows) else {
        out.push(region);
        return;
    };
    for (part, in_columns) in bands(region, &rows, &gutter) {
        if in_columns {
            let (left, right) = split(part, gutter.x);
            cut(left, depth + 1, out);
            cut(right, depth + 1, out);
        } else {
            out.push(part);
        }
    }
}

/// Marks that overlap in y, and which slices of the region's width they cover.
struct Row {
    y0: f32,
    y1: f32,
    covered: [u64; SLICES / 64],
    first: usize,
    last: usize,
}

impl Row {
    fn covers(&self, slice: usize) -> bool {
        self.covered
            .get(slice / 64)
            .is_some_and(|word| word >> (slice % 64) & 1 == 1)
    }

    fn count(&self, slices: std::ops::Range<usize>) -> usize {
        slices.filter(|slice| self.covers(*slice)).count()
    }
}

struct Gutter {
    x: f32,
    /// For each row, whether it belongs to text in two columns.
    columns: Vec<bool>,
}

fn rows(marks: &[Mark<'_>]) -> Vec<Row> {
    let around = bounds(marks.iter().map(|mark| &mark.bbox));
    let scale = SLICES as f32 / around.width().max(1.0);
    let slice = |x: f32| (((x - around.x0) * scale).max(0.0) as usize).min(SLICES - 1);
    let mut order: Vec<&Mark<'_>> = marks.iter().collect();
    order.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    let mut rows: Vec<Row> = Vec::new();
    for mark in order {
        let slack = 0.1 * mark.size;
        if rows.last().is_none_or(|row| row.y1 < mark.bbox.y0 + slack) {
            rows.push(Row {
                y0: mark.bbox.y0,
                y1: mark.bbox.y1,
                covered: [0; SLICES / 64],
                first: SLICES,
                last: 0,
            });
        }
        let Some(row) = rows.last_mut() else { continue };
        row.y1 = row.y1.max(mark.bbox.y1 - slack);
        let (first, last) = (slice(mark.bbox.x0), slice(mark.bbox.x1));
        (row.first, row.last) = (row.first.min(first), row.last.max(last));
        for slice in first..=last {
            row.covered[slice / 64] |= 1 << (slice % 64);
        }
    }
    rows
}

/// The vertical strip in the middle half of the region that the most text leaves free, if that text is in columns.
fn gutter(marks: &[Mark<'_>], rows: &[Row]) -> Option<Gutter> {
    let around = bounds(marks.iter().map(|mark| &mark.bbox));
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let slice_width = around.width() / SLICES as f32;
    if rows.len() > MAX_ROWS || slice_width <= 0.0 || around.width() < 20.0 * em {
        return None;
    }
    let half = ((0.5 * LEAST_GUTTER * em / slice_width).ceil() as usize).max(1);
    let free = |row: &Row, slice: usize| (slice.saturating_sub(half)..=slice + half).all(|s| !row.covers(s));
    let score = |slice: usize| -> f32 {
        let sided = |row: &&Row| free(row, slice) && row.first < slice && row.last > slice;
        rows.iter().filter(sided).map(|row| row.y1 - row.y0).sum()
    };
    let scores: Vec<f32> = (SLICES / 4..SLICES * 3 / 4).map(score).collect();
    let most = scores.iter().copied().fold(0.0, f32::max);
    let best: Vec<usize> = (0..scores.len()).filter(|i| scores[*i] >= 0.99 * most).collect();
    let slice = SLICES / 4 + best.get(best.len() / 2)?;
    let mut columns: Vec<bool> = rows.iter().map(|row| free(row, slice)).collect();
    let mut any = false;
    let mut start = 0;
    while start < rows.len() {
        let end = (start..rows.len())
            .find(|i| columns[*i] != columns[start])
            .unwrap_or(rows.len());
        if columns[start] {
            let set = is_text(&rows[start..end], slice, em);
            columns[start..end].fill(set);
            any |= set;
        }
        start = end;
    }
    any.then_some(Gutter {
        x: around.x0 + (slice as f32 + 0.5) * slice_width,
        columns,
    })
}

/// Whether rows beside a gutter hold enough text on both sides to be columns.
fn is_text(rows: &[Row], slice: usize, em: f32) -> bool {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return false;
    };
    let cover = |side: std::ops::Range<usize>| {
        let counts = rows
            .iter()
            .map(|row| row.count(side.clone()) as f32)
            .filter(|count| *count > 0.0);
        quantile(counts, 0.6) / side.len() as f32
    };
    last.y1 - first.y0 >= LEAST_HEIGHT * em && cover(0..slice) >= LEAST_COVER && cover(slice..SLICES) >= LEAST_COVER
}

/// Cuts a region between rows in columns and rows across, keeping marks and rules with the rows they stand in.
fn bands<'a>(region: Region<'a>, rows: &[Row], gutter: &Gutter) -> Vec<(Region<'a>, bool)> {
    let mut starts: Vec<f32> = Vec::new();
    let mut parts: Vec<(Region<'a>, bool)> = Vec::new();
    for (row, columns) in rows.iter().zip(&gutter.columns) {
        if parts.last().is_none_or(|(_, last)| last != columns) {
            starts.push(row.y0);
            parts.push((Region::default(), *columns));
        }
    }
    let at = |y: f32| starts.partition_point(|start| *start <= y).saturating_sub(1);
    for mark in region.marks {
        if let Some((part, _)) = parts.get_mut(at(mark.bbox.middle())) {
            part.marks.push(mark);
        }
    }
    for rule in region.rules {
        if let Some((part, _)) = parts.get_mut(at(rule.middle())) {
            part.rules.push(rule);
        }
    }
    parts
}

fn split<'a>(region: Region<'a>, x: f32) -> (Region<'a>, Region<'a>) {
    let (left, right): (Vec<_>, Vec<_>) = region.marks.into_iter().partition(|mark| mark.bbox.centre() < x);
    let (left_rules, right_rules) = region.rules.into_iter().partition(|rule| rule.centre() < x);
    (
        Region {
            marks: left,
            rules: left_rules,
        },
        Region {
            marks: right,
            rules: right_rules,
        },
    )
}
