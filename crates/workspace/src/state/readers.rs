//! A vision model that reads pages: the preview, the progress, and the samples that come of it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use texlens_evaluate::Kind;
use texlens_judge::{Estimate, Stopped};
use texlens_readers::{Page, Totals};

use super::arriving::{Again, Arriving};
use super::{Example, Sample, State, Tally};
use crate::brought::{Brought, Draft};
use crate::readers::{ReadPages, ReadablePage, ReaderForm, ReaderPlan, ReaderProblem, WhichPages};

/// The state of reading with a model.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Readers {
    /// The preview, while the form is open.
    pub preview: ReaderPreview,
    /// What is being done, or how it ended, until it is dismissed.
    pub stage: ReaderStage,
}

/// A preview of a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ReaderPreview {
    /// The preview is being prepared.
    #[default]
    Open,
    /// The form is not valid.
    Refused(ReaderProblem),
    /// The preview is ready.
    Ready(Rc<ReaderOffer>),
}

/// A run for the person to confirm.
#[derive(Debug, Clone, PartialEq)]
pub struct ReaderOffer {
    /// The form as typed.
    pub form: ReaderForm,
    /// Number of pictures.
    pub pictures: usize,
    /// The smallest and the largest picture: width and height in pixels.
    pub sizes: Option<[(u32, u32); 2]>,
    /// The requests and their cost, if no answer is known.
    pub estimate: Estimate,
    /// The first request.
    pub example: Option<Example>,
    /// Number of predictions that the answers replace: those on these pages by a system of the same name.
    pub replaced: usize,
}

/// What is being done.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ReaderStage {
    /// Nothing.
    #[default]
    Idle,
    /// Pictures are being prepared: the number so far, and of all requests.
    Preparing(usize, usize),
    /// The model is asked. Answers that have not ended have this length, in bytes.
    Asking(Tally, usize),
    /// The run has ended.
    Ended(Rc<ReaderEnd>),
    /// Something failed, with a message that says what to do.
    Failed(String),
}

/// How a run has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct ReaderEnd {
    /// The name of the system.
    pub system: String,
    /// Sums over the answers.
    pub totals: Totals,
    /// The first pages without a whole answer, with the reason.
    pub problem: Option<(String, String)>,
    /// The reason why the run ended early.
    pub stopped: Option<Stopped>,
    /// Pages whose pictures could not be prepared, with the reasons.
    pub unread: Vec<(String, String)>,
    /// The answers, as in `readings.jsonl`.
    pub readings: String,
    /// The run, as in `run.json`.
    pub run: String,
}

/// Events of reading with a model.
#[derive(Debug)]
pub enum ReaderAction {
    /// The preview changed.
    Looked(ReaderPreview),
    /// Something is being done, or failed.
    Began(ReaderStage),
    /// The run has ended: what was read, why it ended early, and the pages without a picture.
    Ended(Box<ReadPages>, Option<Stopped>, Vec<(String, String)>),
    /// The message about the last run is dismissed.
    Dismissed,
}

impl ReaderStage {
    /// Reports whether something is being done.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        matches!(self, Self::Preparing(..) | Self::Asking(..))
    }
}

impl State {
    /// Returns the pages with an image, one for each case; those of a document follow each other in the order of their
    /// numbers.
    #[must_use]
    pub fn readable(&self, which: WhichPages) -> Vec<ReadablePage> {
        let shown = self.current().map(|sample| Rc::clone(&sample.case));
        let is_chosen = |sample: &&Rc<Sample>| match which {
            WhichPages::Shown => Some(&sample.case) == shown.as_ref(),
            WhichPages::All => true,
        };
        let mut cases = BTreeSet::new();
        let mut places: BTreeMap<String, Option<usize>> = BTreeMap::new();
        let mut counted = 0..;
        let mut pages = Vec::new();
        for sample in self.samples.iter().filter(is_chosen) {
            if sample.kind == Kind::Document || sample.image.is_none() || !cases.insert(Rc::clone(&sample.case)) {
                continue;
            }
            let Some(page) = self.readable_page(sample) else {
                continue;
            };
            let next = counted.next();
            let place = match &page.page.document {
                Some(document) => *places.entry(document.clone()).or_insert(next),
                None => next,
            };
            pages.push((place, page.draft.page, page));
        }
        pages.sort_by_key(|(place, number, _)| (*place, *number));
        pages.into_iter().map(|(.., page)| page).collect()
    }

