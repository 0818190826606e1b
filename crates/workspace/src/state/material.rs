//! What pages of PDF files are read from.

use serde::{Deserialize, Serialize};

/// What a person wants a page of a PDF file to be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Material {
    /// Its text, or its image if the text cannot be trusted.
    #[default]
    Auto,
    /// Its text, even if it cannot be trusted.
    Text,
    /// Its image.
    Image,
}
