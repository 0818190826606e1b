//! The folder of a run.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use texlens_readers::pictures::Prepared;
use texlens_readers::{Granularity, ReaderRun, Reading, lines, predictions};

use super::error::ReaderError;
use super::shown::{Shown, ShownPage};
use crate::asking::picture_file;
use crate::failure::Failure;
use crate::input::{MAX_TEXT, read_text};
use crate::output::write_whole;
use crate::pages::{Source, check_targets, target};

/// The file of the run.
const RUN: &str = "run.json";
/// The file with an answer per line.
const READINGS: &str = "readings.jsonl";
/// The file with all completions of each page, if there are several.
const COMPLETIONS: &str = "completions.jsonl";

/// The folder of a run.
pub(super) struct RunFolder {
    folder: PathBuf,
    predictions: PathBuf,
    pictures: PathBuf,
    cache: PathBuf,
}

impl RunFolder {
    /// Takes a folder for a run, if it has no other run.
    ///
    /// # Errors
    /// If the folder has a run that asks otherwise, or if two sources would be written to the same file.
    pub(super) fn open<'b>(
        folder: &Path,
        run: &ReaderRun,
        sources: impl Iterator<Item = &'b Source<'b>> + Clone,
    ) -> Result<Self, Failure> {
        let path = folder.join(RUN);
        if path.exists() {
            let no_run = |what: String| ReaderError::NoRun {
                path: path.clone(),
                what,
            };
            let text = read_text(&path, MAX_TEXT)?;
            let found = ReaderRun::read(&text).map_err(|error| no_run(error.to_string()))?;
            if found.asked != run.asked {
                return Err(ReaderError::OtherRun(folder.to_owned()).into());
            }
        }
        let predictions = folder.join("predictions");
        check_targets(&predictions, sources, false)?;
        Ok(Self {
            predictions,
            pictures: folder.join("pictures"),
            cache: folder.join("cache"),
            folder: folder.to_owned(),
        })
    }

    /// Returns the folder that keeps answers.
    pub(super) fn cache(&self) -> &Path {
        &self.cache
    }

    /// Returns the folder with what is sent.
    pub(super) fn pictures(&self) -> &Path {
        &self.pictures
    }

    /// Writes the data of a picture, unless it is there.
    pub(super) fn keep(&self, prepared: &Prepared) -> Result<(), Failure> {
        let path = self.pictures.join(picture_file(&prepared.picture));
        if path.exists() {
            return Ok(());
        }
        write(&path, &prepared.bytes)
    }

    /// Writes what is asked, before it is.
    pub(super) fn begin(&self, run: &ReaderRun) -> Result<(), Failure> {
        write(&self.folder.join(RUN), run.to_json().as_bytes())
    }

    /// Writes what the run has given.
    pub(super) fn write(
        &self,
        run: ReaderRun,
        readings: &[Reading],
        shown: &Shown,
        documents: &[Vec<Source<'_>>],
    ) -> Result<(), Failure> {
        write(&self.folder.join(READINGS), lines(readings).as_bytes())?;
        let sources = || documents.iter().flatten();
        let texts: HashMap<&str, String> = predictions(readings, 0).collect();
        for source in sources() {
            if let Some(latex) = joined(shown, source, &texts) {
                write(&target(&self.predictions, source), latex.as_bytes())?;
            }
        }
        // An answer about several pages is no completion of one of them.
        if run.asked.chosen.completions > 1 && run.asked.granularity == Granularity::SingleImage {
            let completions = completions(run.asked.chosen.completions, readings, shown, sources());
            write(&self.folder.join(COMPLETIONS), completions.as_bytes())?;
        }
        self.begin(&run)
    }
}

/// Returns the LaTeX of a source, with a comment in place of each page that was not read; `None` if none was.
fn joined(shown: &Shown, source: &Source<'_>, texts: &HashMap<&str, String>) -> Option<String> {
    let pages = shown.pages.get(&source.id)?;
    let text = |(page, is_shown): &ShownPage| match (texts.get(page.as_str()), is_shown) {
        (Some(text), _) => text.clone(),
        (None, Err(why)) => format!("% {page} could not be read: {}\n", why.replace('\n', " ")),
        (None, Ok(())) => format!("% {page} has no answer.\n"),
    };
    let is_any = pages.iter().any(|(page, _)| texts.contains_key(page.as_str()));
    is_any.then(|| pages.iter().map(text).collect::<Vec<_>>().join("\n"))
}

/// Returns a line for each source with a reference, with all of its completions, as `texlens reward` reads them. A
/// completion without an answer is an empty text: it passes no test.
fn completions<'b>(
    count: u32,
    readings: &[Reading],
    shown: &Shown,
    sources: impl Iterator<Item = &'b Source<'b>>,
) -> String {
    let of: Vec<HashMap<&str, String>> = (0..count)
        .map(|completion| predictions(readings, completion).collect())
        .collect();
    let line = |source: &Source<'_>| {
        let reference = source.reference()?.ok()?;
        let texts = of.iter().map(|texts| joined(shown, source, texts).unwrap_or_default());
        let completions: Vec<String> = texts.collect();
        Some(json!({"id": source.id, "reference": reference, "completions": completions}).to_string() + "\n")
    };
    sources.filter_map(line).collect()
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| write_whole(path, bytes))
        .map_err(|error| Failure::WriteFile {
            path: path.to_owned(),
            error,
        })
}
