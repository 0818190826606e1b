//! Carries out the requests of a run.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::HashMap,
    rc::{Rc, Weak},
};

use gloo::timers::callback::Timeout;
use texlens_blob::Blob;
use texlens_judge::{Account, HttpOutcome, HttpRequest, Next, Picture, Record, Run, Streamed, Ticket};
use wasm_bindgen_futures::spawn_local;

use texlens_workspace::words::judge::progress::PICTURE_GONE;

use super::relay::{Heard, Relay};

/// The length of streamed answers is told at most this often, in milliseconds.
const TELL_MS: u64 = 250;

/// An event that a driver reports.
pub(crate) enum Step {
    /// A call is settled.
    Settled(Record),
    /// Answers that are streamed have this length so far, in bytes.
    Coming(usize),
    /// All calls are settled, or nothing more is sent.
    Ended,
    /// The frame does not load, so no request can be sent.
    Lost,
}

/// A run in progress. Dropping the driver ends it without a further event.
pub(crate) struct Driver {
    inner: Rc<Inner>,
}

/// The data of the pictures that a run shows, under their SHA-256.
pub(crate) type Pictures = HashMap<String, Blob>;

/// The callback for events, with the run at that time. It may add calls to a run that has ended.
type Tell = dyn Fn(&mut Run, Step);

struct Inner {
    run: RefCell<Run>,
    relay: RefCell<Option<Relay>>,
    is_ready: Cell<bool>,
    account: Account,
    pictures: Pictures,
    /// The streamed answers that have not ended.
    coming: RefCell<HashMap<Ticket, Streamed>>,
    /// When the length of streamed answers was last told.
    told_ms: Cell<u64>,
    timer: RefCell<Option<Timeout>>,
    tell: Box<Tell>,
}

impl Driver {
    /// Starts the run. `tell` receives each event, but never during a call of one of these methods.
    pub(crate) fn start(
        run: Run,
        account: Account,
        pictures: Pictures,
        tell: impl Fn(&mut Run, Step) + 'static,
    ) -> Self {
        let server = run.settings().endpoint.base().to_owned();
        let inner = Rc::new(Inner {
            run: RefCell::new(run),
            relay: RefCell::default(),
            is_ready: Cell::new(false),
            account,
            pictures,
            coming: RefCell::default(),
            told_ms: Cell::new(0),
            timer: RefCell::default(),
            tell: Box::new(tell),
        });
        let weak = Rc::downgrade(&inner);
        let relay = Relay::open(&server, move |heard| {
            if let Some(inner) = weak.upgrade() {
                inner.heard(heard);
            }
        });
        match relay {
            Ok(relay) => *inner.relay.borrow_mut() = Some(relay),
            Err(_) => inner.later(0, Inner::lost),
        }
        Self { inner }
    }

    /// Sends nothing more, and aborts open requests.
    pub(crate) fn cancel(&self) {
        let mut run = self.inner.run.borrow_mut();
        run.cancel();
        if let Some(relay) = &*self.inner.relay.borrow() {
            run.on_their_way().for_each(|ticket| relay.stop(ticket));
        }
        drop(run);
        self.inner.later(0, Inner::go_on);
    }
}

impl Inner {
    fn heard(self: &Rc<Self>, heard: Heard) {
        match heard {
            Heard::Ready => {
                self.is_ready.set(true);
                self.go_on();
            }
            Heard::Lost => self.lost(),
            Heard::Piece(ticket, piece) => self.take_piece(ticket, &piece),
            Heard::Answer(ticket, answer) => {
                let streamed = self.coming.borrow_mut().remove(&ticket);
                self.answered(ticket, answer.outcome(&self.account, streamed));
            }
        }
    }

    fn answered(self: &Rc<Self>, ticket: Ticket, outcome: HttpOutcome) {
        let settled = self.run.borrow_mut().answered(ticket, outcome, now());
        if let Some(item) = settled {
            let record = self.run.borrow().record(item).cloned();
            record.into_iter().for_each(|record| self.say(Step::Settled(record)));
        }
        self.go_on();
    }

