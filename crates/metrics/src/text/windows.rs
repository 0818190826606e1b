//! The window of a long text that is most similar to a short one.

use std::collections::BinaryHeap;

/// Returns rapidfuzz's `partial_ratio`, from 0 to 1.
///
/// This is the highest Indel ratio `2·LCS / (m + w)` of the shorter text, of m characters, with a window of the longer
/// text, of w characters. Windows are as long as the shorter text, or shorter at either end of the longer one. If both
/// texts have the same length, each of them takes the role of the shorter one in turn. Two empty texts score 1; one
/// empty text scores 0.
///
/// Time is O(n·m) at worst; O(n·m/64) and less if a window fits well.
#[must_use]
pub fn partial_ratio(a: &str, b: &str) -> f64 {
    let [a_characters, b_characters] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
    let (short, long) = if a_characters.len() <= b_characters.len() {
        (&a_characters, &b_characters)
    } else {
        (&b_characters, &a_characters)
    };
    if short.is_empty() {
        return f64::from(u8::from(long.is_empty()));
    }
    if a.contains(b) || b.contains(a) {
        return 1.0;
    }
    let ratio = best_window(short, long);
    if short.len() == long.len() {
        ratio.max(best_window(long, short))
    } else {
        ratio
    }
}

/// Returns the highest ratio of a needle with a window of a text that is at least as long.
fn best_window(needle: &[char], text: &[char]) -> f64 {
    let alphabet = Alphabet::of(needle);
    let needle: Vec<u32> = needle.iter().map(|c| alphabet.symbol(*c)).collect();
    let text: Vec<u32> = text.iter().map(|c| alphabet.symbol(*c)).collect();
    let Some(pattern) = Pattern::of(needle.iter(), alphabet.size()) else {
        return Combed::of(&needle, &text).best_ratio(needle.len());
    };
    let common = best_full_window(&pattern, &text);
    let common = common.unwrap_or_else(|| Combed::of(&needle, &text).best_full_window(needle.len()));
    let best = ratio(common, needle.len(), needle.len());

    let ends = needle.len() - 1;
    let best = pattern.best_prefix(text.iter().take(ends), best);
    let reversed = Pattern::of(needle.iter().rev(), alphabet.size());
    reversed.map_or(best, |reversed| {
        reversed.best_prefix(text.iter().rev().take(ends), best)
    })
}

/// The numbering of characters: those of the needle are numbers from 1, all others 0.
struct Alphabet {
    ascii: [u32; 128],
    sorted: Vec<char>,
}

impl Alphabet {
    fn of(needle: &[char]) -> Self {
        let mut sorted = needle.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut ascii = [0; 128];
        for (symbol, c) in (1..).zip(&sorted) {
            if let Some(entry) = ascii.get_mut(*c as usize) {
                *entry = symbol;
            }
        }
        Self { ascii, sorted }
    }

    fn size(&self) -> usize {
        self.sorted.len() + 1
    }

    fn symbol(&self, c: char) -> u32 {
        match self.ascii.get(c as usize) {
            Some(symbol) => *symbol,
            None => self.sorted.binary_search(&c).map_or(0, |at| at as u32 + 1),
        }
    }
}

/// The bit vectors of a needle, for longest common subsequences 64 places at a time (Hyyrö 2004).
struct Pattern {
    length: usize,
    words: usize,
    /// The bit vectors of all symbols, `words` each.
    matches: Vec<u64>,
}

impl Pattern {
    /// The largest size of the table, in words.
    const MAX_WORDS: usize = 1 << 20;

