//! The collection of samples. Every action copies the state, so copies of the collection share their data. Indices find
//! the next work without a search through all samples.

use std::{
    collections::BTreeSet,
    rc::Rc,
    sync::atomic::{AtomicU64, Ordering},
};

use rpds::{HashTrieMap, RedBlackTreeMap, RedBlackTreeSet};
use texlens_evaluate::Kind;
use texlens_tex::Use;

use super::{Filter, Reading, Sample, SampleId, Scoring, Typesetting, Verdict};
use crate::messages::Job;
use crate::picture::{Pdf, PdfPage};

/// A stage of work on a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The page waits to be read.
    ToRead,
    /// The worker reads the page.
    BeingRead,
    /// The sample waits for this use of the engine: to be compiled, or typeset.
    ToCompile(Use),
    /// The engine compiles or typesets the sample.
    BeingCompiled,
    /// The engine has compiled or typeset the sample.
    Compiled,
    /// The texts wait to be scored. This use of the engine, if any, is still open.
    ToScore(Option<Use>),
    /// The worker scores the texts.
    BeingScored,
    /// Reading or scoring failed, or was cancelled.
    Unfinished,
}

/// The job of a worker. Each kind of worker has its own job ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Work {
    /// A job of the worker that reads pages.
    Reading(Job),
    /// A job of the worker that compiles.
    Compiling(Job),
}

/// The samples in the order of their ids, which is the order of arrival. A change takes logarithmic time, a copy
/// constant time.
///
/// Two collections are equal only if one is a copy of the other and neither has changed since.
#[derive(Debug, Clone, Default)]
pub struct Samples {
    all: RedBlackTreeMap<SampleId, Rc<Sample>>,
    names: HashTrieMap<String, SampleId>,
    /// Samples by case.
    cases: RedBlackTreeSet<(Rc<str>, SampleId)>,
    stages: RedBlackTreeSet<(Stage, SampleId)>,
    counts: HashTrieMap<Stage, usize>,
    admitted: HashTrieMap<Filter, usize>,
    work: HashTrieMap<Work, SampleId>,
    /// Pages by document and number.
    leaves: RedBlackTreeSet<(SampleId, u64, SampleId)>,
    /// PDF files from which pages are drawn, by key, each with the number of its pages.
    pdfs: HashTrieMap<String, (Pdf, usize)>,
    /// Documents that have changed, or whose pages have, and that have not been processed since.
    stirred: BTreeSet<SampleId>,
    /// Number of samples of each kind, in the order of [`Kind::ALL`].
    kinds: [usize; 3],
    /// Number of predictions of each system.
    systems: HashTrieMap<String, usize>,
    revision: u64,
    /// Changes when a sample is added or removed, or moves to another document.
    arrangement: u64,
}

impl PartialEq for Samples {
    fn eq(&self, other: &Self) -> bool {
        self.revision == other.revision
    }
}

static REVISIONS: AtomicU64 = AtomicU64::new(1);

impl Samples {
    /// Returns whether both collections have the same samples, with the same pages in the same documents.
    #[must_use]
    pub fn is_arranged_as(&self, other: &Self) -> bool {
        self.arrangement == other.arrangement
    }

