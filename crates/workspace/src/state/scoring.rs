//! What the workers that score are given, and what they say.

use std::{collections::BTreeMap, rc::Rc};

use texlens_evaluate::{Detail, Scored};

use super::sample::ATTEMPTS;
use super::{Errand, Notice, Sample, SampleId, Scoring, State};
use crate::comparison::Comparison;
use crate::faults::Faults;
use crate::messages::Job;
use crate::messages::score::{Event, Looked, Pair, Texts};
use crate::words::failures;

/// So many texts are given to a worker at once, at least: a message costs as much as a short formula.
const BATCH: usize = 32;
/// And at most: a batch is done in a moment, and all of it is scored again when one of its samples is taken back.
const LARGEST_BATCH: usize = 256;
/// In so many batches all samples are scored, within these bounds: each costs a look at the whole list.
const BATCHES: usize = 400;
/// A batch is full with so many bytes, however few they are.
const BATCH_BYTES: usize = 200_000;
/// Texts of so many bytes together are looked at by the page itself, in less time than a person notices; longer ones by a worker.
const LOOKED_AT_ONCE: usize = 1 << 15;
/// Among more samples than this, the places behind the scores are kept only of those that were looked at.
const DETAILED: usize = 500;

/// Of the workers that score.
#[derive(Debug)]
pub enum ScoreAction {
    /// Score again after a failure.
    Again(SampleId),
    /// Score everything again with these settings, by name; all others are as by default.
    Settings(BTreeMap<String, String>),
    /// A worker was given texts to score.
    Started {
        /// Whose.
        samples: Vec<SampleId>,
        /// The work.
        job: Job,
    },
    /// A worker was given texts to look at.
    LookingStarted {
        /// Whose.
        sample: SampleId,
        /// The work.
        job: Job,
    },
    /// The worker that had these texts was ended.
    Stopped(Job),
    /// A worker that scores says something.
    Heard(Event),
}

impl State {
    pub(super) fn score_after(&mut self, action: ScoreAction) {
        match action {
            ScoreAction::Again(id) => self.edit(id, Sample::texts_changed),
            ScoreAction::Settings(settings) => self.set_settings(settings),
            ScoreAction::Started { samples, job } => self.scoring_started(job, samples),
            ScoreAction::LookingStarted { sample, job } => self.looking_started(sample, job),
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
            Ok(scored) => {
                self.scoring = Scoring::Done;
                self.scored = Some(Rc::new(scored));
            }
            Err(message) => self.scoring = Scoring::Failed { message },
        }
    }

    /// Whether the texts have still to be compared, by a worker.
    #[must_use]
    pub fn waits_for_comparison(&self) -> bool {
        self.has_pair() && self.comparison.is_none() && self.is_long()
    }

    /// Whether a worker has to say what only a person who looks at the sample wants to know.
    pub(super) fn waits_for_a_look(&self) -> bool {
        let is_checked = self.faults.is_some() || self.compilable().is_none() || self.compilation().is_some();
        self.waits_for_comparison() || !is_checked && self.is_long()
    }

    fn is_long(&self) -> bool {
        self.text_bytes() > LOOKED_AT_ONCE
    }

    /// What was found out of the texts; a worker that could not find out says nothing.
    fn looked(&mut self, looked: Option<Looked>) {
        self.looking = None;
        let Looked { segments, expected } = looked.unwrap_or_default();
        if let (None, Some(reference), Some(prediction)) =
            (&self.comparison, self.reference_latex(), self.prediction_latex())
        {
            let comparison = match segments {
                Some(segments) => Comparison::of(reference, prediction, segments.iter()),
                None => Comparison::of_strangers(reference, prediction),
            };
            self.comparison = Some(Rc::new(comparison));
        }
        if let (None, Some(prediction)) = (&self.faults, self.prediction_latex()) {
            self.faults = Some(Rc::new(Faults::of_check(prediction, expected.unwrap_or_default())));
        }
    }

