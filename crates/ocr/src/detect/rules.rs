//! Finds rules (fraction bars, root bars, table lines) by run lengths. The network names glyphs only: a bar may be
//! longer than anything that the network sees in one piece.

use std::collections::HashMap;
use std::ops::Range;

use super::image::Ink;
use super::median::median;
use crate::{BBox, Glyph, Rule};

/// Length of the shortest bar, in pixels at the model's resolution: a fraction bar in a script.
const SHORTEST: usize = 6;
/// Thickness of the thickest bar, in pixels; anything thicker is a filled area.
const THICKEST: usize = 5;
/// Least sum of a bar's ink across its thickness; thin bars are grey.
const STRONG: f32 = 0.35;
/// Most ink of a pixel directly above or below a bar.
const CLEAR: f32 = 0.3;
/// Width of the widest place at which a crossing bar may hide a bar, in pixels.
const CROSSING: usize = THICKEST + 1;
/// Largest share of a bar that glyphs may cover before the bar counts as one of their strokes.
const COVERED: f32 = 0.6;

/// Long thin pieces of ink, in pixels at the model's resolution.
#[derive(Debug, Default)]
pub(super) struct Bars {
    pub(super) across: Vec<BBox>,
    pub(super) down: Vec<BBox>,
}

impl Bars {
    /// Finds all bars of a page. Linear in the number of pixels.
    pub(super) fn of(ink: &Ink) -> Self {
        let across = bars(ink.width, ink.height, |x, y| ink.at(x, y));
        let down = bars(ink.height, ink.width, |y, x| ink.at(x, y));
        Self {
            across: across.iter().map(Bar::across).collect(),
            down: down.iter().map(Bar::down).collect(),
        }
    }
}

/// Returns the horizontal and vertical rules, in pixels of the original image.
pub(super) fn rules(bars: &Bars, glyphs: &[Glyph], scale: f32) -> Vec<Rule> {
    // A stem of a letter is a vertical bar, too: only bars that are taller than any letter count.
    let tallest = glyphs.iter().map(|g| g.size * scale).fold(0.0, f32::max).max(24.0);
    let down = bars.down.iter().filter(|b| b.y1 - b.y0 > 1.5 * tallest);
    let strokes = Strokes::new(glyphs);
    bars.across
        .iter()
        .chain(down)
        .map(|b| b.scaled(1.0 / scale))
        .filter(|b| !strokes.cover(b))
        .map(|bbox| Rule { bbox })
        .collect()
}

/// A long thin piece of ink along the first axis.
#[derive(Clone, Copy)]
struct Bar {
    from: usize,
    to: usize,
    top: usize,
    bottom: usize,
}

impl Bar {
    fn across(&self) -> BBox {
        BBox {
            x0: self.from as f32,
            y0: self.top as f32,
            x1: self.to as f32,
            y1: self.bottom as f32,
        }
    }

    fn down(&self) -> BBox {
        BBox {
            x0: self.top as f32,
            y0: self.from as f32,
            x1: self.bottom as f32,
            y1: self.to as f32,
        }
    }
}

/// Finds bars along the first axis. Each line is examined once for each thickness: linear in the number of pixels.
fn bars(length: usize, lines: usize, at: impl Fn(usize, usize) -> f32) -> Vec<Bar> {
    let mut found: Vec<Bar> = Vec::new();
    let mut taken = vec![0usize; length];
    for line in 0..lines {
        let mut start = None;
        for i in 0..=length {
            let thickness = if i < length && line >= taken[i] {
                thickness(line, i, &at)
            } else {
                None
            };
            match (thickness, start) {
                (Some(_), None) => start = Some(i),
                (None, Some(from)) => {
                    if i - from >= SHORTEST {
                        let bottom = line + usual_thickness(line, from..i, &at);
                        taken[from..i].fill(bottom + 1);
                        found.push(Bar {
                            from,
                            to: i,
                            top: line,
                            bottom,
                        });
                    }
                    start = None;
                }
                _ => {}
            }
        }
    }
    joined(found, at)
}

