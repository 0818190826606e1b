//! Datasets: samples that came together. Systems are compared within one of them unless a person wants all, since a page that
//! was only tried would count as missing for every system of a benchmark.

use std::{collections::HashSet, rc::Rc};

use texlens_evaluate::Kind;

use super::State;
use super::arriving::Arriving;
use crate::brought::{ImportId, Piece};

/// Pages that come with the app.
const SAMPLE_PAGES: &str = "sample pages";
/// Texts that were typed or pasted.
const ADDED_TEXTS: &str = "added texts";
/// A saved evaluation that came from an address.
const OPENED: &str = "opened report";

/// Which dataset is compared.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DatasetChoice {
    /// The one with most samples of the kind.
    #[default]
    Largest,
    /// This one.
    One(Rc<str>),
    /// Samples of all datasets together.
    All,
}

impl State {
    /// The dataset of what arrives: that of the sample of the same name, whose predictions it joins, or a dataset of its own. What
    /// brings another reference along is another sample.
    pub(super) fn dataset_of(&mut self, case: &str, reference: Option<&str>, arriving: &Arriving) -> Rc<str> {
        let joined = self.samples.named(case).filter(|sample| {
            let is_same = reference.is_none_or(|reference| sample.reference_latex() == Some(reference));
            *sample.case == *case && is_same
        });
        match joined.map(|sample| Rc::clone(&sample.dataset)) {
            Some(dataset) => dataset,
            None => self.new_dataset(arriving),
        }
    }

    /// The dataset of what arrives and joins nothing that is there.
    pub(super) fn new_dataset(&mut self, arriving: &Arriving) -> Rc<str> {
        match arriving.import {
            Some(import) => self.dataset_of_import(import),
            None if arriving.credit.is_some() => SAMPLE_PAGES.into(),
            None => ADDED_TEXTS.into(),
        }
    }

    /// The dataset of a sample of a saved evaluation, which may hold several.
    pub(super) fn dataset_of_opened(&mut self, saved: Option<&str>, import: Option<ImportId>) -> Rc<str> {
        let opened = import.map_or_else(|| OPENED.into(), |import| self.dataset_of_import(import));
        saved.map_or(Rc::clone(&opened), |saved| format!("{opened}: {saved}").into())
    }

    /// An import is found again by its samples, also when it goes on after the page was gone.
    fn dataset_of_import(&mut self, import: ImportId) -> Rc<str> {
        if let Some(dataset) = self.datasets.get(&import) {
            return Rc::clone(dataset);
        }
        let is_of_import = |piece: Piece| piece.import == import;
        let mut there = self
            .samples
            .iter()
            .filter(|sample| sample.piece.is_some_and(is_of_import));
        let dataset = there
            .next()
            .map(|sample| Rc::clone(&sample.dataset))
            .unwrap_or_else(|| {
                let is_taken = |name: &str| {
                    let is_end = |rest: &str| rest.is_empty() || rest.starts_with(':');
                    let is_of = |dataset: &str| dataset.strip_prefix(name).is_some_and(is_end);
                    self.samples.iter().any(|sample| is_of(&sample.dataset))
                };
                let names = (1..).map(|number| format!("import {number}"));
                let free = names.into_iter().find(|name| !is_taken(name));
                free.unwrap_or_default().into()
            });
        self.datasets.insert(import, Rc::clone(&dataset));
        dataset
    }

    /// The datasets that have samples of a kind with a reference, with the number of these, in the order in which they came.
    /// What several systems say of the same counts once.
    #[must_use]
    pub fn datasets(&self, kind: Kind) -> Vec<(Rc<str>, usize)> {
        let mut datasets: Vec<(Rc<str>, usize)> = Vec::new();
        let mut counted: HashSet<(&str, &str)> = HashSet::new();
        for sample in self
            .samples
            .iter()
            .filter(|sample| sample.kind == kind && sample.reference.is_some())
        {
            if !counted.insert((&sample.dataset, &sample.case)) {
                continue;
            }
            match datasets.iter_mut().find(|(name, _)| *name == sample.dataset) {
                Some((_, count)) => *count += 1,
                None => datasets.push((Rc::clone(&sample.dataset), 1)),
            }
        }
        datasets
    }

    /// The dataset that is compared; none if there is only one, or all are compared together.
    #[must_use]
    pub fn compared_dataset(&self, kind: Kind) -> Option<Rc<str>> {
        let datasets = self.datasets(kind);
        if datasets.len() < 2 {
            return None;
        }
        let is_there = |name: &Rc<str>| datasets.iter().any(|(known, _)| known == name);
        match &self.compare.choice.dataset {
            DatasetChoice::All => None,
            DatasetChoice::One(name) if is_there(name) => Some(Rc::clone(name)),
            DatasetChoice::One(_) | DatasetChoice::Largest => {
                // Of several with equally many, the first.
                let largest = datasets.iter().rev().max_by_key(|(_, count)| *count);
                largest.map(|(name, _)| Rc::clone(name))
            }
        }
    }
}
