//! The number of n-grams that two sequences share, for every n up to a limit in one pass.

/// The n-grams of one length. An n-gram that occurs twice on one side and three times on the other is shared twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Overlap {
    pub(crate) shared: usize,
    pub(crate) reference: usize,
    pub(crate) prediction: usize,
}

/// Counts the n-grams of 1 to N symbols, in this order. Symbols must be below 2^31 if N is at most 4, and below 2^21 if
/// N is at most 6.
///
/// All n-grams that begin at one place are prefixes of the longest one. So one sorted list of the longest n-grams gives
/// the counts of every length: equal n-grams are neighbours. O(k log k) time for k symbols.
pub(crate) fn overlaps<const N: usize>(reference: &[u32], prediction: &[u32]) -> [Overlap; N] {
    let largest = reference.iter().chain(prediction).max().copied().unwrap_or_default();
    let layout = Layout {
        bits: u32::BITS - largest.saturating_add(1).leading_zeros(),
        symbols: N as u32,
    };
    // One bit records the side of the n-gram.
    if layout.bits * layout.symbols < u64::BITS {
        count::<u64, N>(layout, reference, prediction)
    } else {
        count::<u128, N>(layout, reference, prediction)
    }
}

/// The packing of symbols in a key: the first symbol in the highest bits, each symbol plus 1, and 0 after the last.
#[derive(Clone, Copy)]
struct Layout {
    bits: u32,
    symbols: u32,
}

trait Key: Copy + Ord {
    const EMPTY: Self;

    /// Returns the key of the n-gram that begins one place earlier.
    fn prepend(self, symbol: u32, layout: Layout) -> Self;

    fn with_side(self, side: usize) -> Self;

    /// Returns the key and its side.
    fn split(self) -> (Self, usize);

    fn length(self, layout: Layout) -> usize;

    /// Returns the number of symbols of the common prefix of two keys.
    fn common_prefix(self, other: Self, layout: Layout) -> usize;
}

macro_rules! key {
    ($integer:ty) => {
        impl Key for $integer {
            const EMPTY: Self = 0;

            fn prepend(self, symbol: u32, layout: Layout) -> Self {
                (self >> layout.bits) | (Self::from(symbol) + 1) << (layout.bits * (layout.symbols - 1))
            }

            fn with_side(self, side: usize) -> Self {
                self << 1 | side as Self
            }

            fn split(self) -> (Self, usize) {
                (self >> 1, (self & 1) as usize)
            }

            fn length(self, layout: Layout) -> usize {
                let unused = self.trailing_zeros().min(layout.bits * layout.symbols) / layout.bits;
                (layout.symbols - unused) as usize
            }

            fn common_prefix(self, other: Self, layout: Layout) -> usize {
                let unused = Self::BITS - layout.bits * layout.symbols;
                (((self ^ other).leading_zeros() - unused) / layout.bits) as usize
            }
        }
    };
}

key!(u64);
key!(u128);

fn count<K: Key, const N: usize>(layout: Layout, reference: &[u32], prediction: &[u32]) -> [Overlap; N] {
    let mut keys = Vec::with_capacity(reference.len() + prediction.len());
    for (side, sequence) in [reference, prediction].into_iter().enumerate() {
        let mut key = K::EMPTY;
        for symbol in sequence.iter().rev() {
            key = key.prepend(*symbol, layout);
            keys.push(key.with_side(side));
        }
    }
    keys.sort_unstable();

    let mut shared = [0; N];
    let mut occurrences = [[0_usize; 2]; N];
    let mut previous = K::EMPTY;
    for key in keys {
        let (key, side) = key.split();
        let common = key.common_prefix(previous, layout);
        close(&mut shared, &mut occurrences, common);
        for of_length in occurrences.iter_mut().take(key.length(layout)) {
            of_length[side] += 1;
        }
        previous = key;
    }
    close(&mut shared, &mut occurrences, 0);

    let total = |sequence: &[u32], length: usize| sequence.len().saturating_sub(length);
    std::array::from_fn(|length| Overlap {
        shared: shared[length],
        reference: total(reference, length),
        prediction: total(prediction, length),
    })
}

/// Adds the counts of n-grams longer than `common`, whose runs in the sorted list end here.
fn close<const N: usize>(shared: &mut [usize; N], occurrences: &mut [[usize; 2]; N], common: usize) {
    for (shared, of_length) in shared.iter_mut().zip(occurrences).skip(common) {
        *shared += of_length[0].min(of_length[1]);
        *of_length = [0; 2];
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    fn by_definition(reference: &[u32], prediction: &[u32], n: usize) -> Overlap {
        let mut counts: HashMap<&[u32], [usize; 2]> = HashMap::new();
        for ngram in reference.windows(n) {
            counts.entry(ngram).or_default()[0] += 1;
        }
        for ngram in prediction.windows(n) {
            counts.entry(ngram).or_default()[1] += 1;
        }
        Overlap {
            shared: counts.values().map(|[a, b]| a.min(b)).sum(),
            reference: counts.values().map(|[a, _]| a).sum(),
            prediction: counts.values().map(|[_, b]| b).sum(),
        }
    }

    fn symbols() -> impl Strategy<Value = Vec<u32>> {
        let symbol = prop_oneof![0..3_u32, 0..3_u32, Just(0x3ff), Just(0x10_ffff)];
        proptest::collection::vec(symbol, 0..40)
    }

    proptest! {
        #[test]
        fn counts_are_those_of_the_definition(a in symbols(), b in symbols()) {
            let counted = overlaps::<6>(&a, &b);
            for (n, overlap) in (1..).zip(counted) {
                prop_assert_eq!(overlap, by_definition(&a, &b, n));
            }
            prop_assert_eq!(&overlaps::<4>(&a, &b)[..], &counted[..4]);
        }
    }
}
