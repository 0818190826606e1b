//! The page's handle on the worker that draws pages of PDF files and reads their text.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_workspace::messages::pdf::{Drawn, Event, PageText, Pages, Request};
use texlens_workspace::messages::{Heard, Job};
use texlens_workspace::picture::PdfPage;
use texlens_workspace::words::{failures, workers};

use super::supervisor::{Protocol, Supervisor};

/// Time limit for opening a file, or for drawing or reading a page, in milliseconds. Usually either takes a fraction of a second. The
/// command has the same limit by default.
const LIMIT_MS: u32 = 60_000;
/// Bytes of memory above which an idle worker is ended, because the memory of a module does not shrink. An ordinary
/// page takes a tenth of this.
const SPENT: f64 = 200e6;

/// The page's handle on its PDF worker. A clone refers to the same worker. Requests are handled one after the other, in
/// order: a file that crashes the worker loses only its own request.
#[derive(Clone)]
pub struct PdfClient(Rc<Inner>);

impl PartialEq for PdfClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl std::fmt::Debug for PdfClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PdfClient").finish_non_exhaustive()
    }
}

struct Inner {
    worker: Rc<Supervisor<Drawing>>,
    waiting: RefCell<VecDeque<Asked>>,
    /// The request that the worker is handling.
    current: RefCell<Option<(Job, Asked)>>,
}

/// A request and the channel for its answer.
enum Asked {
    Pages(Blob, u16, oneshot::Sender<Result<Pages, String>>),
    Page(PdfPage, oneshot::Sender<Result<Drawn, String>>),
    Text(PdfPage, oneshot::Sender<Result<PageText, String>>),
}

impl Asked {
    fn request(&self, job: Job) -> Request {
        match self {
            Self::Pages(file, dpi, _) => Request::Open {
                job,
                file: file.clone(),
                dpi: *dpi,
            },
            Self::Page(page, _) => Request::Draw {
                job,
                page: page.clone(),
            },
            Self::Text(page, _) => Request::Read {
                job,
                page: page.clone(),
            },
        }
    }

    fn is_unwanted(&self) -> bool {
        match self {
            Self::Pages(.., answer) => answer.is_canceled(),
            Self::Page(_, answer) => answer.is_canceled(),
            Self::Text(_, answer) => answer.is_canceled(),
        }
    }

    // If the receiver was dropped, nobody waits for the answer.
    fn refuse(self, message: String) {
        match self {
            Self::Pages(.., answer) => drop(answer.send(Err(message))),
            Self::Page(_, answer) => drop(answer.send(Err(message))),
            Self::Text(_, answer) => drop(answer.send(Err(message))),
        }
    }
}

impl PdfClient {
    /// Creates the handle. The first request starts the worker, which then loads the renderer.
    #[must_use]
    pub fn new() -> Self {
        Self(Rc::new_cyclic(|this: &Weak<Inner>| {
            let this = this.clone();
            let hear = move |event| {
                if let Some(this) = this.upgrade() {
                    this.heard(event);
                }
            };
            Inner {
                worker: Supervisor::new(hear),
                waiting: RefCell::default(),
                current: RefCell::default(),
            }
        }))
    }

    /// Returns the pages of a file and their sizes at a resolution in dots per inch.
    ///
    /// # Errors
    /// Returns the reason why the file cannot be read, as part of a sentence.
    pub async fn open(&self, file: Blob, dpi: u16) -> Result<Pages, String> {
        let (answer, answered) = oneshot::channel();
        self.0.ask(Asked::Pages(file, dpi, answer));
        answered.await.unwrap_or_else(|_| Err(workers::CANCELLED.to_owned()))
    }

    /// Draws a page.
    ///
    /// # Errors
    /// Returns the reason why the page cannot be drawn, as part of a sentence.
    pub async fn draw(&self, page: PdfPage) -> Result<Drawn, String> {
        let (answer, answered) = oneshot::channel();
        self.0.ask(Asked::Page(page, answer));
        answered.await.unwrap_or_else(|_| Err(workers::CANCELLED.to_owned()))
    }