    /// Returns the number of samples.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.size()
    }

    /// Returns whether there are no samples.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the samples in the order of arrival.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Rc<Sample>> {
        self.all.values()
    }

    /// Returns the samples from an id on, in the order of arrival.
    pub(crate) fn since(&self, id: SampleId) -> impl Iterator<Item = &Rc<Sample>> {
        self.all.range(id..).map(|(_, sample)| sample)
    }

    /// Returns the sample with this id.
    #[must_use]
    pub fn get(&self, id: SampleId) -> Option<&Rc<Sample>> {
        self.all.get(&id)
    }

    /// Returns the sample with this name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Rc<Sample>> {
        self.get(*self.names.get(name)?)
    }

    /// Returns the pages of a document, in order.
    pub fn pages(&self, document: SampleId) -> impl Iterator<Item = &Rc<Sample>> {
        let range = (document, 0, SampleId(0))..=(document, u64::MAX, SampleId(u32::MAX));
        self.leaves.range(range).filter_map(|(_, _, id)| self.get(*id))
    }

    pub(super) fn is_below_another(&self, sample: &Sample) -> bool {
        sample.leaf.is_some_and(|leaf| self.get(leaf.document).is_some())
    }

    /// Returns the kinds that exist, from documents to formulas.
    pub fn kinds(&self) -> impl Iterator<Item = Kind> {
        Kind::ALL
            .into_iter()
            .zip(self.kinds)
            .filter(|(_, count)| *count > 0)
            .map(|(kind, _)| kind)
    }

    /// Returns the systems with predictions, sorted by name.
    #[must_use]
    pub fn systems(&self) -> Vec<&str> {
        let mut systems: Vec<&str> = self.systems.keys().map(String::as_str).collect();
        systems.sort_unstable();
        systems
    }

    /// Returns the samples of a case, in the order of arrival.
    pub fn of_case(&self, case: &Rc<str>) -> impl Iterator<Item = &Rc<Sample>> {
        let range = (Rc::clone(case), SampleId(0))..=(Rc::clone(case), SampleId(u32::MAX));
        self.cases.range(range).filter_map(|(_, id)| self.get(*id))
    }

    /// Returns the cases, in the order of their names, each with its samples in the order of arrival.
    pub(crate) fn cases(&self) -> impl Iterator<Item = (&Rc<str>, &Rc<Sample>)> {
        self.cases.iter().filter_map(|(case, id)| Some((case, self.get(*id)?)))
    }

    /// Returns the PDF files from which pages are drawn.
    pub fn pdfs(&self) -> impl Iterator<Item = &Pdf> {
        self.pdfs.values().map(|(pdf, _)| pdf)
    }

    /// Returns the PDF file with this key.
    #[must_use]
    pub fn pdf(&self, key: &str) -> Option<&Pdf> {
        self.pdfs.get(key).map(|(pdf, _)| pdf)
    }

    /// Removes and returns a document that has changed, or one of whose pages has, since it was last returned.
    pub fn take_stirred(&mut self) -> Option<SampleId> {
        self.stirred.pop_first()
    }

    /// Returns the first sample at a stage.
    #[must_use]
    pub fn first(&self, stage: Stage) -> Option<&Rc<Sample>> {
        self.at(stage).next()
    }

    /// Returns the samples at a stage, in the order of arrival.
    pub fn at(&self, stage: Stage) -> impl Iterator<Item = &Rc<Sample>> {
        let range = (stage, SampleId(0))..=(stage, SampleId(u32::MAX));
        self.stages.range(range).filter_map(|(_, id)| self.get(*id))
    }

    /// Returns the number of samples at a stage.
    #[must_use]
    pub fn count(&self, stage: Stage) -> usize {
        self.counts.get(&stage).copied().unwrap_or_default()
    }

    /// Returns the number of samples that a filter admits.
    #[must_use]
    pub fn admitted(&self, filter: Filter) -> usize {
        self.admitted.get(&filter).copied().unwrap_or_default()
    }

    /// Returns the stages of samples that wait to be scored.
    pub fn to_score(&self) -> impl Iterator<Item = Stage> + use<> {
        let uses = Use::ALL.into_iter().map(Some);
        std::iter::once(None).chain(uses).map(Stage::ToScore)
    }

    /// Returns the sample that a worker works on.
    #[must_use]
    pub fn at_work(&self, work: Work) -> Option<SampleId> {
        self.work.get(&work).copied()
    }

    /// Adds a sample, or restores a removed one to its place.
    pub fn insert(&mut self, sample: Rc<Sample>) {
        self.remove(sample.id);
        self.enter(&sample);
        self.all.insert_mut(sample.id, sample);
        self.rearranged();
    }

    /// Removes a sample.
    pub fn remove(&mut self, id: SampleId) -> Option<Rc<Sample>> {
        let sample = self.all.get(&id)?.clone();
        self.leave(&sample);
        self.all.remove_mut(&id);
        self.rearranged();
        Some(sample)
    }

    /// Changes a sample. Its id and name stay the same.
    pub fn edit(&mut self, id: SampleId, change: impl FnOnce(&mut Sample)) {
        let arrangement = self.arrangement;
        if let Some(mut sample) = self.remove(id) {
            let (id, name, leaf, kind) = (sample.id, sample.name.clone(), sample.leaf, sample.kind);
            let edited = Rc::make_mut(&mut sample);
            change(edited);
            (edited.id, edited.name) = (id, name);
            let is_in_place = (edited.leaf, edited.kind) == (leaf, kind);
            self.insert(sample);
            if is_in_place {
                self.arrangement = arrangement;
            }
        }
    }

    fn enter(&mut self, sample: &Sample) {
        self.names.insert_mut(sample.name.clone(), sample.id);
        self.cases.insert_mut((Rc::clone(&sample.case), sample.id));
        for stage in stages(sample) {
            self.stages.insert_mut((stage, sample.id));
            self.counts.insert_mut(stage, self.count(stage) + 1);
        }
        for work in works(sample) {
            self.work.insert_mut(work, sample.id);
        }
        if let Some(leaf) = sample.leaf {
            self.leaves.insert_mut((leaf.document, leaf.number, sample.id));
        }
        if let Some(PdfPage { pdf, .. }) = sample.pdf_page() {
            let pages = self.pdfs.get(&pdf.key).map_or(0, |(_, pages)| *pages);
            self.pdfs.insert_mut(pdf.key.clone(), (pdf.clone(), pages + 1));
        }
        self.tally(sample, |count| count + 1);
        self.stir(sample);
        for filter in Filter::all().filter(|filter| filter.admits(sample)) {
            self.admitted.insert_mut(filter, self.admitted(filter) + 1);
        }
    }

    fn leave(&mut self, sample: &Sample) {
        self.names.remove_mut(&sample.name);
        self.cases.remove_mut(&(Rc::clone(&sample.case), sample.id));
        for stage in stages(sample) {
            self.stages.remove_mut(&(stage, sample.id));
            self.counts.insert_mut(stage, self.count(stage).saturating_sub(1));
        }
        for work in works(sample) {
            self.work.remove_mut(&work);
        }
        if let Some(leaf) = sample.leaf {
            self.leaves.remove_mut(&(leaf.document, leaf.number, sample.id));
        }
        if let Some(PdfPage { pdf, .. }) = sample.pdf_page() {
            match self.pdfs.get(&pdf.key).map(|(_, pages)| *pages) {
                Some(pages) if pages > 1 => self.pdfs.insert_mut(pdf.key.clone(), (pdf.clone(), pages - 1)),
                _ => drop(self.pdfs.remove_mut(&pdf.key)),
            }
        }
        self.tally(sample, |count| count.saturating_sub(1));
        self.stir(sample);
        for filter in Filter::all().filter(|filter| filter.admits(sample)) {
            self.admitted
                .insert_mut(filter, self.admitted(filter).saturating_sub(1));
        }
    }

    fn tally(&mut self, sample: &Sample, change: fn(usize) -> usize) {
        for (kind, count) in Kind::ALL.into_iter().zip(&mut self.kinds) {
            if kind == sample.kind {
                *count = change(*count);
            }
        }
        if let Some(prediction) = &sample.prediction {
            let count = self.systems.get(&prediction.system).copied().unwrap_or_default();
            match change(count) {
                0 => drop(self.systems.remove_mut(&prediction.system)),
                count => self.systems.insert_mut(prediction.system.clone(), count),
            }
        }
    }

    fn stir(&mut self, sample: &Sample) {
        let document = sample.leaf.map(|leaf| leaf.document);
        let is_document = sample.kind == Kind::Document;
        self.stirred.extend(document.or(is_document.then_some(sample.id)));
    }

    fn rearranged(&mut self) {
        self.revision = REVISIONS.fetch_add(1, Ordering::Relaxed);
        self.arrangement = self.revision;
    }
}

