use std::rc::Rc;

use rpds::HashTrieSet;
use texlens_workspace::state::{Listing, SampleId, Samples};
use yew::prelude::*;

use super::paced::{Change, use_paced};

/// Returns the listed samples in the order of their rows. With very many changing samples, the list lags a little
/// behind.
#[hook]
pub(in crate::app) fn use_listed(
    samples: &Samples,
    listing: &Listing,
    unfolded: &HashTrieSet<SampleId>,
) -> Rc<Vec<SampleId>> {
    use_paced(
        (samples.clone(), listing.clone(), unfolded.clone()),
        |(of, as_listed, as_unfolded), (samples, listing, unfolded)| {
            let is_stale = if listing.is_of_content() {
                of != samples
            } else {
                !of.is_arranged_as(samples)
            };
            match (as_listed != listing || as_unfolded != unfolded, is_stale) {
                (true, _) => Change::Asked,
                (_, true) => Change::Background,
                _ => Change::None,
            }
        },
        |(samples, listing, unfolded)| {
            let (samples, listing, unfolded) = (samples.clone(), listing.clone(), unfolded.clone());
            move || Some(samples.rows(&listing, &unfolded))
        },
    )
}
