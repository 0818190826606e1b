//! Tokens as numbers, for fast comparing and counting.

use std::hash::Hash;

use imara_diff::Interner;

/// Reference and prediction as numbers from 0; equal tokens have equal numbers.
pub(crate) struct Interned {
    pub(crate) reference: Vec<u32>,
    pub(crate) prediction: Vec<u32>,
    /// The number of distinct tokens.
    pub(crate) distinct: usize,
}

impl Interned {
    pub(crate) fn of<T: Hash + Eq>(
        reference: impl IntoIterator<Item = T>,
        prediction: impl IntoIterator<Item = T>,
    ) -> Self {
        let mut interner = Interner::new(64);
        let reference = reference.into_iter().map(|token| interner.intern(token).0).collect();
        let prediction = prediction.into_iter().map(|token| interner.intern(token).0).collect();
        Self {
            reference,
            prediction,
            distinct: interner.num_tokens() as usize,
        }
    }

    /// Returns the number of pairs of tokens.
    pub(crate) fn pairs(&self) -> u64 {
        self.reference.len() as u64 * self.prediction.len() as u64
    }

    /// Returns how often each token occurs in the reference and in the prediction.
    pub(crate) fn counts(&self) -> Vec<[usize; 2]> {
        let mut counts = vec![[0; 2]; self.distinct];
        for (side, sequence) in [&self.reference, &self.prediction].into_iter().enumerate() {
            for token in sequence {
                counts[*token as usize][side] += 1;
            }
        }
        counts
    }
}
