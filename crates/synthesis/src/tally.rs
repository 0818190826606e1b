//! What happened while a page was made.

use std::collections::BTreeMap;

use crate::answer::Flaw;
use crate::corpus::Omitted;

/// What happened while a page was made.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// The number of blocks that were replaced, by flaw.
    pub replaced: BTreeMap<Flaw, usize>,
    /// The formulas that do not compile.
    pub omitted: Omitted,
    /// The number of formulas that were tried.
    pub tried: usize,
    /// The number of runs of the engine.
    pub runs: usize,
}
