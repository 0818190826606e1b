//! The supervisor of a worker, on the side of the page. It sends requests, passes on events, and restarts the worker
//! when it dies.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::{Rc, Weak};

use gloo::file::{Blob, ObjectUrl};
use gloo::timers::callback::{Interval, Timeout};
use serde::Serialize;
use serde::de::DeserializeOwned;
use texlens_blob::message;
use texlens_browser::locks;
use texlens_workspace::messages::frame::{FromWorker, Heard, Job, ToWorker};
use texlens_workspace::words::workers as words;
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

/// Time between pings, in milliseconds.
const PING_EVERY_MS: u32 = 5_000;
/// Maximum number of unanswered pings in a row. On a slow machine, one tile or one text blocks the worker for seconds.
const MISSED_PINGS: u32 = 18;
/// Number of deaths in a row, without any answer, after which a worker is not started again.
const FAILED_STARTS: u32 = 3;

/// The requests and events of a worker.
pub(super) trait Protocol: 'static {
    /// The script of the worker, in the folder of the page.
    const SCRIPT: &'static str;
    /// A message from the page to the worker.
    type Request: Serialize + 'static;
    /// A message from the worker to the page.
    type Event: DeserializeOwned + 'static;
    /// Returns the job that a request starts.
    fn opened(request: &Self::Request) -> Option<Job>;
    /// Returns the job that an event ends.
    fn ended(event: &Self::Event) -> Option<Job>;
    /// Returns the time in milliseconds within which another event must follow this one. A worker that is silent for
    /// longer is ended. With `None` there is no limit: only the heartbeat shows whether the worker is alive.
    fn patience(_event: &Self::Event) -> Option<u32> {
        None
    }
    /// The number of jobs after which a worker is [worn out](Supervisor::replace_worn_out).
    const ENDURES: u32 = u32::MAX;
}

/// Keeps one worker alive. Events arrive through the callback given to [`Supervisor::new`], never during a call of one
/// of the methods. Every job ends with an event, or is lost with the worker that has it.
pub(super) struct Supervisor<P: Protocol> {
    this: Weak<Self>,
    on_event: Box<dyn Fn(Heard<P::Event>)>,
    jobs: Jobs,
    state: RefCell<State<P>>,
}

struct State<P: Protocol> {
    running: Option<Running<P>>,
    /// Number of workers so far. Messages of earlier workers are recognised by it and ignored.
    generation: u32,
    /// Number of deaths since a worker last answered.
    failed_starts: u32,
    open: BTreeSet<Job>,
    /// The number of jobs that the running worker has ended.
    done: u32,
}

/// The counter of jobs, for one worker or for several that share a callback.
#[derive(Clone, Default)]
pub(super) struct Jobs(Rc<Cell<Job>>);

/// A live worker and the callbacks that must live as long as it does.
struct Running<P: Protocol> {
    worker: Worker,
    /// Whether its entry script has run.
    is_alive: bool,
    /// Requests made before the worker listens; `None` once it listens.
    waiting: Option<Vec<P::Request>>,
    missed_pings: u32,
    /// Fires when an event is overdue.
    overdue: Option<Timeout>,
    /// The address of the entry script. Revoked once the worker has read it.
    entry: Option<ObjectUrl>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
    _heartbeat: Interval,
}

impl<P: Protocol> Drop for Running<P> {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl<P: Protocol> Supervisor<P> {
    /// Creates the supervisor. The first request starts the worker.
    pub(super) fn new(on_event: impl Fn(Heard<P::Event>) + 'static) -> Rc<Self> {
        Self::counting(Jobs::default(), on_event)
    }

    /// Creates the supervisor with a counter that others share.
    pub(super) fn counting(jobs: Jobs, on_event: impl Fn(Heard<P::Event>) + 'static) -> Rc<Self> {
        Rc::new_cyclic(|this: &Weak<Self>| Self {
            this: this.clone(),
            on_event: Box::new(on_event),
            jobs,
            state: RefCell::new(State {
                running: None,
                generation: 0,
                failed_starts: 0,
                open: BTreeSet::new(),
                done: 0,
            }),
        })
    }

    /// Returns the id of a new job for the next request.
    pub(super) fn new_job(&self) -> Job {
        let job = self.jobs.0.get() + 1;
        self.jobs.0.set(job);
        self.state.borrow_mut().open.insert(job);
        job
    }

    /// Reports whether there is a worker now.
    pub(super) fn is_running(&self) -> bool {
        self.state.borrow().running.is_some()
    }

    /// Returns the number of jobs that have not ended.
    pub(super) fn open(&self) -> usize {
        self.state.borrow().open.len()
    }

    /// Reports whether a job has not ended.
    pub(super) fn has(&self, job: Job) -> bool {
        self.state.borrow().open.contains(&job)
    }

