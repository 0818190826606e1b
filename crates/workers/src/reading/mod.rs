//! The worker that reads pages. It does one recognition after the other and receives cancellations between tiles.

mod detector;
mod provider;
mod runtime;
mod timing;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use texlens_blob::Blob;
use texlens_ocr::detect::{self, GrayImage, Stages, Timed};
use texlens_ocr::{PageGlyphs, ReadFrom, typeset};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::reading::{Event, PageId, Part, ProviderSetting, Request};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::port::Port;
use detector::Detector;
use provider::Chosen;
use runtime::Loaded;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_reading_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        queue: RefCell::default(),
        runtime: Loaded::default(),
        engine: RefCell::default(),
        working: Cell::new(false),
        current: Cell::new(None),
        cancelled: Cell::new(false),
    });
    port.listen(move |heard| Rc::clone(&server).hear(heard));
}

/// A request that waits for its turn.
enum Work {
    Prepare(ProviderSetting),
    Recognise {
        job: Job,
        provider: ProviderSetting,
        part: Option<Part>,
        image: Blob,
        because: Option<String>,
    },
    Typeset {
        job: Job,
        page: Blob,
        seconds: f64,
    },
    Join {
        job: Job,
        pages: Vec<(PageId, Blob)>,
    },
}

/// The detector and the runtime, ready for use.
struct Engine {
    detector: Detector,
    chosen: Chosen,
}

struct Server {
    port: Port<Event>,
    base: String,
    queue: RefCell<VecDeque<Work>>,
    runtime: Loaded,
    /// `None` before the first use and while a recognition uses it.
    engine: RefCell<Option<Engine>>,
    /// Whether a task is working through the queue.
    working: Cell<bool>,
    /// The running recognition, and whether it was cancelled.
    current: Cell<Option<Job>>,
    cancelled: Cell<bool>,
}

impl Server {
    fn hear(self: Rc<Self>, heard: Result<Request, String>) {
        match heard {
            Ok(Request::Prepare { provider }) => self.enqueue(Work::Prepare(provider)),
            Ok(Request::Recognise {
                job,
                image,
                provider,
                part,
                because,
            }) => self.enqueue(Work::Recognise {
                job,
                provider,
                part,
                image,
                because,
            }),
            Ok(Request::Typeset { job, page, seconds }) => self.enqueue(Work::Typeset { job, page, seconds }),
            Ok(Request::Join { job, pages }) => self.enqueue(Work::Join { job, pages }),
            Ok(Request::Cancel { job }) => self.cancel(job),
            Err(message) => self.port.failed(None, message),
        }
    }

    fn enqueue(self: Rc<Self>, work: Work) {
        self.queue.borrow_mut().push_back(work);
        if !self.working.replace(true) {
            spawn_local(async move {
                while let Some(work) = self.next() {
                    self.work(work).await;
                }
                self.working.set(false);
            });
        }
    }

    fn next(&self) -> Option<Work> {
        self.queue.borrow_mut().pop_front()
    }

    async fn work(&self, work: Work) {
        match work {
            Work::Prepare(provider) => match self.engine(provider).await {
                Ok(engine) => {
                    let provider = engine.chosen.provider.clone();
                    self.engine.replace(Some(engine));
                    self.port.emit(Event::Ready { provider });
                }
                Err(message) => self.port.failed(None, message),
            },
            Work::Recognise {
                job,
                provider,
                part,
                image,
                because,
            } => {
                self.current.set(Some(job));
                self.cancelled.set(false);
                let event = self.recognise(job, provider, part, &image, because).await;
                self.current.set(None);
                match event {
                    Ok(event) => self.port.emit(event),
                    Err(_) if self.cancelled.get() => self.port.cancelled(job),
                    Err(message) => self.port.failed(job, message),
                }
            }
            Work::Typeset { job, page, seconds } => {
                self.current.set(Some(job));
                self.cancelled.set(false);
                let event = typeset_text(job, page, seconds).await;
                // A cancellation arrives while the glyphs are read, or after the page is typeset.
                TimeoutFuture::new(0).await;
                self.current.set(None);
                match event {
                    _ if self.cancelled.get() => self.port.cancelled(job),
                    Ok(event) => self.port.emit(event),
                    Err(message) => self.port.failed(job, message),
                }
            }
            Work::Join { job, pages } => match self.join(job, pages).await {
                Ok(()) => self.port.emit(Event::Joined { job }),
                Err(message) => self.port.failed(job, message),
            },
        }
    }

