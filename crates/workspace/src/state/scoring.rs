//! Work for the workers that score, and their messages.

use std::rc::Rc;

use texlens_evaluate::{Detail, Scored};
use texlens_metrics::{Score, lacks_appearance};

use super::sample::ATTEMPTS;
use super::{Errand, Notice, Sample, SampleId, Scoring, State, Typesetting};
use crate::faults::Faults;
use crate::messages::score::{Event, Looked, Pair, SHORT_TEXTS, Texts};
use crate::messages::{Heard, Job};
use crate::text_diff::TextDiff;
use crate::words::failures;

/// Smallest number of samples in a full batch: a message costs as much as a short formula.
const BATCH: usize = 32;
/// Largest number of samples in a batch. A batch must be done in a moment, since all of it is scored again when one of
/// its samples is removed.
const LARGEST_BATCH: usize = 256;
/// Number of batches into which all samples are divided, within the bounds above: each batch costs a pass over the
/// whole list.
const BATCHES: usize = 400;
/// A batch with this many bytes is full, however few samples it has.
const BATCH_BYTES: usize = 200_000;
/// If there are more samples than this, only those that were shown have the spans behind their scores.
const DETAILED: usize = 500;

/// Events of the workers that score.
#[derive(Debug)]
pub enum ScoreAction {
    /// Scores a sample again after a failure.
    Again(SampleId),
    /// A worker got texts to score.
    Started {
        /// The ids of the samples.
        samples: Vec<SampleId>,
        /// The id of the job.
        job: Job,
    },
    /// A worker got texts to compare and check.
    LookingStarted {
        /// The id of the sample.
        sample: SampleId,
        /// The id of the job.
        job: Job,
    },
    /// A worker got tables to compare.
    TablesStarted {
        /// The id of the sample.
        sample: SampleId,
        /// The id of the job.
        job: Job,
    },
    /// A worker got pairs of formulas to score.
    PairsStarted {
        /// The pairs.
        pairs: Vec<Texts>,
        /// The id of the job.
        job: Job,
    },
    /// The worker of this job was ended.
    Stopped(Job),
    /// A worker that scores sent a message.
    Heard(Heard<Event>),
}

impl State {
    pub(super) fn score_after(&mut self, action: ScoreAction) {
        match action {
            ScoreAction::Again(id) => self.edit(id, Sample::texts_changed),
            ScoreAction::Started { samples, job } => self.scoring_started(job, samples),
            ScoreAction::LookingStarted { sample, job } => self.looking_started(sample, job),
            ScoreAction::TablesStarted { sample, job } => self.tables_started(sample, job),
            ScoreAction::PairsStarted { pairs, job } => self.formula_pairs.scoring_started(job, pairs),
            ScoreAction::Stopped(job) => self.scoring_stopped(job),
            ScoreAction::Heard(event) => self.hear_scores(event),
        }
    }
}

impl Sample {
    pub(super) fn scoring_job(&self) -> Option<Job> {
        match self.scoring {
            Scoring::Running { job } => Some(job),
            _ => None,
        }
    }

    pub(super) fn text_bytes(&self) -> usize {
        let reference = self.reference.as_ref().map_or(0, |text| text.latex.len());
        let prediction = self.prediction.as_ref().map_or(0, |prediction| prediction.latex.len());
        reference + prediction
    }

    pub(super) fn has_pair(&self) -> bool {
        self.reference.is_some() && self.prediction.is_some()
    }

    fn scored(&mut self, result: Result<Scored, String>) {
        match result {
            Ok(mut scored) => {
                self.scoring = Scoring::Done;
                match (&self.typesetting, &self.scored) {
                    // The same texts were scored again, for their spans: what needs the appearance stays.
                    (Typesetting::Done, Some(before)) => keep_of_appearance(&mut scored.scores, &before.scores),
                    (Typesetting::Given(_), _) => self.typesetting = Typesetting::Done,
                    _ => {}
                }
                self.scored = Some(Rc::new(scored));
            }
            Err(message) => self.scoring = Scoring::Failed { message },
        }
    }

    /// Returns whether a worker still has to compare the texts. The main thread compares short ones itself.
    #[must_use]
    pub fn waits_for_comparison(&self) -> bool {
        self.has_pair() && self.text_diff.is_none() && self.text_bytes() > SHORT_TEXTS
    }

    /// Returns whether a worker still has to check the prediction. The module of the page is without the check.
    pub(super) fn waits_for_check(&self) -> bool {
        let can_be = self.lost_looks < ATTEMPTS && self.compilable().is_some();
        can_be && self.faults.is_none() && self.compilation().is_none()
    }