    /// Reads the text of a page.
    ///
    /// # Errors
    /// Returns the reason why the page cannot be read, as part of a sentence.
    pub async fn read(&self, page: PdfPage) -> Result<PageText, String> {
        let (answer, answered) = oneshot::channel();
        self.0.ask(Asked::Text(page, answer));
        answered.await.unwrap_or_else(|_| Err(workers::CANCELLED.to_owned()))
    }

    /// Drops all requests to open files, including the current one, because nobody waits for their pages.
    pub fn stop_opening(&self) {
        let is_opening = |asked: &Asked| matches!(asked, Asked::Pages(..));
        self.0.waiting.borrow_mut().retain(|asked| !is_opening(asked));
        let current = self.0.current.borrow_mut().take_if(|(_, asked)| is_opening(asked));
        if current.is_some() {
            self.0.worker.stop();
            self.0.next();
        }
    }
}

impl Default for PdfClient {
    fn default() -> Self {
        Self::new()
    }
}

impl Inner {
    fn ask(&self, asked: Asked) {
        self.waiting.borrow_mut().push_back(asked);
        self.next();
    }

    /// Sends the oldest waiting request, unless the worker is busy.
    fn next(&self) {
        if self.current.borrow().is_some() {
            return;
        }
        self.waiting.borrow_mut().retain(|asked| !asked.is_unwanted());
        let Some(asked) = self.waiting.borrow_mut().pop_front() else {
            return;
        };
        let job = self.worker.new_job();
        let request = asked.request(job);
        self.current.replace(Some((job, asked)));
        self.worker.send(request);
    }

    fn heard(&self, heard: Heard<Event>) {
        match heard {
            Heard::Event(Event::Begun { .. }) | Heard::Progress { .. } | Heard::Cancelled { .. } => return,
            Heard::Event(Event::Opened { job, pages, memory }) => {
                if let Some(Asked::Pages(.., answer)) = self.done(job) {
                    // If the receiver was dropped, nobody waits for the answer.
                    drop(answer.send(Ok(pages)));
                }
                self.relieve(memory);
            }
            Heard::Event(Event::Drawn { job, drawn, memory }) => {
                if let Some(Asked::Page(_, answer)) = self.done(job) {
                    drop(answer.send(Ok(drawn)));
                }
                self.relieve(memory);
            }
            Heard::Event(Event::Read { job, text, memory }) => {
                if let Some(Asked::Text(_, answer)) = self.done(job) {
                    drop(answer.send(Ok(text)));
                }
                self.relieve(memory);
            }
            Heard::Event(Event::Lost { job, message }) => {
                if let Some(asked) = self.done(job) {
                    asked.refuse(message);
                }
                self.worker.stop();
            }
            Heard::Failed {
                job: Some(job),
                message,
            } => {
                if let Some(asked) = self.done(job) {
                    asked.refuse(message);
                }
            }
            Heard::Failed { job: None, message } => {
                if let Some((_, asked)) = self.current.take() {
                    asked.refuse(message);
                }
            }
            Heard::Restarted { message, lost } => {
                for asked in lost.into_iter().filter_map(|job| self.done(job)) {
                    asked.refuse(failures::pdf_lost(&message));
                }
            }
        }
        self.next();
    }

    /// Takes the current request if it belongs to this job.
    fn done(&self, job: Job) -> Option<Asked> {
        let current = self.current.borrow_mut().take_if(|(at, _)| *at == job);
        current.map(|(_, asked)| asked)
    }

    fn relieve(&self, memory: f64) {
        if memory > SPENT && self.current.borrow().is_none() {
            self.worker.stop();
        }
    }
}

struct Drawing;

impl Protocol for Drawing {
    const SCRIPT: &'static str = "pdf-worker.mjs";
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Open { job, .. } | Request::Draw { job, .. } | Request::Read { job, .. } => Some(*job),
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Opened { job, .. }
            | Event::Drawn { job, .. }
            | Event::Read { job, .. }
            | Event::Lost { job, .. } => Some(*job),
            Event::Begun { .. } => None,
        }
    }

    fn patience(event: &Event) -> Option<u32> {
        matches!(event, Event::Begun { .. }).then_some(LIMIT_MS)
    }
}