impl Sample {
    /// Returns the stage at which the texts wait to be scored.
    pub(super) fn to_score(&self) -> Option<Stage> {
        (self.scoring == Scoring::Queued).then(|| Stage::ToScore(self.awaited()))
    }
}

fn stages(sample: &Sample) -> impl Iterator<Item = Stage> {
    let reading = match sample.reading {
        Reading::Queued => Some(Stage::ToRead),
        Reading::Running { .. } | Reading::Stopping { .. } => Some(Stage::BeingRead),
        _ => None,
    };
    let engine = match (&sample.verdict, &sample.typesetting) {
        (Verdict::Running { .. }, _) | (_, Typesetting::Running { .. }) => Some(Stage::BeingCompiled),
        (Verdict::Given(_), _) | (_, Typesetting::Given(_) | Typesetting::Done) => Some(Stage::Compiled),
        _ => sample.awaited().map(Stage::ToCompile),
    };
    let scoring = match sample.scoring {
        Scoring::Running { .. } => Some(Stage::BeingScored),
        _ => sample.to_score(),
    };
    let is_unfinished = matches!(sample.reading, Reading::Failed { .. } | Reading::Cancelled)
        || matches!(sample.scoring, Scoring::Failed { .. } | Scoring::Cancelled);
    let unfinished = is_unfinished.then_some(Stage::Unfinished);
    [reading, engine, scoring, unfinished].into_iter().flatten()
}

fn works(sample: &Sample) -> impl Iterator<Item = Work> {
    let reading = sample.job().map(Work::Reading);
    let compiling = sample.compiling_job().map(Work::Compiling);
    [reading, compiling].into_iter().flatten()
}

/// Returns the name, or its first numbered variant that is free.
pub(super) fn unique(name: &str, samples: &Samples) -> String {
    if samples.named(name).is_none() {
        return name.to_owned();
    }
    let numbered = (2_u32..).map(|count| format!("{name} ({count})"));
    let mut free = numbered.filter(|candidate| samples.named(candidate).is_none());
    free.next().unwrap_or_default()
}
