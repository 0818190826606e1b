//! The optimal alignment that rapidfuzz finds: among alignments with the fewest edits, those with more hits exist beside
//! those with more substitutions, and some metrics depend on which one is taken.

use crate::text::rows::{Occurrences, Recurrence, Rows, words};

/// Symbols that the alignment pairs with an equal one. Symbols are below `distinct`. O(n·m/64) time.
pub(crate) fn hits(reference: &[u32], prediction: &[u32], distinct: usize) -> usize {
    let bound = reference.len().max(prediction.len());
    align(reference, prediction, distinct, bound)
}

/// `bound` is the edit distance, or more where it is not known.
fn align(reference: &[u32], prediction: &[u32], distinct: usize, bound: usize) -> usize {
    let (affix, reference, prediction) = without_common_affix(reference, prediction);
    let bound = bound.min(reference.len().max(prediction.len()));
    let inner = if is_read_from_one_table(reference.len(), prediction.len(), bound) {
        read_from_table(reference, prediction, distinct)
    } else {
        let split = split(reference, prediction, distinct);
        let (before, after) = (
            (&reference[..split.reference], &prediction[..split.prediction]),
            (&reference[split.reference..], &prediction[split.prediction..]),
        );
        align(before.0, before.1, distinct, split.edits_before) + align(after.0, after.1, distinct, split.edits_after)
    };
    affix + inner
}

fn without_common_affix<'a>(a: &'a [u32], b: &'a [u32]) -> (usize, &'a [u32], &'a [u32]) {
    let equal = |(a, b): &(&u32, &u32)| a == b;
    let prefix = a.iter().zip(b).take_while(equal).count();
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = a.iter().rev().zip(b.iter().rev()).take_while(equal).count();
    (prefix + suffix, &a[..a.len() - suffix], &b[..b.len() - suffix])
}

/// rapidfuzz divides the task in two where the table would take a mebibyte.
fn is_read_from_one_table(reference: usize, prediction: usize, bound: usize) -> bool {
    let band = reference.min(2 * bound + 1);
    2 * band * prediction / 8 < 1 << 20 || reference < 65 || prediction < 10
}

/// Walks from the end: a symbol of the reference is dropped if that is as good as anything, else one of the prediction
/// is inserted, else the two are paired.
fn read_from_table(reference: &[u32], prediction: &[u32], distinct: usize) -> usize {
    let mut rows = Rows::of(Distances::of(reference, distinct), prediction);
    let (mut i, mut j, mut hits) = (reference.len(), prediction.len(), 0);
    while let (Some(before_i), Some(before_j)) = (i.checked_sub(1), j.checked_sub(1)) {
        if rows.row(j).rises_at(before_i) {
            i = before_i;
        } else if before_j > 0 && rows.row(before_j).falls_at(before_i) {
            j = before_j;
        } else {
            hits += usize::from(reference[before_i] == prediction[before_j]);
            (i, j) = (before_i, before_j);
        }
    }
    hits
}

/// Where a task is divided.
struct Split {
    reference: usize,
    prediction: usize,
    edits_before: usize,
    edits_after: usize,
}

/// The middle of the prediction, and the first place of the reference through which an optimal alignment passes there
/// (Hirschberg).
fn split(reference: &[u32], prediction: &[u32], distinct: usize) -> Split {
    let middle = prediction.len() / 2;
    let reversed = |symbols: &[u32]| symbols.iter().rev().copied().collect::<Vec<_>>();
    let before = prefix_distances(reference, &prediction[..middle], distinct);
    let after = prefix_distances(&reversed(reference), &reversed(&prediction[middle..]), distinct);
    let splits = before.iter().zip(after.iter().rev()).enumerate();
    let best = splits.map(|(at, (before, after))| Split {
        reference: at,
        prediction: middle,
        edits_before: *before,
        edits_after: *after,
    });
    best.min_by_key(|split| split.edits_before + split.edits_after)
        .unwrap_or(Split {
            reference: 0,
            prediction: middle,
            edits_before: middle,
            edits_after: reference.len().max(prediction.len() - middle),
        })
}

/// The edit distances of the prediction from every prefix of the reference.
fn prefix_distances(reference: &[u32], prediction: &[u32], distinct: usize) -> Vec<usize> {
    let mut recurrence = Distances::of(reference, distinct);
    let mut row = recurrence.first();
    for symbol in prediction {
        recurrence.advance(&mut row, *symbol);
    }
    let mut distance = prediction.len();
    let mut distances = Vec::with_capacity(reference.len() + 1);
    distances.push(distance);
    for at in 0..reference.len() {
        distance = distance + usize::from(row.rises_at(at)) - usize::from(row.falls_at(at));
        distances.push(distance);
    }
    distances
}

/// The differences between neighbouring edit distances in one row of the table (Hyyrö 2003).
struct Distances {
    occurrences: Occurrences,
    matches: Vec<u64>,
}

impl Distances {
    fn of(reference: &[u32], distinct: usize) -> Self {
        Self {
            occurrences: Occurrences::of(reference, distinct),
            matches: vec![0; words(reference.len())],
        }
    }
}

/// One more, or one less, than at the place before.
#[derive(Clone)]
struct Differences {
    rises: Vec<u64>,
    falls: Vec<u64>,
}

impl Differences {
    fn rises_at(&self, at: usize) -> bool {
        self.rises[at / 64] >> (at % 64) & 1 == 1
    }

    fn falls_at(&self, at: usize) -> bool {
        self.falls[at / 64] >> (at % 64) & 1 == 1
    }
}

impl Recurrence for Distances {
    type Row = Differences;

    fn first(&self) -> Differences {
        Differences {
            rises: vec![u64::MAX; self.matches.len()],
            falls: vec![0; self.matches.len()],
        }
    }

    fn advance(&mut self, row: &mut Differences, symbol: u32) {
        self.occurrences.set(symbol, &mut self.matches);
        let (mut rise_below, mut fall_below) = (1, 0);
        for ((vp, vn), matches) in row.rises.iter_mut().zip(&mut row.falls).zip(&self.matches) {
            let x = matches | fall_below;
            let d0 = ((x & *vp).wrapping_add(*vp) ^ *vp) | x | *vn;
            let hp = *vn | !(d0 | *vp);
            let hn = d0 & *vp;
            let (hp_shifted, hn_shifted) = (hp << 1 | rise_below, hn << 1 | fall_below);
            (rise_below, fall_below) = (hp >> 63, hn >> 63);
            *vp = hn_shifted | !(d0 | hp_shifted);
            *vn = hp_shifted & d0;
        }
        self.occurrences.clear(symbol, &mut self.matches);
    }
}
