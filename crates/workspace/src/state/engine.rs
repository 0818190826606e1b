//! The TeX engine as seen by the page: whether it is on, its verdicts on samples, and the formulas that it sets.

use std::rc::Rc;

use texlens_evaluate::{Kind, Prediction};
use texlens_metrics::Appearance;
use texlens_tex::{Compilation, Form, Use};

use super::{Errand, Focus, Notice, Sample, SampleId, Scoring, Stage, State, Typesetting, Verdict, Work};
use crate::messages::score::Texts;
use crate::messages::tex::{Event, TypesetPair};
use crate::messages::{Heard, Job};
use crate::words::failures;

/// The state of the TeX engine. The engine is loaded for the first text, and never before the person asked for it.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Engine {
    /// The person did not ask for it.
    #[default]
    Off,
    /// The person asked for it.
    On,
    /// The person asked for it, and its files are being loaded.
    Loading {
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// The engine's files could not be loaded.
    Failed {
        /// A message that says what went wrong and what to do.
        message: String,
    },
}

/// Events of the TeX engine.
#[derive(Debug)]
pub enum EngineAction {
    /// Uses the engine in this way from now on. Compiling predictions with their own preamble includes those without.
    Use(Use),
    /// Stops the engine.
    Stop,
    /// Compiles or typesets one sample again.
    Again(SampleId),
    /// The engine got a prediction.
    Started {
        /// The id of the sample.
        sample: SampleId,
        /// The id of the job.
        job: Job,
        /// Whether it draws the prediction as well.
        draws: bool,
    },
    /// The engine got formulas to typeset.
    TypesettingStarted {
        /// The ids of the samples.
        samples: Vec<SampleId>,
        /// The id of the job.
        job: Job,
    },
    /// The engine got pairs of formulas to typeset.
    PairsStarted {
        /// The pairs.
        pairs: Vec<Texts>,
        /// The id of the job.
        job: Job,
    },
    /// The worker that compiles sent a message.
    Heard(Heard<Event>),
}

/// Maximum number of formulas that the engine sets in one job. A job should take less than a second.
const FORMULAS_AT_ONCE: usize = 32;

impl State {
    pub(super) fn engine_after(&mut self, action: EngineAction) {
        match action {
            EngineAction::Use(usage) => self.use_engine(usage),
            EngineAction::Stop => self.stop_engine(),
            EngineAction::Again(id) => self.compile_again(id),
            EngineAction::Started { sample, job, draws } if draws => self.page_drawing_started(sample, job),
            EngineAction::Started { sample, job, .. } => {
                self.edit(sample, |sample| sample.verdict = Verdict::Running { job })
            }
            EngineAction::TypesettingStarted { samples, job } => {
                for id in &samples {
                    self.edit(*id, |sample| sample.typesetting = Typesetting::Running { job });
                }
                self.being_typeset.insert(job, samples);
            }
            EngineAction::PairsStarted { pairs, job } => self.formula_pairs.typesetting_started(job, pairs),
            EngineAction::Heard(event) => self.hear_engine(event),
        }
    }
}

impl Engine {
    /// Returns whether samples are compiled or typeset as they arrive.
    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::On | Self::Loading { .. })
    }
}

impl Sample {
    /// Returns the prediction, if it can be compiled by itself. A formula cannot.
    #[must_use]
    pub fn compilable(&self) -> Option<&Rc<Prediction>> {
        self.prediction
            .as_ref()
            .filter(|_| self.kind != Kind::Formula && !self.is_bare())
    }

    /// Returns whether the prediction of a page is one document, which can be downloaded.
    #[must_use]
    pub fn is_one_document(&self) -> bool {
        self.kind == Kind::Page && self.compilable().is_some()
    }

    /// Returns the engine's verdict on the prediction, if there is one.
    #[must_use]
    pub fn compilation(&self) -> Option<&Rc<Compilation>> {
        match &self.verdict {
            Verdict::Given(compilation) => Some(compilation),
            _ => None,
        }
    }

    pub(super) fn compiling_job(&self) -> Option<Job> {
        match self.verdict {
            Verdict::Running { job } => Some(job),
            _ => None,
        }
    }

    /// Returns whether there are two formulas, which the engine can set.
    #[must_use]
    pub fn can_be_typeset(&self) -> bool {
        self.kind == Kind::Formula && self.has_pair()
    }

    /// Returns the use of the engine that the sample waits for.
    pub(super) fn awaited(&self) -> Option<Use> {
        let awaits_verdict =
            self.compilable().is_some() && matches!(self.verdict, Verdict::Open | Verdict::Running { .. });
        let awaits_look = self.can_be_typeset()
            && matches!(
                self.typesetting,
                Typesetting::Open | Typesetting::Alone | Typesetting::Running { .. }
            );
        match (awaits_verdict, awaits_look) {
            (true, _) => Some(self.form.into()),
            (_, true) => Some(Use::Dvi),
            _ => None,
        }
    }

