//! Values that can be calculated by hand or by counting, without other software.

use std::hash::Hash;

use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Bootstrap, Confidence, Estimate, Interval, Units, describe, kendall, pearson, wilson};

use crate::assert_near;

/// Compares the bootstrap with all 256 equally likely resamples of four values.
#[test]
fn bootstrap_approaches_all_resamples() {
    let values = [0.0, 1.0, 4.0, 16.0];
    let mut means = Vec::new();
    for code in 0..256_usize {
        let drawn = [0, 2, 4, 6].map(|shift| values[code >> shift & 3]);
        means.push(describe::mean(&drawn).unwrap());
    }
    let bootstrap = Bootstrap::new(200_000, 3, Confidence::new(0.8).unwrap()).unwrap();
    let resampled = bootstrap.mean(&Units::samples(4), &values).unwrap();
    let Estimate { value, interval } = resampled.estimate;
    assert_eq!(value, 5.25);
    // The distribution has no step near 10 % or 90 %.
    assert_eq!(interval.low, describe::percentile(&means, 10.0).unwrap());
    assert_eq!(interval.high, describe::percentile(&means, 90.0).unwrap());
    // The standard error of a mean under the empirical distribution. The tolerance is six standard errors of this
    // value.
    let exact = (values.iter().map(|v| (v - 5.25_f64).powi(2)).sum::<f64>() / 4.0 / 4.0).sqrt();
    assert!((resampled.standard_error / exact - 1.0).abs() < 0.01);
}

/// The p-value is exact if the resamples can be counted: with five positive differences, no resample is at or below 0.
#[test]
fn smallest_p_value() {
    let (first, second) = ([0.9, 0.8, 0.7, 0.9, 0.6], [0.8, 0.7, 0.6, 0.8, 0.5]);
    let comparison = Bootstrap::default()
        .difference(&Units::samples(5), &first, &second)
        .unwrap();
    assert_eq!((comparison.first_higher, comparison.second_higher), (1.0, 0.0));
    assert_eq!(comparison.p_value, 2.0 / 10_000.0);
}

#[test]
fn equal_systems_do_not_differ() {
    let scores = [0.9, 0.8, 0.7];
    let comparison = Bootstrap::default()
        .difference(&Units::samples(3), &scores, &scores)
        .unwrap();
    assert_eq!(comparison.difference.estimate.value, 0.0);
    assert!(comparison.difference.estimate.interval.contains(0.0));
    assert_eq!((comparison.first_higher, comparison.second_higher), (0.0, 0.0));
    assert_eq!(comparison.p_value, 1.0);
}

#[test]
fn seeds_differ_and_repeat() {
    let values: Vec<f64> = (0..50_u32).map(|v| f64::from(v).sqrt()).collect();
    let mean = |seed| {
        let bootstrap = Bootstrap::new(500, seed, Confidence::default()).unwrap();
        bootstrap.mean(&Units::samples(50), &values).unwrap()
    };
    assert_eq!(mean(1), mean(1));
    assert_ne!(mean(1), mean(2));
}

fn mean_interval<L: Eq + Hash>(labels: &[L], values: &[f64]) -> Interval {
    let units = Units::clusters(labels);
    Bootstrap::default().mean(&units, values).unwrap().estimate.interval
}

/// Clusters of one sample equal single samples, and their names do not matter. Pages that repeat their document widen
/// the interval.
#[test]
fn clusters_and_samples() {
    let values = [0.1, 0.9, 0.4, 0.6, 0.8];
    let single = Bootstrap::default()
        .mean(&Units::samples(5), &values)
        .unwrap()
        .estimate
        .interval;
    assert_eq!(mean_interval(&["a", "b", "c", "d", "e"], &values), single);
    assert_eq!(mean_interval(&[7, 3, 9, 1, 2], &values), single);

    let repeated: Vec<f64> = values.iter().flat_map(|value| [*value; 4]).collect();
    let labels: Vec<usize> = (0..20).map(|page| page / 4).collect();
    let clustered = mean_interval(&labels, &repeated);
    assert_near(clustered.low, single.low, "four copies of a page are one page");
    assert_near(clustered.high, single.high, "four copies of a page are one page");
    let as_samples = Bootstrap::default().mean(&Units::samples(20), &repeated).unwrap();
    let width = |interval: Interval| interval.high - interval.low;
    assert!(width(as_samples.estimate.interval) < 0.7 * width(clustered));
}

