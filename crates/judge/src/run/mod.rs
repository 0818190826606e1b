//! Many calls to one model: which call is sent or retried, when, and when the run ends. A run is a state machine
//! without side effects: the caller tells it the time and the outcomes.

mod estimate;
mod items;
mod pace;
mod progress;
mod record;
mod settings;
mod stop;
mod sums;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

pub use estimate::Estimate;
pub use progress::Progress;
pub use record::{Exchange, Outcome, Record};
pub use settings::{RunError, RunSettings};
pub use stop::Stopped;
pub use sums::Sums;

use crate::cost::{Money, TokenEstimate};
use crate::failure::{Remedy, printable};
use crate::provider::{self, Adaptation, Reply, Usage};
use crate::repetition::is_endless;
use crate::{CacheKey, Call, Expected, Failure, HttpOutcome, HttpRequest, code_block, extract_json, first_integer};
use items::{Asked, Item, State};
use pace::Pace;

/// The number of a request that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ticket(u64);

/// The next step of the caller.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    /// Send this request and report its outcome to [`Run::answered`] with the ticket. Then call [`Run::next`] again,
    /// since more requests may be sent at the same time.
    Send {
        /// The ticket to return with the outcome.
        ticket: Ticket,
        /// The request.
        request: HttpRequest,
        /// The time limit for the whole answer.
        timeout_ms: u64,
    },
    /// Wait until this time, or until an answer comes.
    WaitUntil(u64),
    /// Wait until an answer comes.
    Waiting,
    /// Stop: everything is settled and no request is in flight.
    Done,
}

/// A request in flight.
#[derive(Debug, Clone)]
struct Flight {
    item: usize,
    request: HttpRequest,
    adaptation: Adaptation,
    /// Maximum usage of the request.
    reserved: Usage,
    sent_ms: u64,
}

/// The calls of a run. A run contains no key.
#[derive(Debug, Clone)]
pub struct Run {
    settings: RunSettings,
    adaptation: Adaptation,
    pace: Pace,
    items: Vec<Item>,
    /// The first item with each key; later items with the same key take its record.
    by_key: HashMap<CacheKey, usize>,
    /// An index before which no item is open.
    first_open: usize,
    known: HashMap<CacheKey, Record>,
    flights: BTreeMap<Ticket, Flight>,
    next_ticket: u64,
    spent: Money,
    usage: Usage,
    sent: u64,
    stopped: Option<Stopped>,
    /// Number of consecutive calls that failed without an answer between them.
    failed_in_a_row: u32,
    transcript: Vec<Exchange>,
}

impl Run {
    /// Makes a run without calls.
    ///
    /// # Errors
    /// If there is a budget but no price, or if a number is out of range.
    pub fn new(settings: RunSettings) -> Result<Self, RunError> {
        settings.check()?;
        Ok(Self {
            adaptation: Adaptation::to(&settings.endpoint, settings.structured).streamed(settings.is_streamed),
            pace: Pace::new(&settings),
            items: Vec::new(),
            by_key: HashMap::new(),
            first_open: 0,
            known: HashMap::new(),
            flights: BTreeMap::new(),
            next_ticket: 0,
            spent: Money::ZERO,
            usage: Usage::default(),
            sent: 0,
            stopped: None,
            failed_in_a_row: 0,
            transcript: Vec::new(),
            settings,
        })
    }

    /// Returns the settings of the run.
    #[must_use]
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// Adds the records of an earlier run. Calls that they answer are not sent. Records that settle nothing (see
    /// [`Record::is_settled`]) are ignored.
    pub fn remember(&mut self, records: impl IntoIterator<Item = Record>) {
        let settled = records.into_iter().filter(Record::is_settled);
        self.known.extend(settled.map(|record| (record.key.clone(), record)));
    }

    /// Adds a call and returns its number, from 0. Two equal calls are sent once.
    pub fn add(&mut self, call: Call) -> usize {
        let number = self.items.len();
        let key = CacheKey::of(&self.settings.endpoint, &call);
        let first = *self.by_key.entry(key.clone()).or_insert(number);
        let state = match self.known.get(&key) {
            _ if first != number => State::SameAs(first),
            Some(record) => State::Settled {
                record: record.clone(),
                from_cache: true,
            },
            None => State::open(),
        };
        self.items.push(Item { key, call, state });
        number
    }

    /// Returns the record of a call, once it is settled.
    #[must_use]
    pub fn record(&self, item: usize) -> Option<&Record> {
        self.settled(item).map(|(record, _)| record)
    }