    /// Creates the bit vectors; returns `None` if the table would be too large.
    fn of<'a>(needle: impl ExactSizeIterator<Item = &'a u32>, symbols: usize) -> Option<Self> {
        let length = needle.len();
        let words = length.div_ceil(64);
        if words * symbols > Self::MAX_WORDS {
            return None;
        }
        let mut matches = vec![0; words * symbols];
        for (at, symbol) in needle.enumerate() {
            matches[*symbol as usize * words + at / 64] |= 1 << (at % 64);
        }
        Some(Self { length, words, matches })
    }

    fn first_row(&self) -> Vec<u64> {
        vec![u64::MAX; self.words]
    }

    fn advance(&self, row: &mut [u64], symbol: u32) {
        let matches = &self.matches[symbol as usize * self.words..][..self.words];
        let mut carry = false;
        for (word, matches) in row.iter_mut().zip(matches) {
            let (sum, overflow) = word.overflowing_add(*word & matches);
            let (sum, overflow_of_carry) = sum.overflowing_add(u64::from(carry));
            carry = overflow || overflow_of_carry;
            *word = sum | (*word & !matches);
        }
    }

    /// Returns the length of the longest common subsequence with the symbols that led to a row.
    fn common(row: &[u64]) -> usize {
        row.iter().map(|word| word.count_zeros() as usize).sum()
    }

    fn common_with(&self, window: &[u32]) -> usize {
        if let [_] = self.matches[..self.words] {
            let mut row = u64::MAX;
            for symbol in window {
                let matches = self.matches[*symbol as usize];
                row = row.wrapping_add(row & matches) | (row & !matches);
            }
            return row.count_zeros() as usize;
        }
        let mut row = self.first_row();
        for symbol in window {
            self.advance(&mut row, *symbol);
        }
        Self::common(&row)
    }

    /// Returns the highest ratio with a prefix of `symbols`, or `best` if none is higher.
    fn best_prefix<'a>(&self, symbols: impl Iterator<Item = &'a u32>, mut best: f64) -> f64 {
        let mut row = self.first_row();
        for (count, symbol) in (1..).zip(symbols) {
            self.advance(&mut row, *symbol);
            if ratio(count, self.length, count) > best {
                best = best.max(ratio(Self::common(&row), self.length, count));
            }
        }
        best
    }
}

/// Returns the ratio, calculated exactly like rapidfuzz: benchmarks compare it with limits that it may equal.
fn ratio(common: usize, needle: usize, window: usize) -> f64 {
    let total = needle + window;
    1.0 - (total - 2 * common) as f64 / total as f64
}

/// The windows between two windows that were calculated.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Gap {
    /// The upper bound of the characters that a window in the gap has in common with the needle. It is the first field
    /// because it determines the order in the heap.
    at_most: usize,
    first: (usize, usize),
    last: (usize, usize),
}

impl Gap {
    /// Creates a gap from two windows, each given as (place, common). A step of one place changes the common length by
    /// at most one.
    fn between(first: (usize, usize), last: (usize, usize)) -> Self {
        Self {
            at_most: usize::midpoint(first.1 + last.1, last.0 - first.0),
            first,
            last,
        }
    }
}

/// Returns the largest common length of the needle and a window of the needle's length; `None` if finding it takes
/// longer than combing.
fn best_full_window(pattern: &Pattern, text: &[u32]) -> Option<usize> {
    let mut best = 0;
    let mut budget = text.len() / pattern.words + 2;
    let mut common = |at: usize| {
        budget = budget.checked_sub(1)?;
        let common = pattern.common_with(&text[at..at + pattern.length]);
        best = best.max(common);
        Some((at, common, best))
    };
    let (first, in_first, _) = common(0)?;
    let (last, in_last, mut best) = common(text.len() - pattern.length)?;
    let mut gaps = BinaryHeap::from([Gap::between((first, in_first), (last, in_last))]);
    while let Some(Gap { at_most, first, last }) = gaps.pop() {
        if at_most.min(pattern.length) <= best {
            break;
        }
        if last.0 - first.0 > 1 {
            let (at, in_middle, new_best) = common(usize::midpoint(first.0, last.0))?;
            best = new_best;
            gaps.push(Gap::between(first, (at, in_middle)));
            gaps.push(Gap::between((at, in_middle), last));
        }
    }
    Some(best)
}

/// The longest common subsequences of a needle with all windows of a text, as the ends of combed "seaweeds" (Tiskin,
/// Semi-local string comparison). The length of a window less its common subsequence is the number of seaweeds that
/// begin and end inside the window.
struct Combed {
    /// For each place of the text, the place at which the seaweed that ends there begins, if that is in the text.
    begins: Vec<Option<usize>>,
}

