//! What providers reply: a text, the tokens that it took, and the model that wrote it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::failure::printable;

/// Tokens that a call took, as the provider counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Of the prompt.
    pub input: u64,
    /// Of the answer, what the model thought before it included.
    pub output: u64,
}

impl Usage {
    /// Both together with others.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
        }
    }
}

/// What a response comes to.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// What the model said, or why it said nothing.
    pub said: Result<String, Failure>,
    /// Tokens, where the provider told them.
    pub usage: Option<Usage>,
    /// The model that answered, as the provider names it: often more exact than what was asked for.
    pub model: Option<String>,
}

impl Reply {
    pub(super) fn failed(failure: Failure) -> Self {
        Self {
            said: Err(failure),
            usage: None,
            model: None,
        }
    }

    pub(super) fn malformed(message: &str) -> Self {
        Self::failed(Failure::Malformed {
            message: message.to_owned(),
        })
    }
}

/// Longest name of a model that is kept, in bytes.
const MAX_NAME: usize = 200;

/// A model as the provider names it.
pub(super) fn name(model: &str) -> String {
    printable(model, MAX_NAME)
}

/// A number of tokens; what is no number counts as not told.
pub(super) fn tokens(usage: &Value, name: &str) -> Option<u64> {
    usage.get(name)?.as_u64()
}
