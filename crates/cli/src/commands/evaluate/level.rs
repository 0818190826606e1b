//! The samples of a dataset at a level: its documents, its pages, or the formulas of its pages.

use std::collections::{BTreeMap, HashMap};

use texlens_dataset::{Sample as Page, tags};
use texlens_evaluate::Kind;

use super::corpus::Corpus;
use super::error::EvaluationError;
use crate::brought::Brought;
use crate::commands::arguments::KindArgument;

/// A document or a page. The formulas of a page are found when it is scored.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sample {
    pub(super) id: String,
    /// The document with which the bootstrap draws the sample.
    pub(super) document: String,
    /// The pages in order, as indices.
    pub(super) pages: Vec<usize>,
    /// The tags that all pages share.
    pub(super) tags: BTreeMap<String, String>,
}

/// Returns each requested level once. If none is requested, returns the level that fits the dataset.
pub(super) fn levels(asked: &[KindArgument], brought: &Brought) -> Result<Vec<Kind>, EvaluationError> {
    let mut levels: Vec<Kind> = Vec::new();
    for &level in asked {
        let level = level.into();
        if !levels.contains(&level) {
            levels.push(level);
        }
    }
    let samples = &brought.plan.samples;
    if levels.is_empty() {
        levels = fitting_levels(samples);
    }
    let nameless = samples
        .iter()
        .find(|page| page.kind != Kind::Formula && !is_in_document(page));
    match nameless.filter(|_| levels.contains(&Kind::Document)) {
        None => Ok(levels),
        Some(page) => Err(EvaluationError::NoDocument { id: page.id.clone() }),
    }
}

/// Reports whether the sample is a document, or its page number in a document is known.
fn is_in_document(page: &Page) -> bool {
    page.kind == Kind::Document || (page.document.is_some() && page.page.is_some())
}

/// Returns a level for pages, and another for samples that are formulas.
fn fitting_levels(samples: &[Page]) -> Vec<Kind> {
    let (formulas, pages): (Vec<&Page>, Vec<&Page>) = samples.iter().partition(|sample| sample.kind == Kind::Formula);
    let mut levels = Vec::new();
    if !pages.is_empty() || formulas.is_empty() {
        levels.push(fitting_level(&pages));
    }
    if !formulas.is_empty() {
        levels.push(Kind::Formula);
    }
    levels
}

/// Returns documents if whole documents are listed. Returns pages if pages were picked out of documents, or have none.
fn fitting_level(pages: &[&Page]) -> Kind {
    let mut begins: HashMap<&str, bool> = HashMap::new();
    for page in pages {
        if let (Some(document), Some(number)) = (&page.document, page.page) {
            *begins.entry(document).or_default() |= number == 1;
        }
    }
    if !pages.is_empty() && pages.iter().copied().all(is_in_document) && begins.values().all(|begins| *begins) {
        Kind::Document
    } else {
        Kind::Page
    }
}

/// Returns the samples of a level; for formulas, also the pages that contain formulas.
pub(super) fn samples(level: Kind, corpus: &Corpus) -> Vec<Sample> {
    match level {
        Kind::Document => documents(&corpus.pages),
        Kind::Page | Kind::Formula => {
            let page = |(index, page): (usize, &Page)| Sample {
                id: page.id.clone(),
                document: page.document.clone().unwrap_or_else(|| page.id.clone()),
                pages: vec![index],
                tags: tags::words(&page.tags),
            };
            let pages = corpus.pages.iter().enumerate();
            let is_of_level = |(_, page): &(usize, &Page)| level == Kind::Formula || page.kind != Kind::Formula;
            pages.filter(is_of_level).map(page).collect()
        }
    }
}

/// Returns the documents in the order of their first lines, each with its pages by number.
fn documents(pages: &[Page]) -> Vec<Sample> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut documents: Vec<Sample> = Vec::new();
    let pages_only = pages.iter().enumerate().filter(|(_, page)| page.kind != Kind::Formula);
    for (index, page) in pages_only {
        let name = page.document.as_deref().unwrap_or(&page.id);
        let place = *places.entry(name).or_insert(documents.len());
        match documents.get_mut(place) {
            Some(document) => {
                document.pages.push(index);
                tags::keep_common(&mut document.tags, &tags::words(&page.tags));
            }
            None => documents.push(Sample {
                id: name.to_owned(),
                document: name.to_owned(),
                pages: vec![index],
                tags: tags::words(&page.tags),
            }),
        }
    }
    for document in &mut documents {
        document
            .pages
            .sort_by_key(|&index| pages.get(index).and_then(|page| page.page));
    }
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages(lines: &[(&str, Option<&str>, Option<u64>)]) -> Vec<Page> {
        let page = |&(id, document, number): &(&str, Option<&str>, Option<u64>)| Page {
            document: document.map(str::to_owned),
            page: number,
            ..Page::new(id)
        };
        lines.iter().map(page).collect()
    }

    #[test]
    fn whole_documents_are_scored_as_documents() {
        let whole = [
            ("a", Some("d"), Some(1)),
            ("b", Some("d"), Some(2)),
            ("c", Some("e"), Some(1)),
        ];
        assert_eq!(fitting_levels(&pages(&whole)), [Kind::Document]);
        let picked = [("a", Some("d"), Some(1)), ("c", Some("e"), Some(40))];
        assert_eq!(fitting_levels(&pages(&picked)), [Kind::Page]);
        let nameless = [("a", Some("d"), Some(1)), ("c", None, None)];
        assert_eq!(fitting_levels(&pages(&nameless)), [Kind::Page]);
        assert_eq!(fitting_levels(&[]), [Kind::Page]);
    }

    #[test]
    fn pages_of_a_document_are_put_in_order() {
        let lines = [
            ("b", Some("d"), Some(10)),
            ("c", Some("e"), Some(1)),
            ("a", Some("d"), Some(2)),
        ];
        let documents = documents(&pages(&lines));
        assert_eq!(documents.len(), 2);
        assert_eq!((documents[0].id.as_str(), &documents[0].pages), ("d", &vec![2, 0]));
    }
}
