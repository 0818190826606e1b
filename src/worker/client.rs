//! The page's handle on its worker: sends requests, hands events on, and starts the worker again when it dies.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use gloo::timers::callback::Interval;
use js_sys::{Array, ArrayBuffer, Uint8Array};
use texlens_evaluate::Kind;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, ErrorEvent, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

use super::channel;
use super::lock;
use super::protocol::{Event, FromWorker, Job, ProviderSetting, Request, ToWorker};

/// How often the worker is asked whether it still answers.
const PING_EVERY_MS: u32 = 5_000;
/// So many questions in a row may stay unanswered: one tile on a slow machine blocks the worker for seconds.
const MISSED_PINGS: u32 = 18;
/// A worker that dies so often without ever answering will not come up.
const FAILED_STARTS: u32 = 3;

/// The page's handle on its worker. Cloning it gives another handle on the same worker.
///
/// Events arrive through the callback given to [`WorkerClient::start`], never from within one of the methods. Every job ends
/// with exactly one of `Recognised`, `Scored`, `Cancelled`, `Failed`, or as a member of `Restarted::lost`.
#[derive(Clone)]
pub struct WorkerClient {
    inner: Rc<Inner>,
}

impl PartialEq for WorkerClient {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.inner, &other.inner)
    }
}

impl std::fmt::Debug for WorkerClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkerClient").finish_non_exhaustive()
    }
}

impl WorkerClient {
    /// Starts the worker. Runtime and model are loaded by the first [`prepare`](Self::prepare) or
    /// [`recognise`](Self::recognise).
    #[must_use]
    pub fn start(on_event: impl Fn(Event) + 'static) -> Self {
        let inner = Rc::new_cyclic(|this: &Weak<Inner>| Inner {
            this: this.clone(),
            on_event: Box::new(on_event),
            state: RefCell::default(),
        });
        inner.spawn();
        Self { inner }
    }

    /// Loads runtime and model before they are needed. Ends with `Ready`, or `Failed` without a job.
    pub fn prepare(&self, provider: ProviderSetting) {
        self.inner.use_provider(provider);
        self.inner.send(Message::new(Request::Prepare { provider }));
    }

    /// Reads an encoded page image (PNG or JPEG). Jobs are worked off one after the other.
    #[must_use]
    pub fn recognise(&self, image: &[u8], provider: ProviderSetting) -> Job {
        self.inner.use_provider(provider);
        let job = self.inner.new_job();
        // The one copy: out of this module's memory. From here the buffer is transferred.
        let image = Uint8Array::from(image).buffer();
        self.inner.send(Message {
            request: Request::Recognise { job, provider },
            buffer: Some(image),
        });
        job
    }

    /// Scores a prediction against a reference.
    #[must_use]
    pub fn score(&self, kind: Kind, reference: String, prediction: String) -> Job {
        let job = self.inner.new_job();
        self.inner.send(Message::new(Request::Score {
            job,
            kind,
            reference,
            prediction,
        }));
        job
    }

    /// Stops a recognition: before its first tile or at the next one.
    pub fn cancel(&self, job: Job) {
        self.inner.send(Message::new(Request::Cancel { job }));
    }
}

struct Message {
    request: Request,
    buffer: Option<ArrayBuffer>,
}

impl Message {
    fn new(request: Request) -> Self {
        Self { request, buffer: None }
    }
}

struct Inner {
    this: Weak<Inner>,
    on_event: Box<dyn Fn(Event)>,
    state: RefCell<State>,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    /// Counts workers, so that what an earlier one still says is not taken for the present one's words.
    generation: u32,
    /// Starts since a worker last answered.
    failed_starts: u32,
    last_job: Job,
    open: BTreeSet<Job>,
    /// What the worker's runtime was loaded for: one worker can load only one runtime.
    provider: Option<ProviderSetting>,
}

