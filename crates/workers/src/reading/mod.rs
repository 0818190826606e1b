//! The worker that reads pages. It does one recognition after the other and receives cancellations between tiles.

mod detector;
mod provider;
mod runtime;
mod timing;

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::rc::Rc;

use gloo_timers::future::TimeoutFuture;
use texlens_blob::Blob;
use texlens_browser::fetch::FetchError;
use texlens_ocr::detect::{self, GrayImage, Network, NetworkSetting, Stages, Timed};
use texlens_ocr::{PageGlyphs, ReadFrom, typeset};
use texlens_worker_base::Port;
use texlens_worker_base::onnx::Loaded;
use texlens_workspace::messages::Job;
use texlens_workspace::messages::reading::{Event, PageId, Part, ReadingSettings, Request, Scope};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use detector::{Detector, DetectorError};
use provider::{Choice, ProviderError};
use runtime::OrtWeb;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_reading_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        base,
        queue: RefCell::default(),
        runtime: Loaded::default(),
        engines: RefCell::default(),
        choice: RefCell::default(),
        working: Cell::new(false),
        current: Cell::new(None),
        cancelled: Cell::new(false),
    });
    port.listen(move |heard| Rc::clone(&server).hear(heard));
}

/// A request that waits for its turn.
enum Work {
    Recognise {
        job: Job,
        settings: ReadingSettings,
        image: Blob,
        scope: Scope,
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

/// A network and its session, ready for use.
struct Engine {
    detector: Detector,
    backend: OrtWeb,
}

/// The reason why a network cannot be used.
#[derive(Debug, thiserror::Error)]
enum EngineError {
    /// The network's files cannot be used.
    #[error(transparent)]
    Detector(#[from] DetectorError),
    /// No provider runs the network.
    #[error(transparent)]
    Provider(#[from] ProviderError),
}

impl EngineError {
    /// Reports whether a file is not there. A file with other content is an error in any case.
    fn is_missing(&self) -> bool {
        let missing = |error: &FetchError| matches!(error, FetchError::Unreachable { .. } | FetchError::Status { .. });
        matches!(self, Self::Detector(DetectorError::Fetch(error)) if missing(error))
    }
}

struct Server {
    port: Port<Event>,
    base: String,
    queue: RefCell<VecDeque<Work>>,
    runtime: Loaded,
    /// The loaded networks, without the one that a recognition uses.
    engines: RefCell<HashMap<Network, Engine>>,
    /// The device that runs the networks; `None` before the first use.
    choice: RefCell<Option<Choice>>,
    /// Whether a task is working through the queue.
    working: Cell<bool>,
    /// The running recognition, and whether it was cancelled.
    current: Cell<Option<Job>>,
    cancelled: Cell<bool>,
}

impl Server {
    fn hear(self: Rc<Self>, heard: Result<Request, String>) {
        match heard {
            Ok(Request::Recognise {
                job,
                image,
                settings,
                scope,
            }) => self.enqueue(Work::Recognise {
                job,
                settings,
                image,
                scope,
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
            Work::Recognise {
                job,
                settings,
                image,
                scope,
            } => {
                self.current.set(Some(job));
                self.cancelled.set(false);
                let event = self.recognise(job, settings, &image, scope).await;
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
        for part in pages.chunks(typeset::MOST_PAGES) {
            let mut found = Vec::with_capacity(part.len());
            for (_, page) in part {
                found.push(glyphs(page).await?);
            }
            for ((page, _), recognition) in part.iter().zip(typeset::typeset_document(&found)) {
                let page = *page;
                self.port.emit(Event::Written { job, page, recognition });
            }
        }
        Ok(())
    }

    async fn recognise(
        &self,
        job: Job,
        settings: ReadingSettings,
        image: &Blob,
        scope: Scope,
    ) -> Result<Event, String> {
        let bytes = image.bytes().await.map_err(|error| error.to_string())?;
        let start = timing::now();
        // The image is decoded before the model is fetched: a file that is not an image should not cause a download.
        let image = GrayImage::decode(&bytes).map_err(|error| error.to_string())?;
        drop(bytes);
        let decoding = timing::now() - start;
        let pixels = match &scope {
            Scope::Part(Part { region, .. }) => ((region.x1 - region.x0) * (region.y1 - region.y0)) as usize,
            Scope::Page { .. } | Scope::Unread { .. } => image.pixels.len(),
        };
        let (mut engine, note) = match (self.engine(settings, pixels).await, &scope) {
            (Ok(engine), _) => engine,
            // The text of the PDF page can be had without a network, as when the site is offline.
            (Err(_), Scope::Unread { page, seconds }) => return typeset_text(job, page.clone(), *seconds).await,
            (Err(error), _) => return Err(error.to_string()),
        };
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
        let mut timed = Timed::new(&mut engine.backend, timing::now);
        let mut before = 0.0;
        let read = match scope {
            Scope::Page { because } => {
                let read = detect::read_page(&image, model, &mut timed, progress).await;
                read.map(|page| PageGlyphs {
                    read_from: ReadFrom::Image { because },
                    ..page
                })
            }
            Scope::Part(Part { region, page }) => {
                let page = glyphs(&page).await?;
                detect::read_region(&image, &page, region, model, &mut timed, progress).await
            }
            Scope::Unread { page, seconds } => {
                before = seconds;
                let stated = glyphs(&page).await?;
                let read = detect::read_page(&image, model, &mut timed, progress).await;
                read.map(|found| detect::fill_unread(stated, &found))
            }
        };
        let stages = timed.stages();
        let choice = self.choice.borrow().clone();
        let provider = choice.map(|choice| Box::new(choice.provider(&engine.detector, note)));
        if read.is_ok() || self.cancelled.get() {
            self.keep(engine);
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
            seconds: before + (decoding + end - start) / 1000.0,
            provider,
        })
    }

    /// Returns the network for an image or part of so many pixels, loaded if necessary, and a note on the choice. For
    /// another provider, the page starts another worker.
    async fn engine(
        &self,
        settings: ReadingSettings,
        pixels: usize,
    ) -> Result<(Engine, Option<&'static str>), EngineError> {
        let chosen = self.choice.borrow().as_ref().map(Choice::is_on_gpu);
        let is_on_gpu = match chosen {
            Some(is_on_gpu) => is_on_gpu,
            None => provider::expects_gpu(settings.provider).await,
        };
        let network = settings.network.network(pixels, is_on_gpu);
        let engine = match self.load(settings, network).await {
            // The site may be offline and only the fast network stored.
            Err(error)
                if error.is_missing() && settings.network == NetworkSetting::Auto && network == Network::Accurate =>
            {
                let engine = self.load(settings, Network::Fast).await?;
                return Ok((engine, Some("the accurate one could not be fetched")));
            }
            loaded => loaded?,
        };
        let is_on_gpu = self.choice.borrow().as_ref().is_some_and(Choice::is_on_gpu);
        let better = settings.network.network(pixels, is_on_gpu);
        if better == network {
            return Ok((engine, None));
        }
        // The GPU did not turn out as expected.
        self.keep(engine);
        Ok((self.load(settings, better).await?, None))
    }

    async fn load(&self, settings: ReadingSettings, network: Network) -> Result<Engine, EngineError> {
        if let Some(engine) = self.engines.borrow_mut().remove(&network) {
            return Ok(engine);
        }
        let what = format!("the {} network", network.name());
        let on_loading = |loaded, total| self.loading(&what, loaded, total);
        let detector = Detector::fetch(&self.base, network, on_loading).await?;
        let before = self.choice.borrow().clone();
        let on_loading = |loaded, total| self.loading("ONNX Runtime", loaded, total);
        let chosen = provider::choose(
            settings.provider,
            before,
            &self.base,
            &detector,
            &self.runtime,
            on_loading,
        )
        .await?;
        self.choice.replace(Some(chosen.choice));
        let backend = chosen.backend;
        Ok(Engine { detector, backend })
    }

    /// Keeps a network for the next image.
    fn keep(&self, engine: Engine) {
        self.engines.borrow_mut().insert(engine.detector.network, engine);
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
            Work::Join { .. } => false,
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
