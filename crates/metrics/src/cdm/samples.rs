//! All samples of pairs, in a fixed order.

/// The samples of `size` numbers below `population`, as indices in ascending order.
///
/// The order is that of the largest number, then of the second largest and so on (colexicographic). If there are more
/// samples than `limit`, they are every k-th one, for the smallest k that is enough.
pub(crate) struct AllSamples {
    size: usize,
    population: usize,
    next: u128,
    step: u128,
    end: u128,
}

impl AllSamples {
    pub(crate) fn new(population: usize, size: usize, limit: usize) -> Self {
        let end = binomial(population, size);
        Self {
            size,
            population,
            next: 0,
            step: end.div_ceil(limit.max(1) as u128).max(1),
            end,
        }
    }
}

impl Iterator for AllSamples {
    type Item = Vec<u32>;

    /// Returns the next sample. The time is logarithmic in the population.
    fn next(&mut self) -> Option<Vec<u32>> {
        if self.next >= self.end {
            return None;
        }
        let mut rank = self.next;
        self.next += self.step;
        let mut below = self.population;
        let mut sample = vec![0; self.size];
        for (at, pick) in sample.iter_mut().enumerate().rev() {
            let largest = largest(below, at + 1, rank);
            rank -= binomial(largest, at + 1);
            below = largest;
            *pick = u32::try_from(largest).unwrap_or(u32::MAX);
        }
        Some(sample)
    }
}

/// Returns the largest number below `below` of which at most `rank` samples of `size` smaller numbers exist.
fn largest(below: usize, size: usize, rank: u128) -> usize {
    let (mut low, mut high) = (0, below);
    while high - low > 1 {
        let middle = usize::midpoint(low, high);
        if binomial(middle, size) <= rank {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Returns the number of samples of `size` different numbers below `population`.
fn binomial(population: usize, size: usize) -> u128 {
    if size > population {
        return 0;
    }
    (0..size).fold(1, |product, at| product * (population - at) as u128 / (at + 1) as u128)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(population: usize, size: usize, limit: usize) -> Vec<Vec<u32>> {
        AllSamples::new(population, size, limit).collect()
    }

    #[test]
    fn every_sample_comes_once() {
        assert_eq!(
            all(4, 2, 100),
            [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]].map(Vec::from)
        );
        for size in 1..4 {
            for population in 0..12 {
                let mut samples = all(population, size, usize::MAX);
                assert!(samples.iter().flatten().all(|pick| (*pick as usize) < population));
                assert!(samples.iter().all(|sample| sample.is_sorted_by(|a, b| a < b)));
                let count = samples.len();
                samples.sort();
                samples.dedup();
                assert_eq!((samples.len(), count as u128), (count, binomial(population, size)));
            }
        }
    }

    #[test]
    fn a_limit_takes_an_even_selection() {
        let every: Vec<Vec<u32>> = all(30, 3, usize::MAX);
        let some = all(30, 3, 500);
        let expected: Vec<Vec<u32>> = every.into_iter().step_by(9).collect();
        assert_eq!(some, expected, "4060 samples, so every ninth");
        assert!(all(5800, 3, 1000).len() <= 1000);
        assert_eq!(all(10, 2, 0).len(), 1);
    }
}
