//! The references of a dataset and the predictions of its systems, read once.

use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};
use texlens_dataset::{Layout, Part, Passage, Problem, Sample};
use texlens_evaluate::{Files, Filtered, Kind, MAX_BYTES, MAX_SCORED, Setting};

use super::error::EvaluationError;
use crate::brought::Brought;
use crate::commands::arguments::Assignment;
use crate::failure::Failure;

/// Maximum size of all texts that are scored together, in bytes.
const MAX_TEXTS: usize = 1 << 30;

/// The texts of all samples and systems.
pub(super) struct Corpus {
    /// The dataset's name.
    name: String,
    /// The samples in the order of the plan, without excluded ones.
    pub(super) pages: Vec<Sample>,
    /// The reference of each page; an error states the problem and its place.
    pub(super) references: Vec<Result<String, String>>,
    pub(super) systems: Vec<System>,
    /// The input files with their hashes.
    pub(super) files: Vec<Files>,
    /// The excluding tags, each with the number of pages that it excluded.
    pub(super) excluded: Vec<(Assignment, usize)>,
    /// How answers of models were read, if not by default.
    pub(super) answers: Option<Setting>,
    /// The filter that chose the samples, if there is one.
    pub(super) filtered: Option<Filtered>,
}

/// A system and its predictions.
pub(super) struct System {
    pub(super) name: String,
    pub(super) predictions: Vec<Predicted>,
}

/// A system's prediction for a page.
pub(super) enum Predicted {
    Latex(String),
    Missing,
    /// The reason why the file cannot be used.
    Unusable(String),
}

impl Corpus {
    pub(super) fn load(brought: &Brought, exclude: &[Assignment], filtered: Option<Filtered>) -> Result<Self, Failure> {
        let mut pages = brought.plan.samples.clone();
        let excluded = leave_out(&mut pages, exclude);
        let samples = pages.len();
        let filtered = filtered.map(|filtered| Filtered { samples, ..filtered });
        if pages.is_empty() {
            let excluded = excluded.iter().any(|(_, count)| *count > 0);
            let dataset = brought.name.clone();
            return Err(EvaluationError::NoPages { dataset, excluded }.into());
        }
        // References that samples name but that do not exist are reported one by one.
        if pages
            .iter()
            .all(|page| page.reference.is_none() && page.problems.is_empty() && !page.is_tested())
        {
            return Err(EvaluationError::NoReference(Problem::NoReference).into());
        }
        if brought.plan.systems.is_empty() {
            return Err(EvaluationError::NoSystem.into());
        }
        let systems = brought.plan.systems.len();
        if samples.saturating_mul(systems) > MAX_SCORED {
            return Err(EvaluationError::TooMany { samples, systems }.into());
        }
        let mut texts = Texts {
            brought,
            left: MAX_TEXTS,
        };
        let mut files = lists(brought)?;
        let (references, listed) = read_references(&mut texts, &pages);
        files.push(listed.files("references".to_owned()));
        let mut systems = Vec::with_capacity(brought.plan.systems.len());
        for (index, name) in brought.plan.systems.iter().enumerate() {
            let (system, listed) = read_system(&mut texts, name, index, &pages)?;
            files.push(listed.files(format!("predictions of {name}")));
            systems.push(system);
        }
        brought.answers.tell();
        Ok(Self {
            name: brought.name.clone(),
            pages,
            references,
            systems,
            files,
            excluded,
            answers: brought.answers.setting(),
            filtered,
        })
    }

    /// Reports whether unit tests alone judge the dataset, since no sample has a reference.
    pub(super) fn has_only_tests(&self) -> bool {
        self.pages
            .iter()
            .all(|page| page.reference.is_none() && page.is_tested())
    }

    /// Returns the names of the systems.
    pub(super) fn names(&self) -> Vec<String> {
        self.systems.iter().map(|system| system.name.clone()).collect()
    }

    /// Returns a title with the dataset and its systems.
    pub(super) fn title(&self) -> String {
        let title = format!("{}: {}", self.names().join(", "), self.name);
        match &self.filtered {
            Some(Filtered { samples, of, .. }) => format!("{title}, {samples} of {of} samples"),
            None => title,
        }
    }
}

/// Removes the pages with one of these tags, and counts them.
fn leave_out(pages: &mut Vec<Sample>, exclude: &[Assignment]) -> Vec<(Assignment, usize)> {
    let mut excluded = Vec::with_capacity(exclude.len());
    for (key, value) in exclude {
        let before = pages.len();
        pages.retain(|page| !page.tags.get(key).is_some_and(|tag| is_value(tag, value)));
        excluded.push(((key.clone(), value.clone()), before - pages.len()));
    }
    excluded
}

/// Reports whether a tag has the value that is given as text.
fn is_value(tag: &Value, value: &str) -> bool {
    match tag {
        Value::String(text) => text == value,
        other => serde_json::from_str(value).is_ok_and(|value: Value| value == *other),
    }
}

/// The lines that `sha256sum` would print for the files.
#[derive(Default)]
struct Listed {
    lines: String,
    count: usize,
}

