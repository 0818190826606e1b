//! The folder of a run.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use texlens_judge::Endpoint;
use texlens_latexbench::{Answered, BenchRun, Chosen};

use crate::commands::latexbench::{LatexBenchError, saved};
use crate::failure::Failure;
use crate::output::write_whole;

/// The answers, in the form that `texlens latexbench check` reads.
const ANSWERS: &str = "answers.jsonl";

/// The folder with everything that models have answered.
const CACHE: &str = "cache";

/// The folder of a run.
pub(super) struct RunFolder(PathBuf);

impl RunFolder {
    /// Takes a folder for a run, if it has no other run.
    ///
    /// # Errors
    /// If the folder has a run of another model, with other parameters or of other items, or files that are not of a
    /// run and would be overwritten.
    pub(super) fn open(folder: &Path, items: &str, subject: &Endpoint, chosen: Chosen) -> Result<Self, Failure> {
        let is_free = if folder.join(saved::RUN).exists() {
            let run = saved::read(folder)?;
            run.items == items && run.subject.endpoint == *subject && run.subject.chosen == chosen
        } else {
            !folder.join(ANSWERS).exists()
        };
        if !is_free {
            return Err(LatexBenchError::OtherRun(folder.to_owned()).into());
        }
        Ok(Self(folder.to_owned()))
    }

    /// Returns the folder that keeps answers.
    pub(super) fn cache(&self) -> PathBuf {
        self.0.join(CACHE)
    }

    /// Writes the run and the answers.
    pub(super) fn write(&self, run: &BenchRun) -> Result<(), Failure> {
        let line = |answered: &Answered| {
            let answer = answered.answer.text()?;
            Some(json!({"id": answered.id, "answer": answer}).to_string() + "\n")
        };
        let answers: String = run.answers.iter().filter_map(line).collect();
        let text = run.to_json();
        fs::create_dir_all(&self.0).map_err(|error| Failure::WriteFile {
            path: self.0.clone(),
            error,
        })?;
        for (name, text) in [(saved::RUN, text), (ANSWERS, answers)] {
            let path = self.0.join(name);
            write_whole(&path, text.as_bytes()).map_err(|error| Failure::WriteFile { path, error })?;
        }
        Ok(())
    }
}
