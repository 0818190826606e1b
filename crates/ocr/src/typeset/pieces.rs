//! Extensible delimiters: TeX builds tall ones from pieces, which are put together here.

use super::latex::Source;
use super::mark::{Extent, Mark};
use super::symbols::AXIS;

const ENDINGS: &[&str] = &["-top", "-mid", "-bot", "-ext"];

/// Height in em of the pieces that may be missing between two that were found.
const MISSING: f32 = 3.0;
/// Glyphs on top of a tall delimiter that are not surer than this are parts of it.
const DOUBTFUL: f32 = 0.5;

/// Pieces looked at on one page.
const MAX_PIECES: usize = 2000;

/// The glyphs that were joined to others: the index of the one that stands for the whole, and what was joined to it.
pub(super) type Joined = Vec<(u32, Source)>;

/// Replaces pieces that stand above each other by the delimiter they form. O(n p + p²) for p pieces, p bounded; what is
/// over the bound is only renamed.
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

/// The delimiter that a piece is part of.
fn delimiter(symbol: &str) -> Option<&str> {
    ENDINGS
        .iter()
        .find_map(|ending| symbol.strip_suffix(ending))
        .filter(|base| !base.is_empty())
}

/// The repeated piece of both braces is named after the left one.
fn is_same(a: &str, b: &str) -> bool {
    a == b || matches!((a, b), ("{", "}") | ("}", "{"))
}
