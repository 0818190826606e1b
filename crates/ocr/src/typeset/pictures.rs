//! Pictures: what a glyph detector sees in plots and photographs is no text. It is unsure of nearly all of it, which
//! tells pictures from text, where doubtful glyphs stand alone.

use crate::page::BBox;

use super::mark::{Extent, Mark, bounds, quantile};

/// Glyphs of lower confidence are doubtful: in text under two in a hundred are, in pictures more than half.
const DOUBTFUL: f32 = 0.5;
/// Side of the cells in which doubtful glyphs are counted, in em.
const CELL: f32 = 1.5;
/// Least share of doubtful glyphs in a cell and its neighbours.
const LEAST_SHARE: f32 = 0.4;
/// Least number of doubtful glyphs in a picture.
const LEAST_COUNT: usize = 12;
/// How far from a picture its labels stand, in em: captions keep more distance.
const REACH: f32 = 1.0;
/// Labels are smaller than the text by this factor.
const LABEL_SIZE: f32 = 0.88;
/// More cells than a page has, for pages of noise.
const MAX_CELLS: usize = 1 << 20;

/// Removes what stands in pictures, with the labels on their axes, and the rules in them. O(n + c) for n glyphs and c
/// cells, c bounded, times the number of pictures.
pub(super) fn remove<'a>(marks: Vec<Mark<'a>>, rules: Vec<BBox>) -> (Vec<Mark<'a>>, Vec<BBox>) {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let pictures = pictures(&marks, em);
    if pictures.is_empty() {
        return (marks, rules);
    }
    let outside = |bbox: &BBox| !pictures.iter().any(|picture| holds(picture, bbox));
    (
        marks.into_iter().filter(|mark| outside(&mark.bbox)).collect(),
        rules.into_iter().filter(outside).collect(),
    )
}

fn holds(picture: &BBox, bbox: &BBox) -> bool {
    let (x, y) = (bbox.centre(), bbox.middle());
    x >= picture.x0 && x <= picture.x1 && y >= picture.y0 && y <= picture.y1
}

fn is_doubtful(mark: &Mark<'_>) -> bool {
    mark.confidence < DOUBTFUL
}

