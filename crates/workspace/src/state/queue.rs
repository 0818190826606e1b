//! The order of work: one page at a time, as many batches of texts as there are score workers, one prediction in the
//! engine.

use std::{ops::Range, rc::Rc};

use texlens_blob::Blob;
use texlens_evaluate::Prediction;

use super::{Notice, Reading, Sample, SampleId, Scoring, Stage, State};
use crate::brought::Text;
use crate::messages::Job;
use crate::messages::reading::{PageId, ReadingSettings, Scope};
use crate::messages::score::Texts;
use crate::picture::PdfPage;

/// Work to give to a worker.
#[derive(Debug, Clone, PartialEq)]
pub enum Errand {
    /// Stops a job.
    Stop(Job),
    /// Ends the worker of a batch that is being scored.
    StopScoring(Job),
    /// Compares and checks the texts of a shown sample.
    Look {
        /// The id of the sample.
        sample: SampleId,
    },
    /// Compares the tables of the shown sample.
    Tables {
        /// The id of the sample.
        sample: SampleId,
    },
    /// Scores the texts of samples.
    Score {
        /// The samples, in the order of the expected results.
        samples: Vec<SampleId>,
    },
    /// Compiles a prediction.
    Compile {
        /// The id of the sample.
        sample: SampleId,
        /// The prediction.
        prediction: Rc<Prediction>,
        /// The reference, if there is one.
        reference: Option<Rc<Text>>,
        /// Byte ranges of the pages, those of the reference first.
        pages: [Vec<Range<usize>>; 2],
        /// Whether to draw both as well.
        draws: bool,
    },
    /// Typesets formulas.
    Typeset {
        /// The samples, in the order of the expected results.
        samples: Vec<SampleId>,
    },
    /// Typesets and draws pairs of formulas.
    TypesetPairs {
        /// The pairs.
        pairs: Vec<Texts>,
    },
    /// Scores pairs of formulas.
    ScorePairs {
        /// The pairs.
        pairs: Vec<Texts>,
    },
    /// Draws a page of a PDF file.
    Draw(PdfPage),
    /// Reads a page.
    Read {
        /// The id of the sample.
        sample: SampleId,
        /// The page image.
        image: Blob,
        /// The choices of the person.
        settings: ReadingSettings,
        /// What to read of it.
        scope: Scope,
    },
    /// Reads the text of a page of a PDF file.
    ReadText(PdfPage),
    /// Typesets the text of a page.
    TypesetText {
        /// The id of the sample.
        sample: SampleId,
        /// The glyphs of the page: [`PageGlyphs`](texlens_ocr::PageGlyphs) as JSON.
        glyphs: Blob,
        /// Seconds that reading them took.
        seconds: f64,
    },
    /// Typesets the pages of a document together.
    Join {
        /// The id of the document.
        document: SampleId,
        /// The glyphs found on its pages, in order.
        pages: Vec<(PageId, Blob)>,
    },
}

/// The amount of remaining work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Open {
    /// Number of pages that are not read.
    pub to_read: usize,
    /// Number of pairs of texts that are not scored.
    pub to_score: usize,
}

/// Events of the whole queue.
#[derive(Debug)]
pub enum QueueAction {
    /// Pauses or resumes work.
    Pause(bool),
    /// Cancels all waiting and running work.
    CancelAll,
    /// Tries again what failed or was cancelled.
    RetryAll,
}

impl State {
    pub(super) fn queue_after(&mut self, action: QueueAction) {
        match action {
            QueueAction::Pause(paused) => self.paused = paused,
            QueueAction::CancelAll => self.cancel_all(),
            QueueAction::RetryAll => self.retry_all(),
        }
    }
}

impl State {
    /// Returns the number of errands that were run. After each, the next [`errand`](Self::errand) is a new one, even if
    /// it is equal: a worker may be lost before anyone has seen the state in which it was at work.
    #[must_use]
    pub fn errands_run(&self) -> u64 {
        self.errands_run
    }

