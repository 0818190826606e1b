//! Replies of providers: a text, its tokens, and the model that wrote it.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Failure;
use crate::failure::printable;

/// Tokens of a call, as the provider counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input: u64,
    /// Tokens of the answer, including the model's thoughts before it.
    pub output: u64,
}

impl Usage {
    /// Returns the sum of both usages.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
        }
    }
}

/// The result of a response.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The model's answer, or the reason why there is none.
    pub said: Result<String, Failure>,
    /// Tokens, if the provider reports them.
    pub usage: Option<Usage>,
    /// The provider's name of the model that answered, often more exact than the name in the request.
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

/// Maximum length of a model's name that is kept, in bytes.
const MAX_NAME: usize = 200;

/// Returns the provider's name of a model, shortened and without control characters.
pub(super) fn name(model: &str) -> String {
    printable(model, MAX_NAME)
}

/// Returns a number of tokens. A value that is not a number counts as not reported.
pub(super) fn tokens(usage: &Value, name: &str) -> Option<u64> {
    usage.get(name)?.as_u64()
}
