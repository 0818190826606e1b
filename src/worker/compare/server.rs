//! The worker that compares: one step after the other, with a breath between them so that it can say that it lives and how far it is.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use texlens_evaluate::{
    Bootstrap, Breakdown, Comparing, Kind, SampleScores, Scored, Scorer, StepResult, settings_of, tag_parts,
};
use texlens_metrics::{Evidence, Settings};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use super::protocol::{Answer, Ask, Board, Event, Paged, Request};
use crate::brought::Rated;
use crate::worker::port::Port;
use crate::worker::protocol::Job;
use crate::worker::score::{fetch_texbleu, protocol::Pair, scored};

/// So long it computes without listening.
const BREATH_MS: f64 = 200.0;

/// Answers the page's requests from now on. `base` is the address of the folder that the app is served from, with a slash at
/// its end.
#[wasm_bindgen]
pub fn start_compare_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        board: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Take(board)) => {
            server.board.replace(Some(Rc::new(Held {
                board,
                samples: RefCell::default(),
            })));
        }
        Ok(Request::Answer { job, ask, ratings }) => {
            let server = Rc::clone(&server);
            spawn_local(async move { server.answer(job, ask, ratings).await });
        }
        Err(message) => server.port.emit(Event::Failed { job: None, message }),
    });
}

struct Server {
    port: Port<Event>,
    base: String,
    board: RefCell<Option<Rc<Held>>>,
}

/// A board, and its scores once somebody has asked for them.
struct Held {
    board: Board,
    samples: RefCell<Option<Rc<Vec<SampleScores>>>>,
}

impl Server {
    async fn answer(&self, job: Job, ask: Ask, ratings: Vec<Rated>) {
        let held = self.board.borrow().clone();
        let Some(held) = held else {
            let message = "The worker has nothing to compare. Reload the page.".to_owned();
            return self.port.emit(Event::Failed {
                job: Some(job),
                message,
            });
        };
        let answer = match ask {
            Ask::Ratings => Answer::Ratings(held.board.correlations(&ratings)),
            ask => self.compare(job, &held, ask).await,
        };
        self.port.emit(Event::Answered {
            job,
            answer: Box::new(answer),
        });
    }

    async fn compare(&self, job: Job, held: &Held, ask: Ask) -> Answer {
        let bootstrap = Bootstrap::default();
        // Nothing was scored with settings that are none.
        let settings = settings_of(&held.board.settings).unwrap_or_default();
        let samples = self.samples(held, &settings).await;
        let scorer = Scorer::new(held.board.kind, &settings);
        let systems = &held.board.systems;
        let mut pace = Pace::new(&self.port, job);
        match ask {
            Ask::Tag(tag) => {
                let (parts, more_values) = tag_parts(&samples, &tag);
                let comparing: Vec<_> = parts
                    .iter()
                    .map(|part| part.comparing(&scorer, systems, &bootstrap))
                    .collect();
                pace.total = comparing.iter().map(Comparing::steps).sum();
                let mut values = Vec::with_capacity(parts.len());
                for (part, comparing) in parts.iter().zip(&comparing) {
                    let results = pace.run(comparing).await;
                    values.push(comparing.summary(part.value.clone(), results));
                }
                Answer::Tag(Breakdown {
                    tag,
                    values,
                    more_values,
                })
            }
            Ask::Pair(pair) => {
                let comparing = Comparing::differences(&scorer, systems, &*samples, &bootstrap, [pair]);
                pace.total = comparing.steps();
                let results = pace.run(&comparing).await;
                Answer::Pair(comparing.finish(results).differences)
            }
            Ask::Standing | Ask::Ratings => {
                let comparing = Comparing::new(&scorer, systems, &*samples, &bootstrap);
                pace.total = comparing.steps();
                let results = pace.run(&comparing).await;
                Answer::Standing(comparing.finish(results))
            }
        }
    }

    /// The scores of a board; what is missing is scored the first time.
    async fn samples(&self, held: &Held, settings: &Settings) -> Rc<Vec<SampleScores>> {
        if let Some(samples) = held.samples.borrow().as_ref() {
            return Rc::clone(samples);
        }
        let kind = held.board.kind;
        let mut evidence = Evidence::default();
        if kind == Kind::Formula && held.board.cases.iter().any(|case| case.reference.is_some()) {
            match fetch_texbleu(&self.base).await {
                Ok(model) => evidence.texbleu = Some(model),
                // The other metrics do without; this one says that it had no model.
                Err(error) => web_sys::console::warn_1(&error.to_string().into()),
            }
        }
        let score = |reference: &Paged, prediction: &Paged| against(kind, [reference, prediction], settings, &evidence);
        let samples = Rc::new(held.board.scores(score));
        held.samples.replace(Some(Rc::clone(&samples)));
        samples
    }
}

/// The scores of a prediction of which something is missing.
fn against(
    kind: Kind,
    [reference, prediction]: [&Paged; 2],
    settings: &Settings,
    evidence: &Evidence,
) -> Result<Scored, String> {
    let pair = Pair {
        kind,
        reference: reference.latex.clone(),
        reference_pages: reference.pages.clone(),
        prediction: prediction.latex.clone(),
        prediction_pages: prediction.pages.clone(),
        compilation: None,
        detailed: false,
    };
    let scored = scored(&pair, settings, evidence.clone()).map_err(|error| error.to_string())?;
    Ok(Scored {
        scores: scored.scores,
        error_types: scored.error_types,
        ..Scored::default()
    })
}

/// How far the steps are, for the page.
struct Pace<'p> {
    port: &'p Port<Event>,
    job: Job,
    done: usize,
    total: usize,
    breath: f64,
}

impl<'p> Pace<'p> {
    fn new(port: &'p Port<Event>, job: Job) -> Self {
        Self {
            port,
            job,
            done: 0,
            total: 0,
            breath: js_sys::Date::now(),
        }
    }

    async fn run(&mut self, comparing: &Comparing<'_>) -> Vec<Option<StepResult>> {
        let mut results = Vec::with_capacity(comparing.steps());
        for step in 0..comparing.steps() {
            if js_sys::Date::now() - self.breath > BREATH_MS {
                self.port.emit(Event::Progress {
                    job: self.job,
                    done: self.done,
                    total: self.total,
                });
                TimeoutFuture::new(0).await;
                self.breath = js_sys::Date::now();
            }
            results.push(comparing.step(step));
            self.done += 1;
        }
        results
    }
}