    /// Returns the next work for a worker. One page is read at a time, so that waiting ones can be cancelled.
    #[must_use]
    pub fn errand(&self) -> Option<Errand> {
        if let Some(job) = self.stops.first() {
            return Some(Errand::Stop(*job));
        }
        if let Some(errand) = self.batch_to_stop() {
            return Some(errand);
        }
        if let Some(page) = self.page_to_draw() {
            return Some(Errand::Draw(page));
        }
        if let Some(errand) = self.look_errand(Sample::waits_for_comparison) {
            return Some(errand);
        }
        if let Some(errand) = self.draw_page_errand().or_else(|| self.tables_errand()) {
            return Some(errand);
        }
        // Nothing waits for the instant check.
        self.work_errand().or_else(|| self.look_errand(Sample::waits_for_check))
    }

    /// Returns the next work that can be paused.
    fn work_errand(&self) -> Option<Errand> {
        if self.paused {
            return None;
        }
        self.text_errand()
            .or_else(|| self.score_pairs_errand())
            .or_else(|| self.typeset_pairs_errand())
            .or_else(|| self.compile_errand())
            .or_else(|| self.score_errand())
            .or_else(|| self.read_errand())
    }

    pub(super) fn read_errand(&self) -> Option<Errand> {
        if self.samples.count(Stage::BeingRead) > 0 {
            return None;
        }
        let queued = self.samples.first(Stage::ToRead)?;
        if self.has_pages(queued.id) {
            return Some(self.join_errand(queued));
        }
        self.page_errand(queued)
    }

    /// Returns the amount of remaining work.
    #[must_use]
    pub fn open_work(&self) -> Open {
        let waiting: usize = self.samples.to_score().map(|stage| self.samples.count(stage)).sum();
        Open {
            to_read: self.samples.count(Stage::ToRead) + self.samples.count(Stage::BeingRead),
            to_score: waiting + self.samples.count(Stage::BeingScored),
        }
    }

    /// Cancels reading and scoring of a page, or of all pages of a document.
    pub(super) fn cancel(&mut self, id: SampleId) {
        for id in self.family(id) {
            self.cancel_one(id);
        }
    }

    fn cancel_one(&mut self, id: SampleId) {
        let mut running = None;
        self.edit(id, |sample| match sample.reading {
            Reading::Queued => sample.reading_cancelled(),
            Reading::Running { job, .. } => {
                sample.reading = Reading::Stopping { job };
                running = Some(job);
            }
            _ => {}
        });
        self.stops.extend(running);
        self.edit(id, |sample| {
            if matches!(sample.scoring, Scoring::Queued | Scoring::Running { .. }) {
                sample.scoring = Scoring::Cancelled;
            }
        });
    }

    /// Cancels all waiting and running work.
    pub(super) fn cancel_all(&mut self) {
        let to_score: Vec<Stage> = self.samples.to_score().collect();
        let stages = [Stage::ToRead, Stage::BeingRead, Stage::BeingScored];
        for id in self.ids_at(stages.into_iter().chain(to_score)) {
            self.cancel_one(id);
        }
        self.paused = false;
        self.notice = Some(Notice::CancelledAll);
    }

    /// Queues failed and cancelled work again.
    pub(super) fn retry_all(&mut self) {
        self.forget_failed_drawings();
        for id in self.ids_at([Stage::Unfinished]) {
            self.edit(id, Sample::retry);
        }
    }

    pub(super) fn retry(&mut self, id: SampleId) {
        self.forget_failed_drawings();
        for id in self.family(id) {
            self.edit(id, Sample::retry);
        }
    }

    pub(super) fn ids_at(&self, stages: impl IntoIterator<Item = Stage>) -> Vec<SampleId> {
        let at = stages.into_iter().flat_map(|stage| self.samples.at(stage));
        at.map(|sample| sample.id).collect()
    }
}

impl Sample {
    fn retry(&mut self) {
        self.attempts = 0;
        if matches!(self.reading, Reading::Failed { .. } | Reading::Cancelled) {
            self.part = None;
            self.reading = Reading::Queued;
        }
        if matches!(self.scoring, Scoring::Failed { .. } | Scoring::Cancelled) {
            self.scoring = Scoring::Queued;
        }
    }
}
