//! Tall brackets, read off the ink: their straight strokes say exactly how far they reach. TeX builds the tallest of pieces,
//! which look like rules, so that the network often misses them.

use super::image::Ink;
use super::rules::Bars;
use crate::{BBox, Glyph, Rule, Style};

/// Height of the stem of a bracket that is taller than usual, in em. Letters of text are lower.
const STEM: std::ops::Range<f32> = 1.05..12.0;
/// Length of a foot beyond the stem, in em. Those of Computer Modern have 0.15 to 0.27.
const FOOT: std::ops::Range<f32> = 0.11..0.42;
/// Greatest length of ink on the side without feet, in em.
const BARE: f32 = 0.08;
/// Distance of a foot from the end of the stem, in em.
const END: f32 = 0.15;
/// Ink of a pixel that belongs to a stroke.
const STROKE: f32 = 0.4;
/// Heights up to which TeX has a bracket of one piece, and the widths of their boxes, in em.
const PIECES: [(f32, f32); 4] = [(1.5, 0.417), (2.1, 0.472), (2.7, 0.528), (3.3, 0.583)];
/// Width of the box of a bracket that is built of pieces, in em.
const BUILT: f32 = 0.667;
/// Distance of a stem from the far side of its box, as a share of the box's width.
const BEARING: f32 = 0.48;
/// Height of such a bracket above its reference point, in em.
const HEIGHT: f32 = 0.04;
/// Confidence of a bracket that the network does not know.
const CONFIDENCE: f32 = 0.8;
/// Share of a stem that a letter covers if the stem is the letter's.
const COVERED: f32 = 0.6;

/// Turns strokes that form a tall bracket into its glyph. Rules and glyphs that are parts of it go. `em` is the size of the
/// text. O(n·(m + r)) for n upright bars, m glyphs and r rules.
pub(super) fn gather(bars: &Bars, ink: &Ink, rules: &mut Vec<Rule>, glyphs: &mut Vec<Glyph>, em: f32) {
    for stem in &bars.down {
        if !STEM.contains(&((stem.y1 - stem.y0) / (em * ink.scale))) {
            continue;
        }
        let Some((symbol, extent)) = shape(stem, ink, em * ink.scale) else {
            continue;
        };
        let extent = extent.scaled(1.0 / ink.scale);
        if glyphs.iter().any(|glyph| is_letter(glyph, &extent)) {
            continue;
        }
        let around = extent.widened(END * em);
        let mut confidence = CONFIDENCE;
        glyphs.retain(|glyph| {
            let goes = is_delimiter(&glyph.symbol) && around.holds(&glyph.bbox());
            if goes && glyph.symbol == symbol {
                confidence = glyph.confidence.max(CONFIDENCE);
            }
            !goes
        });
        rules.retain(|rule| !around.holds(&rule.bbox));
        glyphs.push(Glyph {
            confidence,
            ..bracket(symbol, &extent, em)
        });
    }
}

/// Returns the bracket of a stem and the extent of its ink, in pixels of the ink.
fn shape(stem: &BBox, ink: &Ink, em: f32) -> Option<(&'static str, BBox)> {
    let top = Feet::at(End::Top, stem, ink, em);
    let bottom = Feet::at(End::Bottom, stem, ink, em);
    let is = |sides: [f32; 2], own: usize| FOOT.contains(&sides[own]) && sides[1 - own] < BARE;
    let bare = |sides: [f32; 2]| sides.iter().all(|side| *side < BARE);
    let (symbol, own) = [0, 1].into_iter().find_map(|own| {
        let symbols = [["]", "\\rceil", "\\rfloor"], ["[", "\\lceil", "\\lfloor"]][own];
        let feet = [top.sides, bottom.sides].map(|sides| (is(sides, own), bare(sides)));
        match feet {
            [(true, _), (true, _)] => Some((symbols[0], own)),
            [(true, _), (_, true)] => Some((symbols[1], own)),
            [(_, true), (true, _)] => Some((symbols[2], own)),
            _ => None,
        }
    })?;
    let foot = top.sides[own].max(bottom.sides[own]) * em;
    let extent = BBox {
        x0: if own == 0 { stem.x0 - foot } else { stem.x0 },
        x1: if own == 1 { stem.x1 + foot } else { stem.x1 },
        y0: top.end,
        y1: bottom.end,
    };
    Some((symbol, extent))
}

/// The ink beside the end of a stem.
struct Feet {
    /// How far it reaches to the left and to the right, in em.
    sides: [f32; 2],
    /// Where the ink of the stem ends.
    end: f32,
}

/// An end of a stem.
#[derive(Clone, Copy)]
enum End {
    Top,
    Bottom,
}

impl Feet {
    fn at(place: End, stem: &BBox, ink: &Ink, em: f32) -> Self {
        let edge = match place {
            End::Top => stem.y0,
            End::Bottom => stem.y1,
        };
        let rows = (edge - END * em).max(0.0) as usize..=(edge + END * em).max(0.0) as usize;
        let (left, right) = (stem.x0 as usize, (stem.x1 as usize).max(1) - 1);
        let most = (FOOT.end * em) as usize + 2;
        let strokes = |x: usize, y: usize| ink.at(x, y) > STROKE;
        let reach = |y: usize| {
            let to_left = (left.saturating_sub(most)..left)
                .rev()
                .take_while(|x| strokes(*x, y))
                .count();
            let to_right = (right + 1..=right + most).take_while(|x| strokes(*x, y)).count();
            [to_left, to_right].map(|pixels| pixels as f32 / em)
        };
        let stands = rows.filter(|y| strokes(left, *y) || strokes(right, *y));
        let mut feet = Self {
            sides: [0.0; 2],
            end: edge,
        };
        for y in stands {
            for (side, reach) in feet.sides.iter_mut().zip(reach(y)) {
                *side = side.max(reach);
            }
            feet.end = match place {
                End::Top => feet.end.min(y as f32),
                End::Bottom => feet.end.max(y as f32 + 1.0),
            };
        }
        feet
    }
}

