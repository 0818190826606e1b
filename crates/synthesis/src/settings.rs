//! What pages are asked for.

use crate::language::Language;

/// The choices that apply to all pages of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The seed. The same seed, settings and corpus give the same pages on every machine.
    pub seed: u64,
    /// The languages that pages may have.
    pub languages: Vec<Language>,
}

impl Settings {
    /// Returns the settings of a seed with all languages.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            languages: Language::ALL.to_vec(),
        }
    }
}
