//! Random choices that are the same for the same seed.

use fastrand::Rng;

/// Draws one of the choices by its weight; `None` if there are no choices.
pub(crate) fn weighted<'a, T>(choices: &'a [(T, usize)], random: &mut Rng) -> Option<&'a T> {
    let total: usize = choices.iter().map(|(_, weight)| *weight).sum();
    let mut place = random.usize(..total.max(1));
    for (choice, weight) in choices {
        if place < *weight {
            return Some(choice);
        }
        place -= weight;
    }
    None
}
