//! Answers of people.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::scale::Scale;

/// A side of the screen, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The left version is better.
    Left,
    /// The right version is better.
    Right,
    /// Both are equally good or bad.
    Tie,
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Response {
    /// A rating.
    Rating(i64),
    /// A choice.
    Choice(Side),
    /// Something else. No scale has it; it is kept so that a report can quote it.
    Other(Value),
}

impl Response {
    /// Reports whether a scale has this answer.
    #[must_use]
    pub fn is_on(&self, scale: Scale) -> bool {
        match (self, scale.range()) {
            (Self::Rating(rating), Some(range)) => range.contains(rating),
            (Self::Choice(_), None) => true,
            _ => false,
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rating(rating) => rating.fmt(f),
            Self::Choice(Side::Left) => f.write_str("left"),
            Self::Choice(Side::Right) => f.write_str("right"),
            Self::Choice(Side::Tie) => f.write_str("tie"),
            Self::Other(value) => f.write_str(&value.to_string().chars().take(40).collect::<String>()),
        }
    }
}

/// An answer with its question. Answers stand in the order in which they were first given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the question in the sheet, from 1.
    pub question: u32,
    /// The answer.
    pub answer: Response,
    /// Seconds that the question was on the screen, if they were measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}
