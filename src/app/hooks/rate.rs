use js_sys::Date;
use texlens_workspace::words::queue;
use yew::prelude::*;

/// The pace of some work.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::app) struct Pace {
    /// The largest amount of remaining work so far.
    pub(in crate::app) total: usize,
    /// Items per second, once it can be estimated.
    rate: Option<f64>,
    left: usize,
}

impl Pace {
    /// Describes the pace, for example "310 a second, 28 s left".
    pub(in crate::app) fn words(&self) -> String {
        let rate = self.rate.filter(|rate| *rate > 0.0);
        rate.map_or_else(String::new, |rate| queue::pace(rate, self.left))
    }
}

/// A stretch of work without a pause.
#[derive(Default)]
struct Stretch {
    total: usize,
    since: f64,
    left_then: usize,
}

/// Returns the pace at which the remaining work decreases. Pauses do not count.
#[hook]
pub(in crate::app) fn use_rate(left: usize, paused: bool) -> Pace {
    let stretch = use_mut_ref(Stretch::default);
    let mut stretch = stretch.borrow_mut();
    if left == 0 {
        *stretch = Stretch::default();
        return Pace::default();
    }
    let now = Date::now();
    // Work was added, or it is paused: the measurement starts again.
    if left > stretch.left_then || paused {
        stretch.total = stretch.total.max(left);
        (stretch.since, stretch.left_then) = (now, left);
    }
    let seconds = (now - stretch.since) / 1000.0;
    #[allow(clippy::cast_precision_loss)] // Far from 2^53.
    let done = (stretch.left_then - left) as f64;
    Pace {
        total: stretch.total,
        rate: (seconds > 1.0 && done > 0.0).then(|| done / seconds),
        left,
    }
}
