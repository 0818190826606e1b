//! Does what a run says is to be done.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
};

use gloo::timers::callback::Timeout;
use texlens_judge::{Account, Next, Record, Run};

use super::relay::{Heard, Relay};

/// What a driver tells.
pub(crate) enum Step {
    /// A call is settled.
    Settled(Record),
    /// Every call is, or nothing more is sent.
    Ended,
    /// Requests cannot be sent: the frame does not come up.
    Lost,
}

/// A run that goes on by itself. It ends when it is dropped, without a further word.
pub(crate) struct Driver {
    inner: Rc<Inner>,
}

/// Hears what happens, with the run as it is then; may add calls to one that has come to its end.
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
    /// Starts. `tell` hears each step, never from within one of the methods.
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

    /// Sends nothing more, and ends what is on its way.
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
                    // Who hears it may have had more to ask.
                    if self.run.borrow().progress().total == before {
                        return;
                    }
                }
            }
        }
    }

    /// Does something after so many milliseconds, instead of what waited before.
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

/// Milliseconds that a wrong clock that is put right does not change.
fn now() -> u64 {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Not negative, and small.
    let now = gloo::utils::window()
        .performance()
        .map_or(0, |performance| performance.now() as u64);
    now
}
