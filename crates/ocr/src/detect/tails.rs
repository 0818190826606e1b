//! The bar at the tail of `\mapsto`, read off the ink: it is a glyph of TeX's, but its ink is a part of the arrow's, and so
//! small that the network often misses it.

use super::image::Ink;
use crate::{Glyph, Style};

/// The glyph of TeX's symbol fonts.
const BAR: &str = "\\mapstochar";
/// Height of the axis above the baseline, in em.
const AXIS: f32 = 0.25;
/// Distance from the axis within which the shaft lies, in em.
const SHAFT: f32 = 0.08;
/// Ink of a pixel that belongs to a stroke.
const STROKE: f32 = 0.4;
/// Distance from the end of the shaft within which the bar stands, in em.
const REACH: f32 = 0.14;
/// Least and greatest distance to which the bar reaches from the axis on each side, in em. Computer Modern has 0.19.
const HALF: std::ops::Range<f32> = 0.11..0.3;
/// Distance of the bar from its reference point, in em.
const BEARING: f32 = 0.055;
/// Longest shaft, in em.
const LONGEST: f32 = 3.0;
/// Distance of a bar that was found from that which the ink shows, in em.
const SAME: f32 = 0.3;

/// Puts the bars of arrows that have one where their ink is. Linear in the number of arrows and the ink of their
/// shafts.
pub(super) fn add(glyphs: &mut Vec<Glyph>, ink: &Ink) {
    let arrows = glyphs
        .iter()
        .filter(|glyph| matches!(glyph.symbol.as_str(), "\\rightarrow" | "\\to" | "\\longrightarrow"));
    let bars: Vec<Glyph> = arrows.filter_map(|arrow| bar(arrow, ink)).collect();
    for bar in bars {
        let is_it = |other: &Glyph| {
            other.symbol == BAR
                && (other.x - bar.x).abs() < SAME * bar.size
                && (other.y - bar.y).abs() < SAME * bar.size
        };
        glyphs.retain(|other| !is_it(other));
        glyphs.push(bar);
    }
}

/// Returns the bar at the tail of an arrow.
fn bar(arrow: &Glyph, ink: &Ink) -> Option<Glyph> {
    let em = arrow.size * ink.scale;
    let axis = pixel((arrow.y - AXIS * arrow.size) * ink.scale)?;
    let middle = pixel((arrow.x + arrow.width / 2.0) * ink.scale)?;
    let slack = (SHAFT * em).ceil() as usize;
    let rows = axis.saturating_sub(slack)..=axis + slack;
    let is_shaft = |x: usize| rows.clone().any(|y| ink.at(x, y) > STROKE);
    let least = middle.saturating_sub((LONGEST * em) as usize);
    let tail = (least..=middle).rev().take_while(|x| is_shaft(*x)).last()?;
    let within = tail..=tail + (REACH * em).ceil() as usize;
    // How far the ink of a column reaches from the axis, in em, in rows from the shaft on.
    let reach = |x: usize, shaft: usize| {
        let inked = |y: &usize| ink.at(x, *y) > STROKE;
        let above = (0..shaft).rev().take_while(inked).count() as f32;
        let below = (shaft..ink.height).take_while(inked).count() as f32;
        let off = axis as f32 - shaft as f32;
        [above + off, below - off].map(|pixels| pixels / em)
    };
    let is_bar = |x: usize| {
        let shaft = rows.clone().find(|y| ink.at(x, *y) > STROKE);
        shaft.is_some_and(|shaft| reach(x, shaft).iter().all(|half| HALF.contains(half)))
    };
    within.into_iter().any(is_bar).then(|| Glyph {
        symbol: BAR.to_owned(),
        style: Style::Roman,
        x: tail as f32 / ink.scale - BEARING * arrow.size,
        width: 0.0,
        ..arrow.clone()
    })
}

fn pixel(place: f32) -> Option<usize> {
    (0.0..1e6).contains(&place).then_some(place as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EM: f32 = 20.0;

    /// An arrow whose shaft begins at 10 pixels, on the axis at 25 pixels, and a bar of some height at its tail.
    fn arrow(above: usize, below: usize) -> (Vec<Glyph>, Ink) {
        let mut ink = Ink {
            width: 80,
            height: 60,
            values: vec![0.0; 80 * 60],
            scale: 1.0,
        };
        ink.values[25 * 80 + 10..25 * 80 + 30].fill(1.0);
        for y in 25 - above..=25 + below {
            ink.values[y * 80 + 10] = 1.0;
        }
        let arrow = Glyph {
            symbol: "\\rightarrow".to_owned(),
            style: Style::Roman,
            x: 9.0,
            y: 30.0,
            width: 20.0,
            height: 7.0,
            depth: -2.0,
            size: EM,
            confidence: 0.9,
        };
        (vec![arrow], ink)
    }

    fn bars(glyphs: &[Glyph]) -> Vec<&Glyph> {
        glyphs.iter().filter(|glyph| glyph.symbol == BAR).collect()
    }

    #[test]
    fn a_bar_at_the_tail_is_a_glyph() {
        let (mut glyphs, ink) = arrow(4, 4);
        add(&mut glyphs, &ink);
        let found = bars(&glyphs);
        assert_eq!(found.len(), 1);
        assert!((found[0].x - (10.0 - BEARING * EM)).abs() < 1e-3, "{found:?}");
        assert_eq!((found[0].y, found[0].width), (30.0, 0.0));
    }

    #[test]
    fn a_bar_that_was_found_is_put_where_its_ink_is() {
        let (mut glyphs, ink) = arrow(4, 4);
        let found = Glyph {
            symbol: BAR.to_owned(),
            x: 7.0,
            width: 7.0,
            ..glyphs[0].clone()
        };
        glyphs.push(found);
        add(&mut glyphs, &ink);
        assert_eq!(bars(&glyphs).len(), 1);
        assert_eq!(bars(&glyphs)[0].width, 0.0);
    }

    #[test]
    fn an_arrow_without_one_and_other_strokes_stay() {
        for (above, below) in [(0, 0), (4, 0), (0, 4), (12, 12)] {
            let (mut glyphs, ink) = arrow(above, below);
            add(&mut glyphs, &ink);
            assert_eq!(glyphs.len(), 1, "{above}, {below}");
        }
    }

    #[test]
    fn any_place_is_taken() {
        let (mut glyphs, ink) = arrow(4, 4);
        for odd in [f32::NAN, f32::INFINITY, -1e30, 1e30] {
            glyphs[0].x = odd;
            glyphs[0].y = odd;
            add(&mut glyphs, &ink);
            glyphs[0].size = odd;
            add(&mut glyphs, &ink);
        }
    }
}
