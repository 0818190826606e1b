//! Values that take long to make, made anew at most for a share of the time.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Date;
use yew::prelude::*;

/// A value that takes less than this time, in milliseconds, is made at every change.
const QUICK_MS: f64 = 4.0;
/// While the input changes, making a slower value takes at most one part in this number of the time.
const SHARE: f64 = 20.0;

struct Made<I, T> {
    /// The input of the value.
    of: Option<I>,
    value: Rc<T>,
    /// The time at which the value was made, and the time that it took, in milliseconds.
    at: f64,
    took: f64,
    again: Option<Timeout>,
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
#[hook]
pub(super) fn use_paced<I, T>(input: I, change: impl Fn(&I, &I) -> Change, make: impl Fn(&I) -> T) -> Rc<T>
where
    I: 'static,
    T: Default + PartialEq + 'static,
{
    let made = use_mut_ref(|| Made {
        of: None,
        value: Rc::<T>::default(),
        at: 0.0,
        took: 0.0,
        again: None,
    });
    let trigger = use_force_update();
    let mut made = made.borrow_mut();
    let change = made.of.as_ref().map_or(Change::Asked, |before| change(before, &input));
    let due = made.at + made.took * SHARE;
    let now = Date::now();
    let is_due = made.took < QUICK_MS || now >= due;
    if change == Change::Asked || change == Change::Background && is_due {
        let value = make(&input);
        if *made.value != value {
            made.value = Rc::new(value);
        }
        made.of = Some(input);
        made.at = Date::now();
        made.took = made.at - now;
        made.again = None;
    } else if change == Change::Background && made.again.is_none() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive, and a few seconds.
        let wait = (due - now).ceil() as u32;
        made.again = Some(Timeout::new(wait, move || trigger.force_update()));
    }
    made.value.clone()
}
