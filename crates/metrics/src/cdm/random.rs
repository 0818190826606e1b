//! The random samples of numpy's default generator.
//!
//! For 1 in 20 formulas, the score depends on the samples that the geometric filter draws. So equal scores need equal
//! samples.

use rand_core::Rng;
use rand_pcg::Pcg64;

/// numpy's `Generator` over PCG64, limited to sampling without replacement.
///
/// Sampling is written here, since the samples of the crate `rand` are not those of numpy.
#[derive(Debug, Clone)]
pub struct Generator {
    words: Pcg64,
    /// The upper half of the last number, if only its lower half was used.
    spare: Option<u32>,
}

impl Generator {
    /// Returns `numpy.random.default_rng(42)`. The two constants are the words of
    /// `numpy.random.SeedSequence(42).generate_state(4, numpy.uint64)`.
    #[must_use]
    pub fn seeded_42() -> Self {
        let state = 0x9f1e_2e6d_cd54_0ab7_d578_73dc_79fb_94b6;
        let stream = 0x7d28_2a1b_64d4_20b7_3365_7971_4692_d5ff;
        Self {
            words: Pcg64::new(state, stream),
            spare: None,
        }
    }

    fn next_u32(&mut self) -> u32 {
        self.spare.take().unwrap_or_else(|| {
            let number = self.words.next_u64();
            self.spare = Some((number >> 32) as u32);
            number as u32
        })
    }

    /// Returns a number from 0 to `last`, by Lemire's multiplication. If only one number is possible, nothing is drawn.
    fn up_to(&mut self, last: u32) -> u32 {
        if last == 0 {
            return 0;
        }
        let Some(count) = last.checked_add(1) else {
            return self.next_u32();
        };
        let threshold = (u32::MAX - last) % count;
        loop {
            let product = u64::from(self.next_u32()) * u64::from(count);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// Returns `size` different numbers below `population` in random order, or all of them if there are fewer: Floyd's
    /// sample, then shuffled.
    #[must_use]
    pub fn choice(&mut self, population: u32, size: u32) -> Vec<u32> {
        let size = size.min(population);
        let mut picks: Vec<u32> = Vec::with_capacity(size as usize);
        for last in population - size..population {
            let drawn = self.up_to(last);
            picks.push(if picks.contains(&drawn) { last } else { drawn });
        }
        for at in (1..size).rev() {
            picks.swap(at as usize, self.up_to(at) as usize);
        }
        picks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_numpys() {
        let mut random = Generator::seeded_42();
        assert_eq!(
            [random.words.next_u64(), random.words.next_u64()],
            [14_276_969_152_011_380_360, 8_095_878_257_575_067_585]
        );
    }

    #[test]
    fn samples_are_numpys() {
        let mut random = Generator::seeded_42();
        let draws: Vec<_> = (0..6).map(|_| random.choice(3, 2)).collect();
        assert_eq!(draws, [[0, 2], [0, 1], [2, 0], [0, 1], [1, 2], [2, 1]]);
    }

    #[test]
    fn a_sample_has_no_repetition_and_no_more_than_there_is() {
        let mut random = Generator::seeded_42();
        for population in 0..20 {
            let mut sample = random.choice(population, 5);
            sample.sort_unstable();
            sample.dedup();
            assert_eq!(sample.len(), population.min(5) as usize);
            assert!(sample.iter().all(|pick| *pick < population));
        }
    }
}
