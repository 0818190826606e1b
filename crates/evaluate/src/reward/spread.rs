//! The rewards of one page's completions compared with each other.

use texlens_stats::describe;

/// Lowest, highest and mean reward of the completions of a page, and their standard deviation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Lowest reward.
    pub min: f64,
    /// Highest reward.
    pub max: f64,
    /// Mean reward.
    pub mean: f64,
    /// Sample standard deviation, with `n − 1`: 0 if all rewards are equal, `None` for a single reward.
    pub deviation: Option<f64>,
}

impl Spread {
    /// Describes rewards. Returns `None` if there are none.
    #[must_use]
    pub fn of(rewards: &[f64]) -> Option<Self> {
        let min = rewards.iter().copied().reduce(f64::min)?;
        let max = rewards.iter().copied().reduce(f64::max)?;
        // The mean of equal numbers may be rounded.
        let mean = if min < max { describe::mean(rewards).ok()? } else { min };
        let deviation = describe::standard_deviation(rewards).ok();
        Some(Self {
            min,
            max,
            mean,
            deviation,
        })
    }

    /// Returns the group-relative advantage of a reward of the page, `(reward − mean) / deviation`. It is 0 for a single
    /// reward and if all rewards are equal, so that the page does not change the model.
    ///
    /// # Source
    /// DeepSeekMath (2024), section 4.1.2: GRPO with outcome supervision.
    #[must_use]
    pub fn advantage(&self, reward: f64) -> f64 {
        match self.deviation {
            Some(deviation) if deviation > 0.0 => (reward - self.mean) / deviation,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advantages_by_hand() {
        // Mean 0.5, squares 0.25 + 0.0 + 0.0 + 0.25, standard deviation sqrt(0.5 / 3).
        let rewards = [0.0, 0.5, 0.5, 1.0];
        let spread = Spread::of(&rewards).unwrap();
        assert_eq!((spread.min, spread.max, spread.mean), (0.0, 1.0, 0.5));
        assert!((spread.deviation.unwrap() - 0.408_248_290_463_863).abs() < 1e-15);
        let advantages = rewards.map(|reward| spread.advantage(reward));
        assert!((advantages[0] + 1.224_744_871_391_589).abs() < 1e-14, "{advantages:?}");
        assert_eq!(advantages[1], 0.0);
        assert!(advantages.iter().sum::<f64>().abs() < 1e-12);
    }

    #[test]
    fn equal_rewards_have_no_advantage() {
        // In floating point, the mean of three times 0.1 is not 0.1.
        for rewards in [&[0.1, 0.1, 0.1][..], &[0.7; 6], &[0.3]] {
            let spread = Spread::of(rewards).unwrap();
            assert_eq!(spread.deviation, (rewards.len() > 1).then_some(0.0));
            assert_eq!(spread.mean, rewards[0]);
            assert_eq!(spread.advantage(rewards[0]), 0.0);
        }
        assert_eq!(Spread::of(&[]), None);
    }
}
