use std::rc::Rc;

use texlens_workspace::state::{FormulaItems, FormulaListing, FormulaPairs, Samples};
use yew::prelude::*;

use super::paced::{Change, use_paced};

/// Returns the listed formulas. While many samples change, the list lags a little behind.
#[hook]
pub(in crate::app) fn use_formula_items(
    samples: &Samples,
    pairs: &FormulaPairs,
    listing: &FormulaListing,
) -> Rc<FormulaItems> {
    use_paced(
        (samples.clone(), pairs.clone(), listing.clone()),
        |(of, known, listed), (samples, pairs, listing)| {
            let is_stale = of != samples || listing.needs_values() && known != pairs;
            match (listed != listing, is_stale) {
                (true, _) => Change::Asked,
                (_, true) => Change::Background,
                _ => Change::None,
            }
        },
        |(samples, pairs, listing)| {
            let mut rest = FormulaItems::begin(samples, pairs, listing);
            move || rest.step()
        },
    )
}