/// A live worker and the callbacks that must live as long as it does.
struct Running {
    worker: Worker,
    /// Requests made before the worker listens; none once it does.
    waiting: Option<Vec<Message>>,
    missed_pings: u32,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
    _heartbeat: Interval,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Inner {
    fn new_job(&self) -> Job {
        let mut state = self.state.borrow_mut();
        state.last_job += 1;
        let job = state.last_job;
        state.open.insert(job);
        job
    }

    /// A runtime that was loaded for another setting cannot be unloaded: the worker is started afresh.
    fn use_provider(&self, provider: ProviderSetting) {
        let previous = self.state.borrow_mut().provider.replace(provider);
        if previous.is_some_and(|previous| previous != provider) {
            self.restart("The execution provider was changed.");
            self.state.borrow_mut().provider = Some(provider);
        }
    }

    fn send(&self, message: Message) {
        let failed = {
            let mut state = self.state.borrow_mut();
            match &mut state.running {
                None => Err("The worker does not run. Reload the page.".to_owned()),
                Some(Running {
                    waiting: Some(waiting), ..
                }) => {
                    waiting.push(message);
                    return;
                }
                Some(running) => post(&running.worker, &message),
            }
            .err()
            .map(|error| (job_of(&message.request), error))
        };
        if let Some((job, message)) = failed {
            self.emit_later(Event::Failed { job, message });
        }
    }

    fn spawn(&self) {
        let generation = {
            let mut state = self.state.borrow_mut();
            state.generation += 1;
            state.generation
        };
        match self.new_worker(generation) {
            Ok(running) => self.state.borrow_mut().running = Some(running),
            Err(error) => self.emit_later(Event::Failed {
                job: None,
                message: format!("The worker could not be started: {error:?}"),
            }),
        }
    }

    fn new_worker(&self, generation: u32) -> Result<Running, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&entry_url()?, &options)?;

        let this = self.this.clone();
        let on_message = Closure::new(move |event: MessageEvent| {
            if let Some(this) = this.upgrade() {
                this.heard(generation, event.data());
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));

        let this = self.this.clone();
        let on_error = Closure::new(move |event: web_sys::Event| {
            if let Some(this) = this.upgrade() {
                // A script that could not be loaded has no message.
                let why = event
                    .dyn_ref()
                    .map_or_else(|| "it could not be loaded".to_owned(), ErrorEvent::message);
                this.died(generation, &format!("The worker stopped: {why}."));
            }
        });
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        let this = self.this.clone();
        let heartbeat = Interval::new(PING_EVERY_MS, move || {
            if let Some(this) = this.upgrade() {
                this.check(generation);
            }
        });
        Ok(Running {
            worker,
            waiting: Some(Vec::new()),
            missed_pings: 0,
            _on_message: on_message,
            _on_error: on_error,
            _heartbeat: heartbeat,
        })
    }

    fn heard(&self, generation: u32, data: JsValue) {
        {
            let mut state = self.state.borrow_mut();
            if state.generation != generation {
                return;
            }
            state.failed_starts = 0;
            if let Some(running) = &mut state.running {
                running.missed_pings = 0;
            }
        }
        match channel::unpack::<FromWorker>(data) {
            Ok((FromWorker::Started { lock }, _)) => self.listens(generation, lock),
            Ok((FromWorker::Event(event), _)) => self.emit(event),
            Ok((FromWorker::Pong, _)) => {}
            Err(error) => self.died(generation, &format!("The worker's answer could not be read: {error}")),
        }
    }

    fn listens(&self, generation: u32, lock: Option<String>) {
        let waiting = {
            let mut state = self.state.borrow_mut();
            state.running.as_mut().and_then(|running| running.waiting.take())
        };
        for message in waiting.into_iter().flatten() {
            self.send(message);
        }
        if let Some(lock) = lock {
            self.watch(generation, &lock);
        }
    }

    fn watch(&self, generation: u32, lock: &str) {
        let this = self.this.clone();
        lock::when_released(lock, move || {
            if let Some(this) = this.upgrade() {
                this.died(
                    generation,
                    "The worker was stopped from outside, perhaps for want of memory.",
                );
            }
        });
    }

