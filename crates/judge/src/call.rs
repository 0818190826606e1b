//! What a model is asked, whoever's model it is.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Endpoint, Schema};

/// A question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What the model is told about its role.
    pub system: String,
    /// The conversation, the user's turn first.
    pub turns: Vec<Turn>,
    /// How the answer must look.
    pub expected: Expected,
    /// How the model is to be run.
    pub parameters: Parameters,
    /// 0; 1 and more where the same is asked again to see whether the answer stays the same.
    pub repeat: u32,
}

/// What one side says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// Who says it.
    pub role: Role,
    /// What.
    pub text: String,
}

/// A side of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The one who asks.
    User,
    /// The model.
    Model,
}

/// How an answer is read.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// A JSON value of this schema.
    Json(Schema),
    /// The first run of digits, whatever stands around it: the released code of pdf-parse-bench reads its judges so.
    FirstInteger,
}

/// How a model is run. What is not given is left to the provider.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Most tokens of an answer, what the model thinks before it included; the cost of a call is bounded by it.
    pub max_output_tokens: u32,
    /// Randomness, 0 for as little as there can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Share of the probability from which tokens are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Against repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
    /// For providers that draw by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// Names an answer: equal for calls that ask the same model the same thing in the same way, else different. 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CacheKey(String);

impl std::fmt::Display for CacheKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl CacheKey {
    /// SHA-256 over provider, address, model, prompt with its inputs, schema, parameters and repeat, each with its length.
    #[must_use]
    pub fn of(endpoint: &Endpoint, call: &Call) -> Self {
        let parameters = serde_json::to_string(&call.parameters).unwrap_or_default();
        let expected = match &call.expected {
            Expected::Json(schema) => schema.source(),
            Expected::FirstInteger => "first integer",
        };
        let repeat = call.repeat.to_string();
        let head = [
            "texlens judge 1",
            endpoint.provider().name(),
            endpoint.base(),
            endpoint.model(),
            &call.system,
            expected,
            &parameters,
            &repeat,
        ];
        let turns = call.turns.iter().map(|turn| turn.text.as_str());
        let mut hash = Sha256::new();
        for part in head.into_iter().chain(turns) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// As a name of a file or a record.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Call {
    /// The call with an answer that was not valid and what was wrong with it, so that the model can answer again.
    pub(crate) fn corrected(&self, answer: &str, errors: &[String]) -> Self {
        let answer = if answer.trim().is_empty() { "(empty)" } else { answer };
        let request = match &self.expected {
            Expected::Json(_) => "Answer again with one JSON value that fits the schema, and with nothing else.",
            Expected::FirstInteger => "Answer again with one whole number, and with nothing else.",
        };
        let mut call = self.clone();
        call.turns.push(Turn {
            role: Role::Model,
            text: shortened(answer, MAX_QUOTED).to_owned(),
        });
        call.turns.push(Turn {
            role: Role::User,
            text: format!("That answer is not valid: {}. {request}", errors.join("; ")),
        });
        call
    }
}

/// Most bytes of an invalid answer that are sent back.
const MAX_QUOTED: usize = 4_096;

/// The start of a text, at most so many bytes.
pub(crate) fn shortened(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}
