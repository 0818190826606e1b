//! The page's handle on the worker that writes files.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_report::Content;
use texlens_workspace::messages::saving::{Event, Image, Images, Request, Size};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::saving::Format;
use texlens_workspace::words::failures;

use super::supervisor::{Protocol, Supervisor};

/// The reason why a request has no result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SaveError {
    /// The job was cancelled.
    Cancelled,
    /// A message for the person.
    Failed(String),
}

/// The page's answers to the questions that the worker asks while it writes a file.
pub trait Source {
    /// Receives progress: the number of steps done and of all steps.
    fn progress(&self, done: usize, total: usize);
    /// Passes the image of a sample to `answer`, perhaps later. A page of a PDF file may be drawn if `may_draw` is set.
    fn image(&self, sample: usize, may_draw: bool, answer: Box<dyn FnOnce(Option<Image>)>);
}

/// A file, and the number of page images that it omits.
pub type Written = (Blob, usize);

/// The page's handle on its worker that writes files. Dropping it ends the worker.
pub struct SavingClient(Rc<Inner>);

struct Inner {
    this: Weak<Inner>,
    worker: Rc<Supervisor<Saving>>,
    asked: RefCell<BTreeMap<Job, Asked>>,
}

/// A request and the channel for its answer.
enum Asked {
    Size(oneshot::Sender<Result<Size, SaveError>>),
    File(Rc<dyn Source>, oneshot::Sender<Result<Written, SaveError>>),
}

impl Asked {
    /// Answers with an error. If the receiver was dropped, nobody waits for the answer.
    fn refuse(self, error: SaveError) {
        match self {
            Self::Size(answer) => drop(answer.send(Err(error))),
            Self::File(_, answer) => drop(answer.send(Err(error))),
        }
    }
}

impl SavingClient {
    /// Creates the handle. The first request starts the worker.
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
                this: this.clone(),
                worker: Supervisor::new(hear),
                asked: RefCell::default(),
            }
        }))
    }

    /// Starts the worker if it does not run, and returns how many workers have been started. A new worker has none of
    /// the data that was sent to an earlier one.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.0.worker.start();
        self.0.worker.generation()
    }

    /// Sends a part of the evaluation.
    pub fn send(&self, part: Request) {
        self.0.worker.send(part);
    }

    /// Asks for the size of a file.
    ///
    /// # Errors
    /// [`SaveError`] if the file cannot be written, or the question was [cancelled](Self::cancel_sizes).
    pub async fn size(&self, format: Format, content: Content, images: Images) -> Result<Size, SaveError> {
        let (answer, answered) = oneshot::channel();
        let job = self.0.ask(Asked::Size(answer));
        self.0.worker.send(Request::Size {
            job,
            format,
            content,
            images,
        });
        answered.await.unwrap_or(Err(SaveError::Cancelled))
    }

    /// Writes a file.
    ///
    /// # Errors
    /// [`SaveError`] if the file cannot be written, or writing was [cancelled](Self::cancel_files).
    pub async fn write(&self, format: Format, content: Content, source: Rc<dyn Source>) -> Result<Written, SaveError> {
        let (answer, answered) = oneshot::channel();
        let job = self.0.ask(Asked::File(source, answer));
        self.0.worker.send(Request::Write { job, format, content });
        answered.await.unwrap_or(Err(SaveError::Cancelled))
    }

    /// Cancels all requests for sizes.
    pub fn cancel_sizes(&self) {
        self.0.cancel(|asked| matches!(asked, Asked::Size(_)));
    }

    /// Stops writing.
    pub fn cancel_files(&self) {
        self.0.cancel(|asked| matches!(asked, Asked::File(..)));
    }
}

impl Default for SavingClient {
    fn default() -> Self {
        Self::new()
    }
}

impl Inner {
    fn ask(&self, asked: Asked) -> Job {
        let job = self.worker.new_job();
        self.asked.borrow_mut().insert(job, asked);
        job
    }

    fn cancel(&self, is_unwanted: impl Fn(&Asked) -> bool) {
        let unwanted: Vec<Job> = (self.asked.borrow().iter())
            .filter(|(_, asked)| is_unwanted(asked))
            .map(|(job, _)| *job)
            .collect();
        for job in unwanted {
            self.refuse(job, SaveError::Cancelled);
            self.worker.send(Request::Cancel { job });
        }
    }

    fn refuse(&self, job: Job, error: SaveError) {
        let asked = self.asked.borrow_mut().remove(&job);
        if let Some(asked) = asked {
            asked.refuse(error);
        }
    }

    fn source(&self, job: Job) -> Option<Rc<dyn Source>> {
        match self.asked.borrow().get(&job) {
            Some(Asked::File(source, _)) => Some(Rc::clone(source)),
            _ => None,
        }
    }

    fn heard(&self, heard: Heard<Event>) {
        match heard {
            Heard::Event(Event::Sized { job, size }) => {
                if let Some(Asked::Size(answer)) = self.taken(job) {
                    drop(answer.send(Ok(size)));
                }
            }
            Heard::Event(Event::Written { job, file, left_out }) => {
                if let Some(Asked::File(_, answer)) = self.taken(job) {
                    drop(answer.send(Ok((file, left_out))));
                }
            }
            Heard::Event(Event::Wanted { job, sample, may_draw }) => {
                let Some(source) = self.source(job) else { return };
                let this = self.this.clone();
                let answer = move |image| {
                    // The image may arrive too late, when another job or none runs.
                    if let Some(this) = this.upgrade().filter(|this| this.source(job).is_some()) {
                        this.worker.send(Request::Image(image));
                    }
                };
                source.image(sample, may_draw, Box::new(answer));
            }
            Heard::Progress { job, done, total } => {
                if let Some(source) = self.source(job) {
                    source.progress(done, total);
                }
            }
            Heard::Cancelled { job } => self.refuse(job, SaveError::Cancelled),
            Heard::Failed { job, message } => {
                let jobs: Vec<Job> = match job {
                    Some(job) => vec![job],
                    None => self.asked.borrow().keys().copied().collect(),
                };
                for job in jobs {
                    self.refuse(job, SaveError::Failed(message.clone()));
                }
            }
            Heard::Restarted { message, lost } => {
                for job in lost {
                    self.refuse(job, SaveError::Failed(failures::file_lost(&message)));
                }
            }
        }
    }

    fn taken(&self, job: Job) -> Option<Asked> {
        self.asked.borrow_mut().remove(&job)
    }
}

struct Saving;

impl Protocol for Saving {
    const SCRIPT: &'static str = "saving-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Size { job, .. } | Request::Write { job, .. } => Some(*job),
            Request::Begin(_) | Request::Add(_) | Request::Image(_) | Request::Cancel { .. } => None,
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Sized { job, .. } | Event::Written { job, .. } => Some(*job),
            Event::Wanted { .. } => None,
        }
    }
}
