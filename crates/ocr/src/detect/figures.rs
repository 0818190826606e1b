//! Finds figures: plots, photographs, diagrams. Their ink was drawn: it lies neither in the boxes of glyphs nor in
//! straight lines, unlike the ink of text, formulas and tables. Readable labels are left to the typesetter, which knows
//! lines and captions.

use super::image::Ink;
use super::median::median;
use super::pieces::{self, Piece};
use super::rules::Bars;
use crate::{BBox, Glyph};

/// The em of a page without glyphs, in pixels at the model's resolution.
const USUAL_EM: f32 = 20.0;
/// Least extents of a piece that shows a figure, in em, the smaller one first. A smaller piece may be a letter, a
/// delimiter or a radical.
const LEAST_PIECE: (f32, f32) = (1.0, 2.5);
/// Least share of the ink of such a piece that is drawn.
const DRAWN: f32 = 0.2;
/// Largest share of the area of an empty frame or lattice that glyphs cover; tables and framed text have more.
const EMPTY: f32 = 0.04;
/// Largest share of the page's area that an empty frame takes.
const LARGEST_FRAME: f32 = 0.4;
/// Largest extent of a box that is taken for a part of a diagram, in em.
const NODE: f32 = 4.0;
/// Side of the squares in which neighbours are searched, in em.
const SQUARE: f32 = 0.5;
/// Distance from a piece of a panel to the next piece, in squares.
const NEAR: usize = 1;
/// Largest distance between panels of one figure, in em.
const APART: f32 = 1.0;
/// Least extent of a figure, in em.
const LEAST: f32 = 3.0;
/// Most pixels of label ink for each drawn pixel; text has more.
const LABELS: usize = 3;
/// Largest share of a figure's area that glyphs cover; of a paragraph they cover half.
const COVERED: f32 = 0.25;
/// Largest height of letters that are too large to be read, in em.
const LARGEST_TYPE: f32 = 6.0;
/// Number of rounds in which panels absorb the frames around them.
const ROUNDS: usize = 2;
/// Most frames and panels that are considered, the largest first; pages with more are noise.
const MAX_BOXES: usize = 300;

/// Returns the panels of a page's figures, in pixels of the original image. A panel is drawn ink with less than half an
/// em between its pieces, together with the frames and axes around it. Linear in the number of pixels, and in the
/// number of pieces times panels, which is bounded.
pub(super) fn figures(ink: &Ink, bars: &Bars, glyphs: &[Glyph]) -> Vec<BBox> {
    let boxes = pieces::boxes(glyphs, ink.scale);
    let em = em(glyphs, ink.scale);
    let drawing = Drawing {
        pieces: pieces::pieces(ink, bars, &boxes, em),
        boxes,
        width: ink.width as f32,
        height: ink.height as f32,
        em,
    };
    let panels = drawing.panels();
    let figures = groups(panels, APART * em).into_iter();
    let found = figures.filter(|panels| drawing.is_figure(panels)).flatten();
    found.map(|panel| panel.scaled(1.0 / ink.scale)).collect()
}

/// Returns the median size of the glyphs, in pixels of the ink.
fn em(glyphs: &[Glyph], scale: f32) -> f32 {
    median(glyphs.iter().map(|glyph| glyph.size * scale)).map_or(USUAL_EM, |size| size.max(1.0))
}

/// The role of a piece of ink in a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// Not part of a figure: text, or a rule.
    None,
    /// Part of a figure if there is one beside it.
    Beside,
    /// Evidence of a figure.
    Figure,
}

/// The ink of a page.
struct Drawing {
    pieces: Vec<Piece>,
    /// The boxes of the glyphs.
    boxes: Vec<BBox>,
    width: f32,
    height: f32,
    em: f32,
}

impl Drawing {
    fn part(&self, piece: &Piece) -> Part {
        let (least, most) = extents(&piece.bbox);
        let (least, most) = (least / self.em, most / self.em);
        let is_large = least >= LEAST_PIECE.0 && most >= LEAST_PIECE.1;
        let is_drawn = piece.drawn as f32 >= DRAWN * piece.ink() as f32;
        let is_node = least >= SQUARE && most <= NODE;
        if is_large && (is_drawn || self.is_empty_frame(piece)) {
            Part::Figure
        } else if 2 * piece.drawn >= piece.ink() || is_node && piece.drawn + piece.line > piece.set {
            Part::Beside
        } else {
            Part::None
        }
    }

