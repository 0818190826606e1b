//! Labels of list items: bullets, dashes and numbers with a gap behind them.

use super::block::{ItemLabel, ListKind};
use super::row::Row;
use crate::typeset::words::Segment;

/// Labels of bulleted lists.
const BULLETS: &[&str] = &["\\bullet", "\\textbullet", "\\circ", "\\diamond", "\\triangleright"];
/// Labels that are bullets only if the text hangs.
const DASHES: &[&str] = &["--", "-", "\\ast", "*"];
/// Upper bound of the distance between the text of an item beside its label and below it, in em.
const ALIGNED: f32 = 0.15;

/// Returns the label, if the row begins with a bullet, a dash or a number and a gap after it.
pub(super) fn counted(row: &Row<'_>) -> Option<ItemLabel> {
    let end = row.segments.iter().skip(1).position(|segment| segment.spaced)? + 1;
    let printed: String = row.segments.get(..end)?.iter().map(Segment::symbols).collect();
    let (last, next) = (row.segments.get(end - 1)?, row.segments.get(end)?);
    let is_bullet = end == 1
        && last.cells.len() == 1
        && (BULLETS.contains(&printed.as_str()) || DASHES.contains(&printed.as_str()));
    let rank = if is_bullet { 0 } else { rank(&printed)? };
    let gap = next.bbox().x0 - last.bbox().x1;
    (gap > 0.25 * row.line.size).then(|| ItemLabel {
        kind: if is_bullet {
            ListKind::Bullets
        } else {
            ListKind::Numbers
        },
        segments: end,
        text: next.bbox().x0,
        rank,
    })
}

/// Returns the left edges of the texts of lists in a column: a row begins with a number, and the row below hangs and
/// looks different from that row, as the second line of a heading does not.
pub(super) fn edges(rows: &[Row<'_>], look_alike: impl Fn(&Row<'_>, &Row<'_>) -> bool) -> Vec<f32> {
    let edge = |pair: &[Row<'_>]| match pair {
        [row, below] => {
            let label = counted(row).filter(|label| label.rank > 0)?;
            let hangs = (below.line.bbox.x0 - label.text).abs() < ALIGNED * row.line.size;
            (hangs && !look_alike(row, below)).then_some(label.text)
        }
        _ => None,
    };
    rows.windows(2).filter_map(edge).collect()
}

/// Whether the row begins an item of a list whose text has one of these left edges.
pub(super) fn is_at(row: &Row<'_>, edges: &[f32]) -> bool {
    let label = counted(row).filter(|label| label.rank > 0);
    label.is_some_and(|label| {
        edges
            .iter()
            .any(|edge| (edge - label.text).abs() < ALIGNED * row.line.size)
    })
}

/// Whether the row begins with a bullet.
pub(super) fn has_bullet(row: &Row<'_>) -> bool {
    let first = row.segments.first().filter(|first| first.cells.len() == 1);
    first.is_some_and(|first| BULLETS.contains(&first.symbols().as_str()))
}

/// Returns the number that an item's label stands for, such as `3.`, `(c)` or `iii)`.
fn rank(label: &str) -> Option<usize> {
    let inner = label.trim_start_matches('(').trim_end_matches([')', '.', ':']);
    if inner.len() == label.len() || inner.len() > 4 {
        return None;
    }
    const ROMAN: &[&str] = &["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"];
    if let Some(at) = ROMAN.iter().position(|roman| *roman == inner) {
        return Some(at + 1);
    }
    match inner.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => Some(usize::from(letter - b'a') + 1),
        digits if digits.len() < 3 && digits.iter().all(u8::is_ascii_digit) => inner.parse().ok(),
        _ => None,
    }
}
