//! Carries out the requests of a run.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

use gloo::timers::callback::Timeout;
use texlens_judge::{Account, Next, Record, Run};

use super::relay::{Heard, Relay};

/// An event that a driver reports.
pub(crate) enum Step {
    /// A call is settled.
    Settled(Record),
    /// All calls are settled, or nothing more is sent.
    Ended,
    /// The frame does not load, so no request can be sent.
    Lost,
}

/// A run in progress. Dropping the driver ends it without a further event.
pub(crate) struct Driver {
    inner: Rc<Inner>,
}

/// The callback for events, with the run at that time. It may add calls to a run that has ended.
type Tell = dyn Fn(&mut Run, Step);

struct Inner {
    run: RefCell<Run>,
    relay: RefCell<Option<Relay>>,
    is_ready: Cell<bool>,
    account: Account,
    timer: RefCell<Option<Timeout>>,
    tell: Box<Tell>,
}

impl Driver {
    /// Starts the run. `tell` receives each event, but never during a call of one of these methods.
    pub(crate) fn start(run: Run, account: Account, tell: impl Fn(&mut Run, Step) + 'static) -> Self {
        let server = run.settings().endpoint.base().to_owned();
        let inner = Rc::new(Inner {
            run: RefCell::new(run),
            relay: RefCell::default(),
            is_ready: Cell::new(false),
            account,
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
            Heard::Answer(ticket, answer) => {
                let outcome = answer.outcome(&self.account);
                let settled = self.run.borrow_mut().answered(ticket, outcome, now());
                if let Some(item) = settled {
                    let record = self.run.borrow().record(item).cloned();
                    record.into_iter().for_each(|record| self.say(Step::Settled(record)));
                }
                self.go_on();
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
                } => {
                    if let Some(relay) = &*self.relay.borrow() {
                        relay.ask(ticket, &request, &self.account, timeout_ms);
                    }
                }
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