    /// Returns the number of workers so far. A new worker has none of the data that was sent to an earlier one.
    pub(super) fn generation(&self) -> u32 {
        self.state.borrow().generation
    }

    /// Starts the worker if it does not run.
    pub(super) fn start(&self) {
        let idle = {
            let state = self.state.borrow();
            state.running.is_none() && state.failed_starts < FAILED_STARTS
        };
        if idle {
            self.spawn();
        }
    }

    /// Ends a worker that has done as many jobs as one endures and has none left. The next request starts another one.
    pub(super) fn replace_worn_out(&self) {
        let mut state = self.state.borrow_mut();
        if state.done >= P::ENDURES && state.open.is_empty() {
            state.running = None;
        }
    }

    /// Sends a request. Starts the worker if it does not run.
    pub(super) fn send(&self, request: P::Request) {
        self.start();
        self.post(request);
    }

    /// Ends the worker without an event, forgets its jobs and resets the count of deaths.
    pub(super) fn stop(&self) {
        let mut state = self.state.borrow_mut();
        state.running = None;
        state.failed_starts = 0;
        state.open.clear();
    }

    /// Ends the worker and starts another one. Open jobs are lost, and the callback is told so with the reason `why`.
    pub(super) fn restart(&self, why: &str) {
        self.replace(Vec::new(), why);
    }

    /// Starts another worker in the place of one. It gets the requests that wait; all other open jobs are lost.
    fn replace(&self, waiting: Vec<P::Request>, why: &str) {
        let kept: BTreeSet<Job> = waiting.iter().filter_map(P::opened).collect();
        let lost = {
            let mut state = self.state.borrow_mut();
            state.running = None;
            let lost = state.open.difference(&kept).copied().collect();
            state.open = kept;
            lost
        };
        self.spawn();
        self.emit_later(Heard::Restarted {
            message: why.to_owned(),
            lost,
        });
        for request in waiting {
            self.post(request);
        }
    }

    fn post(&self, request: P::Request) {
        let failed = {
            let mut state = self.state.borrow_mut();
            let job = P::opened(&request);
            match &mut state.running {
                None => Err(words::NOT_RUNNING.to_owned()),
                Some(Running {
                    waiting: Some(waiting), ..
                }) => {
                    waiting.push(request);
                    return;
                }
                Some(running) => post::<P>(&running.worker, request),
            }
            .err()
            .map(|error| (job, error))
        };
        if let Some((job, message)) = failed {
            self.emit_later(Heard::Failed { job, message });
        }
    }

    fn spawn(&self) {
        let generation = {
            let mut state = self.state.borrow_mut();
            state.generation += 1;
            state.done = 0;
            state.generation
        };
        match self.new_worker(generation) {
            Ok(running) => self.state.borrow_mut().running = Some(running),
            Err(error) => self.emit_later(Heard::Failed {
                job: None,
                message: words::not_started(&error),
            }),
        }
    }

