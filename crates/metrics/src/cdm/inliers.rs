//! The geometric filter: it finds the pairs that fit a common shift and scale.

use super::random::Generator;
use super::variant::Constants;

/// The maximum number of random samples that one search tries.
const MAX_TRIALS: f64 = 50.0;

/// A point as (y, x), in pixels.
type Point = [f64; 2];

/// Returns for each pair of points whether it fits.
///
/// A search for a model (see [`Search`]) is repeated on the pairs that do not fit yet, because parts of a formula may
/// have moved by different amounts. If there are no more pairs than a model is fitted to, all of them fit.
pub(crate) fn inliers(pairs: &[(Point, Point)], constants: &Constants) -> Vec<bool> {
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
        let found = Search::new(&open_pairs, constants).run();
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

/// Random sample consensus (RANSAC) as in scikit-image 0.20, with numpy's random numbers from seed 42.
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

    /// Returns the pairs that fit the best model. This is the model that most pairs fit, and among equals the one with
    /// the smallest sum of squared residuals. At most [`MAX_TRIALS`] passes of linear time.
    fn run(&self) -> Vec<bool> {
        let count = u32::try_from(self.pairs.len()).unwrap_or(u32::MAX);
        let samples = u32::try_from(self.constants.min_samples).unwrap_or(u32::MAX);
        let mut random = Generator::seeded_42();
        let (mut best, mut best_count, mut best_error) = (Vec::new(), 0, f64::INFINITY);
        let (mut trials, mut max_trials) = (0.0, MAX_TRIALS);
        while trials < max_trials {
            trials += 1.0;
            let model = Model::fitted(self.sample(&random.choice(count, samples)));
            let residuals: Vec<f64> = self
                .pairs
                .iter()
                .map(|pair| model.residual(pair, self.centre))
                .collect();
            let fits: Vec<bool> = residuals
                .iter()
                .map(|residual| *residual < self.constants.residual_threshold)
                .collect();
            let fitting = fits.iter().filter(|fit| **fit).count();
            let error: f64 = residuals.iter().map(|residual| residual * residual).sum();
            if fitting > best_count || (fitting == best_count && error < best_error) {
                (best, best_count, best_error) = (fits, fitting, error);
                max_trials = max_trials.min(self.trials_needed(fitting));
                if error <= 0.0 {
                    break;
                }
            }
        }
        best
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
    use crate::cdm::Variant;

    fn fits(targets: &[Point], variant: Variant) -> Vec<bool> {
        let source = |at: usize| [0.0, 50.0 * at as f64];
        let pairs: Vec<_> = targets
            .iter()
            .enumerate()
            .map(|(at, target)| (source(at), *target))
            .collect();
        inliers(&pairs, &variant.constants())
    }

    #[test]
    fn a_shifted_line_fits_and_a_stray_point_does_not() {
        let mut targets: Vec<Point> = (0..8).map(|at| [30.0, 50.0 * f64::from(at) + 4.0]).collect();
        targets[5] = [300.0, 0.0];
        for variant in [Variant::Unimernet, Variant::OmniDocBench] {
            let expected: Vec<bool> = (0..8).map(|at| at != 5).collect();
            assert_eq!(fits(&targets, variant), expected, "{variant:?}");
        }
    }

    #[test]
    fn few_pairs_are_not_filtered() {
        let apart = [[0.0, 0.0], [500.0, 0.0], [0.0, 900.0]];
        assert_eq!(fits(&apart, Variant::OmniDocBench), [true; 3]);
        assert_eq!(fits(&apart[..2], Variant::Unimernet), [true; 2]);
        assert!(fits(&[], Variant::Unimernet).is_empty());
    }
}