impl Combed {
    /// Combs the seaweeds. O(n·m) time.
    fn of(needle: &[u32], text: &[u32]) -> Self {
        let needle_length = needle.len() as u32;
        let mut vertical: Vec<u32> = (0..text.len() as u32).map(|at| at + needle_length).collect();
        for (at, symbol) in needle.iter().enumerate() {
            let mut horizontal = needle_length - 1 - at as u32;
            for (vertical, other) in vertical.iter_mut().zip(text) {
                let (low, high) = ((*vertical).min(horizontal), (*vertical).max(horizontal));
                // Two seaweeds cross unless they have crossed before; where the symbols match, they never cross.
                (*vertical, horizontal) = if symbol == other {
                    (horizontal, *vertical)
                } else {
                    (high, low)
                };
            }
        }
        let begins = vertical.into_iter().map(|begin| begin.checked_sub(needle_length));
        Self {
            begins: begins.map(|begin| begin.map(|at| at as usize)).collect(),
        }
    }

    /// Returns, for each place of the text, the place at which the seaweed that begins there ends.
    fn ends(&self) -> Vec<usize> {
        let mut ends = vec![usize::MAX; self.begins.len()];
        for (end, begin) in self.begins.iter().enumerate() {
            if let Some(begin) = begin {
                ends[*begin] = end;
            }
        }
        ends
    }

    /// Returns the largest common length of the needle and a window of this length.
    fn best_full_window(&self, length: usize) -> usize {
        let ends = self.ends();
        let mut lacking = self.begins[..length].iter().flatten().count();
        let mut least = lacking;
        for (first, next) in (length..self.begins.len()).enumerate() {
            lacking -= usize::from(ends[first] < next);
            lacking += usize::from(self.begins[next].is_some_and(|begin| begin > first));
            least = least.min(lacking);
        }
        length - least
    }

    /// Returns the highest ratio of a needle of this length with any window.
    fn best_ratio(&self, length: usize) -> f64 {
        let mut best = ratio(self.best_full_window(length), length, length);
        let (mut lacking_of_prefix, mut lacking_of_suffix) = (0, 0);
        let ends = self.ends();
        for count in 1..length {
            lacking_of_prefix += usize::from(self.begins[count - 1].is_some());
            lacking_of_suffix += usize::from(ends[ends.len() - count] != usize::MAX);
            for lacking in [lacking_of_prefix, lacking_of_suffix] {
                best = best.max(ratio(count - lacking, length, count));
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn common_by_definition(a: &[char], b: &[char]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for c in a {
            let mut diagonal = 0;
            for j in 0..b.len() {
                let above = row[j + 1];
                row[j + 1] = if *c == b[j] { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[b.len()]
    }

    fn by_definition(needle: &[char], text: &[char]) -> f64 {
        let (m, n) = (needle.len(), text.len());
        let windows = (1..m)
            .map(|w| 0..w)
            .chain((0..=n - m).map(|at| at..at + m))
            .chain((1..m).map(|w| n - w..n));
        windows
            .map(|window| ratio(common_by_definition(needle, &text[window.clone()]), m, window.len()))
            .fold(0.0, f64::max)
    }

    proptest! {
        #[test]
        fn the_window_is_the_best(a in "[abcdé]{1,90}", b in "[abcdé ]{1,160}") {
            let [x, y] = [&a, &b].map(|text| text.chars().collect::<Vec<_>>());
            let expected = match x.len().cmp(&y.len()) {
                std::cmp::Ordering::Less => by_definition(&x, &y),
                std::cmp::Ordering::Greater => by_definition(&y, &x),
                std::cmp::Ordering::Equal => by_definition(&x, &y).max(by_definition(&y, &x)),
            };
            prop_assert!((partial_ratio(&a, &b) - expected).abs() < 1e-12);
            prop_assert!((partial_ratio(&b, &a) - expected).abs() < 1e-12);
        }

        #[test]
        fn combing_finds_the_same(needle in "[abc]{1,30}", text in "[abcd]{30,90}") {
            let [needle, text] = [needle, text].map(|text| text.chars().collect::<Vec<_>>());
            let symbols = |text: &[char]| text.iter().map(|c| u32::from(*c)).collect::<Vec<_>>();
            let combed = Combed::of(&symbols(&needle), &symbols(&text));
            let difference = combed.best_ratio(needle.len()) - by_definition(&needle, &text);
            prop_assert!(difference.abs() < 1e-12, "{difference}");
        }
    }
}
