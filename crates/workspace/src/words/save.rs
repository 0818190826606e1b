//! Names and descriptions of the formats for saving an evaluation.

use crate::saving::Format;

impl Format {
    /// Returns the format's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Html => "HTML",
            Self::Folder => "Folder (zip)",
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Markdown => "Markdown",
            Self::Latex => "LaTeX",
            Self::Junit => "JUnit",
        }
    }

    /// Returns the purpose of the format.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Html => {
                "One file to share or keep: opens in any browser, even without scripts or a network, and can be reopened here"
            }
            Self::Folder => "The same as separate pages and images: unpack it on a static web host",
            Self::Json => "Every score, mean and difference, for programs; with texts, also for texlens judge",
            Self::Csv => "One score per line, for spreadsheets and statistics",
            Self::Markdown => "Systems and main metrics as a table, for a README or an issue",
            Self::Latex => "The same table for a paper (booktabs)",
            Self::Junit => {
                "Samples as test cases, for CI systems: a sample fails if it has no scores or does not compile"
            }
        }
    }
}
