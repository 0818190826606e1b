//! Forms in which an evaluation is saved.

use crate::saving::Format;

impl Format {
    /// For a person.
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

    /// What it is for.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::Html => {
                "One file to send or keep: reads in every browser, also without scripts and network, and opens again here"
            }
            Self::Folder => "The same as pages and images for a static web host: unpack it there",
            Self::Json => "Every score, mean and difference, for programs; with the texts, for texlens judge",
            Self::Csv => "Every score as a line, for spreadsheets and statistics",
            Self::Markdown => "Systems and main metrics as a table, for a README or an issue",
            Self::Latex => "The same table for a paper (booktabs)",
            Self::Junit => "Samples as test cases, for CI systems: those without scores or that do not compile fail",
        }
    }
}
