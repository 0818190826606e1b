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
    let mut marks = marks;
    name_stacked(&mut marks);
    let (mut pieces, mut marks): (Vec<Mark<'_>>, Vec<Mark<'_>>) =
        marks.into_iter().partition(|mark| delimiter(mark.symbol).is_some());
    pieces.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
    let thorough = pieces.len() <= MAX_PIECES;
    let mut built: Vec<Mark<'_>> = Vec::new();
    // Whether each has an upper and a lower end.
    let mut ends: Vec<[bool; 2]> = Vec::new();
    for piece in pieces {
        let symbol = delimiter(piece.symbol).unwrap_or(piece.symbol);
        let touching = |other: &Mark<'_>| {
            let is_exact = piece.confidence >= 1.0 && other.confidence >= 1.0;
            let gap = if is_exact { STACKED } else { MISSING };
            is_same(other.symbol, symbol)
                && (other.bbox.centre() - piece.bbox.centre()).abs() < 0.35 * piece.size
                && piece.bbox.y0 < other.bbox.y1 + gap * piece.size
        };
        let begins = piece.symbol.ends_with("-top") || !thorough;
        let ending = ["-top", "-bot"].map(|ending| piece.symbol.ends_with(ending));
        let found = if begins {
            None
        } else {
            built.iter_mut().zip(&mut ends).rev().find(|(other, _)| touching(other))
        };
        match found {
            Some((other, ends)) => {
                *ends = [ends[0] || ending[0], ends[1] || ending[1]];
                joined.extend(other.glyph.zip(piece.source()));
                other.bbox = other.bbox.union(&piece.bbox);
                other.confidence = other.confidence.min(piece.confidence);
                if piece.symbol.ends_with("-mid") {
                    other.symbol = symbol;
                }
            }
            None => {
                built.push(Mark { symbol, ..piece });
                ends.push(ending);
            }
        }
    }
    for (mark, ends) in built.iter_mut().zip(&ends) {
        // A floor is a bracket without its upper end. Where glyphs are not certain, one may be missing.
        if thorough && mark.confidence >= 1.0 {
            mark.symbol = without_ends(mark.symbol, *ends);
        }
        mark.baseline = mark.bbox.middle() + AXIS * mark.size;
    }
    if thorough {
        let is_part = |mark: &Mark<'_>| mark.confidence < DOUBTFUL && built.iter().any(|tall| covers(tall, mark));
        marks.retain(|mark| !is_part(mark));
    }
    marks.append(&mut built);
    (marks, joined)
}

/// Returns the delimiter that a bracket with these ends is: the upper and the lower one.
fn without_ends(symbol: &str, ends: [bool; 2]) -> &str {
    match (symbol, ends) {
        ("[", [false, true]) => "\\lfloor",
        ("]", [false, true]) => "\\rfloor",
        ("[", [true, false]) => "\\lceil",
        ("]", [true, false]) => "\\rceil",
        (symbol, _) => symbol,
    }
}

/// Names bars that are stacked without gaps as the pieces that they are. Some fonts have one name for the bar and its
/// piece. Takes O(n log n) time for n bars.
fn name_stacked(marks: &mut [Mark<'_>]) {
    let is_bar = |mark: &Mark<'_>| mark.confidence >= 1.0 && matches!(mark.symbol, "|" | "\\|");
    let mut bars: Vec<&mut Mark<'_>> = marks.iter_mut().filter(|mark| is_bar(mark)).collect();
    bars.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    for stack in bars.chunk_by_mut(|a, b| b.bbox.x0 - a.bbox.x0 < STACKED * a.size) {
        stack.sort_by(|a, b| a.bbox.y0.total_cmp(&b.bbox.y0));
        let touch = |pair: &[&mut Mark<'_>]| match pair {
            [a, b] => {
                let is_lower = b.bbox.y0 > a.bbox.y0 + STACKED * a.size;
                a.symbol == b.symbol && is_lower && b.bbox.y0 - a.bbox.y1 < STACKED * a.size
            }
            _ => false,
        };
        let touches: Vec<bool> = stack.windows(2).map(touch).collect();
        for (at, bar) in stack.iter_mut().enumerate() {
            let above = at.checked_sub(1).and_then(|before| touches.get(before));
            if above == Some(&true) || touches.get(at) == Some(&true) {
                bar.symbol = if bar.symbol == "|" { "|-ext" } else { "\\|-ext" };
            }
        }
    }
}

/// Largest distance between stacked pieces, along each axis, in em.
const STACKED: f32 = 0.1;

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
