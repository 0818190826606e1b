//! The TeX engine as seen by the page: whether it is on, and its verdicts on samples.

use std::rc::Rc;

use texlens_evaluate::{Kind, Prediction};
use texlens_tex::{Compilation, Form};

use super::{Errand, Focus, Notice, Sample, SampleId, Scoring, Stage, State, Verdict, Work};
use crate::messages::tex::Event;
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
    /// Compiles predictions from now on: those without a preamble, or also those with their own, which need more files.
    Use(Form),
    /// Stops compiling.
    Stop,
    /// Compiles one prediction again.
    Again(SampleId),
    /// The engine got a prediction.
    Started {
        /// The id of the sample.
        sample: SampleId,
        /// The id of the job.
        job: Job,
    },
    /// The worker that compiles sent a message.
    Heard(Heard<Event>),
}

impl State {
    pub(super) fn engine_after(&mut self, action: EngineAction) {
        match action {
            EngineAction::Use(form) => self.use_engine(form),
            EngineAction::Stop => self.stop_engine(),
            EngineAction::Again(id) => self.compile_again(id),
            EngineAction::Started { sample, job } => {
                self.edit(sample, |sample| sample.verdict = Verdict::Running { job })
            }
            EngineAction::Heard(event) => self.hear_engine(event),
        }
    }
}

impl Engine {
    /// Returns whether predictions are compiled as they arrive.
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

    /// Returns the form of the prediction, if the engine's verdict is still open.
    pub(super) fn awaited(&self) -> Option<Form> {
        let awaits = self.compilable().is_some() && matches!(self.verdict, Verdict::Open | Verdict::Running { .. });
        awaits.then_some(self.form)
    }

    /// Must be called when the prediction has changed: drops results about the old one.
    pub(super) fn prediction_changed(&mut self) {
        if self.unit_verdicts().next().is_some() {
            Rc::make_mut(&mut self.unit_tests).retain(|tests| tests.page.is_missing);
        }
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

    /// Resets a running compilation.
    pub(super) fn forget_compiling(&mut self) {
        if self.compiling_job().is_some() {
            self.verdict = Verdict::Open;
        }
    }
}

impl State {
    /// Returns how many predictions the engine has compiled, and how many there are, or `None` while it has nothing to
    /// do.
    #[must_use]
    pub fn compiled(&self) -> Option<(usize, usize)> {
        let waiting: usize = self.to_compile().map(|stage| self.samples.count(stage)).sum();
        let open = waiting + self.samples.count(Stage::BeingCompiled);
        let done = self.samples.count(Stage::Compiled);
        (self.engine.is_on() && open > 0).then_some((done, done + open))
    }

    /// Returns the next prediction to compile. There is only one at a time, so that a prediction that crashes the
    /// engine affects no other.
    pub(super) fn compile_errand(&self) -> Option<Errand> {
        if self.samples.count(Stage::BeingCompiled) > 0 || !self.engine.is_on() {
            return None;
        }
        let first = self.to_compile().filter_map(|stage| self.samples.first(stage));
        let sample = first.min_by_key(|sample| sample.id)?;
        Some(Errand::Compile {
            sample: sample.id,
            prediction: sample.compilable()?.clone(),
            reference: sample.reference.clone(),
            pages: self.page_ranges(sample.id),
        })
    }

    /// Returns the stages of the predictions that the engine may compile.
    fn to_compile(&self) -> impl Iterator<Item = Stage> {
        let forms = [Form::Fragment, Form::Document].into_iter();
        forms.filter(|form| self.may_compile(*form)).map(Stage::ToCompile)
    }

    fn may_compile(&self, form: Form) -> bool {
        self.packages || form == Form::Fragment
    }

    /// Returns whether scoring should wait for the verdict. The verdict takes milliseconds, unless the engine is being
    /// loaded.
    pub(super) fn verdict_is_due(&self, stage: Stage) -> bool {
        let Stage::ToScore(Some(form)) = stage else {
            return false;
        };
        self.engine == Engine::On && self.may_compile(form)
    }

    pub(super) fn use_engine(&mut self, form: Form) {
        self.packages |= form == Form::Document;
        if !self.engine.is_on() {
            self.engine = Engine::On;
        }
    }

    pub(super) fn stop_engine(&mut self) {
        self.engine = Engine::Off;
        self.forget_all_compiling();
    }

    pub(super) fn compile_again(&mut self, id: SampleId) {
        self.edit(id, |sample| sample.verdict = Verdict::Open);
        self.use_engine(Form::Fragment);
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
                for id in lost
                    .into_iter()
                    .filter_map(|job| self.find_compiling(job))
                    .collect::<Vec<_>>()
                {
                    let message = failures::verdict_lost(&message);
                    self.edit(id, |sample| sample.verdict = Verdict::Failed { message });
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
            } => {
                self.engine = Engine::On;
                if let Some(id) = self.find_compiling(job) {
                    self.notice = Some(Notice::Compiled {
                        name: self.name_of(id),
                        compiles: compilation.compiles,
                    });
                    self.edit(id, |sample| sample.judged(compilation, reference));
                    // The list with the selected error has been replaced.
                    if self.selected == Some(id) && matches!(self.focus, Focus::Fault(_)) {
                        self.focus = Focus::Nothing;
                    }
                }
            }
        }
    }

    fn find_compiling(&self, job: Job) -> Option<SampleId> {
        self.samples.at_work(Work::Compiling(job))
    }

    fn forget_all_compiling(&mut self) {
        for id in self.ids_at([Stage::BeingCompiled]) {
            self.edit(id, Sample::forget_compiling);
        }
    }
}
