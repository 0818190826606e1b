//! Glyphs that were found twice: a detector may read one glyph as two that lie on top of each other.

use std::collections::HashMap;

use super::mark::{Extent, Mark, quantile};

/// Share of the smaller of two boxes that lies in the other, in x and in y, above which the two are one glyph.
const OVERLAP: f32 = 0.5;
/// Confidence from which on a glyph is never dropped.
const SURE: f32 = 0.75;
/// Maximum number of glyphs in a cell of the search grid, which is one em wide; more are noise.
const MOST_IN_CELL: usize = 32;

/// Drops the glyph with the lower confidence where two lie in one place. O(n log n) for n marks.
pub(super) fn remove(mut marks: Vec<Mark<'_>>) -> Vec<Mark<'_>> {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5).max(1.0);
    let cell = |mark: &Mark<'_>| ((mark.bbox.centre() / em) as i64, (mark.bbox.middle() / em) as i64);
    // Glyphs with higher confidence come first, so that each glyph is compared only with glyphs that stay.
    marks.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let mut kept: Vec<Mark<'_>> = Vec::with_capacity(marks.len());
    let mut grid: HashMap<(i64, i64), Vec<usize>> = HashMap::new();
    for mark in marks {
        let (x, y) = cell(&mark);
        let mut near = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
        let is_double = mark.confidence < SURE
            && near.any(|at| {
                let known = grid.get(&at).map(Vec::as_slice).unwrap_or_default();
                known
                    .iter()
                    .filter_map(|i| kept.get(*i))
                    .any(|other| are_one(&mark, other))
            });
        if is_double {
            continue;
        }
        let there = grid.entry((x, y)).or_default();
        if there.len() < MOST_IN_CELL {
            there.push(kept.len());
        }
        kept.push(mark);
    }
    kept
}

/// Whether two marks lie on top of each other. Accents and the parts of compound symbols may do so.
fn are_one(a: &Mark<'_>, b: &Mark<'_>) -> bool {
    let overlays = |mark: &Mark<'_>| mark.is_accent() || mark.symbol == "\\not" || mark.bbox.width() < 0.05 * mark.size;
    let (across, narrower) = (a.bbox.overlap_x(&b.bbox), a.bbox.width().min(b.bbox.width()));
    let down = a.bbox.y1.min(b.bbox.y1) - a.bbox.y0.max(b.bbox.y0);
    let lower = a.bbox.height().min(b.bbox.height());
    !overlays(a)
        && !overlays(b)
        && across > OVERLAP * narrower
        && down > OVERLAP * lower
        && (a.size / b.size).ln().abs() < 0.3
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::{BBox, Style};

    fn mark(symbol: &'static str, x: f32, confidence: f32) -> Mark<'static> {
        Mark {
            symbol,
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: 10.0,
                x1: x + 8.0,
                y1: 17.0,
            },
            baseline: 17.0,
            size: 10.0,
            confidence,
            glyph: None,
        }
    }

    #[test]
    fn the_surer_of_two_in_one_place_stays() {
        let left = remove(vec![mark("’", 0.0, 0.4), mark("”", 2.0, 0.7), mark("s", 8.0, 0.5)]);
        let symbols: Vec<&str> = left.iter().map(|mark| mark.symbol).collect();
        assert_eq!(symbols, ["”", "s"]);
    }

    #[test]
    fn sure_glyphs_and_accents_stay() {
        assert_eq!(remove(vec![mark("a", 0.0, 1.0), mark("b", 1.0, 1.0)]).len(), 2);
        assert_eq!(remove(vec![mark("a", 0.0, 0.9), mark("acc:hat", 1.0, 0.3)]).len(), 2);
    }
}
