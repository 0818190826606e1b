//! Documents of several pages: samples of their pages, which are read one by one, and a sample for the whole, whose texts are put
//! together from theirs.

use std::{collections::BTreeSet, ops::Range, rc::Rc};

use texlens_dataset::tags::keep_common;
use texlens_evaluate::{Kind, Prediction, Text as Joined};
use texlens_ocr::Recognition;

use super::arriving::{Added, Arriving};
use super::samples::unique;
use super::{Errand, Leaf, Notice, Reading, Run, Sample, SampleId, Samples, State};
use crate::brought::{Draft, Piece, Text};
use crate::messages::Job;
use crate::messages::reading::PageId;

/// Where the reference of a document is from that has none of its own.
const ITS_PAGES: &str = "its pages";

/// How many pages a document has, and how far they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageCount {
    /// All of them.
    pub total: usize,
    /// Those that are still to be read.
    pub open: usize,
    /// Those that could not be read, or were not.
    pub failed: usize,
    /// Those that have an image.
    pub images: usize,
}

impl Sample {
    /// Whether its page waits to be read, or is being read.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.reading, Reading::Queued) || self.job().is_some()
    }

    /// Whether its text can be written anew, with those of the other pages.
    fn is_read_here(&self) -> bool {
        self.found.is_some() && self.recognition().is_some()
    }

    /// Takes what was written of the page together with the others. Texts that stay as they are keep their scores.
    fn join(&mut self, recognition: Recognition) {
        let before = self.prediction.take();
        self.take_recognition(before.as_deref(), recognition);
        if let Some(leaf) = &mut self.leaf {
            leaf.is_joined = true;
        }
        let latex = |prediction: &Rc<Prediction>| prediction.latex.clone();
        if before.as_ref().map(latex) != self.prediction.as_ref().map(latex) {
            self.prediction_changed();
            self.texts_changed();
        }
    }

    /// Takes the reference that was put together from its pages, unless it has one of its own.
    fn take_reference(&mut self, latex: Option<String>) {
        self.reference = latex.map(|latex| {
            let origin = ITS_PAGES.to_owned();
            Rc::new(Text { origin, latex })
        });
        self.texts_changed();
    }

    /// Takes the prediction that was put together from its pages.
    fn take_prediction(&mut self, prediction: Option<Prediction>, run: Option<Run>) {
        self.prediction = prediction.map(Rc::new);
        self.run = run.map(|run| Run { pace: None, ..run });
        self.prediction_changed();
        self.texts_changed();
    }
}

impl Samples {
    /// What a document is made of, and how far it is; nothing for other samples.
    #[must_use]
    pub fn page_count(&self, document: SampleId) -> PageCount {
        let mut count = PageCount::default();
        for page in self.pages(document) {
            count.total += 1;
            count.images += usize::from(page.image.is_some());
            count.open += usize::from(page.is_open());
            count.failed += usize::from(matches!(page.reading, Reading::Failed { .. } | Reading::Cancelled));
        }
        count
    }
}

impl State {
    /// Whether it is a document whose pages are samples.
    #[must_use]
    pub fn has_pages(&self, id: SampleId) -> bool {
        self.samples.pages(id).next().is_some()
    }

    /// A document and its pages, or a sample by itself.
    pub(super) fn family(&self, id: SampleId) -> Vec<SampleId> {
        let pages = self.samples.pages(id).map(|page| page.id);
        std::iter::once(id).chain(pages).collect()
    }

