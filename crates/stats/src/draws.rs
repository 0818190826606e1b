//! Random indices that are the same for the same seed on every platform.

use std::num::NonZeroU32;

use rand_core::Rng;
use rand_pcg::Pcg64;

/// The default stream of PCG. The seed selects the position in the stream.
const STREAM: u128 = 0x0a02_bdbf_7bb3_c0a7_ac28_fa16_a64a_bf96;

/// A generator of uniform indices that draws as `numpy.random.Generator(PCG64).integers` does. Given the same state,
/// numpy and SciPy therefore draw the same resamples (`tests/scipy/recipe.py`). The crate `rand` would draw others.
pub(crate) struct Draws {
    generator: Pcg64,
    /// The upper half of the last word. It is used before the next word is drawn.
    upper: Option<u32>,
}

impl Draws {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            generator: Pcg64::new(u128::from(seed), STREAM),
            upper: None,
        }
    }

    /// Draws an index below the bound; all are equally likely. This is Lemire's multiplication: the few draws that
    /// would favour some indices are repeated.
    pub(crate) fn below(&mut self, bound: NonZeroU32) -> usize {
        loop {
            let product = u64::from(self.next_u32()) * u64::from(bound.get());
            let low = product as u32;
            // The first test implies the second and saves a division.
            if low >= bound.get() || low >= bound.get().wrapping_neg() % bound {
                return (product >> 32) as usize;
            }
        }
    }

    fn next_u32(&mut self) -> u32 {
        self.upper.take().unwrap_or_else(|| {
            let word = self.generator.next_u64();
            self.upper = Some((word >> 32) as u32);
            word as u32
        })
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use serde_json::Value;

    use super::Draws;

    /// With the last bound, a quarter of the words is drawn again.
    #[test]
    fn equal_to_numpy() {
        let values: Value = serde_json::from_str(include_str!("../tests/scipy/values.json")).unwrap();
        for case in values["draws"].as_array().unwrap() {
            let mut draws = Draws::new(case["seed"].as_str().unwrap().parse().unwrap());
            let bound = NonZeroU32::new(case["bound"].as_u64().unwrap().try_into().unwrap()).unwrap();
            for expected in case["indices"].as_array().unwrap() {
                assert_eq!(Some(draws.below(bound) as u64), expected.as_u64(), "{case}");
            }
        }
    }
}
