//! Blocks that are missing from one place of the prediction and extra in another one.

use std::collections::HashMap;
use std::ops::Range;

use texlens_metrics::regions::Region;

use super::token::{PARAGRAPH, Token};

/// Fewest tokens of a block. Shorter runs recur by chance.
const TOKENS: usize = 8;
/// Fewest bytes of a block: eight signs of a formula say little.
const BYTES: usize = 24;

/// Finds runs of tokens that stand in both texts, but at different places: within the reference's side of a change and
/// the prediction's side of a change, usually another one. Runs that recur on the reference's side are left out, because it is not known
/// which one moved. The blocks are disjoint on each side, and in the order of the prediction. Takes linear time.
pub(super) fn of(before: &[Token<'_>], after: &[Token<'_>], changes: &[Region]) -> Vec<Region> {
    let before: Vec<&str> = before.iter().map(|token| token.text).collect();
    let after: Vec<&str> = after.iter().map(|token| token.text).collect();
    // Where each run of the fewest tokens begins; `None` if it recurs.
    let mut places: HashMap<&[&str], Option<(usize, usize)>> = HashMap::new();
    for (index, change) in changes.iter().enumerate() {
        for (start, run) in runs(&before, &change.reference) {
            let place = places.entry(run).or_insert(Some((start, index)));
            *place = place.filter(|known| *known == (start, index));
        }
    }
    let mut taken = vec![false; before.len()];
    let mut moves = Vec::new();
    for change in changes {
        let mut free_from = change.prediction.start;
        for (start, run) in runs(&after, &change.prediction) {
            let place = places.get(run).copied().flatten().filter(|_| start >= free_from);
            let Some((place, source)) = place else { continue };
            let Some(source) = changes.get(source).map(|change| &change.reference) else {
                continue;
            };
            // The run may be the end of a block whose beginning recurs.
            let back = (0..(start - free_from).min(place - source.start))
                .take_while(|by| before[place - by - 1] == after[start - by - 1] && !taken[place - by - 1])
                .count();
            let on = (0..(change.prediction.end - start).min(source.end - place))
                .take_while(|by| before[place + by] == after[start + by] && !taken[place + by])
                .count();
            let block = Region {
                reference: place - back..place + on,
                prediction: start - back..start + on,
            };
            let bytes: usize = before[block.reference.clone()].iter().map(|text| text.len()).sum();
            if block.reference.len() >= TOKENS && bytes >= BYTES {
                // The block behind it may have moved, too, and have the break.
                let is_free = taken.get(block.reference.end) == Some(&false);
                let end = if is_free { source.end } else { block.reference.end };
                let block = Region {
                    reference: with_break(&before, block.reference, end),
                    prediction: with_break(&after, block.prediction, change.prediction.end),
                };
                taken[block.reference.clone()].fill(true);
                free_from = block.prediction.end;
                moves.push(block);
            }
        }
    }
    moves
}

/// Returns a block with the paragraph break behind it, which may be on one side only: a paragraph moves as a whole.
fn with_break(tokens: &[&str], block: Range<usize>, end: usize) -> Range<usize> {
    let has_break = block.end < end && tokens.get(block.end) == Some(&PARAGRAPH);
    block.start..block.end + usize::from(has_break)
}

/// Returns the runs of the fewest tokens within a range, with their starts.
fn runs<'t, 'a>(tokens: &'t [&'a str], range: &Range<usize>) -> impl Iterator<Item = (usize, &'t [&'a str])> {
    let inside = tokens.get(range.clone()).unwrap_or_default();
    (range.start..).zip(inside.windows(TOKENS))
}
