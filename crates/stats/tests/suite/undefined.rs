//! Undefined results are errors that give the reason.

use texlens_stats::StatsError::{self, *};
use texlens_stats::bootstrap::{MAX_DRAWS, MAX_RESAMPLES};
use texlens_stats::kappa::{MAX_CATEGORIES, Ratings, Weights};
use texlens_stats::{Bootstrap, Confidence, Estimate, Units, Which, describe, kendall, pearson, spearman, wilson};

const TOO_FEW: StatsError = TooFew { needed: 2, found: 1 };
const EMPTY: StatsError = TooFew { needed: 1, found: 0 };

#[test]
fn levels() {
    for level in [0.0, 1.0, -0.5, 95.0, f64::INFINITY] {
        assert_eq!(Confidence::new(level), Err(Level(level)));
    }
    assert!(matches!(Confidence::new(f64::NAN), Err(Level(level)) if level.is_nan()));
}

#[test]
fn shares() {
    let estimate = |successes, trials| wilson::estimate(successes, trials, Confidence::default());
    assert_eq!(estimate(0, 0), Err(EMPTY));
    let exchanged = Successes {
        successes: 50,
        trials: 39,
    };
    assert_eq!(estimate(50, 39), Err(exchanged));
}

#[test]
fn samples() {
    let not_finite = |index| NotFinite {
        sample: Which::Only,
        index,
    };
    assert_eq!(describe::mean(&[]), Err(EMPTY));
    assert_eq!(describe::mean(&[1.0, f64::NAN]), Err(not_finite(1)));
    assert_eq!(describe::mean(&[f64::MAX, f64::MAX]), Err(Overflow));
    assert_eq!(describe::standard_deviation(&[1.0]), Err(TOO_FEW));
    assert_eq!(describe::standard_deviation(&[1.0, 1.0]), Ok(0.0));
    assert_eq!(describe::percentile(&[], 50.0), Err(EMPTY));
    assert_eq!(describe::percentile(&[-f64::INFINITY], 50.0), Err(not_finite(0)));
    assert_eq!(describe::percentile(&[1.0], 100.5), Err(Percent(100.5)));
    assert!(describe::percentile(&[1.0], f64::NAN).is_err());
    // The difference of the two values is not finite, but the percentile is.
    assert_eq!(describe::percentile(&[-f64::MAX, f64::MAX], 50.0), Ok(0.0));
}

#[test]
fn correlations() {
    let constant = |sample| Err(Constant { sample });
    for coefficient in [pearson::coefficient, spearman::coefficient, kendall::coefficient] {
        assert_eq!(coefficient(&[1.0], &[1.0]), Err(TOO_FEW));
        assert_eq!(coefficient(&[], &[]), Err(TooFew { needed: 2, found: 0 }));
        assert_eq!(coefficient(&[1.0, 2.0], &[1.0]), Err(Lengths { first: 2, second: 1 }));
        assert_eq!(coefficient(&[0.1; 3], &[1.0, 2.0, 3.0]), constant(Which::First));
        assert_eq!(coefficient(&[1.0, 2.0, 3.0], &[0.1; 3]), constant(Which::Second));
        assert_eq!(coefficient(&[0.0, -0.0], &[1.0, 2.0]), constant(Which::First));
        let not_finite = NotFinite {
            sample: Which::Second,
            index: 1,
        };
        assert_eq!(coefficient(&[1.0, 2.0], &[0.0, f64::INFINITY]), Err(not_finite));
    }
    // The deviations are rounding alone, but the ranks are sound.
    let nearly = [1e15, 1e15 + 0.125];
    assert_eq!(pearson::coefficient(&nearly, &[1.0, 2.0]), constant(Which::First));
    assert_eq!(spearman::coefficient(&nearly, &[1.0, 2.0]), Ok(1.0));
    assert_eq!(
        pearson::coefficient(&[f64::MAX, f64::MAX, 0.0], &[1.0, 2.0, 3.0]),
        Err(Overflow)
    );
}

/// With few pairs, the interval is the full range.
#[test]
fn intervals_of_few_pairs() {
    let ends = |estimate: Result<Estimate, StatsError>| {
        let interval = estimate.unwrap().interval;
        [interval.low, interval.high]
    };
    let (x, y) = ([1.0, 2.0, 3.0, 5.0], [1.0, 3.0, 2.0, 7.0]);
    let confidence = Confidence::default();
    assert_eq!(ends(pearson::estimate(&x[..3], &y[..3], confidence)), [-1.0, 1.0]);
    assert_eq!(ends(spearman::estimate(&x[..3], &y[..3], confidence)), [-1.0, 1.0]);
    assert_eq!(ends(kendall::estimate(&x, &y, confidence)), [-1.0, 1.0]);
}

