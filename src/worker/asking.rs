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
pub type Tell = Box<dyn Fn(Progress)>;

/// The progress of a question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Steps done, and all steps.
    Steps(usize, usize),
    /// Bytes of files so far, and in all.
    Loading(f64, f64),
}

/// What an event of a worker says.
pub(super) enum Said<A> {
    /// The answer to a question.
    Answer(Job, A),
    /// The progress of a question.
    Progress(Job, Progress),
    /// Nothing that the page waits for.
    Nothing,
}

/// A worker that answers questions.
pub(super) trait Asking: Protocol {
    /// The answers.
    type Answer: 'static;
    /// Returns what an event says.
    fn said(event: Self::Event) -> Said<Self::Answer>;
    /// Returns the message about a question that was lost with the worker, for this reason.
    fn lost(why: &str) -> String;
}

/// The page's handle on a worker that answers questions. A clone refers to the same worker.
pub(super) struct AskingClient<P: Asking>(Rc<Inner<P>>);

struct Inner<P: Asking> {
    worker: Rc<Supervisor<P>>,
    asked: RefCell<BTreeMap<Job, Asked<P::Answer>>>,
}

struct Asked<A> {
    tell: Tell,
    answer: oneshot::Sender<Result<A, AskError>>,
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
    pub(super) async fn ask(&self, request: impl FnOnce(Job) -> P::Request, tell: Tell) -> Result<P::Answer, AskError> {
        let (answer, answered) = oneshot::channel();
        let job = self.0.worker.new_job();
        self.0.asked.borrow_mut().insert(job, Asked { tell, answer });
        self.0.worker.send(request(job));
        answered.await.unwrap_or(Err(AskError::GivenUp))
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
            Heard::Progress { job, done, total } => self.tell(job, Progress::Steps(done, total)),
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

    fn tell(&self, job: Job, progress: Progress) {
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
