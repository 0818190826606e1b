//! The texts of a dataset and of its systems' predictions, read once.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};
use texlens_evaluate::Files;

use super::EvaluationError;
use crate::commands::arguments::Assignment;
use crate::dataset::{Dataset, MANIFEST, Page};
use crate::failure::Failure;
use crate::input::{ReadError, hex, read_page};

/// The endings a prediction may have; the first that is there is taken.
const ENDINGS: [&str; 2] = ["tex", "md"];

/// Everything that is scored.
pub(super) struct Corpus {
    pub(super) folder: PathBuf,
    /// In the order of the manifest, without those that are left out.
    pub(super) pages: Vec<Page>,
    /// For each page; an error says what is wrong and where.
    pub(super) references: Vec<Result<String, String>>,
    pub(super) systems: Vec<System>,
    /// What went in.
    pub(super) files: Vec<Files>,
    /// Pages that were left out, and by which tag.
    pub(super) excluded: Vec<(Assignment, usize)>,
}

/// A system and what it says of each page.
pub(super) struct System {
    pub(super) name: String,
    pub(super) predictions: Vec<Predicted>,
}

/// What a system's folder holds for a page.
pub(super) enum Predicted {
    Latex(String),
    Missing,
    /// Why the file could not be used.
    Unusable(String),
}

impl Corpus {
    pub(super) fn load(dataset: Dataset, systems: &[Assignment], exclude: &[Assignment]) -> Result<Self, Failure> {
        check_systems(systems)?;
        let manifest = dataset.folder.join(MANIFEST);
        let mut files = vec![Files {
            what: "manifest".to_owned(),
            count: 1,
            sha256: hex(&Sha256::digest(&dataset.manifest)),
        }];
        let mut pages = dataset.pages;
        let excluded = leave_out(&mut pages, exclude);
        if pages.is_empty() {
            let excluded = excluded.iter().any(|(_, count)| *count > 0);
            return Err(EvaluationError::NoPages { manifest, excluded }.into());
        }
        let (references, listed) = read_references(&dataset.folder, &pages, &manifest);
        files.push(listed.files("references".to_owned()));
        let mut read = Vec::with_capacity(systems.len());
        for (name, folder) in systems {
            let (system, listed) = read_system(name, Path::new(folder), &pages)?;
            files.push(listed.files(format!("predictions of {name}")));
            read.push(system);
        }
        Ok(Self {
            folder: dataset.folder,
            pages,
            references,
            systems: read,
            files,
            excluded,
        })
    }

    /// The names of the systems.
    pub(super) fn names(&self) -> Vec<String> {
        self.systems.iter().map(|system| system.name.clone()).collect()
    }

    /// The dataset and its systems.
    pub(super) fn title(&self) -> String {
        let folder = fs::canonicalize(&self.folder).unwrap_or_else(|_| self.folder.clone());
        let dataset = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("{}: {dataset}", self.names().join(", "))
    }
}

fn check_systems(systems: &[Assignment]) -> Result<(), EvaluationError> {
    if systems.is_empty() {
        return Err(EvaluationError::NoSystem);
    }
    for (index, (name, folder)) in systems.iter().enumerate() {
        if systems.iter().take(index).any(|(other, _)| other == name) {
            return Err(EvaluationError::SystemTwice(name.clone()));
        }
        if !Path::new(folder).is_dir() {
            return Err(EvaluationError::NoFolder {
                name: name.clone(),
                folder: folder.into(),
            });
        }
    }
    Ok(())
}

/// Takes out the pages with one of these tags, and counts them.
fn leave_out(pages: &mut Vec<Page>, exclude: &[Assignment]) -> Vec<(Assignment, usize)> {
    let mut excluded = Vec::with_capacity(exclude.len());
    for (key, value) in exclude {
        let before = pages.len();
        pages.retain(|page| !page.tags.get(key).is_some_and(|tag| is_value(tag, value)));
        excluded.push(((key.clone(), value.clone()), before - pages.len()));
    }
    excluded
}

/// Whether a tag has the value that was given as text.
fn is_value(tag: &Value, value: &str) -> bool {
    match tag {
        Value::String(text) => text == value,
        other => serde_json::from_str(value).is_ok_and(|value: Value| value == *other),
    }
}

/// The lines that `sha256sum` would print for files.
#[derive(Default)]
struct Listed {
    lines: String,
    count: usize,
}

impl Listed {
    fn add(&mut self, name: &str, text: &str) {
        self.count += 1;
        // Writing to a string does not fail.
        let _ = writeln!(self.lines, "{}  {name}", hex(&Sha256::digest(text)));
    }

    fn files(&self, what: String) -> Files {
        Files {
            what,
            count: self.count,
            sha256: hex(&Sha256::digest(&self.lines)),
        }
    }
}

fn read_references(folder: &Path, pages: &[Page], manifest: &Path) -> (Vec<Result<String, String>>, Listed) {
    let mut listed = Listed::default();
    let read = |page: &Page| {
        let line = format!("{} line {}", manifest.display(), page.line);
        let Some(reference) = &page.reference else {
            return Err(format!(
                "{line}: page {:?} has no \"reference\" to be scored against",
                page.id
            ));
        };
        let text = read_page(&folder.join(reference));
        let text = text.map_err(|error| format!("{line}: reference {} {error}", reference.display()))?;
        listed.add(&reference.to_string_lossy(), &text);
        Ok(text)
    };
    (pages.iter().map(read).collect(), listed)
}

fn read_system(name: &str, folder: &Path, pages: &[Page]) -> Result<(System, Listed), EvaluationError> {
    let mut listed = Listed::default();
    let predictions: Vec<_> = pages
        .iter()
        .map(|page| read_prediction(folder, &page.id, &mut listed))
        .collect();
    let is_missing = |predicted: &Predicted| matches!(predicted, Predicted::Missing);
    if let (true, Some(first)) = (predictions.iter().all(is_missing), pages.first()) {
        return Err(EvaluationError::NoPrediction {
            name: name.to_owned(),
            folder: folder.to_owned(),
            expected: folder.join(format!("{}.tex", first.id)),
        });
    }
    let system = System {
        name: name.to_owned(),
        predictions,
    };
    Ok((system, listed))
}

fn read_prediction(folder: &Path, id: &str, listed: &mut Listed) -> Predicted {
    for ending in ENDINGS {
        let name = format!("{id}.{ending}");
        match read_page(&folder.join(&name)) {
            Ok(text) => {
                listed.add(&name, &text);
                return Predicted::Latex(text);
            }
            Err(ReadError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Predicted::Unusable(format!("{} {error}", folder.join(name).display())),
        }
    }
    Predicted::Missing
}
