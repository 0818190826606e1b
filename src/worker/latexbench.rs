//! The page's handle on the worker for LaTeXBench.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_workspace::messages::latexbench::{Ask, Event, Reply, Request};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::words::failures;

use super::supervisor::{Protocol, Supervisor};

/// Time limit for compiling a text, in milliseconds. The limits of the engine end it within seconds, or within a minute
/// on a slow and busy machine. A text that takes longer hangs.
const LIMIT_MS: u32 = 120_000;

/// The answer to a question.
pub enum Answer {
    /// What was asked for.
    Reply(Box<Reply>),
    /// A file.
    File(Blob),
}

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BenchError {
    /// The question was [given up](LatexBenchClient::give_up).
    GivenUp,
    /// A message for the person.
    Failed(String),
}

/// Receives progress: steps done and all steps, or bytes of the engine's files.
pub type Tell = Box<dyn Fn(Progress)>;

/// The progress of a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Steps done, and all steps.
    Steps(usize, usize),
    /// Bytes of the engine's files so far, and in all.
    Loading(f64, f64),
}

/// The page's handle on its worker for LaTeXBench. A clone refers to the same worker.
#[derive(Clone)]
pub struct LatexBenchClient(Rc<Inner>);

struct Inner {
    worker: Rc<Supervisor<LatexBench>>,
    asked: RefCell<BTreeMap<Job, Asked>>,
}

struct Asked {
    tell: Tell,
    answer: oneshot::Sender<Result<Answer, BenchError>>,
}

impl LatexBenchClient {
    /// Creates the handle. The first question starts the worker.
    #[must_use]
    pub fn new() -> Self {
        Self(Rc::new_cyclic(|this: &Weak<Inner>| {
            let hearer = this.clone();
            let hear = move |heard| {
                if let Some(this) = hearer.upgrade() {
                    this.heard(heard);
                }
            };
            Inner {
                worker: Supervisor::new(hear),
                asked: RefCell::default(),
            }
        }))
    }

    /// Asks a question.
    ///
    /// # Errors
    /// If there is no answer, or the question was given up.
    pub async fn ask(&self, ask: Ask, tell: Tell) -> Result<Answer, BenchError> {
        let ask = Box::new(ask);
        self.send(|job| Request::Ask { job, ask }, tell).await
    }

    /// Reads a file with items or a run.
    ///
    /// # Errors
    /// As for [`LatexBenchClient::ask`].
    pub async fn read(&self, name: String, file: Blob) -> Result<Answer, BenchError> {
        self.send(|job| Request::Read { job, name, file }, Box::new(|_| {}))
            .await
    }

    async fn send(&self, request: impl FnOnce(Job) -> Request, tell: Tell) -> Result<Answer, BenchError> {
        let (answer, answered) = oneshot::channel();
        let job = self.0.worker.new_job();
        self.0.asked.borrow_mut().insert(job, Asked { tell, answer });
        self.0.worker.send(request(job));
        answered.await.unwrap_or(Err(BenchError::GivenUp))
    }

    /// Ends the worker, whatever it is doing: the engine cannot be interrupted. The next question starts another worker.
    pub fn give_up(&self) {
        self.0.worker.stop();
        self.0.asked.borrow_mut().clear();
    }
}

impl Default for LatexBenchClient {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for LatexBenchClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl Inner {
    fn heard(&self, heard: Heard<Event>) {
        match heard {
            Heard::Event(Event::Loading { job, loaded, total }) => self.tell(job, Progress::Loading(loaded, total)),
            Heard::Event(Event::Compiling { .. }) => {}
            Heard::Event(Event::Answered { job, reply }) => self.settle(job, Ok(Answer::Reply(reply))),
            Heard::Event(Event::Written { job, file }) => self.settle(job, Ok(Answer::File(file))),
            Heard::Progress { job, done, total } => self.tell(job, Progress::Steps(done, total)),
            Heard::Cancelled { job } => self.settle(job, Err(BenchError::GivenUp)),
            Heard::Failed {
                job: Some(job),
                message,
            } => self.settle(job, Err(BenchError::Failed(message))),
            Heard::Failed { job: None, message } => self.fail_all(&message),
            Heard::Restarted { message, lost } => {
                for job in lost {
                    self.settle(job, Err(BenchError::Failed(failures::bench_lost(&message))));
                }
            }
        }
    }

    fn tell(&self, job: Job, progress: Progress) {
        if let Some(asked) = self.asked.borrow().get(&job) {
            (asked.tell)(progress);
        }
    }

    fn settle(&self, job: Job, answer: Result<Answer, BenchError>) {
        let asked = self.asked.borrow_mut().remove(&job);
        if let Some(asked) = asked {
            // The receiver may have been dropped; then nobody waits for the answer.
            let _ = asked.answer.send(answer);
        }
    }

    fn fail_all(&self, message: &str) {
        let asked = std::mem::take(&mut *self.asked.borrow_mut());
        for (_, asked) in asked {
            let _ = asked.answer.send(Err(BenchError::Failed(message.to_owned())));
        }
    }
}

struct LatexBench;

impl Protocol for LatexBench {
    const SCRIPT: &'static str = "latexbench-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Ask { job, .. } | Request::Read { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Answered { job, .. } | Event::Written { job, .. } => Some(*job),
            Event::Loading { .. } | Event::Compiling { .. } => None,
        }
    }

    fn patience(event: &Event) -> Option<u32> {
        matches!(event, Event::Compiling { .. }).then_some(LIMIT_MS)
    }
}
