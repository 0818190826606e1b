//! Properties that hold for every sample.

use proptest::prelude::*;
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Bootstrap, Confidence, Estimate, StatsError, Units, describe, kendall, pearson, spearman, wilson};

use crate::assert_near;

type Coefficient = fn(&[f64], &[f64]) -> Result<f64, StatsError>;
type WithInterval = fn(&[f64], &[f64], Confidence) -> Result<Estimate, StatsError>;

const CORRELATIONS: [(Coefficient, WithInterval); 3] = [
    (pearson::coefficient, pearson::estimate),
    (spearman::coefficient, spearman::estimate),
    (kendall::coefficient, kendall::estimate),
];

/// Generates scores, often tied.
fn score() -> impl Strategy<Value = f64> + Clone {
    prop_oneof![0.0..=1.0, (0..=4_u8).prop_map(|quarter| f64::from(quarter) / 4.0)]
}

/// Generates finite numbers of all sizes, and rarely a number that is not finite.
fn extreme() -> impl Strategy<Value = f64> + Clone {
    use prop::num::f64::{ANY, NEGATIVE, NORMAL, POSITIVE, SUBNORMAL, ZERO};
    let finite = POSITIVE | NEGATIVE | NORMAL | SUBNORMAL | ZERO;
    prop_oneof![50 => finite, 5 => prop::sample::select(&[f64::MAX, f64::MIN, 1.0][..]), 1 => ANY]
}

/// Generates at least `least` pairs.
fn pairs(least: usize, value: impl Strategy<Value = f64> + Clone) -> impl Strategy<Value = (Vec<f64>, Vec<f64>)> {
    prop::collection::vec((value.clone(), value), least..30).prop_map(|pairs| pairs.into_iter().unzip())
}

/// Generates confidence levels. Some are close to 0, where only rounding separates an interval from its estimate.
fn confidence() -> impl Strategy<Value = Confidence> {
    let level = prop_oneof![4 => 0.0..1.0, 1 => Just(1e-300), 1 => Just(1.0 - f64::EPSILON)];
    level.prop_filter_map("a level", |level| Confidence::new(level).ok())
}

fn quick(seed: u64, confidence: Confidence) -> Bootstrap {
    Bootstrap::new(100, seed, confidence).unwrap()
}

fn check_range(estimate: Estimate, low: f64, high: f64) {
    let Estimate { value, interval } = estimate;
    assert!(interval.contains(value), "{estimate:?}");
    assert!(low <= interval.low && interval.high <= high, "{estimate:?}");
}

fn check_finite(value: Result<f64, StatsError>) {
    assert!(value.is_err() || value.is_ok_and(f64::is_finite), "{value:?}");
}

