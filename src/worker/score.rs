//! The page's handle on the workers that score.

use std::collections::BTreeMap;
use std::rc::Rc;

use texlens_workspace::messages::score::{Event, Pair, Request, Texts};
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Jobs, Protocol, Supervisor};

/// Maximum number of workers. More would crowd out the page itself, and each loads its own module.
const MOST: usize = 8;

/// Minimum number of workers, even on two processors: while rows are on screen, the page needs only a fraction of a
/// processor.
const FEWEST: usize = 2;

/// Returns the number of batches that this machine scores at a time, from 2 to 8: one per processor, except one that is
/// left to the page.
#[must_use]
pub fn lanes() -> usize {
    let processors = gloo::utils::window().navigator().hardware_concurrency();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A small whole number.
    (processors as usize).saturating_sub(1).clamp(FEWEST, MOST)
}

/// The page's handle on its workers that score.
///
/// Events arrive through the callback given to [`ScoreClient::new`], never during a call of one of the methods. Every
/// job ends with exactly one of `Scored`, `Looked`, `Tables` and `Failed`, or as a member of `Restarted::lost`, unless the caller
/// [stops](Self::stop) its worker.
pub struct ScoreClient {
    workers: Vec<Rc<Supervisor<Score>>>,
}

impl ScoreClient {
    /// Creates the handle. A batch starts a worker if every running worker is busy.
    #[must_use]
    pub fn new(lanes: usize, on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        let (jobs, on_event) = (Jobs::default(), Rc::new(on_event));
        let worker = |_| {
            let on_event = on_event.clone();
            Supervisor::counting(jobs.clone(), move |event| on_event(event))
        };
        Self {
            workers: (0..lanes.max(1)).map(worker).collect(),
        }
    }

    /// Scores pairs of texts. Returns `None` only if there is no worker.
    #[must_use]
    pub fn score(&self, pairs: Vec<Pair>, settings: BTreeMap<String, String>) -> Option<Job> {
        self.send(|job| Request::Score { job, settings, pairs })
    }

    /// Compares and checks the texts of a sample. Returns `None` only if there is no worker.
    #[must_use]
    pub fn look(&self, texts: Texts) -> Option<Job> {
        self.send(|job| Request::Look { job, texts })
    }

    /// Compares the tables of a sample. Returns `None` only if there is no worker.
    #[must_use]
    pub fn tables(&self, texts: Texts, settings: BTreeMap<String, String>) -> Option<Job> {
        self.send(|job| Request::Tables { job, settings, texts })
    }

    /// Sends a request to the worker with the fewest open jobs.
    fn send(&self, request: impl FnOnce(Job) -> Request) -> Option<Job> {
        let worker = self.workers.iter().min_by_key(|worker| worker.open())?;
        let job = worker.new_job();
        worker.send(request(job));
        Some(job)
    }

    /// Ends the worker that has this job, even in the middle of a text. No event follows for the job. The next batch
    /// starts another worker.
    pub fn stop(&self, job: Job) {
        if let Some(worker) = self.workers.iter().find(|worker| worker.has(job)) {
            worker.stop();
        }
    }
}

struct Score;

impl Protocol for Score {
    const SCRIPT: &'static str = "score-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Score { job, .. } | Request::Look { job, .. } | Request::Tables { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Scored { job, .. } | Event::Looked { job, .. } | Event::Tables { job, .. } => Some(*job),
        }
    }
}
