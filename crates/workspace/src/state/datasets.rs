//! Datasets: samples that arrived together. Systems are compared within one dataset unless the person wants all.
//! Otherwise a single page that was only tried would count as missing for every system of a benchmark.

use std::{collections::HashSet, rc::Rc};

use texlens_evaluate::Kind;

use super::arriving::Arriving;
use super::{Sample, State};
use crate::brought::{ImportId, Piece};

/// Dataset of texts that were typed or pasted.
const ADDED_TEXTS: &str = "added texts";
/// Dataset of a saved evaluation that came from an address.
const OPENED: &str = "opened report";

/// The dataset to compare.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum DatasetChoice {
    /// The dataset with the most samples of the kind that have a reference.
    #[default]
    Largest,
    /// The dataset with this name.
    One(Rc<str>),
    /// All datasets together.
    All,
}

impl State {
    /// Returns the dataset of an arriving sample: that of an existing sample with the same name, or a new one. An
    /// arriving sample with a different reference does not join the existing sample.
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

    /// Returns the dataset of an arriving sample that joins no existing one.
    pub(super) fn new_dataset(&mut self, arriving: &Arriving) -> Rc<str> {
        match arriving.import {
            Some(import) => self.dataset_of_import(import),
            None => arriving.dataset.unwrap_or(ADDED_TEXTS).into(),
        }
    }

    /// Returns the dataset of a sample from a saved evaluation, which may contain several datasets.
    pub(super) fn dataset_of_opened(&mut self, saved: Option<&str>, import: Option<ImportId>) -> Rc<str> {
        let opened = import.map_or_else(|| OPENED.into(), |import| self.dataset_of_import(import));
        saved.map_or(Rc::clone(&opened), |saved| format!("{opened}: {saved}").into())
    }

    /// Returns the dataset of an import. Its name is found through its samples, even if the import was resumed in a new
    /// page.
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

    /// Returns the datasets that have samples of a kind with a reference or unit tests, with the number of cases, in the
    /// order of arrival. A case with predictions of several systems counts once.
    #[must_use]
    pub fn datasets(&self, kind: Kind) -> Vec<(Rc<str>, usize)> {
        let all = self.compared_datasets(kind).into_iter();
        all.map(|Dataset { name, cases, .. }| (name, cases)).collect()
    }

    fn compared_datasets(&self, kind: Kind) -> Vec<Dataset> {
        let mut datasets: Vec<Dataset> = Vec::new();
        let mut counted: HashSet<(&str, &str)> = HashSet::new();
        let is_of_kind =
            |sample: &&Rc<Sample>| sample.kind == kind && (sample.reference.is_some() || !sample.unit_tests.is_empty());
        for sample in self.samples.iter().filter(is_of_kind) {
            if !counted.insert((&sample.dataset, &sample.case)) {
                continue;
            }
            let place = datasets.iter().position(|dataset| dataset.name == sample.dataset);
            let place = place.unwrap_or_else(|| {
                datasets.push(Dataset::new(&sample.dataset));
                datasets.len() - 1
            });
            if let Some(dataset) = datasets.get_mut(place) {
                dataset.cases += 1;
                dataset.references += usize::from(sample.reference.is_some());
            }
        }
        datasets
    }

    /// Returns the dataset to compare, or `None` if there is only one or all are compared together.
    #[must_use]
    pub fn compared_dataset(&self, kind: Kind) -> Option<Rc<str>> {
        let datasets = self.compared_datasets(kind);
        if datasets.len() < 2 {
            return None;
        }
        let is_there = |name: &Rc<str>| datasets.iter().any(|known| known.name == *name);
        match &self.compare.choice.dataset {
            DatasetChoice::All => None,
            DatasetChoice::One(name) if is_there(name) => Some(Rc::clone(name)),
            DatasetChoice::One(_) | DatasetChoice::Largest => {
                // Of several equally large datasets, the first is chosen. References come before unit tests.
                let size = |dataset: &&Dataset| (dataset.references, dataset.cases);
                let largest = datasets.iter().rev().max_by_key(size);
                largest.map(|dataset| Rc::clone(&dataset.name))
            }
        }
    }
}

/// A dataset with its cases of one kind.
struct Dataset {
    name: Rc<str>,
    cases: usize,
    /// Number of cases with a reference.
    references: usize,
}

impl Dataset {
    fn new(name: &Rc<str>) -> Self {
        Self {
            name: Rc::clone(name),
            cases: 0,
            references: 0,
        }
    }
}