/// A resample of one value has no correlation. Of three pairs, these are 3 of 27 resamples.
#[test]
fn undefined_resamples_are_counted() {
    let (x, y) = ([1.0, 2.0, 3.0], [1.0, 3.0, 2.0]);
    let bootstrap = Bootstrap::new(27_000, 1, Confidence::default()).unwrap();
    let resampled = bootstrap
        .pairs(&Units::samples(3), &x, &y, pearson::coefficient)
        .unwrap();
    assert_eq!(resampled.estimate.value, 0.5);
    // Six standard deviations of a binomial count.
    assert!(resampled.undefined.abs_diff(3_000) < 310, "{}", resampled.undefined);
}

/// Calculates tau-b by comparing all pairs of items.
fn kendall_by_pairs(x: &[f64], y: &[f64]) -> f64 {
    let (mut excess, mut untied_x, mut untied_y) = (0.0, 0.0_f64, 0.0_f64);
    for i in 0..x.len() {
        for j in 0..i {
            let [dx, dy] = [x[i] - x[j], y[i] - y[j]].map(|d| if d == 0.0 { 0.0 } else { d.signum() });
            excess += dx * dy;
            untied_x += dx.abs();
            untied_y += dy.abs();
        }
    }
    excess / (untied_x * untied_y).sqrt()
}

#[test]
fn kendall_equals_the_comparison_of_all_pairs() {
    // Multiples of a prime modulo others: unordered, with many ties.
    let x: Vec<f64> = (0..257_u32).map(|i| f64::from(i * 37 % 101 % 23)).collect();
    let y: Vec<f64> = (0..257_u32).map(|i| f64::from(i * 53 % 89 % 31)).collect();
    for n in [2, 3, 5, 16, 100, 257] {
        let tau = kendall::coefficient(&x[..n], &y[..n]).unwrap();
        assert_near(tau, kendall_by_pairs(&x[..n], &y[..n]), &format!("{n} items"));
    }
}

/// The example of two readers of 50 proposals: 20 times both yes, 5 and 10 times one yes, 15 times both no; po = 0.7,
/// pe = 0.5.
#[test]
fn kappa_by_hand() {
    let ratings = |counts: [usize; 4], ratings: [bool; 4]| {
        let pairs = counts.into_iter().zip(ratings);
        pairs
            .flat_map(|(count, rating)| vec![rating; count])
            .collect::<Vec<bool>>()
    };
    let counts = [20, 5, 10, 15];
    let first = ratings(counts, [true, true, false, false]);
    let second = ratings(counts, [true, false, true, false]);
    let table = Ratings::new(&first, &second).unwrap();
    for weights in [Weights::Nominal, Weights::Linear, Weights::Quadratic] {
        let kappa = table.kappa(weights, Confidence::default()).unwrap().value;
        assert_near(kappa, 0.4, "with two categories all weights are one");
    }
}

/// An unused category in between increases the disagreement of its neighbours.
#[test]
fn scale_matters_with_weights() {
    let (first, second) = ([1, 1, 2, 4, 4], [1, 2, 2, 4, 1]);
    let observed = Ratings::new(&first, &second).unwrap();
    let full = Ratings::on_scale(&[1, 2, 3, 4], &first, &second).unwrap();
    let kappa = |ratings: &Ratings, weights| ratings.kappa(weights, Confidence::default()).unwrap().value;
    assert_near(
        kappa(&observed, Weights::Nominal),
        kappa(&full, Weights::Nominal),
        "nominal",
    );
    // By hand, linear weights, in steps: observed 3/5 against 23/25; on the full scale 4/5 against 34/25.
    assert_near(kappa(&observed, Weights::Linear), 1.0 - 15.0 / 23.0, "three categories");
    assert_near(kappa(&full, Weights::Linear), 1.0 - 20.0 / 34.0, "four categories");
}

/// 0 of 10 is 0 to 0.2775, 10 of 10 is 0.7225 to 1. Each adds its length on one side.
#[test]
fn a_mean_of_shares_has_a_width_at_both_ends() {
    let mean = wilson::mean(&[[0, 10], [10, 10]], Confidence::default()).unwrap();
    let [low, high] = [mean.interval.low, mean.interval.high].map(|end| format!("{end:.4}"));
    assert_eq!((mean.value, low.as_str(), high.as_str()), (0.5, "0.3612", "0.6388"));
    assert!(wilson::mean(&[], Confidence::default()).is_err());
    assert!(wilson::mean(&[[1, 2], [0, 0]], Confidence::default()).is_err());
}
