use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Date;
use rpds::HashTrieSet;
use texlens_workspace::state::{Listing, SampleId, Samples};
use yew::prelude::*;

/// A list that takes less than this time, in milliseconds, is updated at every change.
const QUICK_MS: f64 = 4.0;
/// While samples change, updating a slower list takes at most one part in this number of the time.
const SHARE: f64 = 20.0;

#[derive(Default)]
struct Made {
    /// The input of the list.
    of: Option<(Samples, Listing, HashTrieSet<SampleId>)>,
    rows: Rc<Vec<SampleId>>,
    /// The time at which the list was made, and the time that it took, in milliseconds.
    at: f64,
    took: f64,
    again: Option<Timeout>,
}

/// Returns the listed samples in the order of their rows. With very many changing samples, the list lags a little
/// behind.
#[hook]
pub(in crate::app) fn use_listed(
    samples: &Samples,
    listing: &Listing,
    unfolded: &HashTrieSet<SampleId>,
) -> Rc<Vec<SampleId>> {
    let made = use_mut_ref(Made::default);
    let trigger = use_force_update();
    let mut made = made.borrow_mut();
    let (is_asked, is_stale) = match &made.of {
        None => (true, true),
        Some((of, as_listed, as_unfolded)) => (
            as_listed != listing || as_unfolded != unfolded,
            if listing.is_of_content() {
                of != samples
            } else {
                !of.is_arranged_as(samples)
            },
        ),
    };
    let due = made.at + made.took * SHARE;
    let now = Date::now();
    if is_asked || is_stale && (made.took < QUICK_MS || now >= due) {
        made.rows = Rc::new(samples.rows(listing, unfolded));
        made.of = Some((samples.clone(), listing.clone(), unfolded.clone()));
        made.at = Date::now();
        made.took = made.at - now;
        made.again = None;
    } else if is_stale && made.again.is_none() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive, and a few seconds.
        let wait = (due - now).ceil() as u32;
        made.again = Some(Timeout::new(wait, move || trigger.force_update()));
    }
    made.rows.clone()
}
