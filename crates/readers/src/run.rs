//! What is kept of a run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_judge::{Endpoint, Run, Sums};

use crate::reading::{ReadOutcome, Reading};
use crate::{Chosen, Granularity, Prompt};

/// A run that has read pages, as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReaderRun {
    /// [`ReaderRun::FORMAT`].
    pub format: String,
    /// [`ReaderRun::VERSION`].
    pub version: u32,
    /// The version of texlens that wrote the run.
    pub texlens: String,
    /// When the run ended, in UTC.
    pub created: String,
    /// Provider, address and name of the model.
    #[serde(flatten)]
    pub endpoint: Endpoint,
    /// The prompt.
    pub prompt: Prompt,
    /// The SHA-256 of the prompt's words.
    pub prompt_sha256: String,
    /// The parameters.
    pub chosen: Chosen,
    /// The pages of a request.
    pub granularity: Granularity,
    /// Maximum number of pages of a request.
    pub pages_per_request: usize,
    /// The resolution at which pages of PDFs were drawn, in dots per inch.
    pub dpi: u16,
    /// The longest side to which pictures were reduced, in pixels; `None` if they were sent as they are.
    pub longest_side: Option<u32>,
    /// Sums over all answers.
    pub totals: Totals,
}

/// The reason why a text is not a run of this version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunFileError {
    /// It is not JSON with the fields of a run.
    #[error("it is not a run of a model that reads: {0}")]
    Form(String),
    /// It has another format or another version.
    #[error("its format is {0} {1}, not {format} {version}", format = ReaderRun::FORMAT, version = ReaderRun::VERSION)]
    Format(String, u32),
}

/// Sums over answers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Numbers of answers by outcome.
    pub outcomes: BTreeMap<ReadOutcome, usize>,
    /// Requests, tokens and cost.
    #[serde(flatten)]
    pub sums: Sums,
    /// The sum of the times from request to answer, in milliseconds. Requests overlap, so that a run takes less.
    pub took_ms: u64,
}

impl ReaderRun {
    /// The name of the format.
    pub const FORMAT: &'static str = "texlens-reader-run";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    /// Reads a run from its JSON.
    ///
    /// # Errors
    /// If the text is not a run, or one of another version.
    pub fn read(text: &str) -> Result<Self, RunFileError> {
        let run: Self = serde_json::from_str(text).map_err(|error| RunFileError::Form(error.to_string()))?;
        if run.format != Self::FORMAT || run.version != Self::VERSION {
            return Err(RunFileError::Format(run.format, run.version));
        }
        Ok(run)
    }

    /// Returns the run as JSON on several lines, as in `run.json`.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Runs hold texts and numbers only, which all have a form in JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reports whether an answer of this run can stand beside those of another: both have asked the same in the same way.
    #[must_use]
    pub fn asks_like(&self, other: &Self) -> bool {
        let asked = |run: &Self| {
            (
                run.endpoint.clone(),
                run.prompt_sha256.clone(),
                run.chosen,
                run.granularity,
                run.pages_per_request,
                run.dpi,
                run.longest_side,
            )
        };
        asked(self) == asked(other)
    }
}

impl Totals {
    /// Sums the answers of a run.
    #[must_use]
    pub fn of(run: &Run, readings: &[Reading]) -> Self {
        let mut totals = Self {
            sums: run.sums(),
            ..Self::default()
        };
        for reading in readings {
            *totals.outcomes.entry(reading.outcome).or_default() += 1;
            totals.took_ms = totals.took_ms.saturating_add(reading.took_ms);
        }
        totals
    }

    /// Returns the number of answers with this outcome.
    #[must_use]
    pub fn count(&self, outcome: ReadOutcome) -> usize {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }
}
