//! The worker that writes files: an evaluation is sent to it once, then written in any format. It requests page images
//! from the page one by one, so that their bytes are in memory only here.

mod assets;
mod draft;
mod pace;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures_channel::oneshot;
use texlens_blob::Blob;
use texlens_evaluate::{Evaluation, SampleResult, Setting};
use texlens_report::{Assets, Content, note_images_left_out};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::saving::{Event, Image, Images, Request, Size, Subject};
use texlens_workspace::saving::{Format, resolution};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use draft::{Draft, MAX_IMAGES, SaveError};
use pace::Pace;
use texlens_worker_base::Port;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_saving_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        draft: RefCell::default(),
        assets: RefCell::default(),
        queue: RefCell::default(),
        is_working: Cell::default(),
        current: Cell::default(),
        cancelled: Cell::default(),
        awaited: RefCell::default(),
    });
    port.listen(move |heard| Rc::clone(&server).hear(heard));
}

/// A request that waits for its turn.
enum Work {
    Begin(Box<Subject>),
    Add(Vec<SampleResult>),
    Size(File, Images),
    Write(File),
}

/// A job and the file that it is about.
#[derive(Clone, Copy)]
struct File {
    job: Job,
    format: Format,
    content: Content,
}

impl Work {
    /// The id of the job, if the page waits for an answer.
    fn job(&self) -> Option<Job> {
        match self {
            Self::Begin(_) | Self::Add(_) => None,
            Self::Size(file, _) | Self::Write(file) => Some(file.job),
        }
    }
}

struct Server {
    port: Port<Event>,
    base: String,
    /// Empty while a job uses it.
    draft: RefCell<Draft>,
    /// The files for formulas, once fetched.
    assets: RefCell<Option<Rc<Assets>>>,
    queue: RefCell<VecDeque<Work>>,
    is_working: Cell<bool>,
    /// The job that runs, and whether it was cancelled.
    current: Cell<Option<Job>>,
    cancelled: Cell<bool>,
    /// Receives the image that the running job waits for.
    awaited: RefCell<Option<oneshot::Sender<Option<Image>>>>,
}

impl Server {
    fn hear(self: Rc<Self>, heard: Result<Request, String>) {
        match heard {
            Ok(Request::Begin(subject)) => self.enqueue(Work::Begin(subject)),
            Ok(Request::Add(samples)) => self.enqueue(Work::Add(samples)),
            Ok(Request::Size {
                job,
                format,
                content,
                images,
            }) => self.enqueue(Work::Size(File { job, format, content }, images)),
            Ok(Request::Write { job, format, content }) => self.enqueue(Work::Write(File { job, format, content })),
            Ok(Request::Image(image)) => {
                if let Some(awaited) = self.awaited.take() {
                    // The job may have been cancelled.
                    let _ = awaited.send(image);
                }
            }
            Ok(Request::Cancel { job }) => self.cancel(job),
            Err(message) => self.port.failed(None, message),
        }
    }

    fn cancel(&self, job: Job) {
        if self.current.get() == Some(job) {
            self.cancelled.set(true);
            // A job that waits for an image goes on and sees that it was cancelled.
            self.awaited.take();
        } else {
            let mut queue = self.queue.borrow_mut();
            let before = queue.len();
            queue.retain(|work| work.job() != Some(job));
            // A job that has ended needs no answer.
            if queue.len() < before {
                self.port.cancelled(job);
            }
        }
    }

    fn enqueue(self: Rc<Self>, work: Work) {
        self.queue.borrow_mut().push_back(work);
        if !self.is_working.replace(true) {
            spawn_local(async move {
                while let Some(work) = self.next() {
                    let draft = self.draft.take();
                    let draft = self.work(work, draft).await;
                    self.draft.replace(draft);
                }
                self.is_working.set(false);
            });
        }
    }

    fn next(&self) -> Option<Work> {
        self.queue.borrow_mut().pop_front()
    }

    /// Handles a request and returns the draft.
    async fn work(&self, work: Work, mut draft: Draft) -> Draft {
        self.current.set(work.job());
        self.cancelled.set(false);
        match work {
            Work::Begin(subject) => draft = Draft::of(*subject),
            Work::Add(samples) => draft.add(samples),
            Work::Size(file, images) => match self.size(&draft, file, &images).await {
                Ok(size) => self.port.emit(Event::Sized { job: file.job, size }),
                Err(error) => self.refuse(file.job, error),
            },
            Work::Write(file) => match self.write(&draft, file).await {
                Ok((bytes, left_out)) => self.port.emit(Event::Written {
                    job: file.job,
                    file: Blob::new(&bytes, file.format.media_type()),
                    left_out,
                }),
                Err(error) => self.refuse(file.job, error),
            },
        }
        self.current.set(None);
        draft
    }

