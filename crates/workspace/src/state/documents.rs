//! Documents with several pages. Each page is a sample that is read separately. The document is a sample whose texts
//! are assembled from those of its pages.

use std::{collections::BTreeSet, ops::Range, rc::Rc};

use texlens_dataset::tags::keep_common;
use texlens_evaluate::{Kind, Prediction, Text as Joined};
use texlens_ocr::Recognition;

use super::arriving::{Added, Arrival, Arriving};
use super::joining::Joining;
use super::samples::unique;
use super::{Errand, Leaf, Notice, Reading, Run, Sample, SampleId, Samples, State};
use crate::brought::{Draft, Piece, Text};
use crate::messages::Job;
use crate::messages::reading::PageId;
use crate::naming;

/// Origin of a document's reference that is assembled from its pages.
const ITS_PAGES: &str = "its pages";

/// The number of pages of a document, and their progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PageCount {
    /// Number of all pages.
    pub total: usize,
    /// Number of pages that wait to be read or are being read.
    pub open: usize,
    /// Number of pages that could not be read, or whose reading was cancelled.
    pub failed: usize,
    /// Number of pages with an image.
    pub images: usize,
    /// Number of pages of a PDF file.
    pub of_pdf: usize,
    /// Number of pages that were read from the text of their PDF file.
    pub from_text: usize,
}

impl Sample {
    /// Returns whether the page waits to be read, or is being read.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.reading, Reading::Queued) || self.job().is_some()
    }

    /// Returns whether the page can be typeset again, together with the other pages.
    fn is_read_here(&self) -> bool {
        self.found.is_some() && self.recognition().is_some()
    }

    /// Takes the text of the page as typeset together with the others. A text that does not change keeps its scores.
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

    /// Takes the reference that was assembled from the pages.
    fn take_reference(&mut self, latex: Option<String>) {
        self.reference = latex.map(|latex| {
            let origin = ITS_PAGES.to_owned();
            Rc::new(Text { origin, latex })
        });
        self.texts_changed();
    }

    /// Takes the prediction that was assembled from the pages.
    fn take_prediction(&mut self, prediction: Option<Prediction>, run: Option<Run>) {
        self.prediction = prediction.map(Rc::new);
        self.run = run.map(|run| Run { pace: None, ..run });
        self.prediction_changed();
        self.texts_changed();
    }
}

impl Samples {
    /// Returns the number of a document's pages and their progress; zeros for other samples.
    #[must_use]
    pub fn page_count(&self, document: SampleId) -> PageCount {
        let mut count = PageCount::default();
        for page in self.pages(document) {
            count.total += 1;
            count.images += usize::from(page.image.is_some());
            count.of_pdf += usize::from(page.pdf_page().is_some());
            count.from_text += usize::from(page.is_from_text());
            count.open += usize::from(page.is_open());
            count.failed += usize::from(matches!(page.reading, Reading::Failed { .. } | Reading::Cancelled));
        }
        count
    }
}

impl State {
    /// Returns whether the sample is a document whose pages are samples.
    #[must_use]
    pub fn has_pages(&self, id: SampleId) -> bool {
        self.samples.pages(id).next().is_some()
    }

    /// Returns a document and its pages, or a single sample.
    pub(super) fn family(&self, id: SampleId) -> Vec<SampleId> {
        let pages = self.samples.pages(id).map(|page| page.id);
        std::iter::once(id).chain(pages).collect()
    }

    /// Returns the byte ranges of the pages in the texts of a sample, reference first. A text that is not assembled
    /// from pages is one page.
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

    /// Assembles the documents whose pages have changed, as soon as no page has to be read any more. If the OCR has
    /// read the pages, the worker first typesets them together.
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
        // While the worker typesets the document, its result is awaited.
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
            // The texts of the pages stay as they are.
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

    /// Makes the errand to typeset all pages together that the OCR has read.
    pub(super) fn join_errand(&self, document: &Sample) -> Errand {
        let pages = self.samples.pages(document.id).filter(|page| page.is_read_here());
        let found = |page: &Rc<Sample>| Some((page.id.0, page.found.as_ref()?.blob.clone()));
        Errand::Join {
            document: document.id,
            pages: pages.filter_map(found).collect(),
        }
    }

    /// Takes the text of a page from the worker that typesets its document.
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

    /// Records that all pages of a document are typeset.
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