/// Returns the median thickness of a bar: a letter may touch it somewhere.
fn usual_thickness(line: usize, columns: Range<usize>, at: &impl Fn(usize, usize) -> f32) -> usize {
    let all = columns.filter_map(|i| thickness(line, i, at));
    median(all.map(|pixels| pixels as f32)).map_or(1, |pixels| pixels as usize)
}

/// Joins the parts of a bar that other bars cross, as in the lines of a table. O(n log n).
fn joined(mut bars: Vec<Bar>, at: impl Fn(usize, usize) -> f32) -> Vec<Bar> {
    bars.sort_by_key(|b| (b.from, b.top));
    let mut whole: Vec<Bar> = Vec::with_capacity(bars.len());
    // The index of a bar by its end and its line.
    let mut ends: HashMap<(usize, usize), usize> = HashMap::new();
    for bar in bars {
        let lines = [bar.top, bar.top.wrapping_sub(1), bar.top + 1];
        let before = (0..=CROSSING)
            .filter_map(|gap| bar.from.checked_sub(gap))
            .take_while(|&to| to == bar.from || at(to, bar.top) > CLEAR)
            .find_map(|to| lines.iter().find_map(|&line| ends.remove(&(to, line))));
        let index = before.unwrap_or(whole.len());
        match whole.get_mut(index) {
            Some(first) => {
                first.to = bar.to;
                first.bottom = first.bottom.max(bar.bottom);
            }
            None => whole.push(bar),
        }
        ends.insert((bar.to, whole.get(index).map_or(bar.top, |b| b.top)), index);
    }
    whole
}

/// Returns the thickness of the ink that starts on this line. Returns `None` if no ink starts here, or if the ink is
/// too faint for a bar or thicker than [`THICKEST`].
fn thickness(line: usize, i: usize, at: &impl Fn(usize, usize) -> f32) -> Option<usize> {
    if at(i, line) <= CLEAR / 2.0 || (line > 0 && at(i, line - 1) > CLEAR) {
        return None;
    }
    if line > 0 && at(i, line - 1) > CLEAR / 2.0 && at(i, line - 1) <= CLEAR && at(i, line) <= CLEAR {
        return None;
    }
    let mut sum = 0.0;
    for deep in 1..=THICKEST {
        sum += at(i, line + deep - 1);
        if at(i, line + deep) <= CLEAR {
            return (sum >= STRONG).then_some(deep);
        }
    }
    None
}

/// Distance by which the box of a glyph may end before its ink does, in pixels.
const EDGE: f32 = 0.5;

/// A flat piece of a letter's outline is shorter than this share of the letter's width; a fraction bar is as wide as
/// its numerator or denominator.
const PART: f32 = 0.8;
/// Largest distance of a letter's ink below the letter's box, in heights of the box.
const CURL: f32 = 0.15;

/// Boxes of glyphs in vertical order, to test whether a bar is a stroke of a glyph.
struct Strokes(Vec<BBox>);

impl Strokes {
    fn new(glyphs: &[Glyph]) -> Self {
        let mut boxes: Vec<BBox> = glyphs
            .iter()
            .filter(|g| !g.symbol.starts_with("\\sqrt"))
            .map(|g| {
                let side = 0.06 * g.size;
                BBox {
                    x0: g.x - side,
                    y0: g.y - g.height - EDGE,
                    x1: g.x + g.width + side,
                    y1: g.y + g.depth + EDGE,
                }
            })
            .collect();
        boxes.sort_by(|a, b| a.y0.total_cmp(&b.y0));
        Self(boxes)
    }

