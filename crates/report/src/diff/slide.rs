//! Chooses among the places where a change can begin with the same result.

use texlens_metrics::regions::Region;

use super::token::{PARAGRAPH, Token};

/// Shifts changes that are missing or extra, so that they begin with a paragraph where this is possible.
///
/// If a paragraph was added behind another one that ends alike, the end of the first could be new as well as that of the
/// second. A reader expects whole paragraphs. Takes linear time.
pub(super) fn to_paragraphs(regions: &mut [Region], before: &[Token<'_>], after: &[Token<'_>]) {
    for index in 0..regions.len() {
        let Some(region) = regions.get(index) else { return };
        let (tokens, range) = match (region.reference.is_empty(), region.prediction.is_empty()) {
            (false, true) => (before, &region.reference),
            (true, false) => (after, &region.prediction),
            _ => continue,
        };
        let previous = index.checked_sub(1).and_then(|index| regions.get(index));
        let room_up = region.reference.start - previous.map_or(0, |previous| previous.reference.end);
        let next = regions.get(index + 1).map_or(before.len(), |next| next.reference.start);
        let room_down = next - region.reference.end;
        let begins = |at: usize| at == 0 || tokens.get(at - 1).is_some_and(|token| token.text == PARAGRAPH);
        let is_same = |a: usize, b: usize| match (tokens.get(a), tokens.get(b)) {
            (Some(a), Some(b)) => a.text == b.text,
            _ => false,
        };
        if begins(range.start) {
            continue;
        }
        let down = (0..room_down)
            .take_while(|by| is_same(range.start + by, range.end + by))
            .find(|by| begins(range.start + by + 1))
            .map(|by| by + 1);
        let up = || {
            (1..=room_up)
                .take_while(|by| is_same(range.start - by, range.end - by))
                .find(|by| begins(range.start - by))
        };
        let shift = |at: usize| match (down, down.is_none().then(up).flatten()) {
            (Some(by), _) => at + by,
            (None, Some(by)) => at - by,
            (None, None) => at,
        };
        let shifted = Region {
            reference: shift(region.reference.start)..shift(region.reference.end),
            prediction: shift(region.prediction.start)..shift(region.prediction.end),
        };
        if let Some(region) = regions.get_mut(index) {
            *region = shifted;
        }
    }
}