    /// Must be called when the prediction has changed: drops results about the old one.
    pub(super) fn prediction_changed(&mut self) {
        if self.unit_verdicts().next().is_some() {
            Rc::make_mut(&mut self.unit_tests).retain(|tests| tests.page.is_missing);
        }
        self.texts_left_out = false;
        self.verdict = Verdict::Open;
        self.reference_verdict = None;
        self.form = self
            .compilable()
            .map_or(Form::Fragment, |prediction| Form::of(&prediction.latex));
        self.faults = None;
    }

    /// Takes the verdicts. Scores are computed again, since some need them.
    pub(super) fn judged(&mut self, compilation: Compilation, of_reference: Option<Compilation>) {
        self.faults = None;
        self.reference_verdict = of_reference.map(Rc::new);
        self.verdict = Verdict::Given(Rc::new(compilation));
        if self.scoring != Scoring::Waiting {
            self.scoring = Scoring::Queued;
        }
    }

    /// Takes the appearances. The formula is scored again, since some metrics need them.
    fn typeset(&mut self, appearances: [Option<Appearance>; 2]) {
        let [reference, prediction] = appearances.map(Option::unwrap_or_default);
        self.typesetting = Typesetting::Given(Rc::new([reference, prediction]));
        if self.scoring != Scoring::Waiting {
            self.scoring = Scoring::Queued;
        }
    }

    /// Resets what the engine is doing with the sample.
    pub(super) fn forget_compiling(&mut self) {
        if self.compiling_job().is_some() {
            self.verdict = Verdict::Open;
        }
        if matches!(self.typesetting, Typesetting::Running { .. }) {
            self.typesetting = Typesetting::Open;
        }
    }
}

impl State {
    /// Returns whether the engine may draw texts of a form without asking the person.
    #[must_use]
    pub fn may_draw(&self, form: Form) -> bool {
        self.engine.is_on() && self.uses.contains(&Use::drawing(form))
    }

    /// Returns how many samples the engine has compiled or typeset, and how many there are, or `None` while it has
    /// nothing to do.
    #[must_use]
    pub fn compiled(&self) -> Option<(usize, usize)> {
        let waiting: usize = self.to_compile().map(|stage| self.samples.count(stage)).sum();
        let open = waiting + self.samples.count(Stage::BeingCompiled);
        let done = self.samples.count(Stage::Compiled);
        (self.engine.is_on() && open > 0).then_some((done, done + open))
    }

    /// Returns the next work for the engine. It compiles one prediction at a time, so that a prediction that crashes it
    /// affects no other; formulas take so little time that it sets several at once.
    pub(super) fn compile_errand(&self) -> Option<Errand> {
        if self.engine_is_busy() || !self.engine.is_on() {
            return None;
        }
        let first = self.to_compile().filter_map(|stage| self.samples.first(stage));
        let sample = first.min_by_key(|sample| sample.id)?;
        if sample.can_be_typeset() {
            return Some(self.typeset_errand(sample));
        }
        self.compile_sample(sample, false)
    }

    /// Returns the work of compiling a sample, and of drawing it if `draws`.
    pub(super) fn compile_sample(&self, sample: &Sample, draws: bool) -> Option<Errand> {
        Some(Errand::Compile {
            sample: sample.id,
            prediction: sample.compilable()?.clone(),
            reference: sample.reference.clone(),
            pages: self.page_ranges(sample.id),
            draws,
        })
    }

    /// Returns the work of setting the shown formula, if it waits, and others that wait. A formula that the engine was
    /// lost with goes alone.
    fn typeset_errand(&self, first: &Sample) -> Errand {
        let waits = |sample: &&Rc<Sample>| matches!(sample.typesetting, Typesetting::Open | Typesetting::Alone);
        let is_alone = |sample: &Sample| sample.typesetting == Typesetting::Alone;
        let shown = self.current().filter(|sample| sample.can_be_typeset()).filter(waits);
        let first = shown.map_or(first, |sample| sample);
        let mut samples = vec![first.id];
        if !is_alone(first) {
            let waiting = self.samples.at(Stage::ToCompile(Use::Dvi));
            let others = waiting.filter(|sample| sample.id != first.id && !is_alone(sample));
            samples.extend(others.map(|sample| sample.id).take(FORMULAS_AT_ONCE - 1));
        }
        Errand::Typeset { samples }
    }

    pub(super) fn engine_is_busy(&self) -> bool {
        let is_typesetting = self.formula_pairs.is_typesetting() || self.page_drawings.is_running();
        is_typesetting || self.samples.count(Stage::BeingCompiled) > 0
    }

    /// Returns the stages of the samples that the engine may work on.
    fn to_compile(&self) -> impl Iterator<Item = Stage> {
        self.uses.iter().copied().map(Stage::ToCompile)
    }

    /// Returns whether scoring should wait for the engine, which takes milliseconds, unless it is being loaded.
    pub(super) fn verdict_is_due(&self, stage: Stage) -> bool {
        let Stage::ToScore(Some(usage)) = stage else {
            return false;
        };
        self.engine == Engine::On && self.uses.contains(&usage)
    }

