//! The worker that compares systems. It does one step after the other and pauses between steps, so that it answers
//! pings and reports progress.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_evaluate::{
    Board, Bootstrap, Breakdown, Comparing, JudgedValues, PackedBoard, Rating, StepResult, SystemVerdicts,
    TestedSystem, UnitTests, settings_of, test_differences, tested_pages,
};
use texlens_metrics::Settings;
use texlens_workspace::brought::Rated;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::compare::{Answer, Ask, Event, Request};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::pace::Pace;
use crate::texbleu::evidence;
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_compare_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        held: RefCell::default(),
        tests: RefCell::default(),
    });
    port.listen(move |heard| match heard {
        Ok(Request::Take(packed)) => {
            server.held.replace(Some(Rc::new(Held {
                packed,
                board: RefCell::default(),
            })));
        }
        Ok(Request::TakeTests(tests)) => drop(server.tests.replace(Rc::new(tests))),
        Ok(Request::Answer {
            job,
            ask,
            ratings,
            judges,
        }) => {
            let server = Rc::clone(&server);
            spawn_local(async move { server.answer(job, ask, &ratings, &judges).await });
        }
        Err(message) => server.port.failed(None, message),
    });
}

struct Server {
    port: Port<Event>,
    base: String,
    held: RefCell<Option<Rc<Held>>>,
    tests: RefCell<Rc<Vec<SystemVerdicts>>>,
}

/// A packed board, and the board with missing predictions scored, once a question has needed it.
struct Held {
    packed: PackedBoard,
    board: RefCell<Option<Rc<Board>>>,
}

impl Server {
    async fn answer(&self, job: Job, ask: Ask, ratings: &[Rated], judges: &[JudgedValues]) {
        let answer = match ask {
            Ask::Tests => Some(self.rates(job).await),
            Ask::TestPair(pair) => self.test_pair(pair),
            ask => self.compare(job, ask, ratings, judges).await,
        };
        let Some(answer) = answer else {
            let message = "The worker has nothing to compare. Reload the page.".to_owned();
            return self.port.failed(job, message);
        };
        self.port.emit(Event::Answered {
            job,
            answer: Box::new(answer),
        });
    }

    /// Calculates the pass rates of the unit tests, system by system.
    async fn rates(&self, job: Job) -> Answer {
        let bootstrap = Bootstrap::default();
        let tests = Rc::clone(&self.tests.borrow());
        let tested = tested_pages(&*tests);
        let pace = Pace::new(&self.port, job, tested.len());
        let mut systems = Vec::with_capacity(tested.len());
        for (system, pages) in &tested {
            let mut system = TestedSystem::of(system, pages, &bootstrap);
            // The page has the verdicts.
            system.pages = Vec::new();
            systems.push(system);
            pace.step().await;
        }
        Answer::Tests(UnitTests::of_systems(systems, &bootstrap))
    }

    /// Calculates the differences between the pass rates of two systems.
    fn test_pair(&self, [first, second]: [usize; 2]) -> Option<Answer> {
        let tests = Rc::clone(&self.tests.borrow());
        let tested = tested_pages(&*tests);
        let pair = [tested.get(first)?, tested.get(second)?];
        Some(Answer::TestPair(test_differences(pair, &Bootstrap::default())))
    }

    async fn compare(&self, job: Job, ask: Ask, ratings: &[Rated], judges: &[JudgedValues]) -> Option<Answer> {
        let held = self.held.borrow().clone()?;
        let held = &*held;
        let bootstrap = Bootstrap::default();
        // Nothing was scored with invalid settings.
        let settings = settings_of(&held.packed.settings).unwrap_or_default();
        let board = self.board(held, &settings).await;
        let scorer = held.packed.scorer(&settings);
        let pace = Pace::new(&self.port, job, 0);
        Some(match ask {
            // Unit tests are not on the board.
            Ask::Tests | Ask::TestPair(_) => return None,
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
            Ask::Ratings(items) => Answer::Ratings(board.correlations(&as_rated(ratings), judges, items)),
            Ask::Standing => {
                let comparing = board.comparing(&scorer, &bootstrap);
                pace.set_total(comparing.steps());
                let results = run(&comparing, &pace).await;
                Answer::Standing {
                    comparison: comparing.finish(results),
                    absent: held.packed.absent(&board),
                }
            }
        })
    }

    /// Returns the board. The first call scores missing predictions.
    async fn board(&self, held: &Held, settings: &Settings) -> Rc<Board> {
        if let Some(board) = held.board.borrow().as_ref() {
            return Rc::clone(board);
        }
        let packed = &held.packed;
        let scorer = packed
            .scorer(settings)
            .with_evidence(evidence(&self.base, packed, settings).await);
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
