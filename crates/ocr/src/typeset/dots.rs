//! Three full stops above each other. Plain TeX builds `\vdots` from full stops that are 4 pt apart, and `\ddots` from
//! full stops that descend by 3 pt and 4 pt.

use super::latex::Source;
use super::mark::{Extent, Mark};

/// Maximum number of full stops examined on one page.
const MAX_STOPS: usize = 4000;
/// Vertical distance to the next full stop, in em.
const STEP: std::ops::Range<f32> = 0.25..0.5;
/// Horizontal distance to the next full stop of `\ddots`, in em.
const ASIDE: std::ops::Range<f32> = 0.25..0.6;
/// Upper bound of the horizontal offset between full stops of `\vdots`, in em.
const ABOVE: f32 = 0.08;

/// Joins three such full stops to one mark. Also returns which glyphs were joined to the first. O(n + s²) for n marks
/// and s full stops; s is bounded.
pub(super) fn join(marks: Vec<Mark<'_>>) -> (Vec<Mark<'_>>, Vec<(u32, Source)>) {
    let mut joined = Vec::new();
    let (mut stops, mut marks): (Vec<Mark<'_>>, Vec<Mark<'_>>) = marks.into_iter().partition(|mark| mark.symbol == ".");
    stops.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut is_used = vec![false; stops.len()];
    for (i, first) in stops.iter().enumerate().take(MAX_STOPS) {
        let Some((second, third, symbol)) = below(&stops, i).filter(|_| !is_used[i]) else {
            continue;
        };
        let (Some(b), Some(c)) = (stops.get(second), stops.get(third)) else {
            continue;
        };
        [i, second, third].into_iter().for_each(|at| is_used[at] = true);
        joined.extend([b, c].into_iter().filter_map(|part| first.glyph.zip(part.source())));
        marks.push(Mark {
            symbol,
            bbox: first.bbox.union(&c.bbox),
            baseline: c.baseline,
            confidence: first.confidence.min(b.confidence).min(c.confidence),
            ..*first
        });
    }
    let left = stops.into_iter().zip(is_used).filter(|(_, is_used)| !is_used);
    marks.extend(left.map(|(stop, _)| stop));
    (marks, joined)
}

/// Returns the second and the third full stop below the one at `first`, and the symbol that the three form.
fn below(stops: &[Mark<'_>], first: usize) -> Option<(usize, usize, &'static str)> {
    let next = |at: usize, is_aside: bool| {
        let from = stops.get(at)?;
        let fits = |stop: &Mark<'_>| {
            let (x, y) = (
                (stop.bbox.x0 - from.bbox.x0) / from.size,
                (stop.baseline - from.baseline) / from.size,
            );
            STEP.contains(&y) && if is_aside { ASIDE.contains(&x) } else { x.abs() < ABOVE }
        };
        let near = stops.iter().enumerate().skip(at + 1);
        let mut near = near.take_while(|(_, stop)| stop.baseline < from.baseline + STEP.end * from.size);
        near.find(|(_, stop)| fits(stop)).map(|(at, _)| at)
    };
    let three = |is_aside: bool| {
        let second = next(first, is_aside)?;
        Some((second, next(second, is_aside)?))
    };
    let vertical = three(false).map(|(b, c)| (b, c, "\\vdots"));
    vertical.or_else(|| three(true).map(|(b, c)| (b, c, "\\ddots")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::{BBox, Style};

    fn stop(x: f32, baseline: f32) -> Mark<'static> {
        Mark {
            symbol: ".",
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: baseline - 1.0,
                x1: x + 2.8,
                y1: baseline,
            },
            baseline,
            size: 10.0,
            confidence: 1.0,
            glyph: None,
        }
    }

    fn symbols(places: &[(f32, f32)]) -> Vec<&'static str> {
        let (marks, _) = join(places.iter().map(|(x, y)| stop(*x, *y)).collect());
        marks.iter().map(|mark| mark.symbol).collect()
    }

    #[test]
    fn full_stops_above_each_other_are_dots() {
        assert_eq!(symbols(&[(0.0, 12.0), (0.0, 16.0), (0.0, 20.0)]), ["\\vdots"]);
        assert_eq!(symbols(&[(0.0, 13.0), (4.5, 16.0), (9.0, 20.0)]), ["\\ddots"]);
    }

    #[test]
    fn other_full_stops_stay() {
        assert_eq!(symbols(&[(0.0, 12.0), (4.0, 12.0), (8.0, 12.0)]), ["."; 3]);
        assert_eq!(symbols(&[(0.0, 12.0), (0.0, 24.0), (0.0, 36.0)]), ["."; 3]);
    }
}
