//! What pages are asked for.

use crate::language::Language;

/// The choices that apply to all pages of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The seed. The same seed, settings and corpus give the same pages on every machine.
    pub seed: u64,
    /// The languages that pages may have.
    pub languages: Vec<Language>,
    /// The sizes of type, in points, in each of which every page is made; empty for the size that the seed draws.
    pub sizes: Vec<u8>,
    /// The numbers of columns with each of which every page is made; empty for the number that the seed draws.
    pub columns: Vec<u8>,
}

impl Settings {
    /// Returns the settings of a seed with all languages.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            languages: Language::ALL.to_vec(),
            sizes: Vec::new(),
            columns: Vec::new(),
        }
    }
}
