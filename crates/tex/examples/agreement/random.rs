//! Draws that are the same for the same seed.

use fastrand::Rng;

/// One of the choices, each as often as its weight says; none where there is nothing to choose from.
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
