//! The worker that compares systems. It does one step after the other and pauses between steps, so that it answers
//! pings and reports progress.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_evaluate::{Board, Bootstrap, Breakdown, Comparing, PackedBoard, Rating, StepResult, settings_of};
use texlens_metrics::Settings;
use texlens_workspace::brought::Rated;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::compare::{Answer, Ask, Event, Request};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::pace::Pace;
use crate::port::Port;
use crate::texbleu::evidence;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_compare_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        held: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Take(packed)) => {
            server.held.replace(Some(Rc::new(Held {
                packed,
                board: RefCell::default(),
            })));
        }
        Ok(Request::Answer { job, ask, ratings }) => {
            let server = Rc::clone(&server);
            spawn_local(async move { server.answer(job, ask, ratings).await });
        }
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    base: String,
    held: RefCell<Option<Rc<Held>>>,
}

/// A packed board, and the board with missing predictions scored, once a question has needed it.
struct Held {
    packed: PackedBoard,
    board: RefCell<Option<Rc<Board>>>,
}

impl Server {
    async fn answer(&self, job: Job, ask: Ask, ratings: Vec<Rated>) {
        let held = self.held.borrow().clone();
        let Some(held) = held else {
            let message = "The worker has nothing to compare. Reload the page.".to_owned();
            return self.port.failed(job, message);
        };
        let answer = self.compare(job, &held, ask, &ratings).await;
        self.port.emit(Event::Answered {
            job,
            answer: Box::new(answer),
        });
    }

    async fn compare(&self, job: Job, held: &Held, ask: Ask, ratings: &[Rated]) -> Answer {
        let bootstrap = Bootstrap::default();
        // Nothing was scored with invalid settings.
        let settings = settings_of(&held.packed.settings).unwrap_or_default();
        let board = self.board(held, &settings).await;
        let scorer = held.packed.scorer(&settings);
        let pace = Pace::new(&self.port, job, 0);
        match ask {
            Ask::Tag(tag) => {
                let (parts, more_values) = board.tag_parts(&tag);
                let comparing: Vec<_> = parts
                    .iter()
                    .map(|part| part.comparing(&scorer, &board.systems, &bootstrap))
                    .collect();
                pace.set_total(comparing.iter().map(Comparing::steps).sum());
                let mut values = Vec::with_capacity(parts.len());
                for (part, comparing) in parts.iter().zip(&comparing) {
                    let results = run(comparing, &pace).await;
                    values.push(comparing.summary(part.value.clone(), results));
                }
                Answer::Tag(Breakdown {
                    tag,
                    values,
                    more_values,
                })
            }
            Ask::Pair(pair) => {
                let comparing = board.differences(&scorer, &bootstrap, [pair]);
                pace.set_total(comparing.steps());
                let results = run(&comparing, &pace).await;
                Answer::Pair(comparing.finish(results).differences)
            }
            Ask::Ratings => Answer::Ratings(board.correlations(&as_rated(ratings))),
            Ask::Standing => {
                let comparing = board.comparing(&scorer, &bootstrap);
                pace.set_total(comparing.steps());
                let results = run(&comparing, &pace).await;
                Answer::Standing {
                    comparison: comparing.finish(results),
                    absent: held.packed.absent(&board),
                }
            }
        }
    }

    /// Returns the board. The first call scores missing predictions.
    async fn board(&self, held: &Held, settings: &Settings) -> Rc<Board> {
        if let Some(board) = held.board.borrow().as_ref() {
            return Rc::clone(board);
        }
        let packed = &held.packed;
        let scorer = packed
            .scorer(settings)
            .with_evidence(evidence(&self.base, packed).await);
        let board = Rc::new(packed.unpack(&scorer));
        held.board.replace(Some(Rc::clone(&board)));
        board
    }
}

fn as_rated(ratings: &[Rated]) -> Vec<Rating<'_>> {
    (ratings.iter())
        .map(|rated| Rating {
            id: &rated.id,
            system: &rated.system,
            rater: &rated.rater,
            rating: rated.rating,
        })
        .collect()
}

/// Carries out all steps of a comparison.
async fn run(comparing: &Comparing<'_>, pace: &Pace<'_, Event>) -> Vec<Option<StepResult>> {
    let mut results = Vec::with_capacity(comparing.steps());
    for step in 0..comparing.steps() {
        results.push(comparing.step(step));
        pace.step().await;
    }
    results
}