    /// Takes the results of a worker. `None` means that the worker was lost, perhaps by other texts.
    fn looked(&mut self, looked: Option<Looked>) {
        self.looking = None;
        if looked.is_none() {
            self.lost_looks = self.lost_looks.saturating_add(1);
            if self.lost_looks < ATTEMPTS {
                return;
            }
        }
        let Looked { segments, expected } = looked.unwrap_or_default();
        if let (None, Some(reference), Some(prediction)) =
            (&self.text_diff, self.reference_latex(), self.prediction_latex())
        {
            let text_diff = match segments {
                Some(segments) => TextDiff::of(reference, prediction, segments.iter()),
                None => TextDiff::of_strangers(reference, prediction),
            };
            self.text_diff = Some(Rc::new(text_diff));
        }
        if let (None, Some(prediction), Some(expected)) = (&self.faults, self.prediction_latex(), expected) {
            self.faults = Some(Rc::new(Faults::of_check(prediction, expected)));
        }
    }

    /// Handles the loss of the worker while it scored this sample or others of its batch.
    fn scoring_lost(&mut self, why: &str) {
        self.attempts += 1;
        self.scoring = if self.attempts < ATTEMPTS {
            Scoring::Queued
        } else {
            Scoring::Failed {
                message: failures::texts_lost(why),
            }
        };
    }
}

/// Replaces scores that lack the appearance of the formulas by those of an earlier scoring.
fn keep_of_appearance(scores: &mut [Score], before: &[Score]) {
    for score in scores.iter_mut().filter(|score| lacks_appearance(score)) {
        let earlier = before.iter().find(|earlier| earlier.metric == score.metric);
        if let Some(earlier) = earlier.filter(|earlier| !lacks_appearance(earlier)) {
            *score = earlier.clone();
        }
    }
}

impl State {
    /// Returns the data that a worker needs to score a sample.
    #[must_use]
    pub fn pair(&self, id: SampleId) -> Option<Pair> {
        let sample = self.samples.get(id)?;
        let [reference_pages, prediction_pages] = self.page_ranges(id);
        Some(Pair {
            kind: sample.kind,
            reference: sample.reference_latex()?.to_owned(),
            reference_pages,
            prediction: sample.prediction_latex()?.to_owned(),
            prediction_pages,
            compilation: sample.compilation().map(|compilation| (**compilation).clone()),
            reference_compilation: sample
                .reference_verdict
                .as_ref()
                .map(|compilation| (**compilation).clone()),
            appearances: match &sample.typesetting {
                Typesetting::Given(appearances) => Some((**appearances).clone()),
                _ => None,
            },
            detail: if self.wants_details(id) {
                Detail::Spans
            } else {
                Detail::Values
            },
        })
    }

    /// Returns whether the spans behind a sample's scores are wanted.
    #[must_use]
    pub fn wants_details(&self, id: SampleId) -> bool {
        self.selected == Some(id) || self.samples.len() <= DETAILED || self.formula_list.is_looked_at(id)
    }

    /// Returns a batch in which a sample no longer waits for the result: the sample was removed or cancelled, or its
    /// texts or the settings have changed. The batch's worker is needed for others.
    pub(super) fn batch_to_stop(&self) -> Option<Errand> {
        let mut batches = self.batches.iter();
        let (job, _) = batches.find(|(job, samples)| samples.iter().any(|id| self.scores(*id) != Some(**job)))?;
        Some(Errand::StopScoring(*job))
    }

    /// Queues the samples of an ended batch that are still waiting.
    pub(super) fn scoring_stopped(&mut self, job: Job) {
        for id in self.batch_of(job) {
            self.edit(id, |sample| sample.scoring = Scoring::Queued);
        }
        // The worker may have been scoring or comparing these texts as well.
        self.formula_pairs.forget_scoring();
        self.tables_stopped();
        for id in std::mem::take(&mut self.looking).into_values() {
            self.edit(id, |sample| sample.looking = None);
        }
    }

    /// Compares and checks the texts of the shown sample, or of the one beside it.
    pub(super) fn look_errand(&self, waits: fn(&Sample) -> bool) -> Option<Errand> {
        let mut shown = self.current().into_iter().chain(self.beside());
        let is_due = |sample: &&Rc<Sample>| sample.looking.is_none() && waits(sample);
        let sample = shown.find(is_due)?.id;
        Some(Errand::Look { sample })
    }

    /// Returns the texts of a sample.
    #[must_use]
    pub fn texts(&self, id: SampleId) -> Option<Texts> {
        let sample = self.samples.get(id)?;
        Some(Texts {
            reference: sample.reference_latex().map(str::to_owned),
            prediction: sample.prediction_latex().map(str::to_owned),
        })
    }

    pub(super) fn looking_started(&mut self, id: SampleId, job: Job) {
        self.edit(id, |sample| sample.looking = Some(job));
        self.looking.insert(job, id);
    }

