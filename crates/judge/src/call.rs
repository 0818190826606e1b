//! A question to a model, independent of the provider.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Endpoint, Picture, Schema};

/// A question to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// The system message, which tells the model its role.
    pub system: String,
    /// The conversation; the user's turn comes first.
    pub turns: Vec<Turn>,
    /// The form that the answer must have.
    pub expected: Expected,
    /// The parameters with which the model runs.
    pub parameters: Parameters,
    /// 0 for the first call; 1 or more if the same question is asked again to see whether the answer stays the same.
    pub repeat: u32,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The author of the message.
    pub role: Role,
    /// The message.
    pub text: String,
    /// The pictures, which stand before the text.
    pub pictures: Vec<Picture>,
}

impl Turn {
    /// Makes a message of the side that asks, without pictures.
    #[must_use]
    pub fn user(text: String) -> Self {
        Self::new(Role::User, text)
    }

    fn new(role: Role, text: String) -> Self {
        Self {
            role,
            text,
            pictures: Vec::new(),
        }
    }
}

/// A side of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The side that asks.
    User,
    /// The model.
    Model,
}

/// The form in which an answer is read.
#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    /// A JSON value of this schema.
    Json(Schema),
    /// The first word that consists of digits, whatever surrounds it. The released code of pdf-parse-bench reads its
    /// judges in this way.
    FirstInteger,
    /// The lines in the only code block.
    CodeBlock,
    /// Any text that is not blank.
    Text {
        /// Number of pages that the text is about, for estimates of its length.
        pages: usize,
    },
}

/// The parameters with which a model runs. The provider chooses those that are absent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// Maximum number of tokens of an answer, including the model's thoughts before it. Bounds the cost of a call.
    pub max_output_tokens: u32,
    /// Randomness; 0 is the least possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Share of the probability from which tokens are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Penalty on repetition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frequency_penalty: Option<f64>,
    /// Seed for providers that support one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The name of an answer, in 64 hexadecimal digits. Two calls have the same key exactly if they ask the same model the
/// same question in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CacheKey(String);

impl std::fmt::Display for CacheKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl CacheKey {
    /// Hashes provider, address, model, prompt with its inputs and the hashes of its pictures, schema, parameters and
    /// repeat with SHA-256. The length of each part is hashed with it.
    #[must_use]
    pub fn of(endpoint: &Endpoint, call: &Call) -> Self {
        let parameters = serde_json::to_string(&call.parameters).unwrap_or_default();
        let expected = match &call.expected {
            Expected::Json(schema) => schema.source(),
            Expected::FirstInteger => "first integer",
            Expected::CodeBlock => "code block",
            Expected::Text { .. } => "text",
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
        let turns = call.turns.iter().flat_map(|turn| {
            let pictures = turn.pictures.iter().map(|picture| picture.sha256.as_str());
            pictures.chain([turn.text.as_str()])
        });
        let mut hash = Sha256::new();
        for part in head.into_iter().chain(turns) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Self(hex::encode(hash.finalize()))
    }

    /// Returns the key as the name of a file or a record.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Call {
    /// Returns the call with an invalid answer and its errors appended, so that the model can answer again.
    pub(crate) fn corrected(&self, answer: &str, errors: &[String]) -> Self {
        let answer = if answer.trim().is_empty() { "(empty)" } else { answer };
        let request = match &self.expected {
            Expected::Json(_) => "Answer again with one JSON value that fits the schema, and with nothing else.",
            Expected::FirstInteger => "Answer again with one whole number, and with nothing else.",
            Expected::CodeBlock => "Answer again with one fenced code block, and with nothing else.",
            Expected::Text { .. } => "Answer again, and not with an empty text.",
        };
        let mut call = self.clone();
        call.turns
            .push(Turn::new(Role::Model, shortened(answer, MAX_QUOTED).to_owned()));
        call.turns.push(Turn::user(format!(
            "That answer is not valid: {}. {request}",
            errors.join("; ")
        )));
        call
    }
}

/// Maximum length of the part of an invalid answer that is sent back, in bytes.
const MAX_QUOTED: usize = 4_096;

/// Returns the start of a text, at most `bytes` long.
pub(crate) fn shortened(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len()))
        .rev()
        .find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or_default()).unwrap_or_default()
}