    /// Returns the place of an arriving page in its document, which is added to the list before its first page. Every
    /// system has its own document.
    pub(super) fn leaf_of(
        &mut self,
        draft: &Draft,
        arrival: &Arrival,
        piece: Option<Piece>,
        joining: &Joining,
        arriving: &Arriving,
    ) -> Option<Leaf> {
        let (case, number) = (draft.document.as_ref().filter(|_| draft.is_leaf)?, draft.page?);
        let system = arrival.system().unwrap_or_default();
        let key = format!("{case}\u{0}{system}");
        let (joined, dataset) = match joining {
            // Nothing of it is new, and so is no document.
            Joining::There(sample) if sample.leaf.is_none() => return None,
            Joining::There(sample) | Joining::Fills(sample) => (sample.leaf, None),
            Joining::Completes(samples) => (samples.iter().find_map(|sample| sample.leaf), None),
            Joining::Beside(other) => (None, Some(&other.dataset)),
            Joining::New => (None, None),
        };
        if let Some(leaf) = joined {
            // Further pages of the system belong there, too.
            self.arriving.insert_mut(key, leaf.document);
            return Some(leaf);
        }
        let piece = piece.map(Piece::document);
        let came = piece.and_then(|piece| self.came(piece));
        let again = arriving.again.documents.get(case.as_str()).copied();
        let may_join = arriving.import.is_some() && (dataset.is_some() || !draft.is_of_dataset);
        let there = || {
            self.document_of(&case.as_str().into(), system, dataset)
                .filter(|_| may_join)
        };
        let arrived = self.arriving.get(&key).copied().or(came).or(again).or_else(there);
        let document = arrived.filter(|id| self.samples.get(*id).is_some());
        let is_of_import = |document: &Sample| document.piece.map(|piece| piece.import) == arriving.import;
        if let Some(document) = document
            && self
                .samples
                .get(document)
                .is_some_and(|document| is_of_import(document))
        {
            self.edit(document, |document| {
                keep_common(Rc::make_mut(&mut document.tags), &draft.tags)
            });
        }
        let document = document.unwrap_or_else(|| {
            let suffix = arrival.name.strip_prefix(&draft.name).unwrap_or_default();
            let name = match joining {
                Joining::Beside(_) if suffix.is_empty() && !system.is_empty() => naming::read_by(case, system),
                _ => format!("{case}{suffix}"),
            };
            let mut document = self.new_sample(unique(&name, &self.samples));
            document.case = case.as_str().into();
            document.tags = Rc::new(draft.tags.clone());
            document.kind = Kind::Document;
            // Pages with references belong to another document, even if it has the same name.
            document.dataset = match (dataset, &draft.reference, draft.is_of_dataset) {
                (Some(dataset), ..) => Rc::clone(dataset),
                (None, None, false) => self.dataset_of(case, None, arriving),
                (None, ..) => self.new_dataset(arriving),
            };
            document.piece = piece;
            let id = document.id;
            self.samples.insert(Rc::new(document));
            self.added.push(Added { id, before: None });
            id
        });
        self.arriving.insert_mut(key, document);
        Some(Leaf {
            document,
            number,
            is_joined: false,
        })
    }

    /// Returns the document of a case, in a dataset if one is given, whose pages a system has read.
    fn document_of(&self, case: &Rc<str>, system: &str, dataset: Option<&Rc<str>>) -> Option<SampleId> {
        let is_in = |document: &&Rc<Sample>| dataset.is_none_or(|dataset| document.dataset == *dataset);
        let is_read = |document: &&Rc<Sample>| {
            let mut pages = self.samples.pages(document.id);
            pages.any(|page| page.system() == Some(system))
        };
        let documents = self
            .samples
            .of_case(case)
            .filter(|sample| sample.kind == Kind::Document);
        let mut read = documents.filter(is_in).filter(is_read);
        read.next().map(|document| document.id)
    }

    /// Shows or hides the pages of a document in the list.
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

    /// Adds the documents that have no pages left when these samples are removed.
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
    /// Returns whether all the other samples are pages of this one. True if there are no others.
    #[must_use]
    pub fn is_head_of(&self, samples: &[Rc<Self>]) -> bool {
        let is_its = |sample: &Rc<Self>| sample.leaf.is_some_and(|leaf| leaf.document == self.id);
        samples.iter().all(|sample| sample.id == self.id || is_its(sample))
    }

    /// Returns the LaTeX of the reference.
    #[must_use]
    pub fn reference_latex(&self) -> Option<&str> {
        self.reference.as_ref().map(|text| text.latex.as_str())
    }

    /// Returns the LaTeX of the prediction.
    #[must_use]
    pub fn prediction_latex(&self) -> Option<&str> {
        self.prediction.as_ref().map(|prediction| prediction.latex.as_str())
    }

    /// Returns whether a text of the document is given, not assembled from its pages.
    pub(super) fn has_own_text(&self) -> bool {
        self.is_given || self.has_own_reference()
    }

    fn has_own_reference(&self) -> bool {
        self.reference.as_ref().is_some_and(|text| text.origin != ITS_PAGES)
    }
}

/// Returns the systems of the pages' predictions, each once.
fn systems(pages: &[Rc<Sample>]) -> String {
    let mut systems: Vec<String> = Vec::new();
    for prediction in pages.iter().filter_map(|page| page.prediction.as_ref()) {
        if !systems.contains(&prediction.system) {
            systems.push(prediction.system.clone());
        }
    }
    systems.join("; ")
}
