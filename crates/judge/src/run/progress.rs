//! The progress of a run.

use super::record::Outcome;
use crate::cost::Money;
use crate::provider::Usage;

/// Counts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Number of calls.
    pub total: usize,
    /// Number of calls with a record.
    pub settled: usize,
    /// Settled calls with a valid answer.
    pub answered: usize,
    /// Settled calls whose every answer was invalid.
    pub invalid: usize,
    /// Settled calls without an answer.
    pub failed: usize,
    /// Settled calls that were never sent, or not sent again.
    pub not_asked: usize,
    /// Settled calls that are known from an earlier run.
    pub from_cache: usize,
    /// Number of requests in flight.
    pub in_flight: usize,
    /// Number of requests that were sent.
    pub sent: u64,
    /// The cost of this run.
    pub spent: Money,
    /// Maximum cost of the requests in flight.
    pub reserved: Money,
    /// The tokens of this run.
    pub usage: Usage,
}

impl Progress {
    pub(super) fn count(&mut self, outcome: &Outcome, from_cache: bool) {
        self.settled += 1;
        self.from_cache += usize::from(from_cache);
        let place = match outcome {
            Outcome::Answered { .. } => &mut self.answered,
            Outcome::Invalid { .. } => &mut self.invalid,
            Outcome::Failed(_) => &mut self.failed,
            Outcome::NotAsked(_) => &mut self.not_asked,
        };
        *place += 1;
    }
}