proptest! {
    #[test]
    fn a_mean_of_shares_lies_in_its_interval(counts in prop::collection::vec((0..50_u64, 1..50_u64), 1..6)) {
        let groups: Vec<[u64; 2]> = counts.iter().map(|(k, more)| [*k, k + more]).collect();
        let mean = wilson::mean(&groups, Confidence::default()).unwrap();
        prop_assert!(0.0 <= mean.interval.low && mean.interval.contains(mean.value) && mean.interval.high <= 1.0);
        let [k, n] = groups[0];
        let [one, same] = [wilson::mean(&groups[..1], Confidence::default()), wilson::estimate(k, n, Confidence::default())];
        let [one, same] = [one.unwrap().interval, same.unwrap().interval];
        prop_assert!((one.low - same.low).abs() < 1e-12 && (one.high - same.high).abs() < 1e-12);
    }

    #[test]
    fn wilson_holds_the_share(counts in any::<(u64, u64)>(), small in (0..50_u64, 0..50_u64), confidence in confidence()) {
        for (a, b) in [counts, small] {
            let (successes, trials) = (a.min(b), a.max(b).max(1));
            let estimate = wilson::estimate(successes, trials, confidence).unwrap();
            check_range(estimate, 0.0, 1.0);
            let failures = wilson::estimate(trials - successes, trials, confidence).unwrap();
            assert_near(failures.interval.low, 1.0 - estimate.interval.high, "success and failure exchanged");
        }
    }

    #[test]
    fn wider_with_more_confidence(k in 0..20_u64, more in 0..20_u64, levels in (confidence(), confidence())) {
        let interval = |confidence| wilson::estimate(k, k + more + 1, confidence).unwrap().interval;
        let (a, b) = (interval(levels.0), interval(levels.1));
        let (narrow, wide) = if a.level < b.level { (a, b) } else { (b, a) };
        prop_assert!(wide.low <= narrow.low + 1e-12 && narrow.high <= wide.high + 1e-12);
    }

    #[test]
    fn percentiles_lie_between_values(values in prop::collection::vec(score(), 1..30), percent in 0.0..=100.0) {
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let percentile = describe::percentile(&values, percent).unwrap();
        let below = sorted.iter().filter(|value| **value <= percentile).count();
        // Without rounding, one more value would be below.
        prop_assert!(below as f64 >= ((values.len() - 1) as f64 * percent / 100.0).floor());
        prop_assert!(sorted[0] <= percentile && percentile <= sorted[sorted.len() - 1]);
        prop_assert_eq!(describe::percentile(&[values[0]; 3], percent), Ok(values[0]));
    }

    #[test]
    fn correlations_are_symmetric((x, y) in pairs(0, score()), confidence in confidence()) {
        let reversed: Vec<f64> = y.iter().map(|value| -value).collect();
        for (coefficient, with_interval) in CORRELATIONS {
            let Ok(estimate) = with_interval(&x, &y, confidence) else {
                prop_assert!(x.len() < 2 || [&x, &y].iter().any(|side| side.iter().all(|v| *v == side[0])));
                continue;
            };
            check_range(estimate, -1.0, 1.0);
            assert_near(coefficient(&y, &x).unwrap(), estimate.value, "exchanged");
            assert_near(coefficient(&x, &reversed).unwrap(), -estimate.value, "one reversed");
            assert_near(coefficient(&x, &x).unwrap(), 1.0, "with itself");
        }
    }

    /// Rank correlations depend only on the order.
    #[test]
    fn rank_correlations_of_a_rising_function((x, y) in pairs(0, -50.0..50.0)) {
        let risen: Vec<f64> = x.iter().map(|value| value.powi(3)).collect();
        for coefficient in [spearman::coefficient, kendall::coefficient] {
            prop_assert_eq!(coefficient(&x, &y), coefficient(&risen, &y));
        }
    }

    #[test]
    fn bootstrap_intervals_stay_in_the_sample((x, y) in pairs(2, score()), seed: u64, confidence in confidence()) {
        let units = Units::samples(x.len());
        let bootstrap = quick(seed, confidence);
        let interval = bootstrap.mean(&units, &x).unwrap().estimate.interval;
        prop_assert!(interval.low <= interval.high);
        prop_assert!(0.0 <= interval.low && interval.high <= 1.0);

        let comparison = bootstrap.difference(&units, &x, &y).unwrap();
        let exchanged = bootstrap.difference(&units, &y, &x).unwrap();
        let [one, other] = [comparison, exchanged].map(|it| it.difference.estimate);
        prop_assert_eq!(one.value, -other.value);
        assert_near(one.interval.low, -other.interval.high, "exchanged");
        prop_assert_eq!(comparison.first_higher, exchanged.second_higher);
        prop_assert_eq!(comparison.p_value, exchanged.p_value);
        prop_assert!(comparison.first_higher + comparison.second_higher <= 1.0 + 1e-12);
        prop_assert!(0.0 < comparison.p_value && comparison.p_value <= 1.0);
    }

    #[test]
    fn kappa_is_symmetric(pairs in prop::collection::vec((0..5_u8, 0..5_u8), 2..40), confidence in confidence()) {
        let (first, second): (Vec<u8>, Vec<u8>) = pairs.into_iter().unzip();
        let [ratings, exchanged] = [(&first, &second), (&second, &first)].map(|(a, b)| Ratings::new(a, b).unwrap());
        for weights in [Weights::Nominal, Weights::Linear, Weights::Quadratic] {
            let Ok(estimate) = ratings.kappa(weights, confidence) else {
                prop_assert!(first.iter().chain(&second).all(|category| *category == first[0]));
                continue;
            };
            check_range(estimate, -1.0, 1.0);
            let exchanged = exchanged.kappa(weights, confidence).unwrap();
            assert_near(exchanged.value, estimate.value, "exchanged");
            assert_near(exchanged.interval.low, estimate.interval.low, "exchanged");
        }
    }

    /// NaN, infinities, the largest and the smallest numbers give a finite value or an error.
    #[test]
    fn any_floats((x, y) in pairs(0, extreme()), labels in prop::collection::vec(0..3_u8, 30), percent: f64) {
        check_finite(describe::mean(&x));
        check_finite(describe::standard_deviation(&x));
        check_finite(describe::percentile(&x, percent));
        check_finite(describe::percentile(&x, 37.0));
        for (coefficient, with_interval) in CORRELATIONS {
            check_finite(coefficient(&x, &y));
            if let Ok(estimate) = with_interval(&x, &y, Confidence::default()) {
                check_range(estimate, -1.0, 1.0);
            }
        }
        let bootstrap = quick(0, Confidence::default());
        for units in [Units::samples(x.len()), Units::clusters(&labels[..x.len()])] {
            let mean = bootstrap.mean(&units, &x).map(|it| it.estimate);
            let difference = bootstrap.difference(&units, &x, &y).map(|it| it.difference.estimate);
            let pairs = bootstrap.pairs(&units, &x, &y, pearson::coefficient).map(|it| it.estimate);
            for estimate in [mean, difference, pairs] {
                check_finite(estimate.map(|it| it.value));
                check_finite(estimate.map(|it| it.interval.low));
                check_finite(estimate.map(|it| it.interval.high));
            }
        }
    }
}
