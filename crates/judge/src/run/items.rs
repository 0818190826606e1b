//! A call on its way through the run.

use super::record::{Outcome, Record};
use super::stop::Stopped;
use crate::cost::Money;
use crate::provider::{Adaptation, Usage};
use crate::{CacheKey, Call};

#[derive(Debug)]
pub(super) struct Item {
    pub(super) key: CacheKey,
    pub(super) call: Call,
    pub(super) state: State,
}

#[derive(Debug)]
pub(super) enum State {
    /// To be sent, for the first time or again.
    Open(Asked),
    InFlight(Asked),
    /// An earlier item has the same key.
    SameAs(usize),
    Settled {
        record: Record,
        from_cache: bool,
    },
}

/// What has become of a call so far.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// When it may be sent.
    pub(super) ready_ms: u64,
    /// Requests that were sent.
    requests: u32,
    /// Requests that failed.
    pub(super) failures: u32,
    /// Answers that were not valid and were sent back.
    pub(super) corrections: u32,
    /// Requests that the server did not understand.
    pub(super) adaptations: u32,
    /// What is sent instead of the call: the call with an invalid answer.
    pub(super) correction: Option<Call>,
    pub(super) usage: Usage,
    pub(super) is_estimated: bool,
    pub(super) cost: Money,
    pub(super) model: Option<String>,
}

impl State {
    pub(super) fn open() -> Self {
        Self::Open(Asked::default())
    }
}

impl Item {
    /// The call, or the one that corrects its last answer.
    pub(super) fn to_be_sent(&self) -> &Call {
        match &self.state {
            State::Open(asked) | State::InFlight(asked) => asked.correction.as_ref().unwrap_or(&self.call),
            State::SameAs(_) | State::Settled { .. } => &self.call,
        }
    }

    pub(super) fn take_off(&mut self) {
        if let State::Open(asked) = &mut self.state {
            let mut asked = std::mem::take(asked);
            asked.requests += 1;
            self.state = State::InFlight(asked);
        }
    }

    pub(super) fn give_up(&mut self, stopped: &Stopped, adaptation: &Adaptation) {
        if let State::Open(asked) = &mut self.state {
            let asked = std::mem::take(asked);
            self.state = State::Settled {
                record: asked.record(self.key.clone(), Outcome::NotAsked(stopped.clone()), adaptation),
                from_cache: false,
            };
        }
    }
}

impl Asked {
    pub(super) fn record(self, key: CacheKey, outcome: Outcome, adaptation: &Adaptation) -> Record {
        Record {
            key,
            outcome,
            usage: self.usage,
            is_estimated: self.is_estimated,
            cost: self.cost,
            requests: self.requests,
            corrections: self.corrections,
            model: self.model,
            structured: adaptation.structured,
            left_out: adaptation.without.iter().copied().collect(),
        }
    }
}