/// The extents of pictures.
fn pictures(marks: &[Mark<'_>], em: f32) -> Vec<BBox> {
    let Some(grid) = Grid::new(marks, CELL * em) else {
        return Vec::new();
    };
    let found = grid.areas().into_iter().filter_map(|area| {
        let inside = || marks.iter().filter(|mark| holds(&area, &mark.bbox));
        let doubtful = inside().filter(|mark| is_doubtful(mark));
        let (sure, extent) = (inside().count(), bounds(doubtful.clone().map(|mark| &mark.bbox)));
        let doubtful = doubtful.count();
        (doubtful >= LEAST_COUNT && doubtful as f32 >= LEAST_SHARE * sure as f32).then_some(extent)
    });
    let found: Vec<BBox> = found.collect();
    let grown = found.into_iter().map(|extent| with_labels(extent, marks, em));
    merged(grown.collect(), em)
}

/// The extent with the small or doubtful glyphs around it.
fn with_labels(mut extent: BBox, marks: &[Mark<'_>], em: f32) -> BBox {
    // Tick labels, then the title of the axis.
    for _ in 0..3 {
        let reach = widened(&extent, REACH * em);
        let is_label =
            |mark: &&Mark<'_>| holds(&reach, &mark.bbox) && (is_doubtful(mark) || mark.size < LABEL_SIZE * em);
        extent = marks
            .iter()
            .filter(is_label)
            .fold(extent, |all, mark| all.union(&mark.bbox));
    }
    extent
}

fn widened(bbox: &BBox, by: f32) -> BBox {
    BBox {
        x0: bbox.x0 - by,
        y0: bbox.y0 - by,
        x1: bbox.x1 + by,
        y1: bbox.y1 + by,
    }
}

/// Panels side by side are one picture.
fn merged(mut boxes: Vec<BBox>, em: f32) -> Vec<BBox> {
    let mut out: Vec<BBox> = Vec::new();
    while let Some(mut current) = boxes.pop() {
        let near = |other: &BBox| {
            let reach = widened(&current, REACH * em);
            other.x0 < reach.x1 && other.x1 > reach.x0 && other.y0 < reach.y1 && other.y1 > reach.y0
        };
        match boxes.iter().position(near) {
            Some(at) => {
                current = current.union(&boxes.swap_remove(at));
                boxes.push(current);
            }
            None => out.push(current),
        }
    }
    out
}

/// Counts of doubtful and of all glyphs in the cells of a grid over the page.
struct Grid {
    x: f32,
    y: f32,
    side: f32,
    columns: usize,
    rows: usize,
    doubtful: Vec<u32>,
    all: Vec<u32>,
}

impl Grid {
    fn new(marks: &[Mark<'_>], side: f32) -> Option<Self> {
        let around = bounds(marks.iter().map(|mark| &mark.bbox));
        let (columns, rows) = (
            ((around.width() / side) as usize).saturating_add(1),
            ((around.height() / side) as usize).saturating_add(1),
        );
        if side.is_nan() || side <= 0.0 || columns.saturating_mul(rows) > MAX_CELLS {
            return None;
        }
        let mut grid = Self {
            x: around.x0,
            y: around.y0,
            side,
            columns,
            rows,
            doubtful: vec![0; columns * rows],
            all: vec![0; columns * rows],
        };
        for mark in marks {
            let column = (((mark.bbox.centre() - grid.x) / side).max(0.0) as usize).min(columns - 1);
            let row = (((mark.bbox.middle() - grid.y) / side).max(0.0) as usize).min(rows - 1);
            let at = row * columns + column;
            grid.all[at] += 1;
            grid.doubtful[at] += u32::from(is_doubtful(mark));
        }
        Some(grid)
    }

    /// The cell and the eight around it.
    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = (at / self.columns, at % self.columns);
        (row.saturating_sub(1)..(row + 2).min(self.rows)).flat_map(move |row| {
            (column.saturating_sub(1)..(column + 2).min(self.columns)).map(move |column| row * self.columns + column)
        })
    }

    fn is_picture(&self, at: usize) -> bool {
        let sum = |counts: &[u32]| self.neighbours(at).map(|i| counts[i]).sum::<u32>();
        self.doubtful[at] > 0
            && sum(&self.doubtful) >= 3
            && sum(&self.doubtful) as f32 >= LEAST_SHARE * sum(&self.all) as f32
    }

    /// Boxes around connected cells of pictures.
    fn areas(&self) -> Vec<BBox> {
        let mut open: Vec<bool> = (0..self.all.len()).map(|at| self.is_picture(at)).collect();
        let mut areas = Vec::new();
        for start in 0..open.len() {
            if !std::mem::take(&mut open[start]) {
                continue;
            }
            let mut area = self.extent(start);
            let mut next = vec![start];
            while let Some(at) = next.pop() {
                area = area.union(&self.extent(at));
                for near in self.neighbours(at) {
                    if std::mem::take(&mut open[near]) {
                        next.push(near);
                    }
                }
            }
            areas.push(area);
        }
        areas
    }

    fn extent(&self, at: usize) -> BBox {
        let (row, column) = ((at / self.columns) as f32, (at % self.columns) as f32);
        BBox {
            x0: self.x + column * self.side,
            y0: self.y + row * self.side,
            x1: self.x + (column + 1.0) * self.side,
            y1: self.y + (row + 1.0) * self.side,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Style;

    fn mark(x: f32, y: f32, size: f32, confidence: f32) -> Mark<'static> {
        Mark {
            symbol: "a",
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: y - 5.0,
                x1: x + 5.0,
                y1: y,
            },
            baseline: y,
            size,
            confidence,
            glyph: None,
        }
    }

    /// A plot of doubtful glyphs with small labels below, over a paragraph with a doubtful glyph in each line.
    fn page() -> Vec<Mark<'static>> {
        let plot = (0..100).map(|i| mark((i * 37 % 150) as f32, (i * 53 % 140) as f32, 10.0, 0.2));
        let labels = (0..20).map(|i| mark(6.0 * i as f32, 150.0, 7.0, 0.9));
        let text = (0..300).map(|i| {
            let confidence = if i % 30 == 7 { 0.3 } else { 0.9 };
            mark((i % 30 * 6) as f32, (200 + i / 30 * 12) as f32, 10.0, confidence)
        });
        plot.chain(labels).chain(text).collect()
    }

    #[test]
    fn plots_go_with_their_labels_and_text_stays() {
        let (left, rules) = remove(page(), vec![page()[0].bbox, page()[400].bbox]);
        assert_eq!(left.len(), 300);
        assert!(left.iter().all(|mark| mark.baseline >= 200.0));
        assert_eq!(rules.len(), 1);
    }

    #[test]
    fn sure_glyphs_are_never_a_picture() {
        let sure: Vec<Mark<'_>> = page()
            .into_iter()
            .map(|mark| Mark {
                confidence: 1.0,
                ..mark
            })
            .collect();
        assert_eq!(remove(sure.clone(), vec![]).0.len(), sure.len());
        assert!(remove(vec![], vec![]).0.is_empty());
    }
}
