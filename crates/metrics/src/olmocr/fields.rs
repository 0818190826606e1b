//! The fields of a test.

use serde_json::{Map, Value};

use super::error::LoadError;
use super::limits::MAX_FIELD_CHARACTERS;
use super::text::normalise;

/// The fields of a test. They are taken one by one, so the remaining ones are known to be wrong.
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    pub(super) fn of(line: &str) -> Result<Self, LoadError> {
        let value: Value = serde_json::from_str(line).map_err(|error| LoadError::Json {
            message: error.to_string(),
        })?;
        match value {
            Value::Object(fields) => Ok(Self(fields)),
            _ => Err(LoadError::NotAnObject),
        }
    }

    /// Fails if a field remains.
    pub(super) fn finish(self) -> Result<(), LoadError> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((field, _)) => Err(LoadError::UnknownField { field }),
        }
    }

    /// Takes a required text, which may be empty.
    pub(super) fn required(&mut self, field: &'static str) -> Result<String, LoadError> {
        match self.0.remove(field) {
            None => Err(LoadError::MissingField { field }),
            Some(Value::String(text)) => limited(field, text),
            Some(_) => Err(LoadError::WrongType {
                field,
                expected: "a text",
            }),
        }
    }

    /// Takes a required text and normalises it; fails if the result is empty.
    pub(super) fn required_text(&mut self, field: &'static str) -> Result<String, LoadError> {
        non_empty(field, normalise(&self.required(field)?))
    }

    /// Takes a text that may be missing or `null`.
    pub(super) fn optional(&mut self, field: &'static str) -> Result<Option<String>, LoadError> {
        match self.0.get(field) {
            None | Some(Value::Null) => {
                self.0.remove(field);
                Ok(None)
            }
            Some(_) => self.required(field).map(Some),
        }
    }

    /// Takes a text that may be missing or empty, and normalises it; fails if the result of normalisation is empty.
    pub(super) fn optional_text(&mut self, field: &'static str) -> Result<Option<String>, LoadError> {
        let text = self.optional(field)?.filter(|text| !text.is_empty());
        text.map(|text| non_empty(field, normalise(&text))).transpose()
    }

    pub(super) fn flag(&mut self, field: &'static str, default: bool) -> Result<bool, LoadError> {
        match self.0.remove(field) {
            None => Ok(default),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(_) => Err(LoadError::WrongType {
                field,
                expected: "true or false",
            }),
        }
    }

    /// Takes a number that may be missing or `null`.
    pub(super) fn count(&mut self, field: &'static str) -> Result<Option<usize>, LoadError> {
        match self.0.remove(field) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
                count.map(Some).ok_or(LoadError::WrongType {
                    field,
                    expected: "a whole number, 0 or more",
                })
            }
        }
    }
}

/// Fails if a text contains only white space.
pub(super) fn non_empty(field: &'static str, text: String) -> Result<String, LoadError> {
    if text.trim().is_empty() {
        Err(LoadError::Empty { field })
    } else {
        Ok(text)
    }
}

fn limited(field: &'static str, text: String) -> Result<String, LoadError> {
    if text.chars().nth(MAX_FIELD_CHARACTERS).is_some() {
        Err(LoadError::TooLong { field })
    } else {
        Ok(text)
    }
}
