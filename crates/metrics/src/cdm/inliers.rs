//! The geometric filter: it finds the pairs that fit a common shift and scale.

use super::random::Generator;
use super::rules::{Constants, Samples};
use super::samples::AllSamples;

/// The maximum number of random samples that one search tries.
const MAX_TRIALS: f64 = 50.0;

/// The maximum number of distances that a search through all samples calculates. It is enough for all samples of two
/// among 342 pairs, and of three among 105.
const MAX_DISTANCES: usize = 20_000_000;

/// A point as (y, x), in pixels.
type Point = [f64; 2];

/// Returns for each pair of points whether it fits.
///
/// A search for a model (see [`Search`]) is repeated on the pairs that do not fit yet, because parts of a formula may
/// have moved by different amounts. If there are no more pairs than a model is fitted to, all of them fit.
pub(crate) fn inliers(pairs: &[(Point, Point)], constants: &Constants, samples: Samples) -> Vec<bool> {
    if pairs.len() <= constants.min_samples {
        return vec![true; pairs.len()];
    }
    let mut fits = vec![false; pairs.len()];
    for _ in 0..constants.max_rounds {
        let open: Vec<usize> = (0..pairs.len()).filter(|at| fits.get(*at) == Some(&false)).collect();
        if open.len() <= constants.min_samples {
            break;
        }
        let open_pairs: Vec<_> = open.iter().filter_map(|at| pairs.get(*at).copied()).collect();
        let search = Search::new(&open_pairs, constants);
        let found = match samples {
            Samples::Seeded => search.seeded(),
            Samples::Exhaustive => search.exhaustive(),
        };
        if !found.contains(&true) {
            break;
        }
        for (at, found) in open.into_iter().zip(found) {
            if let Some(fit) = fits.get_mut(at) {
                *fit = found;
            }
        }
    }
    fits
}

/// The search for the model that most pairs fit and, among equals, that with the smallest sum of squared residuals.
struct Search<'a> {
    pairs: &'a [(Point, Point)],
    constants: &'a Constants,
    /// The mean of the first points of all pairs.
    centre: Point,
}

impl<'a> Search<'a> {
    fn new(pairs: &'a [(Point, Point)], constants: &'a Constants) -> Self {
        Self {
            pairs,
            constants,
            centre: mean(pairs.iter().map(|(source, _)| *source)),
        }
    }

    /// Returns the pairs that fit the best model of random sample consensus (RANSAC) as in scikit-image 0.20, with
    /// numpy's random numbers from seed 42. At most [`MAX_TRIALS`] passes of linear time.
    fn seeded(&self) -> Vec<bool> {
        let count = u32::try_from(self.pairs.len()).unwrap_or(u32::MAX);
        let samples = u32::try_from(self.constants.min_samples).unwrap_or(u32::MAX);
        let mut random = Generator::seeded_42();
        let mut best = Fit::none();
        let (mut trials, mut max_trials) = (0.0, MAX_TRIALS);
        while trials < max_trials {
            trials += 1.0;
            let fit = self.fit(&random.choice(count, samples));
            if fit.is_better_than(&best) {
                best = fit;
                max_trials = max_trials.min(self.trials_needed(best.count));
                if best.error <= 0.0 {
                    break;
                }
            }
        }
        best.fits
    }

    /// Returns the pairs that fit the best model of all samples. For n pairs and samples of m these are about n^m / m!
    /// passes of linear time; [`MAX_DISTANCES`] limits them to an even selection. The search ends early if all pairs
    /// fit.
    fn exhaustive(&self) -> Vec<bool> {
        let limit = MAX_DISTANCES / self.pairs.len().max(1);
        let mut best = Fit::none();
        for sample in AllSamples::new(self.pairs.len(), self.constants.min_samples, limit) {
            let fit = self.fit(&sample);
            if fit.is_better_than(&best) {
                best = fit;
            }
            if best.count == self.pairs.len() {
                break;
            }
        }
        best.fits
    }

    /// Fits a model to a sample and applies it to all pairs.
    fn fit(&self, sample: &[u32]) -> Fit {
        let model = Model::fitted(self.sample(sample));
        let residuals: Vec<f64> = self
            .pairs
            .iter()
            .map(|pair| model.residual(pair, self.centre))
            .collect();
        let fits: Vec<bool> = residuals
            .iter()
            .map(|residual| *residual < self.constants.residual_threshold)
            .collect();
        Fit {
            count: fits.iter().filter(|fit| **fit).count(),
            error: residuals.iter().map(|residual| residual * residual).sum(),
            fits,
        }
    }

    fn sample(&self, picks: &[u32]) -> Vec<(Point, Point)> {
        picks
            .iter()
            .filter_map(|pick| self.pairs.get(*pick as usize).copied())
            .collect()
    }

    /// Returns the number of samples after which one of them almost certainly contains only pairs that fit.
    fn trials_needed(&self, fitting: usize) -> f64 {
        if fitting == 0 {
            return f64::INFINITY;
        }
        let ratio = fitting as f64 / self.pairs.len() as f64;
        let spoilt = (1.0 - libm::pow(ratio, self.constants.min_samples as f64)).max(f64::EPSILON);
        (libm::log(f64::EPSILON) / libm::log(spoilt)).ceil()
    }
}