    fn cover(&self, bar: &BBox) -> bool {
        // The middle of the bar counts: a fraction bar may touch the boxes above and below it.
        let middle = (bar.y0 + bar.y1) / 2.0;
        let end = self.0.partition_point(|b| b.y0 <= bar.y1);
        let horizontal = bar.x1 - bar.x0 >= bar.y1 - bar.y0;
        let inside =
            |b: &&BBox| horizontal && b.x0 <= bar.x0 && b.x1 >= bar.x1 && bar.x1 - bar.x0 < PART * (b.x1 - b.x0);
        // The curl of a "g" may extend below the letter's box.
        if self.0[..end]
            .iter()
            .filter(inside)
            .any(|b| middle - b.y1 < CURL * (b.y1 - b.y0))
        {
            return true;
        }
        let covered: f32 = self.0[..end]
            .iter()
            .filter(|b| {
                if horizontal {
                    b.y0 <= middle && b.y1 >= middle
                } else {
                    b.y1 >= bar.y0
                }
            })
            .filter(|b| b.x1 >= bar.x0 && b.x0 <= bar.x1)
            .map(|b| {
                if horizontal {
                    b.x1.min(bar.x1) - b.x0.max(bar.x0)
                } else {
                    b.y1.min(bar.y1) - b.y0.max(bar.y0)
                }
            })
            .sum();
        covered > COVERED * (bar.x1 - bar.x0).max(bar.y1 - bar.y0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(boxes: &[(usize, usize, usize, usize, f32)]) -> Ink {
        let mut ink = Ink {
            width: 200,
            height: 120,
            values: vec![0.0; 200 * 120],
            scale: 1.0,
        };
        for &(x0, y0, x1, y1, value) in boxes {
            for y in y0..y1 {
                ink.values[y * 200 + x0..y * 200 + x1].fill(value);
            }
        }
        ink
    }

    fn found_in(ink: &Ink, glyphs: &[Glyph]) -> Vec<Rule> {
        rules(&Bars::of(ink), glyphs, ink.scale)
    }

    #[test]
    fn a_thin_grey_bar_is_found_with_its_extent() {
        let found = found_in(&drawn(&[(20, 50, 120, 51, 0.5)]), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(
            found[0].bbox,
            BBox {
                x0: 20.0,
                y0: 50.0,
                x1: 120.0,
                y1: 51.0
            }
        );
    }

    #[test]
    fn a_bar_spread_over_two_lines_is_one() {
        let found = found_in(&drawn(&[(20, 50, 120, 51, 0.4), (20, 51, 120, 52, 0.45)]), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn a_filled_area_is_no_bar() {
        assert!(found_in(&drawn(&[(20, 20, 120, 90, 1.0)]), &[]).is_empty());
    }

    #[test]
    fn a_table_line_is_found_downwards() {
        let found = found_in(&drawn(&[(60, 10, 61, 110, 0.8)]), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].bbox.y1 - found[0].bbox.y0 > 90.0);
    }

    #[test]
    fn lines_that_cross_are_whole() {
        let found = found_in(&drawn(&[(20, 50, 180, 51, 1.0), (100, 10, 102, 110, 1.0)]), &[]);
        let lengths: Vec<f32> = found
            .iter()
            .map(|r| (r.bbox.x1 - r.bbox.x0).max(r.bbox.y1 - r.bbox.y0))
            .collect();
        assert_eq!(lengths, [160.0, 100.0], "{found:?}");
    }

    #[test]
    fn a_letter_that_touches_a_bar_does_not_thicken_it() {
        let found = found_in(&drawn(&[(20, 50, 120, 51, 1.0), (60, 51, 64, 54, 1.0)]), &[]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].bbox.y1 - found[0].bbox.y0 < 1.5, "{found:?}");
    }

    #[test]
    fn bars_with_paper_between_them_stay_apart() {
        assert_eq!(
            found_in(&drawn(&[(20, 50, 60, 51, 1.0), (63, 50, 120, 51, 1.0)]), &[]).len(),
            2
        );
    }

    #[test]
    fn the_stroke_of_a_glyph_is_no_bar() {
        let minus = Glyph {
            symbol: r"\minus".into(),
            style: crate::Style::Roman,
            x: 18.0,
            y: 56.0,
            width: 20.0,
            height: 12.0,
            depth: 2.0,
            size: 20.0,
            confidence: 1.0,
        };
        let ink = drawn(&[(20, 50, 36, 51, 0.9)]);
        assert_eq!(found_in(&ink, &[]).len(), 1);
        assert!(found_in(&ink, &[minus]).is_empty());
    }
}
