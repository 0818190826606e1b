//! Choices that are the same for the same seed on every machine: tasks of a benchmark, or who rates what.

use std::num::NonZeroU32;

use rand_core::Rng;
use rand_pcg::Pcg64;

/// A sequence of choices. Integers alone decide, so no machine rounds differently.
#[derive(Debug, Clone)]
pub struct Choices {
    generator: Pcg64,
}

impl Choices {
    /// Starts the choices of a seed. Each `stream` of a seed is independent of the others, so that a change to one item
    /// leaves the other items alone.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        Self {
            generator: Pcg64::new(u128::from(seed), u128::from(stream)),
        }
    }

    /// Draws a number below `bound`; all are equally likely. This is Lemire's multiplication: the few draws that would
    /// favour some numbers are repeated. For a bound of 0 the result is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let Some(bound) = u32::try_from(bound).ok().and_then(NonZeroU32::new) else {
            return 0;
        };
        loop {
            let product = u64::from(self.generator.next_u32()) * u64::from(bound.get());
            if product as u32 >= bound.get().wrapping_neg() % bound {
                return (product >> 32) as usize;
            }
        }
    }

    /// Draws a member of a list.
    pub fn pick<T: Copy, const N: usize>(&mut self, list: [T; N]) -> T {
        const { assert!(N > 0, "there must be something to choose") };
        list[self.below(N)]
    }

    /// Draws a number from `low` to `high`, both included; `low` if there is none between.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low).saturating_add(1))
    }

    /// Draws a member of a slice; `None` if it is empty.
    pub fn member<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }

    /// Draws true with a probability of `numerator` to `denominator`.
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }

    /// Shuffles a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_depend_on_seed_and_stream_alone() {
        let draw = |seed, stream| {
            let mut choices = Choices::new(seed, stream);
            std::array::from_fn::<usize, 8, _>(|_| choices.below(1000))
        };
        assert_eq!(draw(1234, 0), [389, 400, 539, 108, 519, 339, 462, 14]);
        assert_ne!(draw(1234, 0), draw(1234, 1));
        assert_ne!(draw(1234, 0), draw(1235, 0));
    }

    #[test]
    fn every_number_below_the_bound_is_drawn_about_equally_often() {
        let mut choices = Choices::new(1, 0);
        let mut counts = [0_u32; 7];
        for _ in 0..7000 {
            counts[choices.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        assert_eq!((choices.below(0), choices.below(1)), (0, 0));
        assert!((0..100).all(|_| (3..=5).contains(&choices.between(3, 5))));
        assert_eq!((choices.between(4, 4), choices.between(4, 2)), (4, 4));
        assert_eq!((choices.member(&[7]), choices.member::<u8>(&[])), (Some(&7), None));
    }

    #[test]
    fn a_shuffled_list_has_the_same_members() {
        let mut list: Vec<usize> = (0..50).collect();
        Choices::new(5, 0).shuffle(&mut list);
        assert_ne!(list, (0..50).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<_>>());
    }
}