/// The pairs that fit a model.
struct Fit {
    fits: Vec<bool>,
    /// The number of pairs that fit.
    count: usize,
    /// The sum of the squared residuals of all pairs.
    error: f64,
}

impl Fit {
    fn none() -> Self {
        Self {
            fits: Vec::new(),
            count: 0,
            error: f64::INFINITY,
        }
    }

    fn is_better_than(&self, other: &Self) -> bool {
        self.count > other.count || (self.count == other.count && self.error < other.error)
    }
}

/// A shift and a scale, without rotation.
struct Model {
    shift: Point,
    scale: f64,
}

impl Model {
    fn fitted(sample: Vec<(Point, Point)>) -> Self {
        let (sources, targets): (Vec<Point>, Vec<Point>) = sample.into_iter().unzip();
        let source_centre = mean(sources.iter().copied());
        let target_centre = mean(targets.iter().copied());
        Self {
            shift: [target_centre[0] - source_centre[0], target_centre[1] - source_centre[1]],
            scale: spread(&targets, target_centre) / (spread(&sources, source_centre) + 1e-10),
        }
    }

    /// Returns the distance by which the pair misses the model. Like the official code, it scales about the centre of
    /// all tested points, and not about that of the sample.
    fn residual(&self, (source, target): &(Point, Point), centre: Point) -> f64 {
        let miss =
            |axis: usize| self.scale * (source[axis] - centre[axis]) + centre[axis] + self.shift[axis] - target[axis];
        let (y, x) = (miss(0), miss(1));
        (y * y + x * x).sqrt()
    }
}

fn mean(points: impl ExactSizeIterator<Item = Point>) -> Point {
    let count = points.len() as f64;
    let [y, x] = points.fold([0.0, 0.0], |sum, point| [sum[0] + point[0], sum[1] + point[1]]);
    [y / count, x / count]
}

/// Returns the mean distance from the centre.
fn spread(points: &[Point], centre: Point) -> f64 {
    let distance = |point: &Point| {
        let (y, x) = (point[0] - centre[0], point[1] - centre[1]);
        (y * y + x * x).sqrt()
    };
    points.iter().map(distance).sum::<f64>() / points.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdm::Edition;

    const EDITIONS: [Edition; 2] = [Edition::June2025, Edition::September2024];
    const SAMPLES: [Samples; 2] = [Samples::Seeded, Samples::Exhaustive];

    fn fits(targets: &[Point], edition: Edition, samples: Samples) -> Vec<bool> {
        let source = |at: usize| [0.0, 50.0 * at as f64];
        let pairs: Vec<_> = targets
            .iter()
            .enumerate()
            .map(|(at, target)| (source(at), *target))
            .collect();
        inliers(&pairs, &edition.constants(), samples)
    }

    #[test]
    fn a_shifted_line_fits_and_a_stray_point_does_not() {
        let mut targets: Vec<Point> = (0..8).map(|at| [30.0, 50.0 * f64::from(at) + 4.0]).collect();
        targets[5] = [300.0, 0.0];
        let expected: Vec<bool> = (0..8).map(|at| at != 5).collect();
        for edition in EDITIONS {
            for samples in SAMPLES {
                assert_eq!(fits(&targets, edition, samples), expected, "{edition:?} {samples:?}");
            }
        }
    }

    #[test]
    fn few_pairs_are_not_filtered() {
        let apart = [[0.0, 0.0], [500.0, 0.0], [0.0, 900.0]];
        for samples in SAMPLES {
            assert_eq!(fits(&apart, Edition::September2024, samples), [true; 3]);
            assert_eq!(fits(&apart[..2], Edition::June2025, samples), [true; 2]);
            assert!(fits(&[], Edition::June2025, samples).is_empty());
        }
    }

    /// In a round, random samples can miss the best model; all samples cannot.
    #[test]
    fn all_samples_find_the_best_model() {
        let constants = Edition::June2025.constants();
        // Ten points in place among forty that lie anywhere.
        let pairs: Vec<(Point, Point)> = (0..50)
            .map(|at| {
                let x = 20.0 * f64::from(at);
                let stray = f64::from(at * 7919 % 997);
                let target = if at % 5 == 0 { [0.0, x] } else { [stray, 3.0 * stray] };
                ([0.0, x], target)
            })
            .collect();
        let count = |fits: Vec<bool>| fits.into_iter().filter(|fits| *fits).count();
        let search = Search::new(&pairs, &constants);
        let exhaustive = count(search.exhaustive());
        let by_hand = (0..50_u32).flat_map(|second| (0..second).map(move |first| [first, second]));
        let most = by_hand.map(|sample| search.fit(&sample).count).max();
        assert_eq!(Some(exhaustive), most);
        assert!(exhaustive >= count(search.seeded()));
    }

    #[test]
    fn long_formulas_take_bounded_time() {
        let constants = Edition::September2024.constants();
        let pairs: Vec<(Point, Point)> = (0..3000)
            .map(|at| ([0.0, f64::from(at)], [f64::from(at * 7919 % 9973), 0.0]))
            .collect();
        assert!(Search::new(&pairs, &constants).exhaustive().contains(&true));
    }
}
