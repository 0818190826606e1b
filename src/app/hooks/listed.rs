use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Date;
use rpds::HashTrieSet;
use texlens_workspace::state::{Listing, SampleId, Samples};
use yew::prelude::*;

/// A list that is made in fewer milliseconds is made anew whenever something changes.
const QUICK_MS: f64 = 4.0;
/// Of the time that passes while samples change, one part in so many goes into making a longer one.
const SHARE: f64 = 20.0;

#[derive(Default)]
struct Made {
    /// What it was made of.
    of: Option<(Samples, Listing, HashTrieSet<SampleId>)>,
    rows: Rc<Vec<SampleId>>,
    /// When, and how many milliseconds it took.
    at: f64,
    took: f64,
    again: Option<Timeout>,
}

/// The samples that are listed, in the order of their rows. Among very many that change all the time it lags a little behind.
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