    fn check(&self, generation: u32) {
        let hangs = {
            let mut state = self.state.borrow_mut();
            match &mut state.running {
                // How long the module takes to arrive is the network's affair; if it fails there is an error event.
                Some(Running { waiting: Some(_), .. }) | None => false,
                Some(running) if running.missed_pings < MISSED_PINGS => {
                    running.missed_pings += 1;
                    // A ping has no buffer and no content that could fail to be packed.
                    let _ = post_ping(&running.worker);
                    false
                }
                Some(_) => true,
            }
        };
        if hangs {
            self.died(generation, "The worker did not answer any more.");
        }
    }

    fn died(&self, generation: u32, why: &str) {
        let failed_starts = {
            let mut state = self.state.borrow_mut();
            if state.generation != generation || state.running.is_none() {
                return;
            }
            state.failed_starts += 1;
            state.failed_starts
        };
        if failed_starts >= FAILED_STARTS {
            let open = {
                let mut state = self.state.borrow_mut();
                state.running = None;
                std::mem::take(&mut state.open)
            };
            for job in open.into_iter().map(Some).chain([None]) {
                self.emit_later(Event::Failed {
                    job,
                    message: format!("{why} It could not be started again. Reload the page."),
                });
            }
        } else {
            self.restart(why);
        }
    }

    fn restart(&self, why: &str) {
        let lost = {
            let mut state = self.state.borrow_mut();
            state.running = None;
            state.provider = None;
            std::mem::take(&mut state.open)
        };
        self.spawn();
        self.emit_later(Event::Restarted {
            message: why.to_owned(),
            lost: lost.into_iter().collect(),
        });
    }

    fn emit(&self, event: Event) {
        if let Some(job) = ended(&event) {
            self.state.borrow_mut().open.remove(&job);
        }
        (self.on_event)(event);
    }

    /// For events that arise within a call of the page: it is not called back before that call returns.
    fn emit_later(&self, event: Event) {
        let this = self.this.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if let Some(this) = this.upgrade() {
                this.emit(event);
            }
        });
    }
}

/// A worker made from a blob inherits the page's content security policy; one loaded by its address would not, and a static host
/// sends no policy of its own. The import is a dynamic one because a static one would count as a worker of that address, which
/// the policy forbids.
fn entry_url() -> Result<String, JsValue> {
    let base = gloo::utils::document().base_uri()?.unwrap_or_default();
    let script = Url::new_with_base("worker.mjs", &base)?.href();
    let source = format!(
        "import({}).catch(reportError);",
        js_sys::JSON::stringify(&script.into())?
    );
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&source.into()), &kind)?;
    Url::create_object_url_with_blob(&blob)
}

fn post(worker: &Worker, message: &Message) -> Result<(), String> {
    let (parts, transfer) = channel::pack(&ToWorker::Request(message.request.clone()), message.buffer.as_ref())
        .map_err(|e| e.to_string())?;
    worker
        .post_message_with_transfer(&parts, &transfer)
        .map_err(|e| format!("The worker could not be reached: {e:?}"))
}

fn post_ping(worker: &Worker) -> Result<(), JsValue> {
    let (parts, _) = channel::pack(&ToWorker::Ping, None)?;
    worker.post_message(&parts)
}

/// The job a request opens.
fn job_of(request: &Request) -> Option<Job> {
    match request {
        Request::Recognise { job, .. } | Request::Score { job, .. } => Some(*job),
        Request::Prepare { .. } | Request::Cancel { .. } => None,
    }
}

/// The job an event ends.
fn ended(event: &Event) -> Option<Job> {
    match event {
        Event::Recognised { job, .. } | Event::Scored { job, .. } | Event::Cancelled { job } => Some(*job),
        Event::Failed { job, .. } => *job,
        Event::Loading { .. } | Event::Ready { .. } | Event::Progress { .. } | Event::Restarted { .. } => None,
    }
}
