//! A page's handle on a worker that answers one question after the other.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_workspace::messages::{Heard, Job};

use super::supervisor::{Protocol, Supervisor};

/// The reason why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskError {
    /// The question was [given up](AskingClient::give_up).
    GivenUp,
    /// A message for the person.
    Failed(String),
}

/// An answer: what was asked for, or a file.
pub enum Answer<R> {
    /// What was asked for.
    Reply(Box<R>),
    /// A file.
    File(Blob),
}

/// Receives the progress of a question.
pub type Tell<P = Progress> = Box<dyn Fn(P)>;

/// The progress of a question to most workers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Steps done, and all steps.
    Steps(usize, usize),
    /// Bytes of files so far, and in all.
    Loading(f64, f64),
}

/// What an event of a worker says.
pub(super) enum Said<A, P = Progress> {
    /// The answer to a question.
    Answer(Job, A),
    /// The progress of a question.
    Progress(Job, P),
    /// Nothing that the page waits for.
    Nothing,
}

/// A worker that answers questions.
pub(super) trait Asking: Protocol {
    /// The answers.
    type Answer: 'static;
    /// The progress of a question.
    type Progress: 'static;
    /// Returns what an event says.
    fn said(event: Self::Event) -> Said<Self::Answer, Self::Progress>;
    /// Returns the progress of a question in steps, if the worker counts any.
    fn stepped(_done: usize, _total: usize) -> Option<Self::Progress> {
        None
    }
    /// Returns the request that cancels a question, if the worker can be asked to.
    fn cancelling(_job: Job) -> Option<Self::Request> {
        None
    }
    /// Returns the message about a question that was lost with the worker, for this reason.
    fn lost(why: &str) -> String;
}

/// The page's handle on a worker that answers questions. A clone refers to the same worker.
pub(super) struct AskingClient<P: Asking>(Rc<Inner<P>>);

struct Inner<P: Asking> {
    worker: Rc<Supervisor<P>>,
    asked: RefCell<BTreeMap<Job, Asked<P>>>,
}

struct Asked<P: Asking> {
    tell: Tell<P::Progress>,
    answer: oneshot::Sender<Result<P::Answer, AskError>>,
}

impl<P: Asking> AskingClient<P> {
    /// Creates the handle. The first question starts the worker.
    pub(super) fn new() -> Self {
        Self(Rc::new_cyclic(|this: &Weak<Inner<P>>| {
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
    pub(super) async fn ask(
        &self,
        request: impl FnOnce(Job) -> P::Request,
        tell: Tell<P::Progress>,
    ) -> Result<P::Answer, AskError> {
        let (answer, answered) = oneshot::channel();
        let job = self.0.worker.new_job();
        self.0.asked.borrow_mut().insert(job, Asked { tell, answer });
        self.0.worker.send(request(job));
        answered.await.unwrap_or(Err(AskError::GivenUp))
    }

    /// Asks the worker to cancel all questions, which are then given up.
    pub(super) fn cancel(&self) {
        let jobs: Vec<Job> = self.0.asked.borrow().keys().copied().collect();
        for request in jobs.into_iter().filter_map(P::cancelling) {
            self.0.worker.send(request);
        }
    }

    /// Starts the worker if it does not run.
    pub(super) fn start(&self) {
        self.0.worker.start();
    }

    /// Ends a worker that is worn out.
    pub(super) fn replace_worn_out(&self) {
        self.0.worker.replace_worn_out();
    }

    /// Returns the number of workers so far. It grows when a worker is lost and another is started.
    pub(super) fn generation(&self) -> u32 {
        self.0.worker.generation()
    }

    /// Ends the worker, whatever it is doing. The next question starts another worker.
    pub(super) fn give_up(&self) {
        self.0.worker.stop();
        self.0.asked.borrow_mut().clear();
    }
}

impl<P: Asking> Clone for AskingClient<P> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<P: Asking> PartialEq for AskingClient<P> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<P: Asking> Inner<P> {
    fn heard(&self, heard: Heard<P::Event>) {
        match heard {
            Heard::Event(event) => match P::said(event) {
                Said::Answer(job, answer) => self.settle(job, Ok(answer)),
                Said::Progress(job, progress) => self.tell(job, progress),
                Said::Nothing => {}
            },
            Heard::Progress { job, done, total } => {
                if let Some(progress) = P::stepped(done, total) {
                    self.tell(job, progress);
                }
            }
            Heard::Cancelled { job } => self.settle(job, Err(AskError::GivenUp)),
            Heard::Failed {
                job: Some(job),
                message,
            } => self.settle(job, Err(AskError::Failed(message))),
            Heard::Failed { job: None, message } => self.fail_all(&message),
            Heard::Restarted { message, lost } => {
                for job in lost {
                    self.settle(job, Err(AskError::Failed(P::lost(&message))));
                }
            }
        }
    }

    fn tell(&self, job: Job, progress: P::Progress) {
        if let Some(asked) = self.asked.borrow().get(&job) {
            (asked.tell)(progress);
        }
    }

    fn settle(&self, job: Job, answer: Result<P::Answer, AskError>) {
        let asked = self.asked.borrow_mut().remove(&job);
        if let Some(asked) = asked {
            // The receiver may have been dropped; then nobody waits for the answer.
            let _ = asked.answer.send(answer);
        }
    }

    fn fail_all(&self, message: &str) {
        let asked = std::mem::take(&mut *self.asked.borrow_mut());
        for (_, asked) in asked {
            let _ = asked.answer.send(Err(AskError::Failed(message.to_owned())));
        }
    }
}