    pub(super) fn use_engine(&mut self, usage: Use) {
        self.uses.insert(usage);
        if usage == Use::Document {
            self.uses.insert(Use::Fragment);
        }
        if !self.engine.is_on() {
            self.engine = Engine::On;
        }
    }

    pub(super) fn stop_engine(&mut self) {
        self.engine = Engine::Off;
        self.forget_all_compiling();
    }

    pub(super) fn compile_again(&mut self, id: SampleId) {
        self.edit(id, |sample| {
            sample.verdict = Verdict::Open;
            sample.typesetting = Typesetting::Open;
        });
        let Some(sample) = self.samples.get(id) else { return };
        let usage = match sample.awaited() {
            // The run that draws the prediction compiles it, too.
            Some(_) if self.shows_drawing(sample) => Some(Use::drawing(sample.form)),
            usage => usage,
        };
        if let Some(usage) = usage {
            self.use_engine(usage);
        }
    }

    pub(super) fn hear_engine(&mut self, heard: Heard<Event>) {
        // Messages that arrive after the engine was turned off are ignored.
        if !self.engine.is_on() {
            return;
        }
        match heard {
            Heard::Event(event) => self.hear_compiling(event),
            Heard::Failed { message, job: _ } => {
                self.forget_all_compiling();
                self.notice = Some(Notice::Failed(message.clone()));
                self.engine = Engine::Failed { message };
            }
            Heard::Restarted { message, lost } => {
                self.engine = Engine::On;
                for job in lost {
                    self.engine_lost_with(job, &message);
                }
                self.notice = Some(Notice::Restarted(message));
            }
            Heard::Progress { .. } | Heard::Cancelled { .. } => {}
        }
    }

    fn hear_compiling(&mut self, event: Event) {
        match event {
            Event::Loading { loaded, total } => self.engine = Engine::Loading { loaded, total },
            Event::Compiling { .. } => self.engine = Engine::On,
            Event::Compiled {
                job,
                compilation,
                reference,
                drawn,
            } => {
                self.engine = Engine::On;
                self.page_drawn(job, &compilation, reference.as_ref(), drawn);
                if let Some(id) = self.find_compiling(job) {
                    self.notice = Some(Notice::Compiled {
                        name: self.name_of(id),
                        compiles: compilation.compiles,
                    });
                    self.take_verdict(id, compilation, reference);
                }
            }
            Event::Typeset { job, pairs } => {
                self.engine = Engine::On;
                if self.being_typeset.contains_key(&job) {
                    self.take_typeset(job, pairs);
                } else {
                    self.formula_pairs.typeset(job, pairs);
                }
            }
        }
    }

    pub(super) fn take_verdict(&mut self, id: SampleId, compilation: Compilation, reference: Option<Compilation>) {
        self.edit(id, |sample| sample.judged(compilation, reference));
        // The list with the selected error has been replaced.
        if self.selected == Some(id) && matches!(self.focus, Focus::Fault(_)) {
            self.focus = Focus::Nothing;
        }
    }

    fn take_typeset(&mut self, job: Job, pairs: Vec<TypesetPair>) {
        let samples = self.being_typeset.remove(&job).unwrap_or_default();
        for (id, pair) in samples.into_iter().zip(pairs) {
            if self.is_typeset_by(id, job) {
                self.edit(id, |sample| sample.typeset(pair.appearances));
            }
        }
    }

    /// Handles the loss of the engine. Of several formulas one was the cause, so that each is set alone.
    fn engine_lost_with(&mut self, job: Job, why: &str) {
        let drawn = self.page_lost(job);
        if let Some(id) = self.find_compiling(job).or(drawn) {
            let message = failures::verdict_lost(why);
            self.edit(id, |sample| sample.verdict = Verdict::Failed { message });
        }
        self.formula_pairs.engine_lost(job, why);
        let formulas = self.being_typeset.remove(&job).unwrap_or_default();
        let next = match formulas.len() {
            1 => Typesetting::Failed {
                message: failures::typesetting_lost(why),
            },
            _ => Typesetting::Alone,
        };
        for id in formulas
            .into_iter()
            .filter(|id| self.is_typeset_by(*id, job))
            .collect::<Vec<_>>()
        {
            self.edit(id, |sample| sample.typesetting = next.clone());
        }
    }

    /// Returns whether a job sets the formula. A formula that has changed waits for another job.
    fn is_typeset_by(&self, id: SampleId, job: Job) -> bool {
        let sample = self.samples.get(id);
        sample.is_some_and(|sample| sample.typesetting == Typesetting::Running { job })
    }

    fn find_compiling(&self, job: Job) -> Option<SampleId> {
        self.samples.at_work(Work::Compiling(job))
    }

    fn forget_all_compiling(&mut self) {
        self.being_typeset.clear();
        self.formula_pairs.forget_typesetting();
        self.page_drawings.forget_running();
        for id in self.ids_at([Stage::BeingCompiled]) {
            self.edit(id, Sample::forget_compiling);
        }
    }
}
