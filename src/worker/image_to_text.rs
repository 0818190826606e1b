//! The page's handle on the worker that reads with a model that a person brings.

use std::cell::RefCell;
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::image_to_text::{Event, FoundModel, ModelOrder, PageFormulas, ReadImage, Request};
use texlens_workspace::messages::reading::ProviderSetting;
use texlens_workspace::own_models::ModelFile;
use texlens_workspace::state::OwnDoing;
use texlens_workspace::words::workers;

use super::IMAGES;
use super::asking::{AskError, Asking, AskingClient, Said, Tell};
use super::supervisor::Protocol;

/// The reason why an image was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadError {
    /// The person gave it up.
    GivenUp,
    /// A message for the person.
    Failed(String),
    /// The worker was lost, and another one runs, which has no model; with a message for the person.
    Lost(String),
}

/// The page's handles on two workers: one reads with a model that it has loaded, the other checks and stores models in the
/// meantime. A clone refers to the same workers.
#[derive(Clone, PartialEq)]
pub struct ImageToTextClient {
    reader: AskingClient<ImageToText>,
    checker: AskingClient<ImageToText>,
    loaded: Loaded,
}

/// What the worker that reads has loaded: the number of the model, its number format, the choice of the provider.
#[derive(Clone, Default)]
struct Loaded(Rc<RefCell<Option<(u32, String, ProviderSetting)>>>);

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl ImageToTextClient {
    /// Creates the handle. Each worker starts with its first request.
    #[must_use]
    pub fn new() -> Self {
        Self {
            reader: AskingClient::new(),
            checker: AskingClient::new(),
            loaded: Loaded::default(),
        }
    }

    /// Finds a model in files and checks it.
    ///
    /// # Errors
    /// A sentence that says what to do, or that the check was given up.
    pub async fn check(&self, files: Vec<ModelFile>) -> Result<FoundModel, AskError> {
        let request = |job| Request::Check { job, files };
        match self.checker.ask(request, Box::new(|_| {})).await? {
            Answer::Found(found) => Ok(found),
            _ => Err(AskError::Failed(workers::NOT_RUNNING.to_owned())),
        }
    }

    /// Stores a model in the browser; returns its hash.
    ///
    /// # Errors
    /// A sentence that says what to do, or that storing was given up.
    pub async fn keep(&self, name: String, files: Vec<ModelFile>, tell: Tell<OwnDoing>) -> Result<String, AskError> {
        let request = |job| Request::Keep { job, name, files };
        match self.checker.ask(request, tell).await? {
            Answer::Kept(sha256) => Ok(sha256),
            _ => Err(AskError::Failed(workers::NOT_RUNNING.to_owned())),
        }
    }

    /// Reads an image, or the formulas of a page, with the model of this number. Another model than the last one, another
    /// number format or another provider gets another worker: no runtime gives back memory that a model has taken.
    ///
    /// # Errors
    /// A sentence that says what to do, or that reading was cancelled.
    pub async fn read(
        &self,
        model: u32,
        order: ModelOrder,
        (image, formulas): (Blob, Option<Box<PageFormulas>>),
        tell: Tell<OwnDoing>,
    ) -> Result<ReadImage, ReadError> {
        let wanted = Some((model, order.dtype.clone(), order.provider));
        if self.loaded.0.replace(wanted.clone()) != wanted {
            self.reader.give_up();
        }
        self.reader.replace_worn_out();
        self.reader.start();
        let worker = self.reader.generation();
        let request = |job| Request::Read {
            job,
            order,
            image,
            formulas,
        };
        match self.reader.ask(request, tell).await {
            Ok(Answer::Read(read)) => Ok(read),
            Ok(_) => Err(ReadError::Failed(workers::NOT_RUNNING.to_owned())),
            Err(AskError::GivenUp) => Err(ReadError::GivenUp),
            Err(AskError::Failed(why)) if self.reader.generation() == worker => Err(ReadError::Failed(why)),
            Err(AskError::Failed(why)) => Err(ReadError::Lost(why)),
        }
    }

    /// Asks the worker that reads to stop at the next token.
    pub fn cancel_reading(&self) {
        self.reader.cancel();
    }

    /// Ends the worker that reads if it has loaded the model of this number, so that its memory is free.
    pub fn unload(&self, model: u32) {
        let is_loaded = matches!(&*self.loaded.0.borrow(), Some((loaded, ..)) if *loaded == model);
        if is_loaded {
            self.end_reader();
        }
    }

    /// Ends the worker that reads, whatever it is doing.
    pub fn end_reader(&self) {
        self.reader.give_up();
    }

    /// Ends the worker that checks and stores, whatever it is doing.
    pub fn end_checker(&self) {
        self.checker.give_up();
    }
}

impl Default for ImageToTextClient {
    fn default() -> Self {
        Self::new()
    }
}

/// An answer of the worker.
enum Answer {
    Found(FoundModel),
    Kept(String),
    Read(ReadImage),
}

struct ImageToText;

impl Protocol for ImageToText {
    const SCRIPT: &'static str = "image-to-text-worker.mjs";
    const ENDURES: u32 = IMAGES;
    type Request = Request;
    type Event = Event;

    fn opened(request: &Request) -> Option<Job> {
        match request {
            Request::Check { job, .. } | Request::Keep { job, .. } | Request::Read { job, .. } => Some(*job),
            Request::Cancel { .. } => None,
        }
    }

    fn ended(event: &Event) -> Option<Job> {
        match event {
            Event::Checked { job, .. } | Event::Kept { job, .. } | Event::Read { job, .. } => Some(*job),
            Event::Loading { .. } | Event::Loaded { .. } | Event::Writing { .. } => None,
        }
    }
}

impl Asking for ImageToText {
    type Answer = Answer;
    type Progress = OwnDoing;

    fn said(event: Event) -> Said<Answer, OwnDoing> {
        match event {
            Event::Checked { job, found } => Said::Answer(job, Answer::Found(found)),
            Event::Kept { job, sha256 } => Said::Answer(job, Answer::Kept(sha256)),
            Event::Read { job, read } => Said::Answer(job, Answer::Read(read)),
            Event::Loading {
                job,
                what,
                loaded,
                total,
            } => Said::Progress(job, OwnDoing::Loading(what, loaded, total)),
            Event::Loaded { job } => Said::Progress(job, OwnDoing::Encoding),
            Event::Writing {
                job,
                text,
                tokens,
                seconds,
                formula,
            } => {
                let doing = OwnDoing::Writing {
                    text,
                    tokens,
                    seconds,
                    formula,
                };
                Said::Progress(job, doing)
            }
        }
    }

    fn cancelling(job: Job) -> Option<Request> {
        Some(Request::Cancel { job })
    }

    fn lost(why: &str) -> String {
        why.to_owned()
    }
}
