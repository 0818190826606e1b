//! Formats for saving an evaluation.

use serde::{Deserialize, Serialize};
use texlens_evaluate::SampleResult;

use super::Extent;

/// A format for saving an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Format {
    /// One HTML page that opens in any browser, and again in the app.
    Html,
    /// The same page as files for a web server.
    Folder,
    /// Scores for programs.
    Json,
    /// Scores for spreadsheets.
    Csv,
    /// A table for a README.
    Markdown,
    /// A table for a paper.
    Latex,
    /// Test cases for CI systems.
    Junit,
}

impl Format {
    /// All formats, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Html,
        Self::Folder,
        Self::Json,
        Self::Csv,
        Self::Markdown,
        Self::Latex,
        Self::Junit,
    ];

    /// Returns whether the format can contain page images.
    #[must_use]
    pub const fn has_images(self) -> bool {
        matches!(self, Self::Html | Self::Folder)
    }

    /// Returns whether the format can contain texts.
    #[must_use]
    pub const fn has_texts(self) -> bool {
        matches!(self, Self::Html | Self::Folder | Self::Json)
    }

    /// Returns the media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Html => "text/html",
            Self::Folder => "application/zip",
            Self::Json => "application/json",
            Self::Csv => "text/csv",
            Self::Markdown => "text/markdown",
            Self::Latex => "text/x-tex",
            Self::Junit => "application/xml",
        }
    }

    /// Returns the name of the saved file. A single sample gives its name to the file.
    #[must_use]
    pub fn file_name(self, samples: &[SampleResult], extent: Extent) -> String {
        let stem = match (samples, extent) {
            ([only], _) => only.id.as_str(),
            (_, Extent::All) => "evaluation",
            (_, Extent::Filtered) => "selection",
        };
        let ending = match self {
            Self::Html => "texlens.html",
            Self::Folder => "texlens.zip",
            Self::Json => "scores.json",
            Self::Csv => "scores.csv",
            Self::Markdown => "scores.md",
            Self::Latex => "scores.tex",
            Self::Junit => "junit.xml",
        };
        format!("{stem}.{ending}")
    }
}