#[test]
fn bootstraps() {
    for resamples in [0, 99, MAX_RESAMPLES + 1] {
        let bootstrap = Bootstrap::new(resamples, 0, Confidence::default());
        assert_eq!(bootstrap, Err(Resamples(resamples)));
    }
    let bootstrap = Bootstrap::default();
    assert_eq!(bootstrap.mean(&Units::samples(1), &[0.5]), Err(TOO_FEW));
    assert_eq!(bootstrap.mean(&Units::clusters(&["a", "a"]), &[0.5, 0.6]), Err(TOO_FEW));
    assert_eq!(bootstrap.mean(&Units::samples(0), &[]), Err(EMPTY));
    let lengths = Lengths { first: 2, second: 3 };
    assert_eq!(bootstrap.mean(&Units::samples(3), &[0.5, 0.6]), Err(lengths));
    assert_eq!(
        bootstrap.difference(&Units::samples(2), &[0.5, 0.6], &[0.5, 0.6, 0.7]),
        Err(lengths)
    );
    let overflow = bootstrap.difference(&Units::samples(2), &[f64::MAX, 0.0], &[-f64::MAX, 0.0]);
    assert_eq!(overflow, Err(Overflow));

    let long = vec![0.5; MAX_DRAWS / 9_999 + 1];
    let draws = Draws {
        resamples: 9_999,
        samples: long.len(),
    };
    assert_eq!(bootstrap.mean(&Units::samples(long.len()), &long), Err(draws));

    // The statistic is defined only if the two pairs are drawn in order, which is one resample in four.
    let barely = bootstrap.pairs(&Units::samples(2), &[1.0, 2.0], &[1.0, 2.0], |x, y| {
        pearson::coefficient(x, y).map(|r| if x[0] < x[1] { r } else { f64::NAN })
    });
    assert!(matches!(barely, Err(Undefined { defined, resamples: 9_999 }) if defined < 3_000));
    // An error of the sample itself is passed on.
    let constant = bootstrap.pairs(&Units::samples(2), &[1.0, 1.0], &[1.0, 2.0], pearson::coefficient);
    assert_eq!(constant, Err(Constant { sample: Which::First }));
}

#[test]
fn ratings() {
    assert_eq!(Ratings::new(&["pass"], &["pass"]), Err(TOO_FEW));
    assert_eq!(Ratings::new(&[1, 2], &[1]), Err(Lengths { first: 2, second: 1 }));
    let one = Ratings::new(&["pass"; 3], &["pass"; 3]).unwrap();
    assert_eq!(one.kappa(Weights::Nominal, Confidence::default()), Err(OneCategory));
    let on_scale = Ratings::on_scale(&["pass", "fail"], &["pass"; 3], &["pass"; 3]).unwrap();
    assert_eq!(on_scale.kappa(Weights::Linear, Confidence::default()), Err(OneCategory));
    let not_on_scale = NotOnScale {
        sample: Which::Second,
        index: 1,
    };
    assert_eq!(Ratings::on_scale(&[1, 2], &[1, 2], &[1, 3]), Err(not_on_scale));
    assert_eq!(Ratings::on_scale(&[1, 2, 1], &[1, 2], &[1, 2]), Err(Repeated(2)));
    let many: Vec<usize> = (0..=MAX_CATEGORIES).collect();
    assert_eq!(Ratings::new(&many, &many), Err(Categories(MAX_CATEGORIES + 1)));
}

/// A report prints these sentences in place of a value.
#[test]
fn sentences() {
    for (error, sentence) in [
        (
            NotFinite {
                sample: Which::Second,
                index: 2,
            },
            "value 3 of the second sample is not a finite number; leave undefined scores out first",
        ),
        (Resamples(5), "5 resamples are outside of the limits, 100 to 1000000"),
        (
            Categories(1_001),
            "1001 categories are too many; at most 1000 are compared",
        ),
        (Repeated(2), "category 3 of the scale occurs twice"),
    ] {
        assert_eq!(error.to_string(), sentence);
    }
}