    fn take_piece(self: &Rc<Self>, ticket: Ticket, piece: &[u8]) {
        // Pieces may still come after the run has ended the request.
        if !self.run.borrow().on_their_way().any(|open| open == ticket) {
            return;
        }
        let mut coming = self.coming.borrow_mut();
        let streamed = coming.entry(ticket).or_insert_with(|| Streamed::new(&self.account));
        let goes_on = streamed.push(piece);
        let length = coming.values().map(Streamed::text_length).sum();
        let ended = if goes_on { None } else { coming.remove(&ticket) };
        drop(coming);
        if let Some(streamed) = ended {
            if let Some(relay) = &*self.relay.borrow() {
                relay.stop(ticket);
            }
            return self.answered(ticket, streamed.finish([]));
        }
        let now = now();
        if now >= self.told_ms.get() + TELL_MS {
            self.told_ms.set(now);
            self.say(Step::Coming(length));
        }
    }

    /// Sends a request, once the data of its pictures has been read.
    fn send(self: &Rc<Self>, ticket: Ticket, request: HttpRequest, timeout_ms: u64) {
        if request.body.pictures().next().is_none() {
            return self.send_with(ticket, &request, &HashMap::new(), timeout_ms);
        }
        let shown = request.body.pictures().map(|picture| picture.sha256.clone());
        let blobs: Vec<(String, Blob)> = shown
            .filter_map(|sha256| Some((sha256.clone(), self.pictures.get(&sha256)?.clone())))
            .collect();
        // The driver may be dropped meanwhile; then nothing is sent.
        let weak = Rc::downgrade(self);
        spawn_local(async move {
            let mut data = HashMap::new();
            for (sha256, blob) in blobs {
                if let Ok(bytes) = blob.bytes().await {
                    data.insert(sha256, bytes);
                }
            }
            let Some(inner) = weak.upgrade() else { return };
            // The person may have cancelled meanwhile.
            let is_stopped = inner.run.borrow().stopped().is_some();
            if is_stopped {
                inner.answered(ticket, inner.account.cancelled());
            } else {
                inner.send_with(ticket, &request, &data, timeout_ms);
            }
        });
    }

    fn send_with(
        self: &Rc<Self>,
        ticket: Ticket,
        request: &HttpRequest,
        data: &HashMap<String, Vec<u8>>,
        timeout_ms: u64,
    ) {
        let of = |picture: &Picture| {
            let bytes = data.get(&picture.sha256).map(|bytes| Cow::Borrowed(bytes.as_slice()));
            bytes.ok_or_else(|| PICTURE_GONE.to_owned())
        };
        match request.body.filled(of) {
            Ok(body) => {
                if let Some(relay) = &*self.relay.borrow() {
                    relay.ask(ticket, request, &body, &self.account, timeout_ms);
                }
            }
            Err(error) => {
                let (inner, outcome) = (Rc::clone(self), self.account.unsendable(&error));
                spawn_local(async move { inner.answered(ticket, outcome) });
            }
        }
    }

    fn lost(self: &Rc<Self>) {
        self.run.borrow_mut().cancel();
        self.say(Step::Lost);
    }

    fn go_on(self: &Rc<Self>) {
        if !self.is_ready.get() && self.run.borrow().stopped().is_none() {
            return;
        }
        loop {
            let next = self.run.borrow_mut().next(now());
            match next {
                Next::Send {
                    ticket,
                    request,
                    timeout_ms,
                } => self.send(ticket, request, timeout_ms),
                Next::WaitUntil(time) => {
                    let wait = u32::try_from(time.saturating_sub(now())).unwrap_or(u32::MAX);
                    return self.later(wait, Self::go_on);
                }
                Next::Waiting => return,
                Next::Done => {
                    let before = self.run.borrow().progress().total;
                    self.say(Step::Ended);
                    // The callback may have added calls.
                    if self.run.borrow().progress().total == before {
                        return;
                    }
                }
            }
        }
    }

    /// Runs a function after the given number of milliseconds. Replaces a function that waits.
    fn later(self: &Rc<Self>, milliseconds: u32, what: fn(&Rc<Self>)) {
        let weak: Weak<Self> = Rc::downgrade(self);
        let timer = Timeout::new(milliseconds, move || {
            if let Some(inner) = weak.upgrade() {
                inner.timer.take();
                what(&inner);
            }
        });
        self.timer.replace(Some(timer));
    }

    fn say(&self, step: Step) {
        (self.tell)(&mut self.run.borrow_mut(), step);
    }
}

/// Returns milliseconds of a clock that never jumps when the system time is corrected.
fn now() -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Not negative, and small.
    let now = gloo::utils::window()
        .performance()
        .map_or(0, |performance| performance.now() as u64);
    now
}
