//! The best reward by the number of completions, over many pages.

use super::best_of::best_of;

/// Sums the [best rewards](best_of) of many pages for every number of completions, in constant memory.
#[derive(Debug, Clone, Default)]
pub struct RewardCurve {
    /// The sums for one completion, for two, and so on.
    sums: Vec<Sums>,
}

/// The curve at one number of completions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// Number of completions.
    pub k: usize,
    /// Number of pages with at least as many completions.
    pub pages: usize,
    /// Mean over these pages of the expected best reward.
    pub mean: f64,
    /// Sample standard deviation over these pages; `None` for a single page.
    pub deviation: Option<f64>,
}

impl RewardCurve {
    /// Adds the rewards of a page's completions.
    pub fn add(&mut self, rewards: &[f64]) {
        let mut ascending = rewards.to_vec();
        ascending.sort_by(f64::total_cmp);
        if self.sums.len() < ascending.len() {
            self.sums.resize(ascending.len(), Sums::default());
        }
        for (sums, k) in self.sums.iter_mut().zip(1..=ascending.len()) {
            if let Some(best) = best_of(&ascending, k) {
                sums.add(best);
            }
        }
    }

    /// Returns the points of the curve, from one completion on.
    #[must_use]
    pub fn points(&self) -> Vec<CurvePoint> {
        let point = |(index, sums): (usize, &Sums)| CurvePoint {
            k: index + 1,
            pages: sums.count,
            mean: sums.mean,
            deviation: sums.deviation(),
        };
        self.sums.iter().enumerate().map(point).collect()
    }
}

/// Mean and squares of a growing sample, by Welford's method.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    count: usize,
    mean: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    fn deviation(&self) -> Option<f64> {
        let others = self.count.checked_sub(1).filter(|others| *others > 0)?;
        Some((self.squares / others as f64).max(0.0).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_means_over_the_pages_with_enough_completions() {
        let mut curve = RewardCurve::default();
        curve.add(&[1.0, 0.0]);
        curve.add(&[0.5, 0.5]);
        curve.add(&[0.2]);
        let points = curve.points();
        assert_eq!(points.len(), 2);
        let [one, two] = [points[0], points[1]];
        // Means of the pages: 0.5, 0.5, 0.2.
        assert_eq!((one.k, one.pages), (1, 3));
        assert!((one.mean - 0.4).abs() < 1e-12 && (one.deviation.unwrap() - 0.03_f64.sqrt()).abs() < 1e-12);
        // Best of both completions: 1, 0.5.
        assert_eq!((two.k, two.pages), (2, 2));
        assert!((two.mean - 0.75).abs() < 1e-12 && (two.deviation.unwrap() - 0.125_f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_single_page_has_no_deviation() {
        let mut curve = RewardCurve::default();
        curve.add(&[0.5]);
        assert_eq!(curve.points()[0].deviation, None);
    }

    #[test]
    fn no_pages_give_no_points() {
        assert!(RewardCurve::default().points().is_empty());
    }
}
