//! The worker: it checks models, and reads one image after the other. Cancellations arrive between tokens.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_image_to_text as model;
use texlens_worker_base::{Port, onnx};
use texlens_workspace::messages::Job;
use texlens_workspace::messages::image_to_text::{Event, ModelOrder, PageFormulas, ReadImage, Request};
use texlens_workspace::own_models::Stop;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::error::ModelError;
use crate::found::found;
use crate::kept::{keep, opened};
use crate::loaded::{FormulaNumber, LoadedModel};

/// The text so far is sent at most this often, in milliseconds.
const TELLS_EVERY_MS: f64 = 200.0;

/// Starts to answer the page's requests. `base` is the address of the app's folder and ends with a slash.
#[wasm_bindgen]
pub fn start_image_to_text_worker(base: String) {
    let port = Port::open();
    let server = Rc::new(Server {
        port: port.clone(),
        runtimes: format!("{base}ort/"),
        base,
        queue: RefCell::default(),
        runtime: onnx::Loaded::default(),
        model: RefCell::default(),
        is_working: Cell::new(false),
        current: Cell::new(None),
        is_cancelled: Cell::new(false),
    });
    port.listen(move |heard| Rc::clone(&server).hear(heard));
}

struct Server {
    port: Port<Event>,
    /// The address of the app's folder.
    base: String,
    /// The address of the folder with the builds of the runtime.
    runtimes: String,
    /// Requests that wait for their turn.
    queue: RefCell<VecDeque<Request>>,
    runtime: onnx::Loaded,
    /// The model, unless it is not loaded yet or reads at the moment.
    model: RefCell<Option<LoadedModel>>,
    /// Whether a task is working through the queue.
    is_working: Cell<bool>,
    /// The job at work, and whether it was cancelled.
    current: Cell<Option<Job>>,
    is_cancelled: Cell<bool>,
}

/// The time between two readings of the clock.
fn seconds(start: f64, now: f64) -> f64 {
    (now - start) / 1e3
}

fn job_of(request: &Request) -> Job {
    match request {
        Request::Check { job, .. }
        | Request::Keep { job, .. }
        | Request::Read { job, .. }
        | Request::Cancel { job } => *job,
    }
}

impl Server {
    fn hear(self: Rc<Self>, heard: Result<Request, String>) {
        match heard {
            Ok(Request::Cancel { job }) => self.cancel(job),
            Ok(request) => self.enqueue(request),
            Err(message) => self.port.failed(None, message),
        }
    }

    fn enqueue(self: Rc<Self>, request: Request) {
        self.queue.borrow_mut().push_back(request);
        if !self.is_working.replace(true) {
            spawn_local(async move {
                while let Some(request) = self.next() {
                    let job = job_of(&request);
                    self.current.set(Some(job));
                    self.is_cancelled.set(false);
                    let event = self.answer(request).await;
                    self.current.set(None);
                    match event {
                        Ok(event) => self.port.emit(event),
                        Err(_) if self.is_cancelled.get() => self.port.cancelled(job),
                        Err(message) => self.port.failed(job, message),
                    }
                }
                self.is_working.set(false);
            });
        }
    }

    fn next(&self) -> Option<Request> {
        self.queue.borrow_mut().pop_front()
    }

    async fn answer(&self, request: Request) -> Result<Event, String> {
        match request {
            Request::Check { job, files } => Ok(Event::Checked {
                job,
                found: found(files).await?,
            }),
            Request::Keep { job, name, files } => Ok(Event::Kept {
                job,
                sha256: keep(&self.base, &name, &files, &self.on_loading(job)).await?,
            }),
            Request::Read {
                job,
                order,
                image,
                formulas,
            } => self.read(job, &order, &image, formulas.as_deref()).await,
            Request::Cancel { .. } => Err(String::new()),
        }
    }

    async fn read(
        &self,
        job: Job,
        order: &ModelOrder,
        image: &Blob,
        formulas: Option<&PageFormulas>,
    ) -> Result<Event, String> {
        let before = self.model.borrow_mut().take();
        let mut loaded = match before {
            Some(loaded) => loaded,
            None => {
                let on_loading = self.on_loading(job);
                let files = opened(&self.base, &order.files, &on_loading).await?;
                let loaded = LoadedModel::load(order, &files, &self.runtime, &self.runtimes, &on_loading).await;
                loaded.map_err(|error| error.to_string())?
            }
        };
        let read = self.read_with(&mut loaded, job, order, (image, formulas)).await;
        self.model.replace(Some(loaded));
        read
    }

