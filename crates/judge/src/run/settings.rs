//! What a run is run with.

use crate::cost::{Money, Price};
use crate::provider::Structured;
use crate::{Endpoint, Provider};

/// What a run is run with. Make one with [`RunSettings::new`] and change its fields.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSettings {
    /// Whose model is asked.
    pub endpoint: Endpoint,
    /// Most requests on their way at once, 1 to 64.
    pub concurrency: usize,
    /// Most failed requests for a call, 1 and more; answers that are not valid do not count.
    pub attempts: u32,
    /// How often an answer that is not valid is sent back.
    pub corrections: u32,
    /// Wait after a first failure; it doubles with every further one, and up to half of it is left to chance.
    pub first_delay_ms: u64,
    /// Longest such wait.
    pub longest_delay_ms: u64,
    /// Longest wait that a provider may ask for; more ends the run.
    pub longest_wait_ms: u64,
    /// How long a request may take.
    pub timeout_ms: u64,
    /// What may be spent, with what was spent already.
    pub budget: Option<Money>,
    /// What was spent of the budget before this run.
    pub already_spent: Money,
    /// What a token costs; the budget cannot be held without it.
    pub price: Option<Price>,
    /// Where chance starts.
    pub seed: u64,
    /// How the server is first asked to keep to a schema. What it does not understand is not asked again.
    pub structured: Structured,
    /// Whether every request is kept with its answer.
    pub keep_transcript: bool,
}

/// Why a run cannot be started.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The budget cannot be held.
    #[error(
        "no price is known for {model} of {}, so no budget can be held: give the price of a million tokens, or no budget",
        provider.name()
    )]
    NoPrice {
        /// Whose.
        provider: Provider,
        /// Which.
        model: String,
    },
    /// A number out of its range.
    #[error("{name} must be {range}")]
    Range {
        /// Name of the field.
        name: &'static str,
        /// For example `1 to 64`.
        range: &'static str,
    },
}

impl RunSettings {
    /// Four requests at once, five attempts, two corrections, waits of 1 s to 60 s, at most 5 minutes when the provider asks for it, two minutes for an answer, no budget.
    #[must_use]
    pub fn new(endpoint: Endpoint) -> Self {
        Self {
            endpoint,
            concurrency: 4,
            attempts: 5,
            corrections: 2,
            first_delay_ms: 1_000,
            longest_delay_ms: 60_000,
            longest_wait_ms: 300_000,
            timeout_ms: 120_000,
            budget: None,
            already_spent: Money::ZERO,
            price: None,
            seed: 1,
            structured: Structured::Schema,
            keep_transcript: false,
        }
    }

    pub(super) fn check(&self) -> Result<(), RunError> {
        let range = |name, range| Err(RunError::Range { name, range });
        if !(1..=64).contains(&self.concurrency) {
            return range("concurrency", "1 to 64");
        }
        if self.attempts == 0 {
            return range("attempts", "at least 1");
        }
        if self.timeout_ms == 0 {
            return range("timeout_ms", "at least 1");
        }
        if self.budget.is_some() && self.price.is_none() {
            return Err(RunError::NoPrice {
                provider: self.endpoint.provider(),
                model: self.endpoint.model().to_owned(),
            });
        }
        Ok(())
    }
}
