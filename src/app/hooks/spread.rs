//! Slow rendering, spread over frames.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::timers::callback::Timeout;
use js_sys::Date;
use yew::prelude::*;

/// Time for slow rendering before the page is painted, in milliseconds.
const TURN_MS: f64 = 15.0;
/// Some browsers' clocks stand still for a while. A piece of work counts as this time at least, in milliseconds.
const LEAST_MS: f64 = 0.1;

/// The time before the next frame, which all components share.
#[derive(Default)]
struct Turn {
    /// The time at which the first component took it, in milliseconds.
    since: Option<f64>,
    /// The number of pieces of work so far.
    done: u32,
    /// Renders the components that wait for the next turn.
    waiting: Vec<Waiting>,
}

struct Waiting {
    is_waiting: Rc<Cell<bool>>,
    render: UseForceUpdateHandle,
}

thread_local! {
    static TURN: RefCell<Turn> = RefCell::default();
}

/// Returns whether there is time for slow work before the page is painted.
fn has_time() -> bool {
    TURN.with_borrow_mut(|turn| {
        let now = Date::now();
        let since = *turn.since.get_or_insert_with(|| {
            Timeout::new(0, next).forget();
            now
        });
        let spent = (now - since).max(f64::from(turn.done) * LEAST_MS);
        turn.done += 1;
        spent <= TURN_MS
    })
}

/// Begins the next turn.
fn next() {
    let Turn { waiting, .. } = TURN.take();
    for Waiting { is_waiting, render } in waiting {
        is_waiting.set(false);
        render.force_update();
    }
}

/// Returns whether a component that is slow to render may do so. False until its turn comes; the component is then
/// rendered again.
#[hook]
pub(in crate::app) fn use_spread() -> bool {
    let is_due = use_memo((), |()| Cell::new(false));
    let is_waiting = use_memo((), |()| Cell::new(false));
    let render = use_force_update();
    if is_due.get() || has_time() {
        is_due.set(true);
    } else if !is_waiting.replace(true) {
        let is_waiting = Rc::clone(&is_waiting);
        TURN.with_borrow_mut(|turn| turn.waiting.push(Waiting { is_waiting, render }));
    }
    is_due.get()
}
