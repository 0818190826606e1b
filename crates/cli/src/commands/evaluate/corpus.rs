//! The texts of a dataset and of its systems' predictions, read once.

use std::fmt::Write;

use serde_json::Value;
use sha2::{Digest, Sha256};
use texlens_dataset::{Layout, Part, Passage, Problem, Sample, to_latex};
use texlens_evaluate::Files;

use super::EvaluationError;
use crate::brought::Brought;
use crate::commands::arguments::Assignment;
use crate::failure::Failure;
use crate::input::hex;

/// Everything that is scored.
pub(super) struct Corpus {
    /// The dataset's name.
    name: String,
    /// In the order of the plan, without those that are left out.
    pub(super) pages: Vec<Sample>,
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

/// What a system says of a page.
pub(super) enum Predicted {
    Latex(String),
    Missing,
    /// Why the file could not be used.
    Unusable(String),
}

impl Corpus {
    pub(super) fn load(brought: &Brought, exclude: &[Assignment]) -> Result<Self, Failure> {
        let mut pages = brought.plan.samples.clone();
        let excluded = leave_out(&mut pages, exclude);
        if pages.is_empty() {
            let excluded = excluded.iter().any(|(_, count)| *count > 0);
            let dataset = brought.name.clone();
            return Err(EvaluationError::NoPages { dataset, excluded }.into());
        }
        if pages
            .iter()
            .all(|page| page.reference.is_none() && !page.tests.is_empty())
        {
            return Err(EvaluationError::OnlyTests.into());
        }
        // A sample that names a reference that is not there is told one by one.
        if pages
            .iter()
            .all(|page| page.reference.is_none() && page.problems.is_empty())
        {
            return Err(EvaluationError::NoReference(Problem::NoReference).into());
        }
        if brought.plan.systems.is_empty() {
            return Err(EvaluationError::NoSystem.into());
        }
        let mut files = lists(brought)?;
        let (references, listed) = read_references(brought, &pages);
        files.push(listed.files("references".to_owned()));
        let mut systems = Vec::with_capacity(brought.plan.systems.len());
        for (index, name) in brought.plan.systems.iter().enumerate() {
            let (system, listed) = read_system(brought, name, index, &pages)?;
            files.push(listed.files(format!("predictions of {name}")));
            systems.push(system);
        }
        Ok(Self {
            name: brought.name.clone(),
            pages,
            references,
            systems,
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
        format!("{}: {}", self.names().join(", "), self.name)
    }
}

/// Takes out the pages with one of these tags, and counts them.
fn leave_out(pages: &mut Vec<Sample>, exclude: &[Assignment]) -> Vec<(Assignment, usize)> {
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
    fn add(&mut self, brought: &Brought, passage: &Passage, text: &str) {
        self.count += 1;
        let path = brought.inner_path(passage.file);
        let hash = hex(&Sha256::digest(text));
        // Writing to a string does not fail.
        let _ = match &passage.part {
            Part::Field { line, pointer, .. } => writeln!(self.lines, "{hash}  {path}:{line}{pointer}"),
            Part::Assembled {
                record: Some((_, line)),
                ..
            } => writeln!(self.lines, "{hash}  {path}:{line}"),
            Part::Whole | Part::Assembled { .. } => writeln!(self.lines, "{hash}  {path}"),
        };
    }

    fn files(&self, what: String) -> Files {
        Files {
            what,
            count: self.count,
            sha256: hex(&Sha256::digest(&self.lines)),
        }
    }
}

/// The files that list the samples.
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
                sha256: hex(&Sha256::digest(&bytes)),
            });
        }
    }
    Ok(files)
}

fn read_references(brought: &Brought, pages: &[Sample]) -> (Vec<Result<String, String>>, Listed) {
    let mut listed = Listed::default();
    let read = |page: &Sample| {
        let Some(reference) = &page.reference else {
            return Err(no_reference(brought, page));
        };
        let text = brought.text(reference)?;
        listed.add(brought, reference, &text);
        Ok(to_latex(&text, reference.syntax, page.kind).into_owned())
    };
    (pages.iter().map(read).collect(), listed)
}

/// Why a page has nothing to be compared with.
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
    brought: &Brought,
    name: &str,
    index: usize,
    pages: &[Sample],
) -> Result<(System, Listed), EvaluationError> {
    let mut listed = Listed::default();
    let mut read = |page: &Sample| {
        let Some(passage) = page.prediction(index) else {
            return Predicted::Missing;
        };
        match brought.text(passage) {
            Ok(text) => {
                listed.add(brought, passage, &text);
                Predicted::Latex(to_latex(&text, passage.syntax, page.kind).into_owned())
            }
            Err(why) => Predicted::Unusable(why),
        }
    };
    let predictions: Vec<_> = pages.iter().map(&mut read).collect();
    let is_missing = |predicted: &Predicted| matches!(predicted, Predicted::Missing);
    if let (true, Some(first)) = (predictions.iter().all(is_missing), pages.first()) {
        return Err(EvaluationError::NoPrediction {
            name: name.to_owned(),
            expected: format!("{}/{}.tex", brought.folder(name), first.id),
        });
    }
    let system = System {
        name: name.to_owned(),
        predictions,
    };
    Ok((system, listed))
}
