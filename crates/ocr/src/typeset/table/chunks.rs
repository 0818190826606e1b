//! Splits a table into chunks: stretches of words and formulas on one line of one cell.
//!
//! LaTeX sets every entry between two `\tabcolsep` of 6 pt, so entries are at least 1.2 em of 10 pt type apart. Some
//! classes use a third of that. Words are 0.33 em apart. The rows of a table are boxes that do not overlap, but an
//! entry over several rows (`\multirow`) stands between their baselines. So the table is cut at gaps in y, each part at
//! gaps in x, and so on until nothing can be cut: the recursive X-Y cut.

use texlens_vocabulary::BBox;

use super::super::columns::Region;
use super::super::lines::{self, Line};
use super::super::mark::{Extent, Mark, mode};
use super::super::symbols::AXIS;

/// Most cuts in each direction: entries over rows over entries over rows.
const MAX_DEPTH: usize = 4;
/// Most marks of an entry that may be mostly scripts.
const SHORT: usize = 24;
/// Least gap between two entries, in em: wider than any space between words.
pub(super) const GAP: f32 = 0.55;

/// Returns the chunks of a region, from top to bottom and left to right; its rules are parts of formulas. `dividers`
/// are the positions of vertical rules. O(n log n) for n marks, times the depth, which is bounded.
pub(super) fn chunks<'a>(region: Region<'a>, dividers: &[f32]) -> Vec<Line<'a>> {
    let mut out = Vec::new();
    cut_rows(region, dividers, MAX_DEPTH, &mut out);
    out
}

fn cut_rows<'a>(region: Region<'a>, dividers: &[f32], depth: usize, out: &mut Vec<Line<'a>>) {
    for line in lines::lines(region) {
        let parts = cut_entries(&line, dividers);
        if parts.len() < 2 || depth == 0 {
            out.push(settled(line));
            continue;
        }
        for part in parts {
            cut_rows(part, dividers, depth - 1, out);
        }
    }
}

/// Corrects the baseline of an entry that may have more scripts than letters, or may be a fraction, whose bar is on the
/// axis. The baseline is that of the largest type, or is derived from the bar.
fn settled(mut line: Line<'_>) -> Line<'_> {
    let size = line.marks.iter().map(|mark| mark.size).fold(0.0, f32::max);
    let widest = line.rules.iter().max_by(|a, b| a.width().total_cmp(&b.width()));
    if let Some(bar) = widest.filter(|bar| 2.0 * bar.width() > line.bbox.width()) {
        line.baseline = bar.middle() + AXIS * size;
    } else if line.marks.len() <= SHORT {
        let large = line.marks.iter().filter(|mark| mark.size > 0.88 * size);
        line.baseline = mode(large.map(|mark| mark.baseline), 0.12 * size);
        line.size = size;
    }
    line
}

/// Cuts a line at wide gaps and at vertical rules.
fn cut_entries<'a>(line: &Line<'a>, dividers: &[f32]) -> Vec<Region<'a>> {
    let mut parts: Vec<Region<'a>> = Vec::new();
    let mut right = f32::NEG_INFINITY;
    for piece in pieces(line) {
        let (x0, x1) = (piece.bbox.x0, piece.bbox.x1);
        let is_divided = |x: &f32| *x > right - 0.1 * line.size && *x < x0 + 0.1 * line.size;
        let starts = parts.is_empty() || x0 - right > GAP * line.size || dividers.iter().any(is_divided);
        if starts {
            parts.push(Region::default());
        }
        if let Some(part) = parts.last_mut() {
            match piece.content {
                Content::Mark(mark) => part.marks.push(mark),
                Content::Rule => part.rules.push(piece.bbox),
            }
        }
        right = right.max(x1);
    }
    parts
}

struct Piece<'a> {
    bbox: BBox,
    content: Content<'a>,
}

enum Content<'a> {
    Mark(Mark<'a>),
    Rule,
}

/// Returns the marks and rules of a line by left edge.
fn pieces<'a>(line: &Line<'a>) -> Vec<Piece<'a>> {
    let marks = line.marks.iter().map(|mark| Piece {
        bbox: mark.bbox,
        content: Content::Mark(*mark),
    });
    let rules = line.rules.iter().map(|rule| Piece {
        bbox: *rule,
        content: Content::Rule,
    });
    let mut pieces: Vec<Piece<'a>> = marks.chain(rules).collect();
    pieces.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    pieces
}

/// Returns the middle of the first gap between two words that meets the range `within`. A chunk over two columns can be
/// cut there.
pub(super) fn word_gap(line: &Line<'_>, within: (f32, f32)) -> Option<f32> {
    const LEAST: f32 = 0.22;
    let mut right = f32::INFINITY;
    for piece in pieces(line) {
        let (from, to) = (right.max(within.0), piece.bbox.x0.min(within.1));
        if piece.bbox.x0 - right > LEAST * line.size && to >= from {
            return Some(0.5 * (right + piece.bbox.x0));
        }
        right = if right.is_finite() {
            right.max(piece.bbox.x1)
        } else {
            piece.bbox.x1
        };
    }
    None
}

/// Returns the parts of a chunk left and right of `x`.
pub(super) fn split<'a>(line: Line<'a>, x: f32) -> [Line<'a>; 2] {
    let (left, right): (Vec<_>, Vec<_>) = line.marks.into_iter().partition(|mark| mark.bbox.centre() < x);
    let (left_rules, right_rules) = line.rules.into_iter().partition(|rule| rule.centre() < x);
    [Line::new(left, left_rules), Line::new(right, right_rules)]
}