    /// The worker died over it, or over one that was given to it with this one.
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

impl State {
    /// What a worker needs to score a sample.
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
            detail: if self.wants_details(id) {
                Detail::Spans
            } else {
                Detail::Values
            },
        })
    }

    /// Whether the places behind a sample's scores are wanted.
    #[must_use]
    pub fn wants_details(&self, id: SampleId) -> bool {
        self.selected == Some(id) || self.samples.len() <= DETAILED
    }

    /// A batch that is being scored and that one of its samples does not wait for any more: it was removed or cancelled, or
    /// its texts or the settings have changed. Its worker is needed for others.
    pub(super) fn batch_to_stop(&self) -> Option<Errand> {
        let mut batches = self.batches.iter();
        let (job, _) = batches.find(|(job, samples)| samples.iter().any(|id| self.scores(*id) != Some(**job)))?;
        Some(Errand::StopScoring(*job))
    }

    /// The worker of a batch was ended. Those of its samples that still wait go again.
    pub(super) fn scoring_stopped(&mut self, job: Job) {
        for id in self.batch_of(job) {
            self.edit(id, |sample| sample.scoring = Scoring::Queued);
        }
        // The worker may have had these to look at as well.
        for id in std::mem::take(&mut self.looking).into_values() {
            self.edit(id, |sample| sample.looking = None);
        }
    }

    /// The long texts that are looked at, or those beside them.
    pub(super) fn look_errand(&self) -> Option<Errand> {
        let mut shown = self.current().into_iter().chain(self.beside());
        let is_due = |sample: &&Rc<Sample>| sample.looking.is_none() && sample.waits_for_a_look();
        let sample = shown.find(is_due)?.id;
        Some(Errand::Look { sample })
    }

    /// The texts of a sample.
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
        // Texts that have changed meanwhile wait for another job.
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

    /// How many batches are scored at a time. While files come, one processor fewer: the browser is busy with them.
    fn open_lanes(&self) -> usize {
        let busy = usize::from(self.import.is_some());
        self.lanes.saturating_sub(busy).max(1)
    }

    /// The next texts: those that are looked at, otherwise the first. One that a worker died over goes alone.
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

    /// How many pairs of texts there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.samples.iter().filter(|sample| sample.has_pair()).count()
    }

    /// Scores everything again; what was said before is shown until then.
    pub(super) fn set_settings(&mut self, settings: BTreeMap<String, String>) {
        self.settings = Rc::new(settings);
        self.dialog = None;
        let pairs: Vec<SampleId> = (self.samples.iter().filter(|sample| sample.has_pair()))
            .map(|sample| sample.id)
            .collect();
        for id in pairs {
            self.edit(id, |sample| {
                sample.scoring = Scoring::Queued;
                sample.attempts = 0;
            });
        }
    }

    pub(super) fn scoring_started(&mut self, job: Job, samples: Vec<SampleId>) {
        for id in &samples {
            self.edit(*id, |sample| sample.scoring = Scoring::Running { job });
        }
        self.batches.insert(job, samples);
    }

    pub(super) fn hear_scores(&mut self, event: Event) {
        match event {
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
            Event::Looked { job, looked } => self.looked(job, Some(looked)),
            Event::Failed { job, message } => {
                job.into_iter().for_each(|job| self.looked(job, None));
                for id in job.map(|job| self.batch_of(job)).unwrap_or_default() {
                    let message = message.clone();
                    self.edit(id, |sample| sample.scoring = Scoring::Failed { message });
                }
                self.notice = Some(Notice::Failed(message));
            }
            Event::Restarted { message, lost } => {
                for job in lost {
                    self.looked(job, None);
                    for id in self.batch_of(job) {
                        self.edit(id, |sample| sample.scoring_lost(&message));
                    }
                }
                self.notice = Some(Notice::Restarted(message));
            }
        }
    }

    /// Takes a batch back: those of its samples that are still this job's.
    fn batch_of(&mut self, job: Job) -> Vec<SampleId> {
        let batch = self.batches.remove(&job).unwrap_or_default();
        batch.into_iter().filter(|id| self.scores(*id) == Some(job)).collect()
    }

    /// The job that scores a sample. A sample whose texts have changed meanwhile waits for another one.
    fn scores(&self, id: SampleId) -> Option<Job> {
        self.samples.get(id)?.scoring_job()
    }
}
