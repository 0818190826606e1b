//! Compares with the packages krippendorff, pingouin, scikit-learn and choix of Python. `tests/raters/recipe.py` writes
//! the values.

use serde_json::Value;
use texlens_stats::bradley_terry::{Comparisons, Outcome};
use texlens_stats::icc::{self, Form};
use texlens_stats::kappa::Weights;
use texlens_stats::krippendorff::{self, Level};
use texlens_stats::light;

use crate::assert_near;

fn cases(topic: &str) -> Vec<Value> {
    let values: Value = serde_json::from_str(include_str!("../raters/values.json")).unwrap();
    let cases = values[topic].as_array().unwrap().clone();
    assert!(!cases.is_empty());
    cases
}

/// Returns the ratings of each item, each with its rater.
fn ratings(case: &Value) -> Vec<Vec<(usize, f64)>> {
    let item = |row: &Value| {
        let row = row.as_array().unwrap().iter().enumerate();
        row.filter_map(|(rater, rating)| Some((rater, rating.as_f64()?)))
            .collect()
    };
    case["ratings"].as_array().unwrap().iter().map(item).collect()
}

fn values(case: &Value) -> Vec<Vec<f64>> {
    let values = |item: Vec<(usize, f64)>| item.into_iter().map(|(_, rating)| rating).collect();
    ratings(case).into_iter().map(values).collect()
}

fn borrowed<T>(items: &[Vec<T>]) -> Vec<&[T]> {
    items.iter().map(Vec::as_slice).collect()
}

#[test]
fn krippendorffs_alpha() {
    for case in cases("alpha") {
        let items = values(&case);
        for (name, level) in [
            ("nominal", Level::Nominal),
            ("ordinal", Level::Ordinal),
            ("interval", Level::Interval),
        ] {
            let alpha = krippendorff::alpha(&borrowed(&items), level).unwrap();
            assert_near(alpha, case[name].as_f64().unwrap(), name);
        }
    }
}

#[test]
fn intraclass_correlation() {
    for case in cases("icc") {
        let items = values(&case);
        for (form, expected) in Form::ALL.into_iter().zip(case["icc"].as_array().unwrap()) {
            let value = icc::coefficient(&borrowed(&items), form).unwrap();
            assert_near(value, expected.as_f64().unwrap(), form.name());
        }
    }
}

#[test]
fn lights_kappa() {
    for case in cases("kappa") {
        let items: Vec<Vec<(usize, i64)>> = (ratings(&case).into_iter())
            .map(|item| item.into_iter().map(|(rater, rating)| (rater, rating as i64)).collect())
            .collect();
        let scale: Vec<i64> = (0..=case["scale"].as_i64().unwrap()).collect();
        for (name, weights) in [("linear", Weights::Linear), ("quadratic", Weights::Quadratic)] {
            let kappa = light::mean_kappa(&borrowed(&items), &scale, weights, 2).unwrap();
            assert_near(kappa.value, case[name].as_f64().unwrap(), name);
            assert_eq!(kappa.left_out, 0);
        }
    }
}

/// The two iterations end at slightly different places.
#[test]
fn bradley_and_terry() {
    for case in cases("strengths") {
        let systems = case["systems"].as_u64().unwrap() as usize;
        let mut comparisons = Comparisons::new(systems).unwrap();
        for pair in case["comparisons"].as_array().unwrap() {
            let [winner, loser] = [0, 1].map(|place: usize| pair[place].as_u64().unwrap() as usize);
            comparisons.add(winner, loser, Outcome::First, 1).unwrap();
        }
        let strengths = comparisons.strengths().unwrap();
        for (value, expected) in strengths.iter().zip(case["strengths"].as_array().unwrap()) {
            let expected = expected.as_f64().unwrap();
            assert!((value - expected).abs() < 1e-8, "{value}, not {expected}");
        }
    }
}
