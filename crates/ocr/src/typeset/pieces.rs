//! Extensible delimiters. TeX builds tall ones from pieces; this module joins them.

use super::latex::Source;
use super::mark::{Extent, Mark};
use super::symbols::AXIS;

const ENDINGS: &[&str] = &["-top", "-mid", "-bot", "-ext"];

/// Upper bound of the height, in em, of the pieces that may be missing between two found ones.
const MISSING: f32 = 3.0;
/// Glyphs on top of a tall delimiter are parts of it if their confidence is below this.
const DOUBTFUL: f32 = 0.5;

/// Maximum number of pieces examined on one page.
const MAX_PIECES: usize = 2000;

/// Pairs of joined glyphs: the index of the glyph that stands for the whole, and a glyph that was joined to it.
pub(super) type Joined = Vec<(u32, Source)>;

/// Replaces pieces that stand above each other by the delimiter that they form. O(n p + p²) for n marks and p pieces; p
/// is bounded. If a page has more pieces, they are only renamed.
pub(super) fn assemble(marks: Vec<Mark<'_>>) -> (Vec<Mark<'_>>, Joined) {
    let mut joined = Joined::new();
    let (mut pieces, mut marks): (Vec<Mark<'_>>, Vec<Mark<'_>>) =
        marks.into_iter().partition(|mark| delimiter(mark.symbol).is_some());
    pieces.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    let thorough = pieces.len() <= MAX_PIECES;
    let mut built: Vec<Mark<'_>> = Vec::new();
    for piece in pieces {
        let symbol = delimiter(piece.symbol).unwrap_or(piece.symbol);
        let touching = |other: &&mut Mark<'_>| {
            is_same(other.symbol, symbol)
                && (other.bbox.centre() - piece.bbox.centre()).abs() < 0.35 * piece.size
                && piece.bbox.y0 < other.bbox.y1 + MISSING * piece.size
        };
        let begins = piece.symbol.ends_with("-top") || !thorough;
        match if begins {
            None
        } else {
            built.iter_mut().rev().find(touching)
        } {
            Some(other) => {
                joined.extend(other.glyph.zip(piece.source()));
                other.bbox = other.bbox.union(&piece.bbox);
                other.confidence = other.confidence.min(piece.confidence);
                if piece.symbol.ends_with("-mid") {
                    other.symbol = symbol;
                }
            }
            None => built.push(Mark { symbol, ..piece }),
        }
    }
    for mark in &mut built {
        mark.baseline = mark.bbox.middle() + AXIS * mark.size;
    }
    if thorough {
        let is_part = |mark: &Mark<'_>| mark.confidence < DOUBTFUL && built.iter().any(|tall| covers(tall, mark));
        marks.retain(|mark| !is_part(mark));
    }
    marks.append(&mut built);
    (marks, joined)
}

fn covers(tall: &Mark<'_>, mark: &Mark<'_>) -> bool {
    (tall.bbox.centre() - mark.bbox.centre()).abs() < 0.3 * tall.size
        && mark.bbox.middle() > tall.bbox.y0
        && mark.bbox.middle() < tall.bbox.y1
}

/// Returns the delimiter that a piece is part of.
fn delimiter(symbol: &str) -> Option<&str> {
    ENDINGS
        .iter()
        .find_map(|ending| symbol.strip_suffix(ending))
        .filter(|base| !base.is_empty())
}

/// Whether two pieces form the same delimiter. The repeated piece of both braces is named after the left brace.
fn is_same(a: &str, b: &str) -> bool {
    a == b || matches!((a, b), ("{", "}") | ("}", "{"))
}
