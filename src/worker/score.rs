//! The page's handle on the workers that score.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_latex::Diagnostic;
use texlens_workspace::messages::score::{Event, Pair, Request, SHORT_TEXTS, Texts};
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

/// The page's handle on its workers that score. A clone refers to the same workers.
///
/// Events arrive through the callback given to [`ScoreClient::new`], never during a call of one of the methods. Every
/// job ends with exactly one of `Scored`, `Looked`, `Tables` and `Failed`, or as a member of `Restarted::lost`, unless the caller
/// [stops](Self::stop) its worker. Answers that are [awaited](Self::check) do not arrive there.
#[derive(Clone)]
pub struct ScoreClient {
    workers: Rc<[Rc<Supervisor<Score>>]>,
    awaited: Awaited,
}

/// Jobs whose answers are awaited.
type Awaited = Rc<RefCell<Vec<(Job, oneshot::Sender<Event>)>>>;

impl PartialEq for ScoreClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.workers, &other.workers)
    }
}

impl ScoreClient {
    /// Creates the handle. A batch starts a worker if every running worker is busy.
    #[must_use]
    pub fn new(lanes: usize, on_event: impl Fn(Heard<Event>) + 'static) -> Self {
        let awaited = Awaited::default();
        let hear: Rc<dyn Fn(Heard<Event>)> = {
            let awaited = Rc::clone(&awaited);
            Rc::new(move |heard| {
                if let Some(heard) = settle(&awaited, heard) {
                    on_event(heard);
                }
            })
        };
        let jobs = Jobs::default();
        let worker = |_| {
            let hear = Rc::clone(&hear);
            Supervisor::counting(jobs.clone(), move |event| hear(event))
        };
        Self {
            workers: (0..lanes.max(1)).map(worker).collect(),
            awaited,
        }
    }

    /// Returns the errors that the instant check predicts for a text; `None` if the worker was lost.
    pub async fn check(&self, latex: String) -> Option<Vec<Diagnostic>> {
        let texts = Texts {
            reference: None,
            prediction: Some(latex),
        };
        match self.ask(|job| Request::Look { job, texts }).await? {
            Event::Looked { looked, .. } => looked.expected,
            _ => None,
        }
    }

    /// Examines a file that may be a tokeniser for TeXBLEU: returns its SHA-256, or the reason why it cannot be used;
    /// `None` if the worker was lost.
    pub async fn tokeniser(&self, file: Blob) -> Option<Result<String, String>> {
        match self.ask(|job| Request::Tokeniser { job, file }).await? {
            Event::Tokeniser { sum, .. } => Some(sum),
            _ => None,
        }
    }

    async fn ask(&self, request: impl FnOnce(Job) -> Request) -> Option<Event> {
        let (answer, answered) = oneshot::channel();
        let job = send(self.at_hand()?, request);
        self.awaited.borrow_mut().push((job, answer));
        answered.await.ok()
    }

    /// Scores pairs of texts. Returns `None` only if there is no worker.
    #[must_use]
    pub fn score(&self, pairs: Vec<Pair>, settings: BTreeMap<String, String>) -> Option<Job> {
        Some(send(self.free()?, |job| Request::Score { job, settings, pairs }))
    }

    /// Compares and checks the texts of a sample. Returns `None` only if there is no worker.
    #[must_use]
    pub fn look(&self, texts: Texts) -> Option<Job> {
        let bytes = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let is_short = bytes(&texts.reference) + bytes(&texts.prediction) <= SHORT_TEXTS;
        let worker = if is_short { self.at_hand() } else { self.free() };
        Some(send(worker?, |job| Request::Look { job, texts }))
    }

    /// Compares the tables of a sample. Returns `None` only if there is no worker.
    #[must_use]
    pub fn tables(&self, texts: Texts, settings: BTreeMap<String, String>) -> Option<Job> {
        Some(send(self.free()?, |job| Request::Tables { job, settings, texts }))
    }

    /// Returns the worker with the fewest open jobs, which may be one that has not started.
    fn free(&self) -> Option<&Rc<Supervisor<Score>>> {
        self.workers.iter().min_by_key(|worker| worker.open())
    }

    /// Returns the worker for what takes a moment: one that runs, even if it is busy. It answers between two texts, and
    /// another would have to load its module first.
    fn at_hand(&self) -> Option<&Rc<Supervisor<Score>>> {
        let running = self.workers.iter().filter(|worker| worker.is_running());
        running.min_by_key(|worker| worker.open()).or_else(|| self.free())
    }

    /// Ends the worker that has this job, even in the middle of a text. No event follows for the job. The next batch
    /// starts another worker.
    pub fn stop(&self, job: Job) {
        if let Some(worker) = self.workers.iter().find(|worker| worker.has(job)) {
            // Whoever waits for another job of this worker waits no longer.
            self.awaited.borrow_mut().retain(|(job, _)| !worker.has(*job));
            worker.stop();
        }
    }
}

fn send(worker: &Supervisor<Score>, request: impl FnOnce(Job) -> Request) -> Job {
    let job = worker.new_job();
    worker.send(request(job));
    job
}

/// Gives an awaited event to the one who awaits it; returns any other. Whoever waits for a lost job waits no longer.
fn settle(awaited: &Awaited, heard: Heard<Event>) -> Option<Heard<Event>> {
    let mut awaited = awaited.borrow_mut();
    let mut take = |job: Job| {
        let at = awaited.iter().position(|(other, _)| *other == job)?;
        Some(awaited.swap_remove(at).1)
    };
    match heard {
        Heard::Event(event) => match Score::ended(&event).and_then(take) {
            Some(answer) => {
                // The one who waited may be gone.
                let _ = answer.send(event);
                None
            }
            None => Some(Heard::Event(event)),
        },
        Heard::Failed {
            job: Some(job),
            message,
        } => match take(job) {
            Some(_) => None,
            None => Some(Heard::Failed {
                job: Some(job),
                message,
            }),
        },
        Heard::Restarted { message, lost } => {
            let lost = lost.into_iter().filter(|job| take(*job).is_none()).collect();
            Some(Heard::Restarted { message, lost })
        }
        other => Some(other),
    }
}

struct Score;

impl Protocol for Score {
    const SCRIPT: &'static str = "score-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Score { job, .. }
            | Request::Look { job, .. }
            | Request::Tables { job, .. }
            | Request::Tokeniser { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Scored { job, .. }
            | Event::Looked { job, .. }
            | Event::Tables { job, .. }
            | Event::Tokeniser { job, .. } => Some(*job),
        }
    }
}