    /// Reports whether the piece is a frame or a lattice of lines with nearly nothing in it, as axes and circuits are.
    fn is_empty_frame(&self, piece: &Piece) -> bool {
        let whole = area(&piece.bbox);
        let is_frame = 2 * piece.line > piece.ink() && extents(&piece.bbox).0 >= LEAST_PIECE.1 * self.em;
        is_frame && whole <= LARGEST_FRAME * self.width * self.height && self.covered(&piece.bbox) <= EMPTY * whole
    }

    /// Returns the area of the glyphs in a part of the page.
    fn covered(&self, part: &BBox) -> f32 {
        let inside = self.boxes.iter().filter(|bbox| part.holds(bbox));
        inside.map(area).sum()
    }

    fn panels(&self) -> Vec<BBox> {
        let mut squares = Squares::new(self.width, self.height, SQUARE * self.em);
        for piece in &self.pieces {
            squares.mark(&piece.bbox, self.part(piece));
        }
        let is_frame = |piece: &&Piece| 2 * piece.line > piece.ink();
        let frames = largest(self.pieces.iter().filter(is_frame).map(|piece| piece.bbox).collect());
        let mut panels = merged(largest(squares.areas()));
        for _ in 0..ROUNDS {
            for panel in &mut panels {
                // A flat piece may be a rule that does not belong to the panel.
                let belongs =
                    |frame: &&BBox| overlap(panel, frame, 0.0) && (extents(frame).0 > self.em || panel.holds(frame));
                *panel = frames
                    .iter()
                    .filter(belongs)
                    .fold(*panel, |all, frame| union(&all, frame));
            }
            panels = merged(panels);
        }
        panels
    }

    /// Reports whether panels are large enough together and have more drawn ink than text has.
    fn is_figure(&self, panels: &[BBox]) -> bool {
        let around = panels.iter().copied().reduce(|a, b| union(&a, &b)).unwrap_or_default();
        let is_inside = |piece: &&Piece| panels.iter().any(|panel| panel.holds(&piece.bbox));
        let inside = || self.pieces.iter().filter(is_inside);
        let drawn: usize = inside().map(|piece| piece.drawn + piece.line).sum();
        let set: usize = inside().map(|piece| piece.set).sum();
        let covered: f32 = panels.iter().map(|panel| self.covered(panel)).sum();
        let whole: f32 = panels.iter().map(area).sum();
        let is_drawn = LABELS * drawn >= set && covered <= COVERED * whole;
        let letters = inside()
            .map(|piece| piece.bbox)
            .filter(|bbox| extents(bbox).1 >= self.em);
        extents(&around).0 >= LEAST * self.em && is_drawn && !self.is_type(letters.collect(), &around)
    }

    /// Reports whether pieces stand side by side as letters do: letters of titles may be too large to be read.
    fn is_type(&self, mut pieces: Vec<BBox>, around: &BBox) -> bool {
        let height = around.y1 - around.y0;
        let is_letter = |bbox: &BBox| bbox.x1 - bbox.x0 < 1.5 * height && bbox.y1 - bbox.y0 > 0.3 * height;
        pieces.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let are_beside = |pair: &[BBox]| matches!(pair, [a, b] if b.x0 - a.x1 > -0.3 * (b.x1 - b.x0));
        height <= LARGEST_TYPE * self.em
            && pieces.len() > 2
            && pieces.iter().all(is_letter)
            && pieces.windows(2).all(are_beside)
    }
}

/// The squares of the page, with the parts of figures that they hold.
struct Squares {
    side: f32,
    columns: usize,
    rows: usize,
    parts: Vec<Part>,
}

impl Squares {
    fn new(width: f32, height: f32, side: f32) -> Self {
        let (columns, rows) = ((width / side) as usize + 1, (height / side) as usize + 1);
        Self {
            side,
            columns,
            rows,
            parts: vec![Part::None; columns * rows],
        }
    }

    fn mark(&mut self, bbox: &BBox, part: Part) {
        if part == Part::None {
            return;
        }
        let at = |v: f32, count: usize| ((v.max(0.0) / self.side) as usize).min(count - 1);
        let (left, right) = (at(bbox.x0, self.columns), at(bbox.x1, self.columns));
        for row in at(bbox.y0, self.rows)..=at(bbox.y1, self.rows) {
            let squares = &mut self.parts[row * self.columns + left..=row * self.columns + right];
            squares.iter_mut().for_each(|square| *square = part.max(*square));
        }
    }

