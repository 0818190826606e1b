//! Messages of the worker that reads pages, and their effects.

use std::rc::Rc;

use texlens_blob::Blob;
use texlens_evaluate::{Kind, Prediction};
use texlens_ocr::Recognition;

use super::sample::ATTEMPTS;
use super::{Act, Focus, Material, Notice, Pace, Reading, Region, Run, Sample, SampleId, State, Work};
use crate::messages::reading::{Event, Provider, ReadingSettings};
use crate::messages::{Heard, Job};
use crate::words::failures;
use crate::words::providers;

/// The name of the built-in OCR as a system.
pub const BUILT_IN: &str = concat!("texlens OCR ", env!("CARGO_PKG_VERSION"));

/// The name of the reading from the text of PDF files as a system.
pub const PDF_TEXT: &str = concat!("texlens PDF text ", env!("CARGO_PKG_VERSION"));

/// The state of the runtime of the OCR model.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Runtime {
    /// Nothing is known to be loaded.
    #[default]
    Unloaded,
    /// Runtime or model is being downloaded and prepared.
    Loading {
        /// The name of the download.
        what: String,
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all, if known.
        total: Option<f64>,
    },
    /// The runtime is loaded and at work. The result will name the provider.
    Working,
    /// The runtime is ready.
    Ready(Provider),
    /// The runtime could not be prepared.
    Failed {
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// Events of the built-in OCR.
#[derive(Debug)]
pub enum ReadAction {
    /// Reads a page, even if it was read before.
    Read(SampleId),
    /// Reads a page of a PDF file, or all pages of a document, from text or image.
    From(SampleId, Material),
    /// Reads a page of a PDF file, or all pages of a document, also from the other of text and image, as another system.
    Both(SampleId),
    /// Reads a part of a page again.
    Part(SampleId, Region),
    /// Stops reading.
    Cancel(SampleId),
    /// Tries again what failed or was cancelled for a sample, or for a document and its pages.
    Retry(SampleId),
    /// The worker got a page.
    Started {
        /// The id of the sample.
        sample: SampleId,
        /// The id of the job.
        job: Job,
    },
    /// The worker was told to stop.
    StopSent(Job),
    /// The worker that reads sent a message.
    Heard(Heard<Event>),
}

impl State {
    pub(super) fn read_after(&mut self, action: ReadAction) {
        match action {
            ReadAction::Read(id) => self.reading_anew(id, |state| state.read_again(id)),
            ReadAction::From(id, material) => self.reading_anew(id, |state| state.read_from(id, material)),
            ReadAction::Both(id) => self.read_from_both(id),
            ReadAction::Part(id, region) => self.reading_anew(id, |state| state.read_part(id, region)),
            ReadAction::Cancel(id) => self.cancel(id),
            ReadAction::Retry(id) => self.retry(id),
            ReadAction::Started { sample, job } => self.reading_started(sample, job),
            ReadAction::StopSent(job) => self.stops.retain(|stop| *stop != job),
            ReadAction::Heard(event) => self.hear(event),
        }
    }
}

impl Sample {
    pub(super) fn job(&self) -> Option<Job> {
        match self.reading {
            Reading::Running { job, .. } | Reading::Stopping { job } => Some(job),
            _ => None,
        }
    }

    /// Records that reading was cancelled. If only a part was to be read again, the page stays read.
    pub(super) fn reading_cancelled(&mut self) {
        self.reading = match self.part.take() {
            Some(_) => Reading::Done,
            None => Reading::Cancelled,
        };
    }

    /// Takes a recognition. Corrections from `before` stay where the same text was read again.
    pub(super) fn take_recognition(&mut self, before: Option<&Prediction>, recognition: Recognition) {
        let corrections = before.map(|before| before.corrections().to_vec());
        let system = if recognition.read_from.is_text() {
            PDF_TEXT
        } else {
            BUILT_IN
        };
        let read = Prediction::recognised(system.to_owned(), recognition);
        let corrected = corrections.and_then(|corrections| read.corrected(corrections));
        let prediction = corrected.unwrap_or(read);
        self.prediction = Some(Rc::new(match before {
            Some(before) if before.is_of_corrected_system() => prediction.by_corrected_system(),
            _ => prediction,
        }));
    }

    /// Handles the loss of the worker.
    fn reading_lost(&mut self, why: &str) {
        self.attempts += 1;
        self.reading = match self.reading {
            Reading::Stopping { .. } => return self.reading_cancelled(),
            _ if self.attempts < ATTEMPTS => Reading::Queued,
            _ if self.kind == Kind::Document => Reading::Failed {
                message: failures::pages_lost(why),
            },
            _ => Reading::Failed {
                message: failures::page_lost(why),
            },
        };
    }
}

impl State {
    /// Returns whether a sample is a page of a PDF file, or a document with such pages.
    #[must_use]
    pub fn is_of_pdf(&self, sample: &Sample) -> bool {
        sample.pdf_page().is_some() || self.samples.page_count(sample.id).of_pdf > 0
    }

    pub(super) fn hear(&mut self, heard: Heard<Event>) {
        match heard {
            Heard::Event(event) => self.hear_reading(event),
            Heard::Progress { job, done, total } => {
                if matches!(self.runtime, Runtime::Loading { .. }) {
                    self.runtime = Runtime::Working;
                }
                self.with_job(job, |sample| {
                    if let Reading::Running { tiles, .. } = &mut sample.reading {
                        *tiles = Some((done, total));
                    }
                });
            }
            Heard::Cancelled { job } => {
                self.forget_loading();
                self.with_job(job, Sample::reading_cancelled);
            }
            Heard::Failed { job, message } => self.failed(job, message),
            Heard::Restarted { message, lost } => {
                self.runtime = Runtime::Unloaded;
                for job in lost {
                    self.with_job(job, |sample| sample.reading_lost(&message));
                }
                self.notice = Some(Notice::Restarted(message));
            }
        }
    }

    fn hear_reading(&mut self, event: Event) {
        match event {
            Event::Loading { what, loaded, total } => self.runtime = Runtime::Loading { what, loaded, total },
            Event::Recognised {
                job,
                recognition,
                seconds,
                provider,
                page,
            } => {
                if let Some(provider) = &provider {
                    // The setting may have changed meanwhile; the next page uses the new one.
                    self.runtime = if self.asked == self.reading {
                        Runtime::Ready((**provider).clone())
                    } else {
                        Runtime::Unloaded
                    };
                }
                self.read(job, recognition, page, seconds, provider);
            }
            Event::Written { job, page, recognition } => self.page_written(job, page, recognition),
            Event::Joined { job } => self.document_written(job),
        }
    }

    pub(super) fn set_reading(&mut self, settings: ReadingSettings) {
        if self.reading != settings {
            self.reading = settings;
            // What is loaded belongs to the old settings.
            self.runtime = Runtime::Unloaded;
        }
    }

    /// Reads a page, or all pages of a document. What was read before can be brought back.
    fn reading_anew(&mut self, id: SampleId, read: impl FnOnce(&mut Self)) {
        let has_prediction = |id: &SampleId| self.samples.get(*id).is_some_and(|sample| sample.prediction.is_some());
        let whole = self.whole_of(id);
        if whole.iter().any(has_prediction) {
            let act = Act::ReadAgain(self.name_of(id));
            self.remembering(act, id, whole, read);
        } else {
            read(self);
        }
    }

    /// Reads all pages of a document, or the page of a sample.
    pub(super) fn read_again(&mut self, id: SampleId) {
        self.forget_failed_drawings();
        for id in self.family(id) {
            self.edit(id, |sample| {
                if sample.image.is_some() {
                    sample.attempts = 0;
                    sample.part = None;
                    sample.reading = Reading::Queued;
                }
            });
        }
    }

    pub(super) fn reading_started(&mut self, id: SampleId, job: Job) {
        self.asked = self.reading;
        let name = self.name_of(id);
        self.notice = Some(if self.has_pages(id) {
            Notice::Joining(name)
        } else {
            Notice::Reading(name)
        });
        self.edit(id, |sample| sample.reading = Reading::Running { job, tiles: None });
    }

    pub(super) fn find_job(&self, job: Job) -> Option<SampleId> {
        self.samples.at_work(Work::Reading(job))
    }

    fn with_job(&mut self, job: Job, change: impl FnOnce(&mut Sample)) {
        if let Some(id) = self.find_job(job) {
            self.edit(id, change);
        }
    }

    fn read(&mut self, job: Job, recognition: Recognition, page: Blob, seconds: f64, provider: Option<Box<Provider>>) {
        let Some(id) = self.find_job(job) else { return };
        self.notice = Some(Notice::Read(self.name_of(id)));
        // A part that was read again stays selected, so that its result is visible.
        if self.selected == Some(id) && !matches!(self.focus, Focus::Region(_)) {
            self.focus = Focus::Nothing;
        }
        self.edit(id, |sample| {
            sample.reading = Reading::Done;
            let name = provider.as_ref().map_or("", |provider| &provider.name);
            sample.run = Some(Run {
                pace: sample.part.is_none().then(|| Pace {
                    seconds,
                    device: providers::device(name),
                }),
                provider: provider
                    .as_ref()
                    .map(|provider| format!("{}: {}", providers::title(&provider.name), provider.reason)),
                model: provider.map(|provider| provider.model),
            });
            let before = sample.prediction.take();
            sample.take_recognition(before.as_deref(), recognition);
            sample.found = Some(page.into());
            sample.part = None;
            if let Some(leaf) = &mut sample.leaf {
                leaf.is_joined = false;
            }
            sample.prediction_changed();
            sample.texts_changed();
        });
    }

    fn failed(&mut self, job: Option<Job>, message: String) {
        self.notice = Some(Notice::Failed(message.clone()));
        match job {
            None => self.runtime = Runtime::Failed { message },
            Some(job) => {
                self.forget_loading();
                self.with_job(job, |sample| sample.reading = Reading::Failed { message });
            }
        }
    }

    /// Resets the runtime after a job without a result, since its provider is unknown.
    fn forget_loading(&mut self) {
        if matches!(self.runtime, Runtime::Loading { .. } | Runtime::Working) {
            self.runtime = Runtime::Unloaded;
        }
    }
}