    fn new_worker(&self, generation: u32) -> Result<Running<P>, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(P::SCRIPT);
        let lock = format!("texlens-worker-{}", js_sys::Math::random());
        let entry = entry_url(P::SCRIPT, &lock)?;
        let worker = Worker::new_with_options(&entry, &options)?;

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
                    .map_or_else(|| words::NOT_LOADED.to_owned(), ErrorEvent::message);
                this.died(generation, &words::stopped(&why));
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
            is_alive: false,
            waiting: Some(Vec::new()),
            missed_pings: 0,
            overdue: None,
            entry: Some(entry),
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
            if let Some(running) = &mut state.running {
                running.missed_pings = 0;
            }
        }
        let message = message::read::<FromWorker<P::Event>>(&data);
        // A worker that only its entry script has reached may still fail to start.
        if !matches!(message, Ok(FromWorker::Alive { .. })) {
            self.state.borrow_mut().failed_starts = 0;
        }
        match message {
            Ok(FromWorker::Alive { lock }) => self.lives(generation, lock),
            Ok(FromWorker::Listening) => self.listens(),
            Ok(FromWorker::Heard(heard)) => {
                let patience = match &heard {
                    Heard::Event(event) => P::patience(event),
                    _ => None,
                };
                self.expect(generation, patience);
                self.emit(heard);
            }
            Ok(FromWorker::Pong) => {}
            Err(error) => self.died(generation, &words::unreadable(&error)),
        }
    }

    fn lives(&self, generation: u32, lock: Option<String>) {
        if let Some(running) = &mut self.state.borrow_mut().running {
            running.is_alive = true;
        }
        if let Some(lock) = lock {
            self.watch(generation, &lock);
        }
    }

    fn listens(&self) {
        let waiting = {
            let mut state = self.state.borrow_mut();
            state.running.as_mut().and_then(|running| {
                // The worker has imported its module and no longer needs the address.
                running.entry = None;
                running.waiting.take()
            })
        };
        for request in waiting.into_iter().flatten() {
            self.post(request);
        }
    }

    fn watch(&self, generation: u32, lock: &str) {
        let this = self.this.clone();
        locks::when_released(lock, move || {
            if let Some(this) = this.upgrade() {
                this.died(generation, words::ENDED);
            }
        });
    }

    fn expect(&self, generation: u32, within: Option<u32>) {
        let this = self.this.clone();
        let overdue = within.map(|limit| {
            Timeout::new(limit, move || {
                if let Some(this) = this.upgrade() {
                    this.died(generation, &words::overdue(limit / 1_000));
                }
            })
        });
        if let Some(running) = &mut self.state.borrow_mut().running {
            running.overdue = overdue;
        }
    }

    fn check(&self, generation: u32) {
        let hangs = {
            let mut state = self.state.borrow_mut();
            match &mut state.running {
                None => false,
                // The network decides how long the module takes to arrive. If it fails, an error event follows.
                Some(Running {
                    is_alive: true,
                    waiting: Some(_),
                    ..
                }) => false,
                // The worker cannot answer now, and has a time limit for its current step.
                Some(Running { overdue: Some(_), .. }) => false,
                Some(running) if running.missed_pings < MISSED_PINGS => {
                    running.missed_pings += 1;
                    // A ping has no content, so its conversion cannot fail.
                    let _ = post_ping::<P>(&running.worker);
                    false
                }
                Some(_) => true,
            }
        };
        if hangs {
            self.died(generation, words::UNRESPONSIVE);
        }
    }

    fn died(&self, generation: u32, why: &str) {
        let (failed_starts, waiting) = {
            let mut state = self.state.borrow_mut();
            if state.generation != generation {
                return;
            }
            let Some(running) = &mut state.running else { return };
            // No worker has begun with these.
            let waiting = running.waiting.take().unwrap_or_default();
            state.failed_starts += 1;
            (state.failed_starts, waiting)
        };
        if failed_starts >= FAILED_STARTS {
            let open = {
                let mut state = self.state.borrow_mut();
                state.running = None;
                std::mem::take(&mut state.open)
            };
            for job in open.into_iter().map(Some).chain([None]) {
                self.emit_later(Heard::Failed {
                    job,
                    message: words::given_up(why),
                });
            }
        } else {
            self.replace(waiting, why);
        }
    }

    fn emit(&self, heard: Heard<P::Event>) {
        let ended = match &heard {
            Heard::Event(event) => P::ended(event),
            Heard::Cancelled { job } => Some(*job),
            Heard::Failed { job, .. } => *job,
            // A restart has already forgotten the jobs.
            Heard::Progress { .. } | Heard::Restarted { .. } => None,
        };
        if let Some(job) = ended {
            let mut state = self.state.borrow_mut();
            state.open.remove(&job);
            state.done += 1;
        }
        (self.on_event)(heard);
    }

    /// Emits an event after the current call has returned, so that the page is not called back during its own call.
    fn emit_later(&self, heard: Heard<P::Event>) {
        let this = self.this.clone();
        wasm_bindgen_futures::spawn_local(async move {
            if let Some(this) = this.upgrade() {
                this.emit(heard);
            }
        });
    }
}

/// Returns the address of a blob that takes the lock for as long as the worker lives, says so, and imports the script. A
/// worker from a blob inherits the content security policy of the page. A worker loaded from its own address would not,
/// and a static host sends no policy. The import is dynamic, because a static import would count as a worker from that
/// address, which the policy forbids.
fn entry_url(script: &str, lock: &str) -> Result<ObjectUrl, JsValue> {
    let base = gloo::utils::document().base_uri()?.unwrap_or_default();
    let script = Url::new_with_base(script, &base)?.href();
    // Paths may hold a single quote, which would end the string.
    let source = include_str!("entry.js")
        .replace("LOCK", lock)
        .replace("SCRIPT", &script.replace('\'', "%27"));
    Ok(ObjectUrl::from(Blob::new_with_options(
        source.as_str(),
        Some("text/javascript"),
    )))
}

fn post<P: Protocol>(worker: &Worker, request: P::Request) -> Result<(), String> {
    let message = message::write(&ToWorker::Request(request)).map_err(|error| error.to_string())?;
    worker
        .post_message(&message)
        .map_err(|error| words::unreachable(&error))
}

fn post_ping<P: Protocol>(worker: &Worker) -> Result<(), JsValue> {
    let message = message::write(&ToWorker::<P::Request>::Ping);
    message.map_or(Ok(()), |message| worker.post_message(&message))
}