    /// Returns the bounding box of each group of neighbouring squares that holds a figure.
    fn areas(&mut self) -> Vec<BBox> {
        let mut areas = Vec::new();
        for start in 0..self.parts.len() {
            if self.parts[start] != Part::Figure {
                continue;
            }
            self.parts[start] = Part::None;
            let (mut next, mut area) = (vec![start], self.extent(start));
            while let Some(at) = next.pop() {
                area = union(&area, &self.extent(at));
                let (row, column) = (at / self.columns, at % self.columns);
                for row in row.saturating_sub(NEAR)..(row + NEAR + 1).min(self.rows) {
                    for column in column.saturating_sub(NEAR)..(column + NEAR + 1).min(self.columns) {
                        let near = row * self.columns + column;
                        if std::mem::replace(&mut self.parts[near], Part::None) != Part::None {
                            next.push(near);
                        }
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
            x0: column * self.side,
            y0: row * self.side,
            x1: (column + 1.0) * self.side,
            y1: (row + 1.0) * self.side,
        }
    }
}

/// Merges overlapping boxes. Quadratic in the number of boxes, which is bounded.
fn merged(mut boxes: Vec<BBox>) -> Vec<BBox> {
    let mut apart: Vec<BBox> = Vec::new();
    while let Some(bbox) = boxes.pop() {
        match apart.iter().position(|other| overlap(other, &bbox, 0.0)) {
            Some(at) => boxes.push(union(&apart.swap_remove(at), &bbox)),
            None => apart.push(bbox),
        }
    }
    apart
}

/// Groups the panels of one figure: those with at most `reach` between them. Quadratic in the number of panels.
fn groups(mut panels: Vec<BBox>, reach: f32) -> Vec<Vec<BBox>> {
    let mut groups = Vec::new();
    while let Some(first) = panels.pop() {
        let mut group = vec![first];
        let mut at = 0;
        while let Some(panel) = group.get(at).copied() {
            let (near, far) = panels.into_iter().partition(|other| overlap(&panel, other, reach));
            group.extend::<Vec<BBox>>(near);
            panels = far;
            at += 1;
        }
        groups.push(group);
    }
    groups
}

fn largest(mut boxes: Vec<BBox>) -> Vec<BBox> {
    boxes.sort_by(|a, b| area(b).total_cmp(&area(a)));
    boxes.truncate(MAX_BOXES);
    boxes
}

/// Returns the smaller and the larger of width and height.
fn extents(bbox: &BBox) -> (f32, f32) {
    let (width, height) = (bbox.x1 - bbox.x0, bbox.y1 - bbox.y0);
    (width.min(height), width.max(height))
}

fn area(bbox: &BBox) -> f32 {
    (bbox.x1 - bbox.x0) * (bbox.y1 - bbox.y0)
}

fn union(a: &BBox, b: &BBox) -> BBox {
    BBox {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    }
}

/// Reports whether at most `reach` lies between two boxes.
fn overlap(a: &BBox, b: &BBox, reach: f32) -> bool {
    a.x0 < b.x1 + reach && b.x0 < a.x1 + reach && a.y0 < b.y1 + reach && b.y0 < a.y1 + reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    const EM: f32 = 20.0;

    /// Returns a page on which each pixel is as dark as a function says.
    fn page(value: impl Fn(usize, usize) -> f32) -> Ink {
        let (width, height) = (600, 400);
        Ink {
            width,
            height,
            values: (0..width * height).map(|at| value(at % width, at / width)).collect(),
            scale: 1.0,
        }
    }

    fn found(ink: &Ink, glyphs: &[Glyph]) -> Vec<BBox> {
        figures(ink, &Bars::of(ink), glyphs)
    }

    /// Returns a letter at every point of a lattice, and a function that tells whether a pixel is its ink.
    fn letters(columns: usize, rows: usize, pitch: (usize, usize)) -> (Vec<Glyph>, impl Fn(usize, usize) -> bool) {
        let glyph = |i: usize| Glyph {
            symbol: "a".to_owned(),
            style: Style::Roman,
            x: (100 + i % columns * pitch.0) as f32,
            y: (110 + i / columns * pitch.1) as f32,
            width: 10.0,
            height: 10.0,
            depth: 0.0,
            size: EM,
            confidence: 0.9,
        };
        let glyphs: Vec<Glyph> = (0..columns * rows).map(glyph).collect();
        let is_ink = move |x: usize, y: usize| {
            let (column, row) = (x.wrapping_sub(100) / pitch.0, y.wrapping_sub(100) / pitch.1);
            let (dx, dy) = (x.wrapping_sub(100) % pitch.0, y.wrapping_sub(100) % pitch.1);
            column < columns && row < rows && dx < 9 && dy < 10 && (dx + dy) % 3 > 0
        };
        (glyphs, is_ink)
    }

    fn ink(is_ink: bool) -> f32 {
        f32::from(u8::from(is_ink))
    }

    fn near(bbox: &BBox, expected: (f32, f32, f32, f32)) -> bool {
        let (x0, y0, x1, y1) = expected;
        let off = [bbox.x0 - x0, bbox.y0 - y0, bbox.x1 - x1, bbox.y1 - y1];
        off.iter().all(|off| off.abs() <= 0.5 * EM)
    }

    #[test]
    fn axes_and_a_curve_are_one_figure() {
        let axis = |x: usize, y: usize| x == 150 && (100..301).contains(&y) || y == 300 && (150..451).contains(&x);
        let curve = |x: usize, y: usize| (170..420).contains(&x) && (280 - (x - 170) / 2).abs_diff(y) < 2;
        let found = found(&page(|x, y| ink(axis(x, y) || curve(x, y))), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(near(&found[0], (150.0, 100.0, 451.0, 301.0)), "{found:?}");
    }

    #[test]
    fn a_photograph_is_a_figure_on_grey_paper_too() {
        let grain = |x: usize, y: usize| 0.55 + 0.1 * ((x * 7 + y * 13) % 5) as f32;
        let is_photograph = |x: usize, y: usize| (100..300).contains(&x) && (80..250).contains(&y);
        let found = found(&page(|x, y| if is_photograph(x, y) { grain(x, y) } else { 0.15 }), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(near(&found[0], (100.0, 80.0, 300.0, 250.0)), "{found:?}");
    }

    #[test]
    fn a_lattice_is_a_figure_only_where_nothing_is_in_it() {
        let line = |x: usize, y: usize| {
            let is_inside = (90..331).contains(&x) && (90..261).contains(&y);
            is_inside && ((x - 90).is_multiple_of(60) || (y - 90).is_multiple_of(34))
        };
        let (glyphs, letter) = letters(16, 5, (15, 34));
        let table = page(|x, y| ink(line(x, y) || letter(x, y)));
        assert_eq!(found(&table, &glyphs), []);
        assert_eq!(found(&page(|x, y| ink(line(x, y))), &[]).len(), 1);
    }

    #[test]
    fn text_is_no_figure_in_a_frame_nor_between_tall_delimiters() {
        let (glyphs, letter) = letters(20, 5, (11, 24));
        let text = page(|x, y| ink(letter(x, y)));
        assert_eq!(found(&text, &glyphs), []);
        let round = |x: usize, y: usize| (92 + (y.abs_diff(160) / 10).pow(2) / 5).abs_diff(x) < 2;
        let delimiter = |x: usize, y: usize| (95..225).contains(&y) && (round(x, y) || round(418 - x.min(418), y));
        let matrix = page(|x, y| ink(letter(x, y) || delimiter(x, y)));
        assert_eq!(found(&matrix, &glyphs), []);
        let rounded = |x: usize, y: usize| {
            let (dx, dy) = (x.abs_diff(210), y.abs_diff(155));
            (dx == 130 && dy < 70 || dy == 80 && dx < 120) || dx < 130 && dy < 80 && dx + dy == 195
        };
        let framed = page(|x, y| ink(letter(x, y) || rounded(x, y)));
        assert_eq!(found(&framed, &glyphs), []);
    }

    #[test]
    fn letters_too_large_to_be_read_are_no_figure() {
        let letter = |x: usize, y: usize| {
            let (column, dx) = (x.wrapping_sub(60) / 52, x.wrapping_sub(60) % 52);
            let top = if column.is_multiple_of(2) { 100 } else { 125 };
            column < 6 && dx < 48 && (top..160).contains(&y) && (!(10..=38).contains(&dx) || y < top + 10)
        };
        assert_eq!(found(&page(|x, y| ink(letter(x, y))), &[]), []);
        // Letters above each other are no line of text.
        let stacked = page(|x, y| ink(letter(x, y) || letter(x, y.wrapping_sub(70))));
        assert_eq!(found(&stacked, &[]).len(), 1);
    }

    #[test]
    fn the_shadow_at_an_edge_is_none() {
        assert_eq!(found(&page(|x, _| 1.0 - x as f32 / 100.0), &[]), []);
    }
}