    /// Typesets the pages of a document together.
    async fn join(&self, job: Job, pages: Vec<(PageId, Blob)>) -> Result<(), String> {
        let mut found = Vec::with_capacity(pages.len());
        for (_, page) in &pages {
            found.push(glyphs(page).await?);
        }
        for ((page, _), recognition) in pages.into_iter().zip(typeset::typeset_document(&found)) {
            self.port.emit(Event::Written { job, page, recognition });
        }
        Ok(())
    }

    async fn recognise(
        &self,
        job: Job,
        provider: ProviderSetting,
        part: Option<Part>,
        image: &Blob,
        because: Option<String>,
    ) -> Result<Event, String> {
        let before = match part {
            Some(Part { region, page }) => Some((region, glyphs(&page).await?)),
            None => None,
        };
        let bytes = image.bytes().await.map_err(|error| error.to_string())?;
        let start = timing::now();
        // The image is decoded before the model is fetched: a file that is not an image should not cause a download.
        let image = GrayImage::decode(&bytes).map_err(|error| error.to_string())?;
        drop(bytes);
        let decoding = timing::now() - start;
        let mut engine = self.engine(provider).await?;
        let start = timing::now();
        let progress = |done, total| {
            self.port.progress(job, done, total);
            if self.cancelled.get() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let model = &engine.detector.model;
        let mut timed = Timed::new(&mut engine.chosen.backend, timing::now);
        let read = match before {
            None => {
                let read = detect::read_page(&image, model, &mut timed, progress).await;
                read.map(|page| PageGlyphs {
                    read_from: ReadFrom::Image { because },
                    ..page
                })
            }
            Some((region, page)) => detect::read_region(&image, &page, region, model, &mut timed, progress).await,
        };
        let stages = timed.stages();
        let provider = engine.chosen.provider.clone();
        if read.is_ok() || self.cancelled.get() {
            self.engine.replace(Some(engine));
        }
        let page = read.map_err(|error| error.to_string())?;
        let found = timing::now();
        let recognition = typeset::typeset(&page);
        let end = timing::now();
        let stages = Stages {
            image: decoding,
            typesetting: end - found,
            ..stages
        };
        timing::record(start, stages);
        let page = serde_json::to_vec(&page).map_err(|error| error.to_string())?;
        Ok(Event::Recognised {
            job,
            recognition,
            page: Blob::new(&page, "application/json"),
            seconds: (decoding + end - start) / 1000.0,
            provider: Some(Box::new(provider)),
        })
    }

    /// Returns detector and runtime, loaded if necessary. For another setting, the page starts another worker.
    async fn engine(&self, setting: ProviderSetting) -> Result<Engine, String> {
        if let Some(engine) = self.engine.take() {
            return Ok(engine);
        }
        let detector = Detector::fetch(&self.base, |loaded, total| self.loading("model", loaded, total))
            .await
            .map_err(|error| error.to_string())?;
        let chosen = provider::choose(setting, &self.base, &detector, &self.runtime, |loaded, total| {
            self.loading("ONNX Runtime", loaded, total);
        })
        .await
        .map_err(|error| error.to_string())?;
        Ok(Engine { detector, chosen })
    }

    fn loading(&self, what: &str, loaded: f64, total: Option<f64>) {
        self.port.emit(Event::Loading {
            what: what.to_owned(),
            loaded,
            total,
        });
    }

    fn cancel(&self, job: Job) {
        if self.current.get() == Some(job) {
            self.cancelled.set(true);
            return;
        }
        let waits = |work: &Work| match work {
            Work::Recognise { job: waiting, .. } | Work::Typeset { job: waiting, .. } => *waiting == job,
            Work::Prepare(_) | Work::Join { .. } => false,
        };
        let mut queue = self.queue.borrow_mut();
        let before = queue.len();
        queue.retain(|work| !waits(work));
        if queue.len() < before {
            drop(queue);
            self.port.cancelled(job);
        }
    }
}

/// Typesets the text of a PDF page, which was read in this time.
async fn typeset_text(job: Job, page: Blob, seconds: f64) -> Result<Event, String> {
    let found = glyphs(&page).await?;
    let start = timing::now();
    let recognition = typeset::typeset(&found);
    Ok(Event::Recognised {
        job,
        recognition,
        page,
        seconds: seconds + (timing::now() - start) / 1e3,
        provider: None,
    })
}

/// Returns the glyphs that an earlier recognition found on a page.
async fn glyphs(page: &Blob) -> Result<PageGlyphs, String> {
    let bytes = page.bytes().await.map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}