    fn refuse(&self, job: Job, error: SaveError) {
        match error {
            SaveError::Cancelled => self.port.cancelled(job),
            SaveError::Failed(message) => self.port.failed(job, message),
        }
    }

    async fn size(&self, draft: &Draft, file: File, images: &Images) -> Result<Size, SaveError> {
        let File { job, format, content } = file;
        let pace = Pace::new(&self.port, job, &self.cancelled, 0);
        let at = (self.base.as_str(), &pace);
        if format.has_images() {
            let assets = self.assets().await?;
            return draft.size(format, content, images, &assets, at).await;
        }
        Ok(Size {
            bytes: draft.scores(format, content, at).await?.len() as u64,
            is_exact: true,
            undrawn: 0,
        })
    }

    /// Returns the bytes of the file, and the number of omitted page images.
    async fn write(&self, draft: &Draft, file: File) -> Result<(Vec<u8>, usize), SaveError> {
        let File { job, format, content } = file;
        if !format.has_images() {
            let pace = Pace::new(&self.port, job, &self.cancelled, 0);
            let text = draft.scores(format, content, (&self.base, &pace)).await?;
            return Ok((text.into_bytes(), 0));
        }
        let samples = &draft.evaluation.samples;
        let images = if content.images {
            samples.iter().filter(|sample| sample.image.is_some()).count()
        } else {
            0
        };
        let pace = Pace::new(&self.port, job, &self.cancelled, images + samples.len());
        let assets = self.assets().await?;
        let mut evaluation = draft.whole(&self.base, &pace).await?;
        let left_out = if content.images {
            self.add_images(&mut evaluation, &pace).await?
        } else {
            0
        };
        content.apply(&mut evaluation);
        let bytes = match format {
            Format::Html => draft::html(&evaluation, &assets, &pace).await?,
            _ => draft::zip(&evaluation, &assets, &pace).await?,
        };
        Ok((bytes, left_out))
    }

    /// Adds the bytes of images to an evaluation, as long as there is room and they can be read. Returns the number of
    /// omitted images.
    async fn add_images(&self, evaluation: &mut Evaluation, pace: &Pace<'_>) -> Result<usize, SaveError> {
        let (mut left_out, mut room, mut is_full) = (0, MAX_IMAGES, false);
        for (index, sample) in evaluation.samples.iter_mut().enumerate() {
            let Some(image) = &mut sample.image else { continue };
            pace.step().await?;
            // If there was no room for a drawn page, there is none for the next one, which is about as large.
            let found = self.image(pace.job(), index, !is_full).await;
            let drawn = found.as_ref().and_then(|found| found.drawn);
            let bytes = match &found {
                Some(found) if found.file.size() <= room => found.file.bytes().await.ok(),
                _ => None,
            };
            is_full |= drawn.is_some() && bytes.is_none();
            let Some(bytes) = bytes else {
                sample.image = None;
                left_out += 1;
                continue;
            };
            room -= bytes.len() as u64;
            image.bytes = bytes;
            if let Some((width, height, dpi)) = drawn {
                (image.width, image.height) = (width, height);
                note_resolution(&mut evaluation.provenance.settings, dpi);
            }
        }
        note_images_left_out(&mut evaluation.provenance.settings, left_out);
        Ok(left_out)
    }

    /// Requests the image of a sample from the page.
    async fn image(&self, job: Job, sample: usize, may_draw: bool) -> Option<Image> {
        let (awaited, answer) = oneshot::channel();
        self.awaited.replace(Some(awaited));
        self.port.emit(Event::Wanted { job, sample, may_draw });
        answer.await.ok().flatten()
    }

    async fn assets(&self) -> Result<Rc<Assets>, SaveError> {
        if let Some(known) = &*self.assets.borrow() {
            return Ok(known.clone());
        }
        let unreachable = "The formula fonts could not be loaded. Check that the app is still being served.";
        let assets = assets::fetch_assets(&self.base).await;
        let assets = Rc::new(assets.map_err(|_| SaveError::Failed(unreachable.to_owned()))?);
        self.assets.replace(Some(assets.clone()));
        Ok(assets)
    }
}

/// Records the resolution at which a page was drawn, unless a lower one is recorded.
fn note_resolution(settings: &mut [Setting], dpi: u16) {
    let noted = resolution(dpi);
    for setting in settings.iter_mut().filter(|setting| setting.name == noted.name) {
        if setting.value.parse().is_ok_and(|lowest: u16| dpi < lowest) {
            setting.value.clone_from(&noted.value);
        }
    }
}
