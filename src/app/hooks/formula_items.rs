use std::rc::Rc;

use gloo::timers::callback::Timeout;
use js_sys::Date;
use texlens_workspace::state::{FormulaItems, FormulaListing, FormulaPairs, Samples};
use yew::prelude::*;

/// While samples or scores change, making the list takes at most one part in this number of the time.
const SHARE: f64 = 10.0;

#[derive(Default)]
struct Made {
    /// The input of the list.
    of: Option<(Samples, FormulaPairs, FormulaListing)>,
    items: Rc<FormulaItems>,
    /// The time at which the list was made, and the time that it took, in milliseconds.
    at: f64,
    took: f64,
    again: Option<Timeout>,
}

/// Returns the listed formulas. While many samples change, the list lags a little behind.
#[hook]
pub(in crate::app) fn use_formula_items(
    samples: &Samples,
    pairs: &FormulaPairs,
    listing: &FormulaListing,
) -> Rc<FormulaItems> {
    let made = use_mut_ref(Made::default);
    let trigger = use_force_update();
    let mut made = made.borrow_mut();
    let (is_asked, is_stale) = match &made.of {
        None => (true, true),
        Some((of, known, listed)) => (
            listed != listing,
            of != samples || listing.needs_values() && known != pairs,
        ),
    };
    let due = made.at + made.took * SHARE;
    let now = Date::now();
    if is_asked || is_stale && now >= due {
        let items = FormulaItems::of(samples, pairs, listing);
        if *made.items != items {
            made.items = Rc::new(items);
        }
        made.of = Some((samples.clone(), pairs.clone(), listing.clone()));
        made.at = Date::now();
        made.took = made.at - now;
        made.again = None;
    } else if is_stale && made.again.is_none() {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Positive, and a few seconds.
        let wait = (due - now).ceil() as u32;
        made.again = Some(Timeout::new(wait, move || trigger.force_update()));
    }
    made.items.clone()
}
