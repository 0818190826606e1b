//! Formulas that are not rated.

use clap::ValueEnum;
use texlens_ratings::Exclusion;

/// Formulas that are not rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExclusionArgument {
    /// Predictions that are the reference, after normalisation; in a list of pairs, the same text
    Identical,
    /// Predictions with perfect scores by both CDM (1) and a judge (10), as in "Benchmarking Document Parsers"
    Perfect,
}

impl From<ExclusionArgument> for Exclusion {
    fn from(exclusion: ExclusionArgument) -> Self {
        match exclusion {
            ExclusionArgument::Identical => Self::Identical,
            ExclusionArgument::Perfect => Self::Perfect,
        }
    }
}
