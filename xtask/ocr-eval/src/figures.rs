//! Finds the figures of a page.
//!
//! No reference gives their positions. Where the true glyphs are known, the page itself shows them: ink that TeX did
//! not set as a glyph or a rule belongs to a picture. Labels that TeX set lie inside their picture.

use texlens_ocr::detect::GrayImage;
use texlens_ocr::{BBox, PageGlyphs};

/// Pixels darker than this are ink.
const INK: u8 = 128;
/// Side of the squares in which ink is searched, in em.
const SQUARE: f32 = 0.25;
/// Maximum distance by which ink reaches beyond the box of a glyph, in em.
const OVERHANG: f32 = 0.25;
/// Maximum gap between two parts of one picture, in squares.
const APART: usize = 6;
/// Minimum width and height of a picture, in em. Frames around links, and lines beside text, are smaller.
const LEAST: f32 = 3.0;

/// Returns the boxes of the pictures of a page, in pixels of its image.
pub(crate) fn figures(image: &GrayImage, page: &PageGlyphs) -> Vec<BBox> {
    let em = em(page);
    let grid = Grid::new(image, page, em);
    let is_picture = |area: &BBox| {
        let (drawn, set) = (grid.count(area, Ink::Drawn), grid.count(area, Ink::Set));
        area.x1 - area.x0 > LEAST * em && area.y1 - area.y0 > LEAST * em && drawn > set
    };
    grid.areas().into_iter().filter(is_picture).collect()
}

/// Reports whether the middle of a box lies in one of the figures.
pub(crate) fn is_inside(bbox: &BBox, figures: &[BBox]) -> bool {
    let (x, y) = (0.5 * (bbox.x0 + bbox.x1), 0.5 * (bbox.y0 + bbox.y1));
    figures
        .iter()
        .any(|figure| x > figure.x0 && x < figure.x1 && y > figure.y0 && y < figure.y1)
}

/// Returns the median size of the glyphs; for a page without glyphs, the size of 10 pt type.
fn em(page: &PageGlyphs) -> f32 {
    let mut sizes: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f32::total_cmp);
    sizes
        .get(sizes.len() / 2)
        .copied()
        .unwrap_or(page.height / 80.0)
        .max(1.0)
}

/// The content of a square of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ink {
    None,
    /// Set by TeX.
    Set,
    Drawn,
}

struct Grid {
    side: f32,
    columns: usize,
    rows: usize,
    squares: Vec<Ink>,
}

impl Grid {
    fn new(image: &GrayImage, page: &PageGlyphs, em: f32) -> Self {
        let side = SQUARE * em;
        let (columns, rows) = (
            (image.width as f32 / side) as usize + 1,
            (image.height as f32 / side) as usize + 1,
        );
        let mut squares = vec![Ink::None; columns * rows];
        let is_set = set_pixels(image, page, em);
        for (at, _) in image.pixels.iter().enumerate().filter(|(_, value)| **value < INK) {
            let (x, y) = ((at % image.width) as f32, (at / image.width) as f32);
            let square = &mut squares[(y / side) as usize * columns + (x / side) as usize];
            *square = match (is_set[at], *square) {
                (true, Ink::None) => Ink::Set,
                (true, ink) => ink,
                (false, _) => Ink::Drawn,
            };
        }
        Self {
            side,
            columns,
            rows,
            squares,
        }
    }

    /// Returns the boxes around connected drawn squares.
    fn areas(&self) -> Vec<BBox> {
        let mut open: Vec<bool> = self.squares.iter().map(|ink| *ink == Ink::Drawn).collect();
        let mut areas = Vec::new();
        for start in 0..open.len() {
            if !std::mem::take(&mut open[start]) {
                continue;
            }
            let (mut next, mut area) = (vec![start], self.extent(start));
            while let Some(at) = next.pop() {
                area = union(&area, &self.extent(at));
                for near in self.near(at) {
                    if std::mem::take(&mut open[near]) {
                        next.push(near);
                    }
                }
            }
            areas.push(area);
        }
        areas
    }

