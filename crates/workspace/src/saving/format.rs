//! The forms in which an evaluation is saved.

use texlens_evaluate::Evaluation;

/// A form in which an evaluation is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// One page that reads anywhere and opens again here.
    Html,
    /// The same as files for a web server.
    Folder,
    /// Scores for programs.
    Json,
    /// Scores for spreadsheets.
    Csv,
    /// A table for a README.
    Markdown,
    /// A table for a paper.
    Latex,
    /// Cases for CI systems.
    Junit,
}

impl Format {
    /// All there are, in the order in which they are offered.
    pub const ALL: [Self; 7] = [
        Self::Html,
        Self::Folder,
        Self::Json,
        Self::Csv,
        Self::Markdown,
        Self::Latex,
        Self::Junit,
    ];

    /// Whether page images may be in it.
    #[must_use]
    pub const fn has_images(self) -> bool {
        matches!(self, Self::Html | Self::Folder)
    }

    /// Whether texts may be in it.
    #[must_use]
    pub const fn has_texts(self) -> bool {
        matches!(self, Self::Html | Self::Folder | Self::Json)
    }

    /// As a browser calls it.
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

    /// What a file with an evaluation is called: after the only sample, where there is one.
    #[must_use]
    pub fn file_name(self, evaluation: &Evaluation) -> String {
        let stem = match evaluation.samples.as_slice() {
            [only] => only.id.as_str(),
            _ => "evaluation",
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
