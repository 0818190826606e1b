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

/// A part of the program that comes as files, and changes the values of metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// The TeX engine.
    TexEngine,
    /// A tokeniser of TeXBLEU.
    TexbleuTokeniser,
    /// GPT-2's vocabulary and vectors.
    Gpt2,
}

impl Tool {
    /// All tools.
    pub const ALL: [Self; 3] = [Self::TexEngine, Self::TexbleuTokeniser, Self::Gpt2];

    /// Returns the name, with which the [role](Files::what) of its files begins.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TexEngine => "TeX engine",
            Self::TexbleuTokeniser => "tokeniser of TeXBLEU",
            Self::Gpt2 => "tables of GPT-2",
        }
    }

    /// Reports whether the values of a metric can depend on the tool. Many metrics compile or draw with the TeX engine.
    #[must_use]
    pub fn is_used_by(self, metric: &str) -> bool {
        match self {
            Self::TexEngine => true,
            Self::TexbleuTokeniser => ["texbleu", "texbleu_old"].contains(&metric),
            Self::Gpt2 => metric == "texbleu_released",
        }
    }
}

impl Files {
    /// Returns the files of a tool. `detail` is the version or the name of the file.
    #[must_use]
    pub fn of_tool(tool: Tool, detail: &str, count: usize, sha256: String) -> Self {
        Self {
            what: format!("{}, {detail}", tool.name()),
            count,
            sha256,
        }
    }

    /// Returns the tool that the files are of; `None` if they are data.
    #[must_use]
    pub fn tool(&self) -> Option<Tool> {
        let (name, _) = self.what.split_once(", ")?;
        Tool::ALL.into_iter().find(|tool| tool.name() == name)
    }
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
    /// The filter that chose the samples; `None` if the evaluation has all of them. Numbers of an evaluation are always
    /// those of its own samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filtered: Option<Filtered>,
}

/// The choice of samples of an evaluation by a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filtered {
    /// The filter as it was written.
    pub filter: String,
    /// Number of samples in the evaluation.
    pub samples: usize,
    /// Number of samples from which they were chosen.
    pub of: usize,
}

impl Filtered {
    /// Says that numbers are those of a selection.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { filter, samples, of } = self;
        format!(
            "A selection: {samples} of {of} samples, by the filter “{filter}”. All numbers are those of the selection."
        )
    }
}
