//! The TeX engine as far as the page is concerned: whether it is wanted, and what it said of each sample.

use std::rc::Rc;

use texlens_evaluate::{Kind, Prediction};
use texlens_tex::{Compilation, Form};

use super::{Errand, Focus, Notice, Sample, SampleId, Scoring, Stage, State, Verdict, Work};
use crate::messages::Job;
use crate::messages::tex::Event;
use crate::words::failures;

/// Whether the engine is wanted, and how far it is. It is loaded by the first text, never before the person asked for it.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Engine {
    /// Not asked for.
    #[default]
    Off,
    /// Asked for.
    On,
    /// Asked for, and its files arrive.
    Loading {
        /// Bytes so far.
        loaded: f64,
        /// Bytes in all.
        total: f64,
    },
    /// Its files could not be loaded.
    Failed {
        /// What went wrong and what to do.
        message: String,
    },
}

/// Of the engine that compiles predictions.
#[derive(Debug)]
pub enum EngineAction {
    /// Compile predictions, from now on: those without a preamble, or also those with one of their own, which takes more files.
    Use(Form),
    /// Compile no more.
    Stop,
    /// Compile one prediction again.
    Again(SampleId),
    /// The engine was given a prediction.
    Started {
        /// Whose.
        sample: SampleId,
        /// The work.
        job: Job,
    },
    /// The worker that compiles says something.
    Heard(Event),
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
    /// Whether predictions are compiled as they come.
    #[must_use]
    pub fn is_on(&self) -> bool {
        matches!(self, Self::On | Self::Loading { .. })
    }
}

impl Sample {
    /// The prediction, if it is something that compiles by itself: a formula is not.
    #[must_use]
    pub fn compilable(&self) -> Option<&Rc<Prediction>> {
        self.prediction
            .as_ref()
            .filter(|_| self.kind != Kind::Formula && !self.is_bare())
    }

    /// The engine's verdict, once it is there.
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

    /// The form of the prediction, if the engine has still to say something of it.
    pub(super) fn awaited(&self) -> Option<Form> {
        let awaits = self.compilable().is_some() && matches!(self.verdict, Verdict::Open | Verdict::Running { .. });
        awaits.then_some(self.form)
    }

    /// To be called when the prediction has changed: what was said of the old one no longer holds.
    pub(super) fn prediction_changed(&mut self) {
        self.verdict = Verdict::Open;
        self.reference_verdict = None;
        self.form = self
            .compilable()
            .map_or(Form::Fragment, |prediction| Form::of(&prediction.latex));
        self.faults = None;
    }

    /// Takes the verdict; scores that need it are computed again.
    pub(super) fn judged(&mut self, compilation: Compilation, of_reference: Option<Compilation>) {
        self.faults = None;
        self.reference_verdict = of_reference.map(Rc::new);
        self.verdict = Verdict::Given(Rc::new(compilation));
        if self.scoring != Scoring::Waiting {
            self.scoring = Scoring::Queued;
        }
    }

    /// Takes a running compilation back.
    pub(super) fn forget_compiling(&mut self) {
        if self.compiling_job().is_some() {
            self.verdict = Verdict::Open;
        }
    }
}

impl State {
    /// How many predictions the engine has done, and how many there are; none while it has nothing to do.
    #[must_use]
    pub fn compiled(&self) -> Option<(usize, usize)> {
        let waiting: usize = self.to_compile().map(|stage| self.samples.count(stage)).sum();
        let open = waiting + self.samples.count(Stage::BeingCompiled);
        let done = self.samples.count(Stage::Compiled);
        (self.engine.is_on() && open > 0).then_some((done, done + open))
    }

    /// The next prediction for the engine: one at a time, so that one that brings it down costs no other.
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

    /// The predictions that the engine may have.
    fn to_compile(&self) -> impl Iterator<Item = Stage> {
        let forms = [Form::Fragment, Form::Document].into_iter();
        forms.filter(|form| self.may_compile(*form)).map(Stage::ToCompile)
    }

    fn may_compile(&self, form: Form) -> bool {
        self.packages || form == Form::Fragment
    }

    /// Whether scores had better wait: the verdict is a matter of milliseconds, unless the engine is being loaded.
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

    pub(super) fn hear_engine(&mut self, event: Event) {
        // What is still said after the engine was turned off does not count.
        if !self.engine.is_on() {
            return;
        }
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
                    // The list that it was in is another one now.
                    if self.selected == Some(id) && matches!(self.focus, Focus::Fault(_)) {
                        self.focus = Focus::Nothing;
                    }
                }
            }
            Event::Unavailable { message, job: _ } => {
                self.forget_all_compiling();
                self.notice = Some(Notice::Failed(message.clone()));
                self.engine = Engine::Failed { message };
            }
            Event::Restarted { message, lost } => {
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