impl Listed {
    fn add(&mut self, brought: &Brought, passage: &Passage, text: &str) {
        self.count += 1;
        let path = brought.inner_path(passage.file);
        let hash = hex::encode(Sha256::digest(text));
        // Writing to a string does not fail.
        let _ = match &passage.part {
            Part::Field { line, pointer, .. } => writeln!(self.lines, "{hash}  {path}:{line}{pointer}"),
            Part::Assembled {
                record: Some((_, line)),
                ..
            } => writeln!(self.lines, "{hash}  {path}:{line}"),
            Part::Parsed { record, page, .. } => {
                let line = record.as_ref().map_or_else(String::new, |(_, line)| format!(":{line}"));
                let page = page.map_or_else(String::new, |page| format!(" page {page}"));
                writeln!(self.lines, "{hash}  {path}{line}{page}")
            }
            Part::Whole | Part::Assembled { .. } => writeln!(self.lines, "{hash}  {path}"),
        };
    }

    fn files(&self, what: String) -> Files {
        Files {
            what,
            count: self.count,
            sha256: hex::encode(Sha256::digest(&self.lines)),
        }
    }
}

/// Returns the files that list the samples.
fn lists(brought: &Brought) -> Result<Vec<Files>, Failure> {
    let mut files = Vec::new();
    for layout in &brought.plan.layouts {
        for &list in &layout.lists {
            let bytes = brought.listing.read(list, brought.listing.limits().table_bytes);
            let bytes = bytes.map_err(|error| EvaluationError::List {
                path: brought.plan.path(list).to_owned(),
                error,
            })?;
            files.push(Files {
                what: match layout.layout {
                    Layout::Manifest => "manifest".to_owned(),
                    _ => brought.inner_path(list).to_owned(),
                },
                count: 1,
                sha256: hex::encode(Sha256::digest(&bytes)),
            });
        }
    }
    Ok(files)
}

/// Reads texts up to a total size, since a small archive may contain many long ones.
struct Texts<'b> {
    brought: &'b Brought,
    /// Number of bytes that may still be kept.
    left: usize,
}

impl Texts<'_> {
    /// Reads the LaTeX of a text and adds the text to the list.
    fn read(&mut self, passage: &Passage, kind: Kind, listed: &mut Listed) -> Result<String, String> {
        let text = self.brought.text(passage)?;
        let latex = self.brought.latex(&text, passage, kind);
        let path = self.brought.plan.path(passage.file);
        // A text within the limit may be longer as LaTeX.
        if latex.len() > MAX_BYTES {
            return Err(format!(
                "{path} has {} bytes as LaTeX and at most {MAX_BYTES} are scored; score its pages one by one",
                latex.len()
            ));
        }
        let Some(left) = self.left.checked_sub(latex.len()) else {
            return Err(format!(
                "{path} is left out: all texts together have more than {MAX_TEXTS} bytes; name fewer systems or split the dataset"
            ));
        };
        self.left = left;
        listed.add(self.brought, passage, &text);
        Ok(latex)
    }
}

fn read_references(texts: &mut Texts<'_>, pages: &[Sample]) -> (Vec<Result<String, String>>, Listed) {
    let mut listed = Listed::default();
    let read = |page: &Sample| match &page.reference {
        Some(reference) => texts.read(reference, page.kind, &mut listed),
        None => Err(no_reference(texts.brought, page)),
    };
    (pages.iter().map(read).collect(), listed)
}

/// Returns the reason why a page has no reference.
fn no_reference(brought: &Brought, page: &Sample) -> String {
    let is_of_reference = |problem: &&texlens_dataset::Notice| problem.problem.is_of_reference();
    match (page.problems.iter().find(is_of_reference), page.listed) {
        (Some(problem), _) => problem.to_string(),
        (None, Some(listed)) => format!(
            "{} line {}: page {:?} has no \"reference\" to be scored against",
            brought.plan.path(listed.file),
            listed.line,
            page.id
        ),
        (None, None) => format!("{:?} has no reference to be scored against", page.id),
    }
}

fn read_system(
    texts: &mut Texts<'_>,
    name: &str,
    index: usize,
    pages: &[Sample],
) -> Result<(System, Listed), EvaluationError> {
    let mut listed = Listed::default();
    let mut read = |page: &Sample| {
        let Some(passage) = page.prediction(index) else {
            return Predicted::Missing;
        };
        match texts.read(passage, page.kind, &mut listed) {
            Ok(latex) => Predicted::Latex(latex),
            Err(why) => Predicted::Unusable(why),
        }
    };
    let predictions: Vec<_> = pages.iter().map(&mut read).collect();
    let is_missing = |predicted: &Predicted| matches!(predicted, Predicted::Missing);
    if let (true, Some(first)) = (predictions.iter().all(is_missing), pages.first()) {
        return Err(EvaluationError::NoPrediction {
            name: name.to_owned(),
            expected: format!("{}/{}.tex", texts.brought.folder(name), first.id),
        });
    }
    let system = System {
        name: name.to_owned(),
        predictions,
    };
    Ok((system, listed))
}