/// Reports whether the strokes are those of a letter that was found.
fn is_letter(glyph: &Glyph, extent: &BBox) -> bool {
    let bbox = glyph.bbox();
    let middle = (extent.x0 + extent.x1) / 2.0;
    let common = bbox.y1.min(extent.y1) - bbox.y0.max(extent.y0);
    !is_delimiter(&glyph.symbol) && (bbox.x0..bbox.x1).contains(&middle) && common > COVERED * (extent.y1 - extent.y0)
}

/// Reports whether the network may take a bracket for this symbol, or for a piece of it.
fn is_delimiter(symbol: &str) -> bool {
    let whole = symbol.rsplit_once('-').map_or(symbol, |(whole, _)| whole);
    matches!(
        whole,
        "[" | "]" | "|" | "\\lfloor" | "\\rfloor" | "\\lceil" | "\\rceil" | "\\|" | "(" | ")"
    )
}

/// Returns the bracket whose ink has this extent.
fn bracket(symbol: &str, extent: &BBox, em: f32) -> Glyph {
    let tall = (extent.y1 - extent.y0) / em;
    let of_one_piece = PIECES.iter().find(|(height, _)| tall < *height);
    let width = of_one_piece.map_or(BUILT, |(_, width)| *width) * em;
    let is_left = matches!(symbol, "[" | "\\lfloor" | "\\lceil");
    let y = extent.y0 + HEIGHT * em;
    Glyph {
        symbol: symbol.to_owned(),
        style: Style::Roman,
        x: if is_left {
            extent.x0 - BEARING * width
        } else {
            extent.x1 - (1.0 - BEARING) * width
        },
        y,
        width,
        height: y - extent.y0,
        depth: extent.y1 - y,
        size: em,
        confidence: CONFIDENCE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EM: f32 = 20.0;

    /// A stem at 40 pixels, from 20 to 80 pixels, with feet to the left or to the right.
    fn drawn(feet: [Option<isize>; 2]) -> Ink {
        let mut ink = Ink {
            width: 120,
            height: 100,
            values: vec![0.0; 120 * 100],
            scale: 1.0,
        };
        for y in 20..80 {
            ink.values[y * 120 + 40] = 1.0;
        }
        for (y, foot) in [20, 79].into_iter().zip(feet) {
            for x in 0..=foot.unwrap_or_default().unsigned_abs() {
                let x = if foot < Some(0) { 40 - x } else { 40 + x };
                ink.values[y * 120 + x] = 1.0;
            }
        }
        ink
    }

    fn gathered(ink: &Ink, mut glyphs: Vec<Glyph>) -> (Vec<Glyph>, Vec<Rule>) {
        let bars = Bars::of(ink);
        let mut rules = super::super::rules::rules(&bars, &glyphs, ink.scale);
        gather(&bars, ink, &mut rules, &mut glyphs, EM);
        (glyphs, rules)
    }

    fn symbols(ink: &Ink) -> Vec<String> {
        let (glyphs, _) = gathered(ink, Vec::new());
        glyphs.into_iter().map(|glyph| glyph.symbol).collect()
    }

    #[test]
    fn strokes_become_the_bracket_of_their_feet() {
        let cases = [
            ([Some(5), Some(5)], "["),
            ([Some(-5), Some(-5)], "]"),
            ([Some(5), None], "\\lceil"),
            ([Some(-5), None], "\\rceil"),
            ([None, Some(5)], "\\lfloor"),
            ([None, Some(-5)], "\\rfloor"),
        ];
        for (feet, symbol) in cases {
            assert_eq!(symbols(&drawn(feet)), [symbol]);
        }
    }

    #[test]
    fn the_bracket_reaches_as_far_as_its_ink_and_its_rules_go() {
        let (glyphs, rules) = gathered(&drawn([Some(6), Some(6)]), Vec::new());
        let bbox = glyphs[0].bbox();
        assert_eq!((bbox.y0, bbox.y1), (20.0, 80.0));
        assert!(bbox.x0 < 40.0 && bbox.x1 > 41.0);
        assert!(rules.is_empty(), "{rules:?}");
    }

    #[test]
    fn lines_corners_and_frames_are_none() {
        assert!(symbols(&drawn([None, None])).is_empty());
        // The feet point to different sides, or are the lines of a table.
        assert!(symbols(&drawn([Some(5), Some(-5)])).is_empty());
        assert!(symbols(&drawn([Some(40), Some(40)])).is_empty());
    }

    #[test]
    fn a_large_letter_stays() {
        let letter = Glyph {
            symbol: "L".to_owned(),
            x: 36.0,
            y: 80.0,
            width: 20.0,
            height: 60.0,
            depth: 0.0,
            size: 80.0,
            ..bracket("[", &BBox::default(), EM)
        };
        let (glyphs, _) = gathered(&drawn([None, Some(5)]), vec![letter.clone()]);
        assert_eq!(glyphs, [letter]);
    }

    #[test]
    fn a_bracket_that_was_found_takes_the_extent_of_its_ink() {
        let found = Glyph {
            y: 30.0,
            depth: 30.0,
            x: 36.0,
            width: 10.0,
            height: 0.0,
            ..bracket("[", &BBox::default(), EM)
        };
        let (glyphs, _) = gathered(&drawn([Some(5), Some(5)]), vec![found]);
        assert_eq!(glyphs.len(), 1);
        assert_eq!(glyphs[0].bbox().y1, 80.0);
    }
}
