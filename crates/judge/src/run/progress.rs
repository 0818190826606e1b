//! Where a run stands.

use super::record::Outcome;
use crate::cost::Money;
use crate::provider::Usage;

/// Counts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Calls.
    pub total: usize,
    /// Calls with a record.
    pub settled: usize,
    /// Of these, with a valid answer.
    pub answered: usize,
    /// Of these, whose every answer was invalid.
    pub invalid: usize,
    /// Of these, without an answer.
    pub failed: usize,
    /// Of these, never sent, or not sent again.
    pub not_asked: usize,
    /// Of these, known from an earlier run.
    pub from_cache: usize,
    /// Requests on their way.
    pub in_flight: usize,
    /// Requests that were sent.
    pub sent: u64,
    /// What was paid in this run.
    pub spent: Money,
    /// The most that what is on its way can cost.
    pub reserved: Money,
    /// Tokens that were paid in this run.
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
