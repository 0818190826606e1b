//! Values of the JSON files that describe a model.

use serde_json::Value;

/// The reason why a description cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JsonError {
    /// The file is not JSON.
    #[error("{file} is not valid JSON: {detail}; download it again")]
    Syntax {
        /// Name of the file.
        file: &'static str,
        /// The message of the parser, with the place.
        detail: String,
    },
    /// A value has another type than it must have.
    #[error("`{key}` in {file} must be {expected}; correct it, or download the file again")]
    Wrong {
        /// Name of the file.
        file: &'static str,
        /// The key of the value.
        key: &'static str,
        /// The expected value, with its article.
        expected: &'static str,
    },
}

impl JsonError {
    pub(crate) const fn wrong(file: &'static str, key: &'static str, expected: &'static str) -> Self {
        Self::Wrong { file, key, expected }
    }
}

/// Parses a file.
pub(crate) fn parse(file: &'static str, content: &[u8]) -> Result<Value, JsonError> {
    serde_json::from_slice(content).map_err(|error| JsonError::Syntax {
        file,
        detail: error.to_string(),
    })
}

/// Returns a token.
pub(crate) fn token(file: &'static str, key: &'static str, value: &Value) -> Result<u32, JsonError> {
    let token = value.as_u64().and_then(|token| u32::try_from(token).ok());
    token.ok_or(JsonError::wrong(file, key, "the number of a token"))
}

/// Returns the tokens of a list, or a single one.
pub(crate) fn tokens(file: &'static str, key: &'static str, value: &Value) -> Result<Vec<u32>, JsonError> {
    match value {
        Value::Array(values) => values.iter().map(|value| token(file, key, value)).collect(),
        value => Ok(vec![token(file, key, value)?]),
    }
}

/// Returns a finite number.
pub(crate) fn number(file: &'static str, key: &'static str, value: &Value) -> Result<f64, JsonError> {
    value.as_f64().ok_or(JsonError::wrong(file, key, "a number"))
}

/// Returns a whole number of at most 2³¹.
pub(crate) fn count(file: &'static str, key: &'static str, value: &Value) -> Result<usize, JsonError> {
    let count = value.as_u64().filter(|count| *count <= 1 << 31);
    let count = count.and_then(|count| usize::try_from(count).ok());
    count.ok_or(JsonError::wrong(file, key, "a whole number that is not negative"))
}

/// Returns a truth value; `None` if there is none.
pub(crate) fn flag(file: &'static str, key: &'static str, value: Option<&Value>) -> Result<Option<bool>, JsonError> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(JsonError::wrong(file, key, "true or false")),
    }
}
