//! The state of a call in a run.

use super::record::{Outcome, Record};
use super::stop::Stopped;
use crate::cost::Money;
use crate::provider::{Adaptation, Usage};
use crate::{CacheKey, Call};

#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) key: CacheKey,
    pub(super) call: Call,
    pub(super) state: State,
}

#[derive(Debug, Clone)]
pub(super) enum State {
    /// The call is waiting to be sent, for the first time or again.
    Open(Asked),
    InFlight(Asked),
    /// An earlier item has the same key.
    SameAs(usize),
    Settled {
        record: Record,
        from_cache: bool,
    },
}

/// The history of a call.
#[derive(Debug, Clone, Default)]
pub(super) struct Asked {
    /// The time from which the call may be sent.
    pub(super) ready_ms: u64,
    /// Number of requests that were sent.
    requests: u32,
    /// Number of requests that failed.
    pub(super) failures: u32,
    /// Number of invalid answers that were sent back.
    pub(super) corrections: u32,
    /// Number of requests that the server did not understand.
    pub(super) adaptations: u32,
    /// The call that is sent instead, with an invalid answer and its errors.
    pub(super) correction: Option<Call>,
    pub(super) usage: Usage,
    pub(super) is_estimated: bool,
    pub(super) cost: Money,
    pub(super) model: Option<String>,
    /// The Unix time of the last answer.
    pub(super) at_ms: u64,
    /// The time from the last request to its answer.
    pub(super) took_ms: u64,
}

impl State {
    pub(super) fn open() -> Self {
        Self::Open(Asked::default())
    }
}

impl Item {
    /// Returns the call, or the one that corrects its last answer.
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
            at_ms: self.at_ms,
            took_ms: self.took_ms,
            structured: adaptation.structured,
            left_out: adaptation.without.iter().copied().collect(),
        }
    }
}