    async fn read_with(
        &self,
        loaded: &mut LoadedModel,
        job: Job,
        order: &ModelOrder,
        (image, formulas): (&Blob, Option<&PageFormulas>),
    ) -> Result<Event, String> {
        self.port.emit(Event::Loaded { job });
        let encoded = image.bytes().await.map_err(|error| error.to_string())?;
        let page = (&*encoded, formulas);
        let mut start = js_sys::Date::now();
        let mut read = match self.settle(loaded, job, order, page).await {
            Ok(()) => {
                start = js_sys::Date::now();
                loaded.read(&encoded, order, formulas, self.on_token(job, start)).await
            }
            Err(error) => Err(error),
        };
        if let Err(error) = &read
            && loaded.may_leave_gpu(order, error)
        {
            let on_loading = self.on_loading(job);
            let files = opened(&self.base, &order.files, &on_loading).await?;
            let left = loaded.leave_gpu(error, &files, &on_loading).await;
            left.map_err(|error| error.to_string())?;
            self.port.emit(Event::Loaded { job });
            start = js_sys::Date::now();
            read = loaded.read(&encoded, order, formulas, self.on_token(job, start)).await;
        }
        let read = read.map_err(|error| error.to_string())?;
        Ok(Event::Read {
            job,
            read: ReadImage {
                text: read.text,
                tokens: read.tokens,
                stop: match read.stop {
                    model::Stop::End => Stop::End,
                    model::Stop::Limit => Stop::Limit,
                    model::Stop::Repeats => Stop::Repeats,
                },
                seconds: seconds(start, js_sys::Date::now()),
                remarks: read.remarks,
                formulas: read.formulas,
                runs_on: loaded.runs_on.clone(),
            },
        })
    }

    /// Settles where a model runs, before it reads its first image.
    async fn settle(
        &self,
        loaded: &mut LoadedModel,
        job: Job,
        order: &ModelOrder,
        page: (&[u8], Option<&PageFormulas>),
    ) -> Result<(), ModelError> {
        if loaded.is_settled() {
            return Ok(());
        }
        let on_loading = self.on_loading(job);
        let files = opened(&self.base, &order.files, &on_loading).await;
        let files = files.map_err(ModelError::Unreadable)?;
        let is_cancelled = || self.is_cancelled.get();
        loaded.settle(page, order, &files, &on_loading, &is_cancelled).await?;
        self.port.emit(Event::Loaded { job });
        Ok(())
    }

    /// Returns what reports the text so far, and stops when the job is cancelled. `start` is when reading began.
    fn on_token(&self, job: Job, start: f64) -> impl FnMut(FormulaNumber, &dyn Fn() -> String) -> ControlFlow<()> {
        let (mut told, mut tokens) = (0.0, 0);
        move |formula, text| {
            tokens += 1;
            let now = js_sys::Date::now();
            if now - told >= TELLS_EVERY_MS {
                told = now;
                self.port.emit(Event::Writing {
                    job,
                    text: text(),
                    tokens,
                    seconds: seconds(start, now),
                    formula,
                });
            }
            match self.is_cancelled.get() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        }
    }

    /// Returns what reports the progress of loading or storing.
    fn on_loading(&self, job: Job) -> impl Fn(&str, f64, Option<f64>) {
        let port = self.port.clone();
        move |what, loaded, total| {
            port.emit(Event::Loading {
                job,
                what: what.to_owned(),
                loaded,
                total,
            });
        }
    }

    fn cancel(&self, job: Job) {
        if self.current.get() == Some(job) {
            self.is_cancelled.set(true);
            return;
        }
        let mut queue = self.queue.borrow_mut();
        let before = queue.len();
        queue.retain(|request| job_of(request) != job);
        if queue.len() < before {
            drop(queue);
            self.port.cancelled(job);
        }
    }
}
