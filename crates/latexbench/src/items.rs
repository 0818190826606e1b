//! Makes the items of a seed.

mod contrast;
mod edits;
mod generation;
mod parts;
mod streams;

pub use streams::ITEMS;

use crate::item::{Family, Item};
use streams::Streams;

/// Makes the 150 items of a seed, family by family. The same seed gives the same items on every machine; the paper's
/// seed is 1234.
#[must_use]
pub fn items(seed: u64) -> Vec<Item> {
    Family::ALL
        .into_iter()
        .flat_map(|family| items_of(seed, family))
        .collect()
}

/// Makes the 50 items of one family, which are the same as in [`items()`].
#[must_use]
pub fn items_of(seed: u64, family: Family) -> Vec<Item> {
    let streams = Streams { seed, family };
    match family {
        Family::Generation => generation::items(&streams),
        Family::Edit => edits::items(&streams),
        Family::Contrast => contrast::items(&streams),
    }
}
