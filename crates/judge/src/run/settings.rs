//! The settings of a run.

use crate::cost::{Money, Price};
use crate::provider::Structured;
use crate::{Endpoint, Provider};

/// The settings of a run. Make them with [`RunSettings::new`] and change fields.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSettings {
    /// The endpoint that is asked.
    pub endpoint: Endpoint,
    /// Maximum number of requests in flight, 1 to 64.
    pub concurrency: usize,
    /// Maximum number of failed requests for a call, at least 1. Invalid answers do not count.
    pub attempts: u32,
    /// Maximum number of times that an invalid answer is sent back.
    pub corrections: u32,
    /// Wait after the first failure. The wait doubles with each further failure, and up to half of it is random.
    pub first_delay_ms: u64,
    /// Longest wait before jitter.
    pub longest_delay_ms: u64,
    /// Longest wait that a provider may ask for; a longer one ends the run.
    pub longest_wait_ms: u64,
    /// Time limit of a request.
    pub timeout_ms: u64,
    /// The limit on the total cost, including what was spent before this run.
    pub budget: Option<Money>,
    /// The part of the budget that was spent before this run.
    pub already_spent: Money,
    /// The price of a token. A budget needs one.
    pub price: Option<Price>,
    /// Seed of the random waits.
    pub seed: u64,
    /// The first way in which the server is asked to follow a schema. Ways that it does not understand are not
    /// repeated.
    pub structured: Structured,
    /// Whether every request is kept with its answer.
    pub keep_transcript: bool,
    /// Whether answers are streamed, so that their length can be shown and endless ones are ended.
    pub is_streamed: bool,
    /// The Unix time at which the run's clock was 0, in milliseconds; `None` if records need no date.
    pub clock_began_ms: Option<u64>,
}

/// The reason why a run cannot start.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// There is a budget but no price.
    #[error(
        "no price is known for {model} of {}, so no budget can be guaranteed: give the price of a million tokens, or no budget",
        provider.name()
    )]
    NoPrice {
        /// The provider.
        provider: Provider,
        /// The model.
        model: String,
    },
    /// A number is out of range.
    #[error("{name} must be {range}")]
    Range {
        /// The name of the field.
        name: &'static str,
        /// The range, for example `1 to 64`.
        range: &'static str,
    },
}

impl RunSettings {
    /// Makes default settings: four requests in flight, five attempts, two corrections, waits of 1 s to 60 s, at most 5
    /// minutes when the provider asks for it, a limit of 2 minutes for an answer, and no budget.
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
            is_streamed: false,
            clock_began_ms: None,
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
