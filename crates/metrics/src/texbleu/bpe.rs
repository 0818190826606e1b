//! Byte-pair encoding by ranks.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::ops::Range;

/// Entries and their ranks. The rank of an entry is its number. Of all merges that give an entry, the one with the
/// lowest rank is made first, and the leftmost of equal ones. If the entries of an encoder are numbered in the order in
/// which they were learnt, like GPT-2's, this is the order of its list of merges.
#[derive(Debug, Clone, Default)]
pub(super) struct Bpe {
    ranks: HashMap<Box<[u8]>, u32>,
}

impl Bpe {
    pub(super) fn new(ranks: HashMap<Box<[u8]>, u32>) -> Self {
        Self { ranks }
    }

    pub(super) fn rank(&self, entry: &[u8]) -> Option<u32> {
        self.ranks.get(entry).copied()
    }

    /// Splits a word into the byte ranges that remain after merging, in O(n log n) time.
    pub(super) fn split(&self, word: &[u8]) -> Vec<Range<usize>> {
        merged(word.len(), |left, right| {
            word.get(left.start..right.end).and_then(|entry| self.rank(entry))
        })
    }
}

/// Merges neighbouring symbols until no merge is left, and returns the symbols as ranges of the first ones, of which
/// there are `symbols`. `rank` returns the rank of the merge of two neighbours, if there is one. The merge with the
/// lowest rank is made first, and the leftmost of equal ones. O(n log n) time for n symbols.
pub(super) fn merged(symbols: usize, rank: impl Fn(Range<usize>, Range<usize>) -> Option<u32>) -> Vec<Range<usize>> {
    let mut symbols = Symbols::new(symbols);
    let mut merges = BinaryHeap::new();
    for start in 0..symbols.ends.len() {
        symbols.offer(start, &rank, &mut merges);
    }
    while let Some(Reverse(merge)) = merges.pop() {
        if symbols.merge(&merge) {
            if let Some(before) = symbols.before(merge.start) {
                symbols.offer(before, &rank, &mut merges);
            }
            symbols.offer(merge.start, &rank, &mut merges);
        }
    }
    symbols.ranges()
}

/// A merge that was possible when it was offered, ordered by rank and then by place.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Merge {
    rank: u32,
    start: usize,
    middle: usize,
    end: usize,
}

/// The symbols of a word, indexed by the first symbols, such as bytes, that they consist of.
struct Symbols {
    /// The end of the symbol that starts at each place; `None` where no symbol starts any more.
    ends: Vec<Option<usize>>,
    /// The start of the symbol before the one that starts at each place.
    previous: Vec<Option<usize>>,
}

impl Symbols {
    fn new(length: usize) -> Self {
        Self {
            ends: (1..=length).map(Some).collect(),
            previous: (0..length).map(|start| start.checked_sub(1)).collect(),
        }
    }

    fn end(&self, start: usize) -> Option<usize> {
        self.ends.get(start).copied().flatten()
    }

    /// Adds the merge of a symbol with the next one, if there is one.
    fn offer(
        &self,
        start: usize,
        rank: impl Fn(Range<usize>, Range<usize>) -> Option<u32>,
        merges: &mut BinaryHeap<Reverse<Merge>>,
    ) {
        let Some(middle) = self.end(start) else { return };
        let Some(end) = self.end(middle) else { return };
        let Some(rank) = rank(start..middle, middle..end) else {
            return;
        };
        merges.push(Reverse(Merge {
            rank,
            start,
            middle,
            end,
        }));
    }

    fn before(&self, start: usize) -> Option<usize> {
        self.previous.get(start).copied().flatten()
    }

    /// Makes a merge, unless one of its symbols has changed; returns whether it was made.
    fn merge(&mut self, merge: &Merge) -> bool {
        if self.end(merge.start) != Some(merge.middle) || self.end(merge.middle) != Some(merge.end) {
            return false;
        }
        self.ends[merge.start] = Some(merge.end);
        self.ends[merge.middle] = None;
        if let Some(previous) = self.previous.get_mut(merge.end) {
            *previous = Some(merge.start);
        }
        true
    }

    fn ranges(self) -> Vec<Range<usize>> {
        let ends = self.ends.into_iter().enumerate();
        ends.filter_map(|(start, end)| end.map(|end| start..end)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn bpe(entries: &[&str]) -> Bpe {
        let rank = |(rank, entry): (usize, &&str)| (entry.as_bytes().into(), u32::try_from(rank).unwrap());
        Bpe::new(entries.iter().enumerate().map(rank).collect())
    }

    fn split<'a>(bpe: &Bpe, word: &'a str) -> Vec<&'a str> {
        bpe.split(word.as_bytes())
            .into_iter()
            .map(|range| &word[range])
            .collect()
    }

    /// Splits by definition: finds the best pair and merges it, until there is none.
    fn split_by_definition<'a>(bpe: &Bpe, word: &'a str) -> Vec<&'a str> {
        let mut cuts: Vec<usize> = (0..=word.len()).collect();
        loop {
            let ranks = cuts.windows(3).enumerate();
            let ranked = ranks.filter_map(|(at, cut)| Some((bpe.rank(&word.as_bytes()[cut[0]..cut[2]])?, at)));
            let Some((_, at)) = ranked.min() else { break };
            cuts.remove(at + 1);
        }
        cuts.windows(2).map(|cut| &word[cut[0]..cut[1]]).collect()
    }

    #[test]
    fn the_lowest_rank_is_merged_first() {
        let bpe = bpe(&["a", "b", "c", "bc", "ab", "abc"]);
        assert_eq!(split(&bpe, "abc"), ["abc"]);
        assert_eq!(split(&bpe, "abab"), ["ab", "ab"]);
        assert_eq!(split(&bpe, "abcbc"), ["abc", "bc"]);
        assert_eq!(split(&bpe, ""), Vec::<&str>::new());
        assert_eq!(split(&bpe, "ax"), ["a", "x"]);
    }

    proptest! {
        #[test]
        fn equals_the_definition(word in "[abc]{0,40}", entries in proptest::collection::vec("[abc]{2,5}", 0..12)) {
            let all: Vec<&str> = ["a", "b", "c"].into_iter().chain(entries.iter().map(String::as_str)).collect();
            let bpe = bpe(&all);
            prop_assert_eq!(split(&bpe, &word), split_by_definition(&bpe, &word));
        }
    }
}
