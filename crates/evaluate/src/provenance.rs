//! The provenance of an evaluation. Part of the file format, like [`crate::model`].

use serde::{Deserialize, Serialize};

/// A named setting and its value, printed in every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setting {
    /// Name of the setting, for example `ctp.min_words`.
    pub name: String,
    /// Value as printed.
    pub value: String,
}

/// A set of input files of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Files {
    /// The role of the files, for example `manifest`, `references` or `predictions of A`.
    pub what: String,
    /// Number of files.
    pub count: usize,
    /// SHA-256 of the file. For several files: SHA-256 of the output of `sha256sum` for them, in the order of the
    /// manifest.
    pub sha256: String,
}

/// The provenance of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// Version of texlens.
    pub texlens: String,
    /// Date and time in ISO 8601, UTC, to the second.
    pub created: String,
    /// Settings of the metrics, and those of the OCR if it ran.
    pub settings: Vec<Setting>,
    /// The input files; empty if the texts came from elsewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Files>,
    /// Execution provider that ran the model, with the reason for the choice; `None` if no model ran.
    pub provider: Option<String>,
    /// SHA-256 of the model file; `None` if no model ran.
    pub model: Option<String>,
}
