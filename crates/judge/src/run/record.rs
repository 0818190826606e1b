//! The record that is kept of a call.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::stop::Stopped;
use crate::cost::Money;
use crate::provider::{Optional, Structured, Usage};
use crate::{CacheKey, Failure, HttpOutcome, HttpRequest};

/// The outcome of a call, with its requests, tokens and cost. A cache keeps records; they contain neither the prompt
/// nor the key of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The cache key of the call.
    pub key: CacheKey,
    /// The outcome of the call.
    pub outcome: Outcome,
    /// Tokens of all its requests.
    pub usage: Usage,
    /// Whether part of the tokens is an upper bound, because the provider did not report them.
    pub is_estimated: bool,
    /// The cost of these tokens by the price of the run.
    pub cost: Money,
    /// Number of requests that were sent for the call.
    pub requests: u32,
    /// Number of invalid answers that were sent back.
    pub corrections: u32,
    /// The provider's name of the model that answered.
    pub model: Option<String>,
    /// The way in which the server was asked to follow the schema.
    pub structured: Structured,
    /// The Unix time of the last answer, in milliseconds; 0 if it is not known.
    #[serde(default)]
    pub at_ms: u64,
    /// The time from the last request to its answer, in milliseconds.
    #[serde(default)]
    pub took_ms: u64,
    /// Parameters that were not sent because the provider does not know or accept them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Optional>,
}

impl Record {
    /// Reports whether there is no reason to ask again: there is an answer, or the model was asked as often as allowed.
    /// An answer that was cut off counts, because a call with a higher limit is another call.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        match &self.outcome {
            Outcome::Answered { .. }
            | Outcome::Invalid { .. }
            | Outcome::Failed(Failure::Refused { .. } | Failure::Cut { .. } | Failure::Repeated { .. }) => true,
            Outcome::Failed(_) | Outcome::NotAsked(_) => false,
        }
    }

    /// Reports whether the model answered but no answer was valid. It may do better when it is asked again.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        matches!(self.outcome, Outcome::Invalid { .. })
    }

    /// Returns the reason why there is no valid answer, for a person; empty if there is one.
    #[must_use]
    pub fn why_none(&self) -> String {
        match &self.outcome {
            Outcome::Answered { .. } => String::new(),
            Outcome::Invalid { errors, .. } => format!("invalid: {}", errors.join("; ")),
            Outcome::Failed(failure) => failure.to_string(),
            Outcome::NotAsked(why) => why.to_string(),
        }
    }

    /// Returns the answer, if there is a valid one.
    #[must_use]
    pub fn answer(&self) -> Option<&Value> {
        match &self.outcome {
            Outcome::Answered { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// The outcome of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// There is a valid answer.
    Answered {
        /// The answer; null if any text is one.
        value: Value,
        /// The model's text.
        text: String,
    },
    /// Every answer was invalid.
    Invalid {
        /// The errors of the last answer.
        errors: Vec<String>,
        /// The last answer, at most 16 KiB of it.
        text: String,
    },
    /// There is no answer.
    Failed(Failure),
    /// The run ended before the call was sent, or sent again.
    NotAsked(Stopped),
}

/// A request with its outcome, for a transcript.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exchange {
    /// Number of the call.
    pub item: usize,
    /// The cache key of the call.
    pub key: CacheKey,
    /// The request, without the key of the account.
    pub request: HttpRequest,
    /// The outcome of the request.
    pub outcome: HttpOutcome,
    /// The time when the request was sent, in milliseconds of the run's clock.
    pub sent_ms: u64,
    /// The time when the outcome was known, in milliseconds of the run's clock.
    pub received_ms: u64,
}