    fn readable_page(&self, sample: &Sample) -> Option<ReadablePage> {
        let picture = sample.image.clone()?;
        let parent = sample.leaf.and_then(|leaf| self.samples.get(leaf.document));
        let document = parent.map(|parent| parent.case.to_string());
        let document = document.or_else(|| sample.document.as_deref().map(str::to_owned));
        Some(ReadablePage {
            page: Page {
                id: sample.case.to_string(),
                document: document.clone(),
            },
            draft: Draft {
                name: sample.case.to_string(),
                kind: sample.kind,
                is_leaf: sample.leaf.is_some(),
                document,
                page: sample.leaf.map(|leaf| leaf.number),
                image: Some((*picture).clone()),
                reference: sample.reference.as_deref().cloned(),
                tags: (*sample.tags).clone(),
                credit: sample.credit.as_deref().cloned(),
                ..Draft::default()
            },
            picture,
        })
    }

    pub(super) fn readers_after(&mut self, action: ReaderAction) {
        let readers = Rc::make_mut(&mut self.readers);
        match action {
            ReaderAction::Looked(preview) => readers.preview = preview,
            ReaderAction::Began(stage) => readers.stage = stage,
            ReaderAction::Dismissed => {
                let before = std::mem::take(&mut readers.stage);
                // The files of a run are nowhere else.
                if matches!(before, ReaderStage::Ended(_)) {
                    self.remember_readings(before);
                }
            }
            ReaderAction::Ended(read, stopped, unread) => {
                let ReadPages {
                    system,
                    drafts,
                    totals,
                    problem,
                    readings,
                    run,
                } = *read;
                readers.stage = ReaderStage::Ended(Rc::new(ReaderEnd {
                    system: system.clone(),
                    totals,
                    problem,
                    stopped,
                    unread,
                    readings,
                    run,
                }));
                let again = self.answers_of(&system);
                let drafts: Vec<Draft> = drafts
                    .into_iter()
                    .filter(|draft| !self.is_known(draft, &again))
                    .collect();
                if drafts.is_empty() {
                    return;
                }
                let brought = Brought {
                    drafts,
                    ..Brought::default()
                };
                let arriving = Arriving {
                    is_first: true,
                    again,
                    ..Arriving::default()
                };
                self.take(brought, arriving);
            }
        }
    }

    /// Returns the number of predictions that the answers of a plan replace.
    #[must_use]
    pub fn replaced_by(&self, plan: &ReaderPlan) -> usize {
        self.replaced_by_system(&plan.order.system, &plan.pages)
    }

    /// Returns the samples of a system, which its further answers replace.
    pub(super) fn answers_of(&self, system: &str) -> Again {
        let mut again = Again::default();
        let is_its = |sample: &&Rc<Sample>| sample.prediction.as_ref().is_some_and(|given| given.system == system);
        for sample in self.samples.iter().filter(is_its) {
            if sample.kind != Kind::Document {
                again.samples.entry(Rc::clone(&sample.case)).or_insert(sample.id);
            }
            if let Some(document) = sample.leaf.and_then(|leaf| self.samples.get(leaf.document)) {
                again.documents.entry(Rc::clone(&document.case)).or_insert(document.id);
            }
        }
        again
    }

    /// Reports whether the sample that an answer would replace has this answer.
    pub(super) fn is_known(&self, draft: &Draft, again: &Again) -> bool {
        let before = again
            .samples
            .get(draft.name.as_str())
            .and_then(|id| self.samples.get(*id));
        let before = before.and_then(|sample| sample.prediction.as_ref());
        draft
            .predictions
            .first()
            .zip(before)
            .is_some_and(|(given, before)| given.latex == before.latex)
    }
}
