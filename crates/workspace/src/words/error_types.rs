//! Words of the error types of a sample.

/// Name of the section.
pub const TITLE: &str = "Error types";
