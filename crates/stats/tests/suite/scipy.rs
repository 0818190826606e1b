//! Compares with SciPy, numpy, statsmodels and scikit-learn. `tests/scipy/recipe.py` writes the values.

use serde_json::Value;
use texlens_stats::bootstrap::{Comparison, Resampled};
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::{Bootstrap, Confidence, Interval, Units, describe, kendall, pearson, spearman, wilson};

use crate::assert_near;

fn values() -> Value {
    serde_json::from_str(include_str!("../scipy/values.json")).unwrap()
}

fn cases(topic: &str) -> Vec<Value> {
    let cases = values()[topic].as_array().unwrap().clone();
    assert!(!cases.is_empty());
    cases
}

fn number(case: &Value, key: &str) -> f64 {
    case[key].as_f64().unwrap()
}

fn numbers(case: &Value, key: &str) -> Vec<f64> {
    let list = case[key].as_array().unwrap();
    list.iter().map(|value| value.as_f64().unwrap()).collect()
}

fn whole(case: &Value, key: &str) -> Vec<u64> {
    let list = case[key].as_array().unwrap();
    list.iter().map(|value| value.as_u64().unwrap()).collect()
}

fn name(case: &Value) -> &str {
    case["name"].as_str().unwrap()
}

fn confidence(case: &Value) -> Confidence {
    Confidence::new(number(case, "level")).unwrap()
}

#[track_caller]
fn assert_interval(interval: Interval, expected: &Value, what: &str) {
    assert_near(interval.low, expected[0].as_f64().unwrap(), what);
    assert_near(interval.high, expected[1].as_f64().unwrap(), what);
}

#[test]
fn normal_quantile() {
    for case in cases("z") {
        let (level, z) = (number(&case, "level"), number(&case, "z"));
        let relative = confidence(&case).z() / z;
        assert!((relative - 1.0).abs() < 1e-10, "{level}: off by the factor {relative}");
    }
}

#[test]
fn wilson_interval() {
    for case in cases("wilson") {
        let [successes, trials] = ["k", "n"].map(|key| case[key].as_u64().unwrap());
        let estimate = wilson::estimate(successes, trials, confidence(&case)).unwrap();
        assert_near(estimate.value, successes as f64 / trials as f64, "share");
        assert_interval(estimate.interval, &case["interval"], &case.to_string());
    }
}

#[test]
fn mean_deviation_and_percentiles() {
    for case in cases("describe") {
        let values = numbers(&case, "values");
        assert_near(describe::mean(&values).unwrap(), number(&case, "mean"), name(&case));
        let deviation = describe::standard_deviation(&values).unwrap();
        assert_near(deviation, number(&case, "standard_deviation"), name(&case));
        for pair in case["percentiles"].as_array().unwrap() {
            let [percent, expected] = [0, 1].map(|index| pair[index].as_f64().unwrap());
            assert_near(describe::percentile(&values, percent).unwrap(), expected, name(&case));
        }
    }
}

#[test]
fn correlations_with_intervals() {
    for case in cases("correlations") {
        let (x, y) = (numbers(&case, "x"), numbers(&case, "y"));
        for (id, coefficient, estimate) in [
            (
                "pearson",
                pearson::coefficient(&x, &y),
                pearson::estimate as fn(_, _, _) -> _,
            ),
            ("spearman", spearman::coefficient(&x, &y), spearman::estimate),
            ("kendall", kendall::coefficient(&x, &y), kendall::estimate),
        ] {
            let what = format!("{id}, {}", name(&case));
            assert_near(coefficient.unwrap(), number(&case, id), &what);
            for interval in case["intervals"].as_array().unwrap() {
                let estimate: texlens_stats::Estimate = estimate(&x[..], &y[..], confidence(interval)).unwrap();
                assert_near(estimate.value, number(&case, id), &what);
                assert_interval(estimate.interval, &interval[id], &what);
            }
        }
    }
}

#[test]
fn kappa_with_standard_error() {
    for case in cases("kappa") {
        let weights = match case["weights"].as_str().unwrap() {
            "nominal" => Weights::Nominal,
            "linear" => Weights::Linear,
            "quadratic" => Weights::Quadratic,
            other => panic!("{other}"),
        };
        let [scale, first, second] = ["scale", "first", "second"].map(|key| whole(&case, key));
        let ratings = Ratings::on_scale(&scale, &first, &second).unwrap();
        let confidence = Confidence::new(0.95).unwrap();
        let estimate = ratings.kappa(weights, confidence).unwrap();
        let (kappa, reach) = (number(&case, "kappa"), confidence.z() * number(&case, "standard_error"));
        let what = format!("{weights:?}, {}", name(&case));
        assert_near(estimate.value, kappa, &what);
        let ends = [(kappa - reach).max(-1.0), (kappa + reach).min(1.0)];
        assert_near(estimate.interval.low, ends[0], &what);
        assert_near(estimate.interval.high, ends[1], &what);
    }
}

fn bootstrap_of(case: &Value) -> Bootstrap {
    let resamples = case["resamples"].as_u64().unwrap() as usize;
    let seed = case["seed"].as_str().unwrap().parse().unwrap();
    Bootstrap::new(resamples, seed, confidence(case)).unwrap()
}

#[track_caller]
fn assert_resampled(resampled: Resampled, expected: &Value, what: &str) {
    assert_interval(resampled.estimate.interval, &expected["interval"], what);
    assert_near(resampled.standard_error, number(expected, "standard_error"), what);
    assert_eq!(resampled.undefined, 0, "{what}");
}

#[track_caller]
fn assert_comparison(comparison: Comparison, expected: &Value, what: &str) {
    assert_resampled(comparison.difference, expected, what);
    assert_near(comparison.first_higher, number(expected, "first_higher"), what);
    assert_near(comparison.second_higher, number(expected, "second_higher"), what);
    assert_near(comparison.p_value, number(expected, "p_value"), what);
}

/// The results are equal, not only within Monte Carlo error, since SciPy's generator has the same state.
#[test]
fn bootstrap_of_samples() {
    for case in cases("bootstrap") {
        let [first, second] = ["first", "second"].map(|key| numbers(&case, key));
        let units = Units::samples(first.len());
        let mean = bootstrap_of(&case).mean(&units, &first).unwrap();
        assert_resampled(mean, &case["mean"], name(&case));
        let comparison = bootstrap_of(&case).difference(&units, &first, &second).unwrap();
        assert_comparison(comparison, &case["difference"], name(&case));
    }
}

#[test]
fn bootstrap_of_clusters() {
    let case = &values()["clustered"];
    let [first, second] = ["first", "second"].map(|key| numbers(case, key));
    let units = Units::clusters(&whole(case, "labels"));
    let mean = bootstrap_of(case).mean(&units, &first).unwrap();
    assert_resampled(mean, &case["mean"], "clusters");
    let comparison = bootstrap_of(case).difference(&units, &first, &second).unwrap();
    assert_comparison(comparison, &case["difference"], "clusters");
}

#[test]
fn bootstrap_of_a_correlation() {
    let case = &values()["bootstrap_pairs"];
    let (x, y) = (numbers(case, "x"), numbers(case, "y"));
    let units = Units::samples(x.len());
    let resampled = bootstrap_of(case).pairs(&units, &x, &y, spearman::coefficient).unwrap();
    assert_resampled(resampled, case, "Spearman");
}
