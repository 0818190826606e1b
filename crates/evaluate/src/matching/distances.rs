//! Levenshtein distances between one pattern and many places of a text, in one pass. The library `rapidfuzz` gives only
//! the distance of two whole texts, so that each place would take a pass of its own.

use std::collections::HashMap;

/// The possible starts of a compared piece of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Start {
    /// The start of the text.
    Fixed,
    /// Any position.
    Free,
}

/// A sequence of symbols to search for, as bit masks (Myers 1999 in Hyyrö's block form). One pass over a text of n
/// symbols takes n · ⌈m / 64⌉ steps for a pattern of m symbols.
pub(super) struct Pattern {
    length: usize,
    blocks: usize,
    /// For each symbol of the pattern, the start of its masks in `masks`.
    places: HashMap<u32, usize>,
    masks: Vec<u64>,
}

impl Pattern {
    pub(super) fn new(symbols: &[u32]) -> Self {
        let blocks = symbols.len().div_ceil(64);
        let (mut places, mut masks) = (HashMap::new(), Vec::new());
        for (index, symbol) in symbols.iter().enumerate() {
            let place = *places.entry(*symbol).or_insert_with(|| {
                masks.resize(masks.len() + blocks, 0);
                masks.len() - blocks
            });
            masks[place + index / 64] |= 1 << (index % 64);
        }
        Self {
            length: symbols.len(),
            blocks,
            places,
            masks,
        }
    }

    /// Returns the number of steps for a text of this many symbols.
    pub(super) fn work(&self, symbols: usize) -> usize {
        symbols.saturating_mul(self.blocks)
    }

    /// Returns, for each end `0..=n` in the text, the distance of the pattern to the piece that ends there: the whole
    /// text up to this end or, with a free start, the nearest of all such pieces.
    pub(super) fn distances(&self, text: impl Iterator<Item = u32>, start: Start) -> Vec<usize> {
        let mut columns = vec![Column::first(); self.blocks];
        let mut distance = self.length;
        let mut distances = vec![distance];
        let top = match start {
            Start::Fixed => 1,
            Start::Free => 0,
        };
        for (index, symbol) in text.enumerate() {
            let change = self.step(&mut columns, symbol, top);
            // An empty pattern has no column whose change could be summed.
            distance = match (self.length, start) {
                (0, Start::Fixed) => index + 1,
                (0, Start::Free) => 0,
                _ => distance.saturating_add_signed(change),
            };
            distances.push(distance);
        }
        distances
    }

    /// Returns the distance of the pattern to a whole text.
    pub(super) fn distance(&self, text: &[u32]) -> usize {
        let distances = self.distances(text.iter().copied(), Start::Fixed);
        distances.last().copied().unwrap_or(self.length)
    }

    /// Processes one symbol and returns the change of the last row.
    fn step(&self, columns: &mut [Column], symbol: u32, top: isize) -> isize {
        let masks = self.places.get(&symbol).map(|place| &self.masks[*place..]);
        let mut carry = top;
        for (block, column) in columns.iter_mut().enumerate() {
            let last = if block + 1 == self.blocks {
                (self.length - 1) % 64
            } else {
                63
            };
            carry = column.step(masks.map_or(0, |masks| masks[block]), carry, last);
        }
        carry
    }
}

/// Differences between neighbouring rows of one column, 64 at a time, as masks of the rows with +1 and with -1.
#[derive(Clone)]
struct Column {
    plus: u64,
    minus: u64,
}

impl Column {
    fn first() -> Self {
        Self { plus: !0, minus: 0 }
    }

    /// Advances to the next column, given the equal symbols and the change above, and returns the change in row `last`.
    fn step(&mut self, equal: u64, above: isize, last: usize) -> isize {
        let vertical = equal | self.minus;
        let equal = equal | u64::from(above < 0);
        let horizontal = ((equal & self.plus).wrapping_add(self.plus) ^ self.plus) | equal;
        let plus = self.minus | !(horizontal | self.plus);
        let minus = self.plus & horizontal;
        let below = (plus >> last & 1) as isize - (minus >> last & 1) as isize;
        let plus = plus << 1 | u64::from(above > 0);
        let minus = minus << 1 | u64::from(above < 0);
        self.plus = minus | !(vertical | plus);
        self.minus = plus & vertical;
        below
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use rapidfuzz::distance::levenshtein;

    use super::*;

    fn distance(a: &[u32], b: &[u32]) -> usize {
        levenshtein::distance(a.iter().copied(), b.iter().copied())
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn equal_to_the_definition(pattern in vec(0_u32..4, 0..150), text in vec(0_u32..5, 0..40)) {
            let prepared = Pattern::new(&pattern);
            let fixed = prepared.distances(text.iter().copied(), Start::Fixed);
            let free = prepared.distances(text.iter().copied(), Start::Free);
            for end in 0..=text.len() {
                prop_assert_eq!(fixed[end], distance(&pattern, &text[..end]));
                let nearest = (0..=end).map(|start| distance(&pattern, &text[start..end])).min();
                prop_assert_eq!(Some(free[end]), nearest);
            }
        }
    }
}