    /// Returns a call as it was added.
    #[must_use]
    pub fn call(&self, item: usize) -> Option<&Call> {
        self.items.get(item).map(|item| &item.call)
    }

    /// Returns the cache keys, in the order of the calls.
    pub fn keys(&self) -> impl Iterator<Item = &CacheKey> {
        self.items.iter().map(|item| &item.key)
    }

    /// Reports whether the record of a call comes from an earlier run.
    #[must_use]
    pub fn is_from_cache(&self, item: usize) -> bool {
        self.settled(item).is_some_and(|(_, from_cache)| from_cache)
    }

    fn settled(&self, item: usize) -> Option<(&Record, bool)> {
        match &self.items.get(item)?.state {
            State::Settled { record, from_cache } => Some((record, *from_cache)),
            State::SameAs(first) => self.settled(*first),
            State::Open(_) | State::InFlight(_) => None,
        }
    }

    /// Returns the next step at this time, in milliseconds from a fixed moment.
    pub fn next(&mut self, now_ms: u64) -> Next {
        if self.stopped.is_some() {
            self.give_up_open();
        }
        let Some((item, ready_ms)) = self.next_open(now_ms) else {
            return if self.flights.is_empty() {
                Next::Done
            } else {
                Next::Waiting
            };
        };
        if self.flights.len() >= self.settings.concurrency {
            return Next::Waiting;
        }
        let ready_ms = ready_ms.max(self.pace.open_ms());
        if ready_ms > now_ms {
            return Next::WaitUntil(ready_ms);
        }
        let reserved = self.worst_case(item);
        if !self.fits(reserved) {
            if !self.flights.is_empty() {
                // The requests in flight may cost less than their maximum.
                return Next::Waiting;
            }
            self.stopped = Some(Stopped::Budget);
            return self.next(now_ms);
        }
        self.send(item, reserved, now_ms)
    }

    /// Returns the first open item that is ready, else the one that will be ready first, with its time.
    fn next_open(&mut self, now_ms: u64) -> Option<(usize, u64)> {
        let is_settled = |item: &Item| matches!(item.state, State::Settled { .. } | State::SameAs(_));
        while self.items.get(self.first_open).is_some_and(is_settled) {
            self.first_open += 1;
        }
        let mut best: Option<(usize, u64)> = None;
        for (index, item) in self.items.iter().enumerate().skip(self.first_open) {
            let State::Open(asked) = &item.state else { continue };
            if asked.ready_ms <= now_ms {
                return Some((index, asked.ready_ms));
            }
            if best.is_none_or(|(_, ready_ms)| asked.ready_ms < ready_ms) {
                best = Some((index, asked.ready_ms));
            }
        }
        best
    }

    /// Returns the maximum tokens of sending a call.
    fn worst_case(&self, item: usize) -> Usage {
        let call = self.items[item].to_be_sent();
        Usage {
            input: TokenEstimate::of(&self.settings.endpoint, call).at_most,
            output: call.parameters.max_output_tokens.into(),
        }
    }

    fn cost(&self, usage: Usage) -> Money {
        self.settings.price.map_or(Money::ZERO, |price| price.of(usage))
    }

    /// Returns the maximum cost of the requests in flight.
    fn reserved(&self) -> Money {
        let costs = self.flights.values().map(|flight| self.cost(flight.reserved));
        costs.fold(Money::ZERO, Money::plus)
    }

    fn fits(&self, usage: Usage) -> bool {
        let committed = self.settings.already_spent.plus(self.spent).plus(self.reserved());
        self.settings
            .budget
            .is_none_or(|budget| committed.plus(self.cost(usage)) <= budget)
    }

    fn send(&mut self, item: usize, reserved: Usage, now_ms: u64) -> Next {
        let ticket = Ticket(self.next_ticket);
        self.next_ticket += 1;
        self.sent += 1;
        let entry = &mut self.items[item];
        let request = provider::request(&self.settings.endpoint, entry.to_be_sent(), &self.adaptation);
        entry.take_off();
        self.flights.insert(
            ticket,
            Flight {
                item,
                request: request.clone(),
                adaptation: self.adaptation.clone(),
                reserved,
                sent_ms: now_ms,
            },
        );
        Next::Send {
            ticket,
            request,
            timeout_ms: self.settings.timeout_ms,
        }
    }

