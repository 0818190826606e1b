//! What is kept of a call.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::stop::Stopped;
use crate::cost::Money;
use crate::provider::{Optional, Structured, Usage};
use crate::{CacheKey, Failure, HttpOutcome, HttpRequest};

/// What came of a call, with what it took. This is what a cache keeps; it holds neither the prompt nor the key of an account.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Names the call.
    pub key: CacheKey,
    /// What came of it.
    pub outcome: Outcome,
    /// Tokens of all its requests.
    pub usage: Usage,
    /// Whether part of that is the most it can have been, because the provider did not say.
    pub is_estimated: bool,
    /// What these cost by the price of the run.
    pub cost: Money,
    /// Requests that were sent for it.
    pub requests: u32,
    /// Answers that were not valid and were sent back.
    pub corrections: u32,
    /// The model that answered, as the provider names it.
    pub model: Option<String>,
    /// How the server was asked to keep to the schema.
    pub structured: Structured,
    /// Parameters that were not sent because the provider does not know them or does not take them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<Optional>,
}

impl Record {
    /// Whether asking again would be asking twice: there is an answer, or the model was asked as often as it may be.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        match &self.outcome {
            Outcome::Answered { .. } | Outcome::Invalid { .. } | Outcome::Failed(Failure::Refused { .. }) => true,
            Outcome::Failed(_) | Outcome::NotAsked(_) => false,
        }
    }

    /// Whether the model answered, and what it said could not be used: it may do better when it is asked again.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        matches!(self.outcome, Outcome::Invalid { .. })
    }

    /// Why there is no valid answer, for a person; empty if there is one.
    #[must_use]
    pub fn why_none(&self) -> String {
        match &self.outcome {
            Outcome::Answered { .. } => String::new(),
            Outcome::Invalid { errors, .. } => format!("invalid: {}", errors.join("; ")),
            Outcome::Failed(failure) => failure.to_string(),
            Outcome::NotAsked(why) => why.to_string(),
        }
    }

    /// The answer, if there is a valid one.
    #[must_use]
    pub fn answer(&self) -> Option<&Value> {
        match &self.outcome {
            Outcome::Answered { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A valid answer.
    Answered {
        /// What it says.
        value: Value,
        /// What the model wrote.
        text: String,
    },
    /// Every answer was invalid.
    Invalid {
        /// What is wrong with the last.
        errors: Vec<String>,
        /// The last, at most 16 KiB of it.
        text: String,
    },
    /// No answer.
    Failed(Failure),
    /// The run ended before it was sent, or sent again.
    NotAsked(Stopped),
}

/// A request with its answer, for a transcript.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exchange {
    /// Number of the call.
    pub item: usize,
    /// Names the call.
    pub key: CacheKey,
    /// What was sent, without the key of the account.
    pub request: HttpRequest,
    /// What came of it.
    pub outcome: HttpOutcome,
    /// When it was sent, in the run's time.
    pub sent_ms: u64,
    /// When the outcome was known.
    pub received_ms: u64,
}
