//! The page's handle on the worker that compares systems.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_evaluate::{PackedBoard, SystemVerdicts};
use texlens_workspace::messages::compare::{Ask, Event, Request};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::state::Compare as State;

use super::supervisor::{Protocol, Supervisor};

/// The page's handle on its worker that compares systems.
///
/// Events arrive through the callback given to [`CompareClient::new`], never during a call of one of the methods. Every
/// job ends with exactly one of `Answered` and `Failed`, or as a member of `Restarted::lost`, unless the caller [gives
/// it up](Self::give_up).
pub struct CompareClient {
    worker: Rc<Supervisor<Compare>>,
    /// The board that a worker was given, with the generation of that worker.
    held: RefCell<Option<(u32, Rc<PackedBoard>)>>,
    /// The same for the verdicts of unit tests.
    held_tests: RefCell<Option<(u32, Rc<Vec<SystemVerdicts>>)>>,
}

impl CompareClient {
    /// Creates the handle. The first comparison starts the worker.
    #[must_use]
    pub fn new(on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        Self {
            worker: Supervisor::new(on_event),
            held: RefCell::default(),
            held_tests: RefCell::default(),
        }
    }

    /// Asks a question about a comparison. Sends the board or the unit tests first if the worker does not have them.
    #[must_use]
    pub fn ask(&self, compare: &State, ask: Ask) -> Job {
        let job = self.worker.new_job();
        self.worker.start();
        let is_about_tests = matches!(ask, Ask::Tests | Ask::TestPair(_));
        if let Some(board) = compare.board.as_ref().filter(|_| !is_about_tests) {
            self.give(&self.held, board, Request::Take);
        }
        if let Some(tests) = compare.tests.as_ref().filter(|_| is_about_tests) {
            self.give(&self.held_tests, tests, Request::TakeTests);
        }
        let (ratings, judges) = match ask {
            Ask::Ratings(_) => (compare.rated(), (*compare.judges).clone()),
            _ => (Vec::new(), Vec::new()),
        };
        self.worker.send(Request::Answer {
            job,
            ask,
            ratings,
            judges,
        });
        job
    }

    /// Sends data to the worker, unless it has them.
    fn give<T: Clone>(&self, held: &RefCell<Option<(u32, Rc<T>)>>, data: &Rc<T>, request: fn(T) -> Request) {
        let generation = self.worker.generation();
        let is_held = matches!(&*held.borrow(), Some((of, held)) if *of == generation && Rc::ptr_eq(held, data));
        if !is_held {
            self.worker.send(request((**data).clone()));
            held.replace(Some((generation, Rc::clone(data))));
        }
    }

    /// Ends the worker if it has open jobs, because nobody waits for their results.
    pub fn give_up(&self) {
        if self.worker.open() > 0 {
            self.worker.stop();
            self.held.replace(None);
            self.held_tests.replace(None);
        }
    }
}

/// Two handles are equal if they refer to the same worker.
impl PartialEq for CompareClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.worker, &other.worker)
    }
}

struct Compare;

impl Protocol for Compare {
    const SCRIPT: &'static str = "compare-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Take(_) | Request::TakeTests(_) => None,
            Request::Answer { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Answered { job, .. } => Some(*job),
        }
    }
}
