//! The regions in which two sequences differ, in time linear in their length.

use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput, Interner};

use crate::text::intern::Interned;

/// Up to this many tokens of both sequences together, tokens are compared one by one. In longer sequences, chunks are
/// compared first.
const LONG: usize = 1 << 17;

/// Up to this many tokens of both sequences together, the histogram algorithm finds the regions. They are the regions
/// that a person would choose. The algorithm counts the tokens anew after every region, so its time grows with the
/// square of the length.
const SHORT: usize = 1 << 15;

/// A chunk ends after tokens whose hash is a multiple of this number. So the same tokens end a chunk in both sequences.
const CHUNK: u64 = 32;
/// The number of tokens whose hash decides whether a chunk ends.
const WINDOW: usize = 4;
/// The shortest and the longest length of a chunk; the last chunk of a sequence may be shorter.
const CHUNK_LENGTHS: Range<usize> = 8..256;

/// A range of each of two sequences, as indices; one of the ranges may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The range of the reference.
    pub reference: Range<usize>,
    /// The range of the prediction.
    pub prediction: Range<usize>,
}

impl Region {
    /// Returns the region of two whole sequences with these lengths.
    #[must_use]
    pub fn whole(reference: usize, prediction: usize) -> Self {
        Self {
            reference: 0..reference,
            prediction: 0..prediction,
        }
    }

    fn len(&self) -> usize {
        self.reference.len() + self.prediction.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Converts a region of `stretch` to a region of the whole sequences.
    fn within(&self, stretch: &Self) -> Self {
        let shifted = |range: &Range<usize>, by: usize| by + range.start..by + range.end;
        Self {
            reference: shifted(&self.reference, stretch.reference.start),
            prediction: shifted(&self.prediction, stretch.prediction.start),
        }
    }
}

/// Returns the regions in which two sequences of numbers differ, in order. Between the regions, the sequences are
/// equal.
///
/// The algorithm is that of Myers with the cost limit of GNU diff; on short sequences, it is the histogram algorithm.
/// The regions are not always the smallest ones. In sequences of more than 131,072 tokens, chunks of about 32 tokens
/// are compared first, then the tokens of the chunks that differ, up to 131,072 in total. Regions beyond that number
/// are not divided. Time is O(n) for n tokens, with a factor of up to 256 if the sequences have little in common.
#[must_use]
pub fn differing(reference: &[u32], prediction: &[u32]) -> Vec<Region> {
    let whole = without_common_ends(&Region::whole(reference.len(), prediction.len()), reference, prediction);
    if whole.is_empty() {
        Vec::new()
    } else if whole.reference.is_empty() || whole.prediction.is_empty() {
        vec![whole]
    } else if whole.len() <= LONG {
        regions_within(&whole, reference, prediction)
    } else {
        regions_of_chunks(&whole, reference, prediction)
    }
}

/// Returns the regions in which two sequences of texts differ; see [`differing`].
#[must_use]
pub fn differing_of<'a>(
    reference: impl IntoIterator<Item = &'a str>,
    prediction: impl IntoIterator<Item = &'a str>,
) -> Vec<Region> {
    let tokens = Interned::of(reference, prediction);
    differing(&tokens.reference, &tokens.prediction)
}

/// Removes the tokens that both sides of a region begin and end with.
fn without_common_ends(region: &Region, reference: &[u32], prediction: &[u32]) -> Region {
    let equal = |(a, b): &(&u32, &u32)| a == b;
    let (a, b) = (
        &reference[region.reference.clone()],
        &prediction[region.prediction.clone()],
    );
    let before = a.iter().zip(b).take_while(equal).count();
    let after = a[before..]
        .iter()
        .rev()
        .zip(b[before..].iter().rev())
        .take_while(equal)
        .count();
    let rest = |range: &Range<usize>| range.start + before..range.end - after;
    Region {
        reference: rest(&region.reference),
        prediction: rest(&region.prediction),
    }
}

/// Finds the regions in which the two sides of `stretch` differ, token by token.
fn regions_within(stretch: &Region, reference: &[u32], prediction: &[u32]) -> Vec<Region> {
    let algorithm = if stretch.len() <= SHORT {
        Algorithm::Histogram
    } else {
        Algorithm::Myers
    };
    let (a, b) = (
        &reference[stretch.reference.clone()],
        &prediction[stretch.prediction.clone()],
    );
    let regions = regions(algorithm, a.iter().copied(), b.iter().copied());
    regions.iter().map(|region| region.within(stretch)).collect()
}

fn regions<T: std::hash::Hash + Eq>(
    algorithm: Algorithm,
    reference: impl Iterator<Item = T>,
    prediction: impl Iterator<Item = T>,
) -> Vec<Region> {
    let mut input = InternedInput {
        before: Vec::new(),
        after: Vec::new(),
        interner: Interner::new(64),
    };
    input.update_before(reference);
    input.update_after(prediction);
    let mut diff = Diff::compute(algorithm, &input);
    diff.postprocess_no_heuristic(&input);
    let range = |range: Range<u32>| range.start as usize..range.end as usize;
    diff.hunks()
        .map(|hunk| Region {
            reference: range(hunk.before),
            prediction: range(hunk.after),
        })
        .collect()
}

