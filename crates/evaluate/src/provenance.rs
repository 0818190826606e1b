//! How an evaluation was made. Part of the file format, as [`crate::model`] is.

use serde::{Deserialize, Serialize};

/// A named setting and its value, printed in every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// For example `ctp.min_words`.
    pub name: String,
    /// As printed.
    pub value: String,
}

/// A set of files that went into an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    /// What they are, for example `manifest`, `references` or `predictions of A`.
    pub what: String,
    /// How many there are.
    pub count: usize,
    /// Of the file; of several, of what the tool `sha256sum` prints for them in the order of the manifest.
    pub sha256: String,
}

/// How an evaluation was made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of texlens.
    pub texlens: String,
    /// ISO 8601, UTC, seconds.
    pub created: String,
    /// Metric settings, and those of the recognition where it ran.
    pub settings: Vec<Setting>,
    /// The files that went in; empty where texts came from elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Files>,
    /// Execution provider that ran the model, with the reason for the choice; none when no model ran.
    pub provider: Option<String>,
    /// SHA-256 of the model file; none when no model ran.
    pub model: Option<String>,
}
