//! Braces over and under formulas. Plain TeX's `\downbracefill` and `\upbracefill` build a brace from four pieces with
//! rules between them; this module joins the pieces.

use texlens_vocabulary::BBox;

use super::mark::{Extent, Mark};
use super::pieces::Joined;

/// The pieces from left to right, and the command for the whole brace.
const SHAPES: [([&str; 4], &str); 2] = [
    (["brace-ld", "brace-ru", "brace-lu", "brace-rd"], "\\overbrace"),
    (["brace-lu", "brace-rd", "brace-ld", "brace-ru"], "\\underbrace"),
];

/// Largest gap between the two pieces in the middle of a brace, in em. Braces beside each other are farther apart.
const MIDDLE_GAP: f32 = 0.1;

/// Maximum number of pieces examined on one page.
const MAX_PIECES: usize = 400;

/// Joins the pieces of each brace to one mark and removes the rules between them. Drops pieces that form no brace. Also
/// returns which glyphs were joined. O(n + p² + p r) for n marks, p pieces and r rules; p is bounded.
pub(super) fn join<'a>(marks: Vec<Mark<'a>>, rules: &mut Vec<BBox>) -> (Vec<Mark<'a>>, Joined) {
    let (mut pieces, mut marks): (Vec<Mark<'a>>, Vec<Mark<'a>>) =
        marks.into_iter().partition(|mark| mark.symbol.starts_with("brace-"));
    let mut joined = Joined::new();
    pieces.truncate(MAX_PIECES);
    pieces.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    for first in &pieces {
        for (names, whole) in SHAPES {
            let Some(parts) = rest(first, &pieces, names) else {
                continue;
            };
            let bbox = parts.iter().fold(first.bbox, |all, part| all.union(&part.bbox));
            let slack = 0.2 * first.size;
            rules.retain(|rule| {
                let is_beside = rule.x0 > bbox.x0 - slack && rule.x1 < bbox.x1 + slack;
                !(is_beside && rule.middle() > bbox.y0 - slack && rule.middle() < bbox.y1 + slack)
            });
            joined.extend(parts.iter().filter_map(|part| first.glyph.zip(part.source())));
            marks.push(Mark {
                symbol: whole,
                bbox,
                confidence: parts
                    .iter()
                    .map(|part| part.confidence)
                    .fold(first.confidence, f32::min),
                ..*first
            });
        }
    }
    (marks, joined)
}

/// Returns the other pieces of the brace that begins with `first`: each is the next piece on the line.
fn rest<'p, 'a>(first: &'p Mark<'a>, pieces: &'p [Mark<'a>], names: [&str; 4]) -> Option<[&'p Mark<'a>; 3]> {
    let [begin, left, right, end] = names;
    if first.symbol != begin {
        return None;
    }
    let next = |from: &Mark<'_>, name: &str| {
        let follows = |piece: &&Mark<'_>| {
            piece.bbox.x0 > from.bbox.x0 && (piece.bbox.middle() - first.bbox.middle()).abs() < 0.3 * first.size
        };
        pieces.iter().find(follows).filter(|piece| piece.symbol == name)
    };
    let left = next(first, left)?;
    let right = next(left, right).filter(|right| right.bbox.x0 - left.bbox.x1 < MIDDLE_GAP * first.size)?;
    Some([left, right, next(right, end)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::Style;

    fn piece(symbol: &'static str, x: f32) -> Mark<'static> {
        Mark {
            symbol,
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: 10.0,
                x1: x + 4.5,
                y1: 13.5,
            },
            baseline: 13.5,
            size: 10.0,
            confidence: 1.0,
            glyph: None,
        }
    }

    #[test]
    fn four_pieces_and_their_rules_are_a_brace() {
        let names = ["brace-lu", "brace-rd", "brace-ld", "brace-ru"];
        let pieces = names
            .iter()
            .zip([0.0, 20.0, 24.5, 44.5])
            .map(|(name, x)| piece(name, x));
        let bar = |x0: f32, y0: f32| BBox {
            x0,
            y0,
            x1: x0 + 15.5,
            y1: y0 + 1.2,
        };
        let mut rules = vec![bar(4.5, 12.0), bar(29.0, 12.0), bar(4.5, 40.0)];
        let (marks, _) = join(pieces.collect(), &mut rules);
        assert_eq!(
            marks.iter().map(|mark| mark.symbol).collect::<Vec<_>>(),
            ["\\underbrace"]
        );
        assert_eq!(
            marks.first().map(|mark| (mark.bbox.x0, mark.bbox.x1)),
            Some((0.0, 49.0))
        );
        assert_eq!(rules, [bar(4.5, 40.0)]);
    }

    #[test]
    fn two_braces_beside_each_other_do_not_make_a_third() {
        let names = ["brace-lu", "brace-rd", "brace-ld", "brace-ru"];
        let brace = |x: f32| names.into_iter().zip([x, x + 20.0, x + 24.5, x + 44.5]);
        let pieces = brace(0.0).chain(brace(50.7)).map(|(name, x)| piece(name, x));
        let (marks, _) = join(pieces.collect(), &mut vec![]);
        let symbols: Vec<&str> = marks.iter().map(|mark| mark.symbol).collect();
        assert_eq!(symbols, ["\\underbrace", "\\underbrace"]);
    }

    #[test]
    fn pieces_of_no_brace_are_left_out() {
        let (marks, _) = join(vec![piece("brace-lu", 0.0), piece("brace-ru", 9.0)], &mut vec![]);
        assert!(marks.is_empty());
    }
}
