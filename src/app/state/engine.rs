//! The TeX engine as far as the page is concerned: whether it is wanted, and what it said of each sample.

use std::rc::Rc;

use texlens_evaluate::{Kind, Prediction};
use texlens_tex::{Compilation, Form};

use super::{Errand, Focus, Notice, Sample, SampleId, Scoring, State};
use crate::app::faults::Faults;
use crate::worker::{protocol::Job, tex::protocol::Event};

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

/// What the engine says of a sample's prediction.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Verdict {
    /// Nothing yet.
    #[default]
    Open,
    /// The worker has it.
    Running {
        /// The work.
        job: Job,
    },
    /// It came to its end.
    Given(Rc<Compilation>),
    /// The engine died over it, or had to be stopped.
    Failed {
        /// What happened.
        message: String,
    },
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
        self.prediction.as_ref().filter(|_| self.kind != Kind::Formula)
    }

    /// The engine's verdict, once it is there.
    #[must_use]
    pub fn compilation(&self) -> Option<&Rc<Compilation>> {
        match &self.verdict {
            Verdict::Given(compilation) => Some(compilation),
            _ => None,
        }
    }

    fn compiling_job(&self) -> Option<Job> {
        match self.verdict {
            Verdict::Running { job } => Some(job),
            _ => None,
        }
    }

    /// Whether the engine has still to say something, when it may fetch packages or not.
    fn awaits_verdict(&self, packages: bool) -> bool {
        self.compilable().is_some()
            && (packages || self.form == Form::Fragment)
            && matches!(self.verdict, Verdict::Open | Verdict::Running { .. })
    }

    /// To be called when the prediction has changed: what was said of the old one no longer holds.
    pub(super) fn prediction_changed(&mut self) {
        self.verdict = Verdict::Open;
        self.form = self
            .compilable()
            .map_or(Form::Fragment, |prediction| Form::of(&prediction.latex));
        self.faults = self
            .compilable()
            .map(|prediction| Rc::new(Faults::expected(&prediction.latex)));
    }

    /// Takes the verdict; scores that need it are computed again.
    pub(super) fn judged(&mut self, compilation: Compilation) {
        if let Some(prediction) = self.compilable() {
            self.faults = Some(Rc::new(Faults::certain(&prediction.latex, &compilation)));
        }
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
        let is_due = |sample: &&Rc<Sample>| sample.awaits_verdict(self.packages) || sample.compilation().is_some();
        let all = self.samples.iter().filter(is_due);
        let (mut done, mut total) = (0, 0);
        for sample in all {
            total += 1;
            done += usize::from(!sample.awaits_verdict(self.packages));
        }
        (self.engine.is_on() && done < total).then_some((done, total))
    }

    /// The next prediction for the engine: one at a time, so that one that brings it down costs no other.
    pub(super) fn compile_errand(&self) -> Option<Errand> {
        let busy = self.samples.iter().any(|sample| sample.compiling_job().is_some());
        if busy || !self.engine.is_on() {
            return None;
        }
        let next = |sample: &&Rc<Sample>| sample.awaits_verdict(self.packages);
        let sample = self.samples.iter().find(next)?;
        Some(Errand::Compile {
            sample: sample.id,
            prediction: sample.compilable()?.clone(),
        })
    }

    /// Whether a sample's scores had better wait: its verdict is a matter of milliseconds, unless the engine is being loaded.
    pub(super) fn verdict_is_due(&self, sample: &Sample) -> bool {
        self.engine == Engine::On && sample.awaits_verdict(self.packages)
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
            Event::Compiled { job, compilation } => {
                self.engine = Engine::On;
                if let Some(id) = self.find_compiling(job) {
                    self.notice = Some(Notice::Compiled {
                        name: self.name_of(id),
                        compiles: compilation.compiles,
                    });
                    self.edit(id, |sample| sample.judged(compilation));
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
                    let message = format!("{message} There is no verdict on this text.");
                    self.edit(id, |sample| sample.verdict = Verdict::Failed { message });
                }
                self.notice = Some(Notice::Restarted(message));
            }
        }
    }

    fn find_compiling(&self, job: Job) -> Option<SampleId> {
        let owns = |sample: &&Rc<Sample>| sample.compiling_job() == Some(job);
        self.samples.iter().find(owns).map(|sample| sample.id)
    }

    fn forget_all_compiling(&mut self) {
        for sample in &mut self.samples {
            if sample.compiling_job().is_some() {
                Rc::make_mut(sample).forget_compiling();
            }
        }
    }
}
