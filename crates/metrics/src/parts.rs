//! Comparisons in bounded time, for algorithms whose time grows with the product of two lengths. Very long sequences
//! are divided into corresponding parts, and each part is compared separately.
//!
//! The sum of the edit distances of the parts is never less than the edit distance of the whole. The common
//! subsequences of the parts are together never longer than that of the whole. So the division can only lower a score.
//! It lowers it little, because sequences are divided at corresponding places wherever they agree.

use crate::regions::{Region, differing};
use crate::text::intern::Interned;

/// Sequences with at most this many pairs of units are compared whole: for example, two texts of 131,072 characters
/// each. On one core of 2026, the slowest algorithm takes 1.5 s for this many.
pub(crate) const MAX_PAIRS: u64 = 1 << 34;

/// Returns the number of pairs of units that an algorithm examines if it stays within `band` units of the diagonal.
fn pairs(region: &Region, band: usize) -> u64 {
    let (reference, prediction) = (region.reference.len(), region.prediction.len());
    let longer = reference.max(prediction) as u64;
    longer * reference.min(prediction).min(band) as u64
}

/// Returns the parts in which two sequences are compared. `differing` returns the regions in which the sequences
/// differ, in order.
///
/// There is one part if an algorithm that stays within `band` units of the diagonal examines at most [`MAX_PAIRS`]
/// pairs. Otherwise there are enough parts that all of them together have no more pairs than that.
pub(crate) fn parts(whole: Region, band: usize, differing: impl FnOnce() -> Vec<Region>) -> Vec<Region> {
    parts_of_at_most(MAX_PAIRS, whole, band, differing)
}

fn parts_of_at_most(most: u64, whole: Region, band: usize, differing: impl FnOnce() -> Vec<Region>) -> Vec<Region> {
    if pairs(&whole, band) <= most {
        return vec![whole];
    }
    let (reference, prediction) = (whole.reference.len(), whole.prediction.len());
    let number = pairs(&whole, usize::MAX).div_ceil(most);
    let differing = differing();
    let mut parts = Vec::new();
    let mut from = (0, 0);
    for part in 1..=number {
        let at = share(reference, part, number);
        let to = (at, counterpart(at, &differing, reference, prediction).max(from.1));
        parts.push(Region {
            reference: from.0..to.0,
            prediction: from.1..to.1,
        });
        from = to;
    }
    parts
}

/// Returns `of · part / number`, without overflow on platforms with 32-bit addresses.
fn share(of: usize, part: u64, number: u64) -> usize {
    usize::try_from(of as u64 * part / number.max(1)).unwrap_or(of)
}

impl Interned {
    /// Returns the [parts](parts()) in which an algorithm that examines every pair of tokens compares the two texts.
    pub(crate) fn parts(&self) -> Vec<Region> {
        let whole = Region::whole(self.reference.len(), self.prediction.len());
        parts(whole, usize::MAX, || differing(&self.reference, &self.prediction))
    }

    /// Returns the reference and the prediction of a part.
    pub(crate) fn within(&self, part: &Region) -> [&[u32]; 2] {
        [
            &self.reference[part.reference.clone()],
            &self.prediction[part.prediction.clone()],
        ]
    }
}

/// Returns the place in the prediction that corresponds to a place in the reference. Inside a region that differs, the
/// place is interpolated.
fn counterpart(at: usize, differing: &[Region], reference: usize, prediction: usize) -> usize {
    let next = differing.partition_point(|region| region.reference.end <= at);
    match differing.get(next) {
        Some(region) if region.reference.start <= at => {
            let (of_reference, of_prediction) = (&region.reference, &region.prediction);
            let inside = (at - of_reference.start) as u64;
            of_prediction.start + share(of_prediction.len(), inside, of_reference.len() as u64)
        }
        // The text between two regions has the same length on both sides.
        Some(region) => region.prediction.start.saturating_sub(region.reference.start - at),
        None => prediction.saturating_sub(reference - at),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rapidfuzz::distance::levenshtein;

    use super::*;

    fn in_parts(most: u64, a: &[u32], b: &[u32]) -> (Vec<Region>, usize) {
        let whole = Region::whole(a.len(), b.len());
        let parts = parts_of_at_most(most, whole, usize::MAX, || differing(a, b));
        let distance = |part: &Region| {
            let (a, b) = (&a[part.reference.clone()], &b[part.prediction.clone()]);
            levenshtein::distance(a.iter().copied(), b.iter().copied())
        };
        let sum = parts.iter().map(distance).sum();
        (parts, sum)
    }

    #[test]
    fn equal_sequences_are_divided_at_the_same_places() {
        let a: Vec<u32> = (0..1000).collect();
        let (parts, distance) = in_parts(100_000, &a, &a);
        assert_eq!((parts.len(), distance), (10, 0));
    }

    #[test]
    fn what_stands_in_front_of_a_text_shifts_its_parts() {
        let a: Vec<u32> = (0..1000).collect();
        let b: Vec<u32> = (5000..5100).chain(0..1000).collect();
        assert_eq!(in_parts(50_000, &a, &b).1, 100);
        assert_eq!(in_parts(50_000, &b, &a).1, 100);
    }

    #[test]
    fn sequences_near_each_other_are_compared_whole() {
        let parts = parts_of_at_most(1000, Region::whole(200, 200), 5, Vec::new);
        assert_eq!(parts, [Region::whole(200, 200)]);
    }

    proptest! {
        #[test]
        fn parts_cover_both_sequences_and_bound_the_distance(
            a in proptest::collection::vec(0..4_u32, 0..60),
            b in proptest::collection::vec(0..4_u32, 0..60),
            most in 1..4000_u64,
        ) {
            let (parts, distance) = in_parts(most, &a, &b);
            let (mut from_a, mut from_b) = (0, 0);
            for part in &parts {
                prop_assert_eq!((part.reference.start, part.prediction.start), (from_a, from_b));
                (from_a, from_b) = (part.reference.end, part.prediction.end);
            }
            prop_assert_eq!((from_a, from_b), (a.len(), b.len()));
            prop_assert!(distance >= levenshtein::distance(a.iter().copied(), b.iter().copied()));
            let all: u64 = parts.iter().map(|part| pairs(part, usize::MAX)).sum();
            // Each part may have one unit more than its share, if the length does not divide evenly.
            prop_assert!(all <= most.max((a.len() * b.len()) as u64 / parts.len() as u64) + b.len() as u64 || parts.len() >= a.len());
        }
    }
}