fn regions_of_chunks(stretch: &Region, reference: &[u32], prediction: &[u32]) -> Vec<Region> {
    let chunks = |sequence, range: &Range<usize>| Chunks::of(sequence, range.clone());
    let (a, b) = (
        chunks(reference, &stretch.reference),
        chunks(prediction, &stretch.prediction),
    );
    let mut left = LONG;
    let mut found = Vec::new();
    for differing in regions(Algorithm::Myers, a.iter(), b.iter()) {
        let tokens = Region {
            reference: a.tokens(&differing.reference),
            prediction: b.tokens(&differing.prediction),
        };
        let region = without_common_ends(&tokens, reference, prediction);
        if region.is_empty() {
            continue;
        }
        let is_one_sided = region.reference.is_empty() || region.prediction.is_empty();
        match left.checked_sub(region.len()) {
            Some(rest) if !is_one_sided => {
                left = rest;
                found.extend(regions_within(&region, reference, prediction));
            }
            _ => found.push(region),
        }
    }
    found
}

/// A sequence in chunks that end depending on their last tokens, and after a limited length. So an insertion changes
/// only the chunks around it.
struct Chunks<'a> {
    sequence: &'a [u32],
    /// The end of each chunk.
    ends: Vec<usize>,
    start: usize,
}

impl<'a> Chunks<'a> {
    fn of(sequence: &'a [u32], range: Range<usize>) -> Self {
        let mut ends = Vec::with_capacity(range.len() / 32);
        let mut start = range.start;
        for end in range.start + 1..=range.end {
            let length = end - start;
            let window = &sequence[end.saturating_sub(WINDOW)..end];
            let is_end = length >= CHUNK_LENGTHS.start && hash(window).is_multiple_of(CHUNK);
            if is_end || length == CHUNK_LENGTHS.end || end == range.end {
                ends.push(end);
                start = end;
            }
        }
        Self {
            sequence,
            ends,
            start: range.start,
        }
    }

    fn start(&self, chunk: usize) -> usize {
        chunk.checked_sub(1).map_or(self.start, |before| self.ends[before])
    }

    fn tokens(&self, chunks: &Range<usize>) -> Range<usize> {
        self.start(chunks.start)..self.start(chunks.end)
    }

    fn iter(&self) -> impl Iterator<Item = &'a [u32]> {
        (0..self.ends.len()).map(|chunk| &self.sequence[self.tokens(&(chunk..chunk + 1))])
    }
}

/// Returns the upper half of the FNV-1a hash of whole tokens.
fn hash(tokens: &[u32]) -> u64 {
    let mixed = tokens.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, token| {
        (hash ^ u64::from(*token)).wrapping_mul(0x0100_0000_01b3)
    });
    mixed >> 32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns pseudorandom numbers below `distinct`; the same seed gives the same numbers.
    fn random(length: usize, distinct: u32, mut seed: u32) -> Vec<u32> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) % distinct
        };
        (0..length).map(|_| next()).collect()
    }

    fn check(reference: &[u32], prediction: &[u32]) -> Vec<Region> {
        let regions = differing(reference, prediction);
        let (mut a, mut b) = (0, 0);
        for region in &regions {
            assert!(!region.is_empty());
            assert_eq!(
                reference[a..region.reference.start],
                prediction[b..region.prediction.start]
            );
            (a, b) = (region.reference.end, region.prediction.end);
        }
        assert_eq!(reference[a..], prediction[b..]);
        regions
    }

    #[test]
    fn long_sequences_that_have_nothing_in_common() {
        // An algorithm that is quadratic in any way would take too long here.
        for distinct in [1, 2, 3, 1000] {
            check(&random(500_000, distinct, 1), &random(500_000, distinct, 2));
            check(&random(500_000, distinct, 1), &random(1_000, distinct, 2));
        }
    }

    #[test]
    fn few_changes_in_long_sequences_are_found_where_they_are() {
        let reference = random(200_000, 500, 3);
        let mut prediction = reference.clone();
        prediction[150_000] = 1000;
        prediction.remove(100_000);
        prediction.insert(50_000, 1001);
        let regions = check(&reference, &prediction);
        let lengths: Vec<_> = regions
            .iter()
            .map(|region| (region.reference.len(), region.prediction.len()))
            .collect();
        assert_eq!(lengths, [(0, 1), (1, 0), (1, 1)]);
    }

    proptest! {
        #[test]
        fn what_is_between_the_regions_is_the_same(
            a in proptest::collection::vec(0..4_u32, 0..80),
            b in proptest::collection::vec(0..4_u32, 0..80),
        ) {
            check(&a, &b);
        }

        #[test]
        fn also_where_chunks_are_compared(
            a in proptest::collection::vec(0..9_u32, 0..600),
            change in 0..600_usize,
        ) {
            let mut b = a.clone();
            b.insert(change.min(a.len()), 9);
            let whole = Region::whole(a.len(), b.len());
            let regions = regions_of_chunks(&whole, &a, &b);
            prop_assert_eq!(regions, vec![Region { reference: change.min(a.len())..change.min(a.len()), prediction: change.min(a.len())..change.min(a.len()) + 1 }]);
        }
    }
}