    /// Takes the outcome of a request. Returns the number of the call if the outcome settles it, so that its record can
    /// be kept. A ticket that is not in flight, for example one that was answered before, changes nothing.
    pub fn answered(&mut self, ticket: Ticket, outcome: HttpOutcome, now_ms: u64) -> Option<usize> {
        let flight = self.flights.remove(&ticket)?;
        let reply = provider::read(self.settings.endpoint.provider(), &outcome);
        let usage = Self::charged(&flight, &reply);
        self.spent = self.spent.plus(self.cost(usage));
        self.usage = self.usage.plus(usage);
        let item = flight.item;
        let State::InFlight(mut asked) = std::mem::replace(&mut self.items[item].state, State::open()) else {
            return None;
        };
        asked.usage = asked.usage.plus(usage);
        asked.is_estimated |= reply.usage.is_none() && usage != Usage::default();
        asked.cost = asked.cost.plus(self.cost(usage));
        asked.model = reply.model.clone().or(asked.model.take());
        asked.at_ms = self
            .settings
            .clock_began_ms
            .map_or(0, |began| began.saturating_add(now_ms));
        asked.took_ms = now_ms.saturating_sub(flight.sent_ms);
        if self.settings.keep_transcript {
            self.transcript.push(Exchange {
                item,
                key: self.items[item].key.clone(),
                request: flight.request.clone(),
                outcome: outcome.into_kept(),
                sent_ms: flight.sent_ms,
                received_ms: now_ms,
            });
        }
        match kept(&self.items[item].call.expected, reply.said) {
            Ok(text) => self.read_answer(item, asked, &text, &flight, now_ms),
            Err(failure) => self.failed(item, asked, failure, &flight, now_ms),
        }
    }

    /// Returns the tokens that a request is charged for: those that the provider reports. If the provider may have
    /// worked without reporting tokens, the maximum is charged.
    fn charged(flight: &Flight, reply: &Reply) -> Usage {
        match (&reply.usage, &reply.said) {
            (Some(usage), _) => *usage,
            (None, Ok(_)) => flight.reserved,
            (None, Err(failure)) if failure.may_have_cost() => flight.reserved,
            (None, Err(_)) => Usage::default(),
        }
    }

    fn read_answer(
        &mut self,
        item: usize,
        mut asked: Asked,
        text: &str,
        flight: &Flight,
        now_ms: u64,
    ) -> Option<usize> {
        self.pace.went_well();
        self.failed_in_a_row = 0;
        let errors = match read(&self.items[item].call.expected, text) {
            Ok(value) => {
                let text = text.to_owned();
                return self.settle(item, asked, Outcome::Answered { value, text }, flight);
            }
            Err(errors) => errors,
        };
        if asked.corrections >= self.settings.corrections || self.stopped.is_some() {
            let text = crate::call::shortened(text, MAX_KEPT).to_owned();
            return self.settle(item, asked, Outcome::Invalid { errors, text }, flight);
        }
        asked.corrections += 1;
        asked.ready_ms = now_ms;
        let entry = &mut self.items[item];
        asked.correction = Some(entry.call.corrected(text, &errors));
        entry.state = State::Open(asked);
        None
    }

    fn failed(
        &mut self,
        item: usize,
        mut asked: Asked,
        failure: Failure,
        flight: &Flight,
        now_ms: u64,
    ) -> Option<usize> {
        if let Failure::BadRequest { message, .. } = &failure
            && asked.adaptations < MAX_ADAPTATIONS
        {
            // Another call may have caused an adaptation in the meantime.
            let next = (flight.adaptation != self.adaptation).then(|| self.adaptation.clone());
            let next = next.or_else(|| self.adaptation.after(message, &self.items[item].call));
            if let Some(next) = next {
                self.adaptation = next;
                asked.adaptations += 1;
                asked.ready_ms = now_ms;
                self.items[item].state = State::Open(asked);
                return None;
            }
        }
        asked.failures += 1;
        let remedy = failure.remedy();
        let is_last = asked.failures >= self.settings.attempts;
        if remedy == Remedy::Again && !is_last && self.stopped.is_none() {
            match self.pace.delay(&failure, asked.failures, now_ms) {
                Some(ready_ms) => {
                    asked.ready_ms = ready_ms;
                    self.items[item].state = State::Open(asked);
                    return None;
                }
                // The wait is longer than the settings allow.
                None => self.stopped = Some(Stopped::Failure(failure.clone())),
            }
        }
        self.failed_in_a_row += u32::from(!failure.is_of_the_text());
        if remedy == Remedy::Stop || self.failed_in_a_row >= MAX_FAILED_IN_A_ROW {
            self.stopped.get_or_insert_with(|| Stopped::Failure(failure.clone()));
        }
        self.settle(item, asked, Outcome::Failed(failure), flight)
    }

