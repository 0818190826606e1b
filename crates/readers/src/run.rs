//! What is kept of a run.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use texlens_judge::{Endpoint, Run, Sums};

use crate::reading::{ReadOutcome, Reading};
use crate::{Chosen, Granularity, Prompt};

/// A run that reads pages, as it stands in `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReaderRun {
    /// [`ReaderRun::FORMAT`].
    pub format: String,
    /// [`ReaderRun::VERSION`].
    pub version: u32,
    /// The version of texlens that wrote the run.
    pub texlens: String,
    /// What is asked.
    #[serde(flatten)]
    pub asked: Asked,
    /// The SHA-256 of the prompt's words.
    pub prompt_sha256: String,
    /// When the run ended, in UTC; `None` while it goes on.
    pub created: Option<String>,
    /// Sums over all answers, once the run has ended.
    pub totals: Option<Totals>,
}

/// What is asked in a run. Answers belong to the same run only if all of this is the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// Provider, address and name of the model.
    #[serde(flatten)]
    pub endpoint: Endpoint,
    /// The prompt.
    pub prompt: Prompt,
    /// The parameters.
    pub chosen: Chosen,
    /// The pages of a request.
    pub granularity: Granularity,
    /// Maximum number of pages of a request.
    pub pages_per_request: usize,
    /// The resolutions at which pages of PDF files are drawn, in dots per inch; empty if there is none.
    pub dpi: BTreeSet<u16>,
    /// The longest side to which pictures are reduced, in pixels; `None` if they are sent as they are.
    pub longest_side: Option<u32>,
    /// What identifies the pages: a hash of their ids, in their order.
    pub pages: String,
}

impl Asked {
    /// Returns what identifies pages with these ids: the SHA-256 of the ids with their lengths, in hexadecimal digits.
    pub fn pages_of<'i>(ids: impl IntoIterator<Item = &'i str>) -> String {
        let mut hash = Sha256::new();
        for id in ids {
            hash.update((id.len() as u64).to_le_bytes());
            hash.update(id);
        }
        hex::encode(hash.finalize())
    }
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

    /// Makes a run that begins.
    #[must_use]
    pub fn new(asked: Asked) -> Self {
        Self {
            format: Self::FORMAT.to_owned(),
            version: Self::VERSION,
            texlens: env!("CARGO_PKG_VERSION").to_owned(),
            prompt_sha256: asked.prompt.sha256(),
            asked,
            created: None,
            totals: None,
        }
    }

    /// Returns the run once it has ended. `created` is the time in UTC.
    #[must_use]
    pub fn ended(self, created: String, totals: Totals) -> Self {
        Self {
            created: Some(created),
            totals: Some(totals),
            ..self
        }
    }

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
}

impl Totals {
    /// Sums the answers of a run.
    #[must_use]
    pub fn of(run: &Run, readings: &[Reading]) -> Self {
        let mut totals = Self {
            sums: run.sums(),
            ..Self::default()
        };
        let mut keys = BTreeSet::new();
        for reading in readings {
            *totals.outcomes.entry(reading.outcome).or_default() += 1;
            // Equal requests were sent once.
            if reading.key.as_ref().is_some_and(|key| keys.insert(key)) {
                totals.took_ms = totals.took_ms.saturating_add(reading.took_ms);
            }
        }
        totals
    }

    /// Returns the number of answers with this outcome.
    #[must_use]
    pub fn count(&self, outcome: ReadOutcome) -> usize {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }
}
