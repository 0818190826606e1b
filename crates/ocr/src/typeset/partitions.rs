//! Vertical lines between the columns of an array in delimiters, as in the matrix of a linear system. `array` sets one
//! piece of each line in every row.

use texlens_vocabulary::{BBox, Style};

use super::mark::{Extent, Mark};
use super::symbols::{self, Class};

/// The symbol of the mark that stands for a whole line, which is also LaTeX for it.
pub(super) const PARTITION: &str = "\\vline";

/// Least height of delimiters around several rows, and largest distance between two of them, in em.
const TALL: f32 = 1.9;
const FARTHEST: f32 = 60.0;
/// Largest distance between the ends of a line and those of the delimiters, in em: `\delimitershortfall` is 5 pt.
const SHORTFALL: f32 = 0.75;
/// Largest distance between two pieces of a line, in em.
const GAP: f32 = 0.15;
/// Maximum number of lines and of tall delimiters that are examined on a page.
const MOST: usize = 200;

/// Adds a mark for each vertical line between two tall delimiters. O(n + r log r + r d²) for n marks, r rules and d tall
/// delimiters; r and d are bounded.
pub(super) fn add<'a>(marks: &mut Vec<Mark<'a>>, rules: &[BBox]) {
    let is_tall = |mark: &&Mark<'a>| {
        let is_delimiter = matches!(
            symbols::class(mark.symbol),
            Class::Opening | Class::Closing | Class::Fence
        );
        is_delimiter && mark.bbox.height() > TALL * mark.size
    };
    let delimiters: Vec<Mark<'a>> = marks.iter().filter(is_tall).take(MOST).copied().collect();
    if delimiters.is_empty() {
        return;
    }
    for line in lines(rules, delimiters.iter().map(|mark| mark.size).fold(0.0, f32::max)) {
        let is_around = |mark: &&Mark<'a>| {
            let reach = SHORTFALL * mark.size;
            (mark.bbox.y0 - line.y0).abs() < reach && (mark.bbox.y1 - line.y1).abs() < reach
        };
        let around: Vec<&Mark<'a>> = delimiters.iter().filter(is_around).collect();
        let is_left = |mark: &&&Mark<'a>| {
            symbols::class(mark.symbol) != Class::Closing
                && mark.bbox.x1 < line.x0
                && line.x0 - mark.bbox.x1 < FARTHEST * mark.size
        };
        let Some(left) = around.iter().find(is_left) else {
            continue;
        };
        let is_right = |mark: &&Mark<'a>| symbols::class(mark.symbol) != Class::Opening && mark.bbox.x0 > line.x1;
        if around.iter().copied().any(|mark| is_right(&mark)) {
            marks.push(Mark {
                symbol: PARTITION,
                style: Style::Roman,
                bbox: BBox {
                    y0: line.y0.max(left.bbox.y0),
                    y1: line.y1.min(left.bbox.y1),
                    ..line
                },
                confidence: 1.0,
                glyph: None,
                ..**left
            });
        }
    }
}

/// Joins the pieces of each line.
fn lines(rules: &[BBox], em: f32) -> Vec<BBox> {
    let mut pieces: Vec<BBox> = rules.iter().take(MOST).copied().collect();
    let slack = GAP * em;
    pieces.sort_by(|a, b| a.x0.total_cmp(&b.x0).then(a.y0.total_cmp(&b.y0)));
    let mut lines: Vec<BBox> = Vec::new();
    for piece in pieces {
        let goes_on = |line: &&mut BBox| (piece.x0 - line.x0).abs() < 0.2 * slack && (piece.y0 - line.y1).abs() < slack;
        match lines.iter_mut().rev().take(MOST).find(goes_on) {
            Some(line) => *line = line.union(&piece),
            None => lines.push(piece),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delimiter(symbol: &'static str, x: f32) -> Mark<'static> {
        Mark {
            symbol,
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: 100.0,
                x1: x + 5.0,
                y1: 130.0,
            },
            baseline: 117.5,
            size: 10.0,
            confidence: 1.0,
            glyph: Some(0),
        }
    }

    fn rule(x: f32, y0: f32, y1: f32) -> BBox {
        BBox {
            x0: x,
            y0,
            x1: x + 0.4,
            y1,
        }
    }

    #[test]
    fn a_line_between_delimiters_is_one_mark() {
        let mut marks = vec![delimiter("[", 0.0), delimiter("]", 60.0)];
        add(
            &mut marks,
            &[
                rule(40.0, 98.0, 110.0),
                rule(40.0, 110.0, 122.0),
                rule(40.0, 122.0, 133.0),
            ],
        );
        let [.., line] = marks.as_slice() else { return };
        assert_eq!((line.symbol, line.bbox.y0, line.bbox.y1), (PARTITION, 100.0, 130.0));
    }

    #[test]
    fn other_lines_are_none_of_an_array() {
        let mut marks = vec![delimiter("[", 0.0), delimiter("]", 60.0)];
        // Beside the array, taller, and shorter.
        add(
            &mut marks,
            &[
                rule(80.0, 99.0, 131.0),
                rule(30.0, 60.0, 131.0),
                rule(40.0, 99.0, 110.0),
            ],
        );
        assert_eq!(marks.len(), 2);
    }
}