    fn settle(&mut self, item: usize, asked: Asked, outcome: Outcome, flight: &Flight) -> Option<usize> {
        let entry = &mut self.items[item];
        entry.state = State::Settled {
            record: asked.record(entry.key.clone(), outcome, &flight.adaptation),
            from_cache: false,
        };
        Some(item)
    }

    /// Ends the run: nothing more is sent. Answers to requests in flight still count; [`next`](Self::next) returns
    /// `Done` when none is left.
    pub fn cancel(&mut self) {
        self.stopped.get_or_insert(Stopped::Cancelled);
    }

    /// Returns the reason why nothing more is sent. `None` while the run goes on, and if it ended normally.
    #[must_use]
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Returns the tickets of requests in flight, for a transport that ends them after [`cancel`](Self::cancel).
    pub fn on_their_way(&self) -> impl Iterator<Item = Ticket> {
        self.flights.keys().copied()
    }

    fn give_up_open(&mut self) {
        let Some(stopped) = self.stopped.clone() else { return };
        for item in &mut self.items {
            item.give_up(&stopped, &self.adaptation);
        }
    }

    /// Returns the requests and answers that are kept and were not taken.
    #[must_use]
    pub fn transcript(&self) -> &[Exchange] {
        &self.transcript
    }

    /// Takes out every request with its answer, in the order of the answers, if the settings keep them. The caller can
    /// then write them as they come.
    pub fn take_transcript(&mut self) -> Vec<Exchange> {
        std::mem::take(&mut self.transcript)
    }

    /// Returns the progress of the run. Linear in the number of calls.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let mut progress = Progress {
            total: self.items.len(),
            in_flight: self.flights.len(),
            sent: self.sent,
            spent: self.spent,
            reserved: self.reserved(),
            usage: self.usage,
            ..Progress::default()
        };
        for item in 0..self.items.len() {
            if let Some((record, from_cache)) = self.settled(item) {
                progress.count(&record.outcome, from_cache);
            }
        }
        progress
    }
}

/// Maximum length of an invalid answer that is kept, in bytes.
const MAX_KEPT: usize = 16 << 10;

/// Number of consecutive failed calls that ends the run. A failure that a thousand calls would share is not tried a
/// thousand times.
const MAX_FAILED_IN_A_ROW: u32 = 5;

/// Maximum number of times that one call is sent again because the server does not understand a part of it.
const MAX_ADAPTATIONS: u32 = 8;

/// Maximum length of the error in an answer, in bytes. The error may name a field of the answer.
const MAX_ERROR: usize = 300;

/// Returns the answer, or the failure as it is kept. The text of a page counts even if it was cut off; other answers are of
/// no use then. A text that repeats itself is not taken for one that ended by itself, or at its limit.
fn kept(expected: &Expected, said: Result<String, Failure>) -> Result<String, Failure> {
    match (expected, said) {
        (Expected::Text { .. }, Ok(text) | Err(Failure::Cut { text })) if is_endless(&text) => {
            Err(Failure::Repeated { text })
        }
        (Expected::Text { .. }, said) => said,
        (_, Err(Failure::Cut { .. })) => Err(Failure::Cut { text: String::new() }),
        (_, said) => said,
    }
}

/// Reads the answer in a model's text. Fails with the errors of the answer.
fn read(expected: &Expected, text: &str) -> Result<serde_json::Value, Vec<String>> {
    let value = read_value(expected, text);
    value.map_err(|errors| errors.iter().map(|error| printable(error, MAX_ERROR)).collect())
}

fn read_value(expected: &Expected, text: &str) -> Result<serde_json::Value, Vec<String>> {
    match expected {
        Expected::FirstInteger => first_integer(text)
            .map(Into::into)
            .ok_or_else(|| vec!["it holds no whole number".to_owned()]),
        Expected::CodeBlock => code_block(text).map(Into::into).map_err(|error| vec![error]),
        Expected::Text { .. } if text.trim().is_empty() => Err(vec!["it is empty".to_owned()]),
        // The text of the answer is kept beside its value.
        Expected::Text { .. } => Ok(serde_json::Value::Null),
        Expected::Json(schema) => {
            let value = extract_json(text).map_err(|error| vec![error])?;
            let errors = schema.errors(&value);
            if errors.is_empty() { Ok(value) } else { Err(errors) }
        }
    }
}