    fn near(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (row, column, columns) = (at / self.columns, at % self.columns, self.columns);
        let across = column.saturating_sub(APART)..(column + APART + 1).min(columns);
        let down = row.saturating_sub(APART)..(row + APART + 1).min(self.rows);
        down.flat_map(move |row| across.clone().map(move |column| row * columns + column))
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

    /// Counts the squares with this ink in an area.
    fn count(&self, area: &BBox, ink: Ink) -> usize {
        let is_counted =
            |at: &usize| self.squares[*at] == ink && is_inside(&self.extent(*at), std::slice::from_ref(area));
        (0..self.squares.len()).filter(is_counted).count()
    }
}

/// Reports for each pixel whether a glyph or a rule of the page may have put ink there.
fn set_pixels(image: &GrayImage, page: &PageGlyphs, em: f32) -> Vec<bool> {
    let mut is_set = vec![false; image.pixels.len()];
    let glyphs = page.glyphs.iter().map(|glyph| BBox {
        x0: glyph.x,
        y0: glyph.y - glyph.height,
        x1: glyph.x + glyph.width,
        y1: glyph.y + glyph.depth,
    });
    for bbox in glyphs.chain(page.rules.iter().map(|rule| rule.bbox)) {
        let clip = |value: f32, most: usize| (value.max(0.0) as usize).min(most);
        let (by, width, height) = (OVERHANG * em, image.width, image.height);
        let columns = clip(bbox.x0 - by, width)..clip(bbox.x1 + by, width);
        for row in clip(bbox.y0 - by, height)..clip(bbox.y1 + by, height) {
            is_set[row * width + columns.start..row * width + columns.end.max(columns.start)].fill(true);
        }
    }
    is_set
}

fn union(a: &BBox, b: &BBox) -> BBox {
    BBox {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    }
}

#[cfg(test)]
mod tests {
    use texlens_ocr::{Glyph, Rule, Style};

    use super::*;

    /// Returns a page with a line of letters that are 10 pixels wide at y = 50, a rule below, and other black pixels.
    fn page(black: impl Fn(usize, usize) -> bool) -> (GrayImage, PageGlyphs) {
        let glyph = |x: f32| Glyph {
            symbol: "a".to_owned(),
            style: Style::Roman,
            x,
            y: 50.0,
            width: 10.0,
            height: 10.0,
            depth: 0.0,
            size: 20.0,
            confidence: 1.0,
        };
        let rule = Rule {
            bbox: BBox {
                x0: 20.0,
                y0: 80.0,
                x1: 380.0,
                y1: 82.0,
            },
        };
        let (width, height) = (400, 500);
        let is_ink = |x: usize, y: usize| (20..380).contains(&x) && ((40..50).contains(&y) || (80..82).contains(&y));
        let pixel = |at: usize| is_ink(at % width, at / width) || black(at % width, at / width);
        let pixels = (0..width * height).map(|at| if pixel(at) { 0 } else { 255 }).collect();
        let page = PageGlyphs {
            width: width as f32,
            height: height as f32,
            glyphs: (0..36).map(|i| glyph(20.0 + 10.0 * i as f32)).collect(),
            rules: vec![rule],
            ..PageGlyphs::default()
        };
        (GrayImage::new(width, height, pixels), page)
    }

    #[test]
    fn text_and_rules_are_no_figure() {
        let (image, page) = page(|_, _| false);
        assert!(figures(&image, &page).is_empty());
    }

    #[test]
    fn what_tex_did_not_set_is_a_figure() {
        // A curve and, far to its right, its legend form one picture. A frame around part of the line is no picture.
        let curve = |x: usize, y: usize| (100..250).contains(&x) && y == x + 100;
        let legend = |x: usize, y: usize| (265..300).contains(&x) && (320..323).contains(&y);
        let frame = |x: usize, y: usize| (95..160).contains(&x) && (y == 30 || y == 60);
        let (image, page) = page(|x, y| curve(x, y) || legend(x, y) || frame(x, y));
        let found = figures(&image, &page);
        assert_eq!(found.len(), 1, "{found:?}");
        let middle = |x: f32, y: f32| BBox {
            x0: x,
            y0: y,
            x1: x,
            y1: y,
        };
        assert!(is_inside(&middle(110.0, 320.0), &found) && is_inside(&middle(290.0, 321.0), &found));
        assert!(!is_inside(&middle(110.0, 45.0), &found));
    }
}