    /// Byte ranges of the pages in the texts of a sample, reference first. All of a text is one page where it is not put together
    /// from pages.
    #[must_use]
    pub fn page_ranges(&self, id: SampleId) -> [Vec<Range<usize>>; 2] {
        let Some(sample) = self.samples.get(id) else {
            return Default::default();
        };
        let pages: Vec<_> = self.samples.pages(id).collect();
        let ranges = |whole: Option<&str>, joined: Joined<'_>| match whole {
            Some(whole) if !pages.is_empty() && whole == joined.latex() => joined.pages().to_vec(),
            Some(whole) => std::iter::once(0..whole.len()).collect(),
            None => Vec::new(),
        };
        let reference = Joined::document(pages.iter().map(|page| page.reference_latex().unwrap_or_default()));
        let prediction = Joined::document(pages.iter().map(|page| page.prediction_latex().unwrap_or_default()));
        [
            ranges(sample.reference_latex(), reference),
            ranges(sample.prediction_latex(), prediction),
        ]
    }

    /// Puts documents together whose pages have changed: at once where no page is to be read any more, and only after the worker
    /// has written their texts anew where it has read them.
    pub(super) fn settle(&mut self) {
        if self.is_recalling {
            return;
        }
        while let Some(id) = self.samples.take_stirred() {
            self.settle_document(id);
        }
    }

    fn settle_document(&mut self, id: SampleId) {
        let Some(document) = self.samples.get(id).cloned() else {
            return;
        };
        let pages: Vec<Rc<Sample>> = self.samples.pages(id).cloned().collect();
        if pages.is_empty() {
            return;
        }
        self.gather_reference(&document, &pages);
        // The worker has the last word.
        if document.job().is_some() {
            return;
        }
        let set_reading = |state: &mut Self, reading: Reading| {
            if document.reading != reading {
                state.edit(id, |document| {
                    document.attempts = 0;
                    document.reading = reading;
                });
            }
        };
        if pages.iter().any(|page| page.is_open()) {
            return set_reading(self, Reading::Idle);
        }
        let is_joined = |page: &&Rc<Sample>| page.leaf.is_some_and(|leaf| leaf.is_joined);
        let read: Vec<&Rc<Sample>> = pages.iter().filter(|page| page.is_read_here()).collect();
        let is_to_join = read.len() > 1 && !read.iter().all(is_joined);
        match document.reading {
            // The texts of its pages stay as they are.
            Reading::Failed { .. } | Reading::Cancelled => self.gather_prediction(&document, &pages),
            _ if is_to_join => set_reading(self, Reading::Queued),
            _ => {
                set_reading(self, Reading::Idle);
                self.gather_prediction(&document, &pages);
            }
        }
    }

    fn gather_reference(&mut self, document: &Sample, pages: &[Rc<Sample>]) {
        if document.has_own_reference() {
            return;
        }
        let references: Option<Vec<&str>> = pages.iter().map(|page| page.reference_latex()).collect();
        let reference = references.map(|pages| Joined::document(pages).latex().to_owned());
        if document.reference_latex() != reference.as_deref() {
            self.edit(document.id, |document| document.take_reference(reference));
        }
    }

    fn gather_prediction(&mut self, document: &Sample, pages: &[Rc<Sample>]) {
        let prediction = pages.iter().any(|page| page.prediction.is_some()).then(|| {
            let texts = pages.iter().map(|page| page.prediction_latex().unwrap_or_default());
            Prediction::given(systems(pages), Joined::document(texts).latex().to_owned())
        });
        if !document.is_given && document.prediction.as_deref() != prediction.as_ref() {
            let run = pages.iter().find_map(|page| page.run.clone());
            self.edit(document.id, |document| document.take_prediction(prediction, run));
        }
    }

    /// Has the worker write the texts of all pages anew that it has read.
    pub(super) fn join_errand(&self, document: &Sample) -> Errand {
        let pages = self.samples.pages(document.id).filter(|page| page.is_read_here());
        let found = |page: &Rc<Sample>| Some((page.id.0, page.found.as_ref()?.blob.clone()));
        Errand::Join {
            document: document.id,
            pages: pages.filter_map(found).collect(),
        }
    }

    /// The text of a page of the document that the worker is at.
    pub(super) fn page_written(&mut self, job: Job, page: PageId, recognition: Recognition) {
        let document = self.find_job(job);
        let is_its = |page: &&Rc<Sample>| page.leaf.is_some_and(|leaf| Some(leaf.document) == document);
        let page = self.samples.get(SampleId(page)).filter(is_its).map(|page| page.id);
        if let Some(id) = page {
            self.edit(id, |page| page.join(recognition));
            if self.selected == Some(id) {
                self.focus = super::Focus::Nothing;
            }
        }
    }

    /// All pages of the document are written.
    pub(super) fn document_written(&mut self, job: Job) {
        let Some(id) = self.find_job(job) else { return };
        self.notice = Some(Notice::Read(self.name_of(id)));
        self.edit(id, |document| document.reading = Reading::Done);
        for page in self.family(id) {
            self.edit(page, |page| {
                page.leaf = page.leaf.map(|leaf| Leaf {
                    is_joined: true,
                    ..leaf
                })
            });
        }
    }

    /// The place of what arrives in its document, which comes into the list before the first of its pages. Every system has a
    /// document of its own.
    pub(super) fn leaf_of(
        &mut self,
        draft: &Draft,
        name: &str,
        piece: Option<Piece>,
        arriving: &Arriving,
    ) -> Option<Leaf> {
        let (case, number) = (draft.document.as_ref().filter(|_| draft.is_leaf)?, draft.page?);
        let system = name.strip_prefix(&draft.name).unwrap_or_default();
        let name = format!("{case}{system}");
        let piece = piece.map(Piece::document);
        let came = piece.and_then(|piece| self.came(piece));
        let arrived = self.arriving.get(&name).copied().or(came);
        let document = arrived.filter(|id| self.samples.get(*id).is_some());
        if let Some(document) = document {
            self.edit(document, |document| {
                keep_common(Rc::make_mut(&mut document.tags), &draft.tags)
            });
        }
        let document = document.unwrap_or_else(|| {
            let mut document = self.new_sample(unique(&name, &self.samples));
            document.case = case.as_str().into();
            document.tags = Rc::new(draft.tags.clone());
            document.kind = Kind::Document;
            // Pages that bring references are those of another document, though it may have the same name.
            document.dataset = match draft.reference {
                Some(_) => self.new_dataset(arriving),
                None => self.dataset_of(case, None, arriving),
            };
            document.piece = piece;
            let id = document.id;
            self.samples.insert(Rc::new(document));
            self.added.push(Added { id, before: None });
            id
        });
        self.arriving.insert_mut(name, document);
        Some(Leaf {
            document,
            number,
            is_joined: false,
        })
    }

    /// Shows the pages of a document in the list, or hides them.
    pub(super) fn fold(&mut self, document: SampleId, is_folded: bool) {
        if is_folded {
            self.unfolded.remove_mut(&document);
            let shown = self.current().and_then(|sample| sample.leaf);
            if shown.is_some_and(|leaf| leaf.document == document) {
                self.select(Some(document));
            }
        } else {
            self.unfolded.insert_mut(document);
        }
    }

    /// The documents of samples that are gone have nothing to be put together from.
    pub(super) fn with_empty_documents(&self, ids: Vec<SampleId>) -> Vec<SampleId> {
        let gone: BTreeSet<SampleId> = ids.iter().copied().collect();
        let leaves = ids.iter().filter_map(|id| self.samples.get(*id)?.leaf);
        let documents: BTreeSet<SampleId> = leaves.map(|leaf| leaf.document).collect();
        let is_emptied =
            |id: &SampleId| !gone.contains(id) && self.samples.pages(*id).all(|page| gone.contains(&page.id));
        let emptied = documents.into_iter().filter(is_emptied);
        ids.iter().copied().chain(emptied).collect()
    }
}

impl Sample {
    /// Whether all others are pages of it, if there are any.
    #[must_use]
    pub fn is_head_of(&self, samples: &[Rc<Self>]) -> bool {
        let is_its = |sample: &Rc<Self>| sample.leaf.is_some_and(|leaf| leaf.document == self.id);
        samples.iter().all(|sample| sample.id == self.id || is_its(sample))
    }

    pub(super) fn reference_latex(&self) -> Option<&str> {
        self.reference.as_ref().map(|text| text.latex.as_str())
    }

    pub(super) fn prediction_latex(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.latex.as_str())
    }

    /// Whether a text of the document is not put together from those of its pages.
    pub(super) fn has_own_text(&self) -> bool {
        self.is_given || self.has_own_reference()
    }

    fn has_own_reference(&self) -> bool {
        self.reference.as_ref().is_some_and(|text| text.origin != ITS_PAGES)
    }
}

/// What the predictions of pages are by, once each.
fn systems(pages: &[Rc<Sample>]) -> String {
    let mut systems: Vec<String> = Vec::new();
    for prediction in pages.iter().filter_map(|page| page.prediction.as_ref()) {
        if !systems.contains(&prediction.system) {
            systems.push(prediction.system.clone());
        }
    }
    systems.join("; ")
}