    fn looked(&mut self, job: Job, looked: Option<Looked>) {
        let Some(id) = self.looking.remove(&job) else { return };
        // If the texts have changed meanwhile, another job handles them.
        if self.samples.get(id).is_some_and(|sample| sample.looking == Some(job)) {
            self.edit(id, |sample| sample.looked(looked));
        }
    }

    pub(super) fn score_errand(&self) -> Option<Errand> {
        if self.batches.len() >= self.open_lanes() {
            return None;
        }
        let samples = self.batch();
        (!samples.is_empty()).then_some(Errand::Score { samples })
    }

    /// Returns the number of batches to score at a time: one fewer during an import, which keeps the browser busy.
    fn open_lanes(&self) -> usize {
        let busy = usize::from(self.import.is_some());
        self.lanes.saturating_sub(busy).max(1)
    }

    /// Returns the next batch: the shown sample alone, or else the first samples. A sample that a worker was lost with
    /// goes alone.
    fn batch(&self) -> Vec<SampleId> {
        let ready = |stage| !self.verdict_is_due(stage);
        let is_ready = |sample: &&Rc<Sample>| sample.to_score().is_some_and(ready);
        if let Some(shown) = self.current().filter(is_ready) {
            return vec![shown.id];
        }
        let stages = self.samples.to_score().filter(|stage| ready(*stage));
        let mut waiting = stages.flat_map(|stage| self.samples.at(stage));
        let Some(first) = waiting.next() else {
            return Vec::new();
        };
        let (mut batch, mut bytes) = (vec![first.id], first.text_bytes());
        if first.attempts > 0 {
            return batch;
        }
        let most = (self.samples.len() / BATCHES).clamp(BATCH, LARGEST_BATCH);
        for sample in waiting.take_while(|sample| sample.attempts == 0).take(most - 1) {
            bytes += sample.text_bytes();
            if bytes > BATCH_BYTES {
                break;
            }
            batch.push(sample.id);
        }
        batch
    }

    /// Returns the number of samples with two texts.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.samples.iter().filter(|sample| sample.has_pair()).count()
    }

    pub(super) fn scoring_started(&mut self, job: Job, samples: Vec<SampleId>) {
        for id in &samples {
            self.edit(*id, |sample| sample.scoring = Scoring::Running { job });
        }
        self.batches.insert(job, samples);
    }

    pub(super) fn hear_scores(&mut self, heard: Heard<Event>) {
        match heard {
            Heard::Event(event) => self.hear_scored(event),
            Heard::Failed { job, message } => {
                if let Some(job) = job {
                    self.formula_pairs.take_scores(job, Vec::new());
                    self.tables_done(job, Err(message.clone()));
                }
                job.into_iter().for_each(|job| self.looked(job, None));
                for id in job.map(|job| self.batch_of(job)).unwrap_or_default() {
                    let message = message.clone();
                    self.edit(id, |sample| sample.scoring = Scoring::Failed { message });
                }
                self.notice = Some(Notice::Failed(message));
            }
            Heard::Restarted { message, lost } => {
                for job in lost {
                    self.looked(job, None);
                    self.formula_pairs.take_scores(job, Vec::new());
                    self.tables_done(job, Err(failures::texts_lost(&message)));
                    for id in self.batch_of(job) {
                        self.edit(id, |sample| sample.scoring_lost(&message));
                    }
                }
                self.notice = Some(Notice::Restarted(message));
            }
            Heard::Progress { .. } | Heard::Cancelled { .. } => {}
        }
    }

    fn hear_scored(&mut self, event: Event) {
        match event {
            Event::Scored { job, results } if self.formula_pairs.scores(job) => {
                self.formula_pairs.take_scores(job, results);
            }
            Event::Scored { job, results } => {
                let batch = self.batches.remove(&job).unwrap_or_default();
                let mut done = Vec::new();
                for (id, result) in batch.into_iter().zip(results) {
                    if self.scores(id) == Some(job) {
                        self.edit(id, |sample| sample.scored(result));
                        done.push(id);
                    }
                }
                self.notice = match done.as_slice() {
                    [] => return,
                    [only] => Some(Notice::Scored(self.name_of(*only))),
                    _ => Some(Notice::ScoredMany(done.len())),
                };
            }
            Event::Tables { job, tables } => self.tables_done(job, Ok(tables)),
            Event::Looked { job, looked } => self.looked(job, Some(looked)),
            // A form awaits it, not the state.
            Event::Tokeniser { .. } => {}
        }
    }

    /// Removes a batch and returns its samples that this job still scores.
    fn batch_of(&mut self, job: Job) -> Vec<SampleId> {
        let batch = self.batches.remove(&job).unwrap_or_default();
        batch.into_iter().filter(|id| self.scores(*id) == Some(job)).collect()
    }

    /// Returns the job that scores a sample. A sample whose texts have changed waits for another job.
    fn scores(&self, id: SampleId) -> Option<Job> {
        self.samples.get(id)?.scoring_job()
    }
}
