//! Values that take long to make: made anew at most for a share of the time, and in slices between frames.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::{callback::Timeout, future::TimeoutFuture};
use js_sys::Date;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// A value that takes less than this time, in milliseconds, is made at every change.
const QUICK_MS: f64 = 4.0;
/// While the input changes, making a slower value takes at most one part in this number of the time.
const SHARE: f64 = 20.0;
/// A slower value is made in slices of about this time, in milliseconds.
const SLICE_MS: f64 = 5.0;

struct Made<I, T> {
    /// The input of the value.
    of: Option<I>,
    value: Rc<T>,
    /// The time at which the value was made, and the time that it took, in milliseconds.
    at: f64,
    took: f64,
    again: Option<Timeout>,
    /// The number of the last making. An earlier one ends without a result.
    number: u64,
    /// Whether the value is being made in slices.
    is_in_slices: bool,
}

impl<I, T: PartialEq> Made<I, T> {
    fn end(&mut self, of: I, value: T, took: f64) {
        if *self.value != value {
            self.value = Rc::new(value);
        }
        self.of = Some(of);
        self.at = Date::now();
        self.took = took;
        self.again = None;
        self.is_in_slices = false;
    }
}

/// How the input of a value has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Not in a way that matters.
    None,
    /// By work in the background: the value may lag a little behind.
    Background,
    /// By the person, who waits for the value.
    Asked,
}

/// Returns a value made of an input. While the input changes in the background, the value lags a little behind.
///
/// `make` begins to make the value. Each call of what it returns is a step of a moment; the last one returns the value.
#[hook]
pub(super) fn use_paced<I, T, S>(input: I, change: impl Fn(&I, &I) -> Change, make: impl Fn(&I) -> S) -> Rc<T>
where
    I: 'static,
    T: Default + PartialEq + 'static,
    S: FnMut() -> Option<T> + 'static,
{
    let shared = use_mut_ref(|| Made {
        of: None,
        value: Rc::<T>::default(),
        at: 0.0,
        took: 0.0,
        again: None,
        number: 0,
        is_in_slices: false,
    });
    let trigger = use_force_update();
    let mut made = shared.borrow_mut();
    let change = made.of.as_ref().map_or(Change::Asked, |before| change(before, &input));
    let due = made.at + made.took * SHARE;
    let now = Date::now();
    let is_quick = made.took < QUICK_MS;
    if change == Change::Asked || change == Change::Background && is_quick {
        let mut step = make(&input);
        let value = loop {
            if let Some(value) = step() {
                break value;
            }
        };
        made.number += 1;
        made.end(input, value, Date::now() - now);
    } else if change == Change::Background && !made.is_in_slices && now >= due {
        made.number += 1;
        made.is_in_slices = true;
        let step = make(&input);
        spawn_local(in_slices(shared.clone(), made.number, input, step, trigger));
    } else if change == Change::Background && !made.is_in_slices && made.again.is_none() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive, and a few seconds.
        let wait = (due - now).ceil() as u32;
        made.again = Some(Timeout::new(wait, move || trigger.force_update()));
    }
    made.value.clone()
}

/// Makes a value with pauses, in which the page is painted and handles events.
async fn in_slices<I, T: PartialEq>(
    shared: Rc<RefCell<Made<I, T>>>,
    number: u64,
    input: I,
    mut step: impl FnMut() -> Option<T>,
    trigger: UseForceUpdateHandle,
) {
    let mut took = 0.0;
    let value = loop {
        TimeoutFuture::new(0).await;
        if shared.borrow().number != number {
            return;
        }
        let start = Date::now();
        let value = loop {
            let value = step();
            if value.is_some() || Date::now() - start >= SLICE_MS {
                break value;
            }
        };
        took += Date::now() - start;
        if let Some(value) = value {
            break value;
        }
    };
    shared.borrow_mut().end(input, value, took);
    trigger.force_update();
}
