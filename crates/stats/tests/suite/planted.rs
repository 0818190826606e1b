//! Properties of the agreement of raters and of strengths: what is planted in the data comes back.

use proptest::prelude::*;
use texlens_stats::StatsError;
use texlens_stats::bradley_terry::{Comparisons, Outcome, probability};
use texlens_stats::icc::{self, Form};
use texlens_stats::kappa::{Ratings, Weights};
use texlens_stats::krippendorff::{self, Level};
use texlens_stats::light::mean_kappa;
use texlens_stats::{Bootstrap, Choices, Confidence, Units};

use crate::assert_near;

const LEVELS: [Level; 3] = [Level::Nominal, Level::Ordinal, Level::Interval];

fn borrowed<T>(items: &[Vec<T>]) -> Vec<&[T]> {
    items.iter().map(Vec::as_slice).collect()
}

/// Draws from a normal distribution, approximately: the sum of twelve uniform numbers.
fn normal(choices: &mut Choices) -> f64 {
    (0..12)
        .map(|_| choices.below(1 << 20) as f64 / f64::from(1 << 20))
        .sum::<f64>()
        - 6.0
}

/// Returns ratings with the given standard deviations of items, raters and errors.
fn table(seed: u64, items: usize, raters: usize, [item, rater, error]: [f64; 3]) -> Vec<Vec<f64>> {
    let mut choices = Choices::new(seed, 0);
    let of_raters: Vec<f64> = (0..raters).map(|_| rater * normal(&mut choices)).collect();
    let row = |_| {
        let of_item = item * normal(&mut choices);
        of_raters
            .iter()
            .map(|of_rater| of_item + of_rater + error * normal(&mut choices))
            .collect()
    };
    (0..items).map(row).collect()
}

#[test]
fn planted_shares_of_variance() {
    let items = table(3, 4_000, 12, [2.0, 0.0, 1.0]);
    for (form, expected) in [
        (Form::OneWaySingle, 0.8),
        (Form::RandomSingle, 0.8),
        (Form::MixedSingle, 0.8),
        (Form::OneWayAverage, 48.0 / 49.0),
    ] {
        let value = icc::coefficient(&borrowed(&items), form).unwrap();
        assert!(
            (value - expected).abs() < 0.01,
            "{}: {value}, not {expected}",
            form.name()
        );
    }
    // For many items and raters, interval alpha is the one-way coefficient.
    let alpha = krippendorff::alpha(&borrowed(&items), Level::Interval).unwrap();
    assert!((alpha - 0.8).abs() < 0.01, "{alpha}");
    // Raters who differ lower all forms but the third, in which that does not matter.
    let items = table(4, 4_000, 12, [2.0, 2.0, 1.0]);
    let [random, mixed] = [Form::RandomSingle, Form::MixedSingle].map(|form| icc::coefficient(&borrowed(&items), form));
    let (random, mixed) = (random.unwrap(), mixed.unwrap());
    assert!((mixed - 0.8).abs() < 0.01 && random < 0.65, "{mixed} {random}");
}

#[test]
fn no_agreement_beyond_chance_is_about_zero() {
    let mut choices = Choices::new(5, 0);
    let items: Vec<Vec<f64>> = (0..3_000)
        .map(|_| (0..3).map(|_| choices.below(5) as f64).collect())
        .collect();
    for level in LEVELS {
        let alpha = krippendorff::alpha(&borrowed(&items), level).unwrap();
        assert!(alpha.abs() < 0.03, "{level:?}: {alpha}");
    }
}

const PLANTED: [f64; 5] = [0.9, 0.4, 0.0, -0.4, -0.9];

/// Returns about 800 comparisons of systems with the planted strengths.
fn games(seed: u64) -> Vec<(usize, usize, Outcome)> {
    let mut choices = Choices::new(seed, 0);
    let mut games = Vec::new();
    for _ in 0..1_000 {
        let (first, second) = (choices.below(5), choices.below(5));
        let drawn = choices.below(1 << 20) as f64 / f64::from(1 << 20);
        if first != second {
            let wins = drawn < probability(PLANTED[first] - PLANTED[second]);
            games.push((first, second, if wins { Outcome::First } else { Outcome::Second }));
        }
    }
    games
}

fn strengths_of(games: impl IntoIterator<Item = (usize, usize, Outcome)>) -> Result<Vec<f64>, StatsError> {
    let mut comparisons = Comparisons::new(5)?;
    for (first, second, outcome) in games {
        comparisons.add(first, second, outcome, 1)?;
    }
    comparisons.strengths()
}

/// Over 400 studies, the mean of the strengths is the planted one. Over 60 of them, intervals of 95 % contain it about
/// as often as they state.
#[test]
fn planted_strengths() {
    let mut sums = [0.0; 5];
    for seed in 0..400 {
        for (sum, strength) in sums.iter_mut().zip(strengths_of(games(seed)).unwrap()) {
            *sum += strength;
        }
    }
    for (sum, planted) in sums.iter().zip(PLANTED) {
        assert!((sum / 400.0 - planted).abs() < 0.02, "{sums:?}");
    }
    let bootstrap = Bootstrap::new(200, 1, Confidence::default()).unwrap();
    let mut covered = 0;
    for seed in 0..60 {
        let games = games(seed);
        let strengths = bootstrap.several(&Units::samples(games.len()), |drawn| {
            strengths_of(drawn.iter().filter_map(|index| games.get(*index).copied()))
        });
        let estimates = strengths.unwrap();
        let contained = estimates.iter().zip(PLANTED);
        covered += contained
            .filter(|(one, planted)| one.estimate.interval.contains(*planted))
            .count();
    }
    assert!((275..=297).contains(&covered), "{covered} of 300");
}

#[test]
fn systems_without_a_maximum_are_named() {
    let table = |games: &[(usize, usize, Outcome)]| {
        let mut comparisons = Comparisons::new(4).unwrap();
        for (first, second, outcome) in games {
            comparisons.add(*first, *second, *outcome, 3).unwrap();
        }
        comparisons
    };
    use Outcome::{First, Second, Tie};
    let apart = table(&[(0, 1, First), (2, 3, Tie)]);
    assert_eq!(apart.groups(), [vec![0, 1], vec![2, 3]]);
    let not_connected = Err(StatsError::NotConnected { first: 0, second: 2 });
    assert_eq!(apart.strengths(), not_connected);
    assert_eq!(apart.strengths_with_prior(1.0), not_connected);

    // Systems 1 and 2 have beaten each other and everybody else.
    let ahead = table(&[(1, 2, First), (1, 2, Second), (2, 0, First), (0, 3, Tie), (1, 3, First)]);
    assert_eq!((ahead.groups().len(), ahead.unbeaten()), (1, vec![1, 2]));
    assert_eq!(ahead.strengths(), Err(StatsError::Unbounded { system: 1 }));
    let strengths = ahead.strengths_with_prior(1.0).unwrap();
    assert!(
        strengths[1] > strengths[0] && strengths[2] > strengths[3],
        "{strengths:?}"
    );
    assert!(strengths.iter().sum::<f64>().abs() < 1e-9);

    let even = table(&[(0, 1, Tie), (1, 2, Tie), (2, 3, Tie)]);
    for strength in even.strengths().unwrap() {
        assert_near(strength, 0.0, "ties alone");
    }
    let mut two = Comparisons::new(2).unwrap();
    assert_eq!(two.add(0, 0, Tie, 1), Err(StatsError::Compared(0, 0)));
    assert_eq!(two.add(0, 2, Tie, 1), Err(StatsError::Compared(0, 2)));
    // Three wins of four: the odds are 3, or 2.5 against 1.5 with a tie in place of a win.
    two.add(0, 1, First, 2).unwrap();
    two.add(0, 1, Second, 1).unwrap();
    two.add(0, 1, Tie, 1).unwrap();
    let strengths = two.strengths().unwrap();
    assert_near(strengths[0] - strengths[1], (2.5_f64 / 1.5).ln(), "odds");
    assert_eq!(
        Comparisons::new(1).unwrap_err(),
        StatsError::TooFew { needed: 2, found: 1 }
    );
    assert_eq!(Comparisons::new(101).unwrap_err(), StatsError::Systems(101));
    assert_eq!(two.strengths_with_prior(f64::NAN), Err(StatsError::NotConverged));
}

#[test]
fn agreement_without_a_value_says_why() {
    let alpha = |items: &[&[f64]]| krippendorff::alpha(items, Level::Interval);
    assert_eq!(
        alpha(&[&[1.0, 2.0], &[1.0]]),
        Err(StatsError::TooFew { needed: 2, found: 1 })
    );
    assert_eq!(alpha(&[&[1.0, 1.0], &[1.0, 1.0]]), Err(StatsError::OneCategory));
    assert_eq!(alpha(&[&[0.0, -0.0], &[0.0, 0.0]]), Err(StatsError::OneCategory));
    assert!(alpha(&[&[0.0, f64::NAN], &[0.0, 0.0]]).is_err());
    let form = |items: &[&[f64]], form| icc::coefficient(items, form);
    let incomplete = StatsError::Incomplete { item: 1, raters: 2 };
    assert_eq!(form(&[&[1.0, 2.0], &[1.0]], Form::RandomSingle), Err(incomplete));
    assert_eq!(
        form(&[&[1.0], &[2.0]], Form::OneWaySingle),
        Err(StatsError::TooFew { needed: 3, found: 2 })
    );
    let alike: [&[f64]; 2] = [&[1.0, 2.0], &[2.0, 1.0]];
    assert_eq!(form(&alike, Form::OneWayAverage), Err(StatsError::NoVariance));
    assert_near(form(&alike, Form::OneWaySingle).unwrap(), -1.0, "the least");
    let rated: [&[(usize, i64)]; 3] = [&[(0, 1), (1, 1)], &[(0, 2), (1, 2)], &[(0, 1), (2, 2)]];
    let light = |least| mean_kappa(&rated, &[1, 2], Weights::Linear, least);
    assert_eq!(light(3), Err(StatsError::TooFew { needed: 3, found: 2 }));
    let kappa = light(2).unwrap();
    assert_eq!((kappa.value, kappa.pairs, kappa.left_out), (1.0, 1, 1));
}

fn rated() -> impl Strategy<Value = Vec<Vec<f64>>> {
    prop::collection::vec(prop::collection::vec((0..=4_u8).prop_map(f64::from), 0..5), 0..20)
}

proptest! {
    /// Alpha depends neither on the order of raters and items, nor on the unit of an interval scale, nor on anything
    /// but the order of an ordinal one.
    #[test]
    fn alpha_sees_the_ratings_alone(items in rated()) {
        let mut reversed = items.clone();
        reversed.reverse();
        reversed.iter_mut().for_each(|item| item.reverse());
        let changed = |change: fn(f64) -> f64| -> Vec<Vec<f64>> {
            items.iter().map(|item| item.iter().map(|rating| change(*rating)).collect()).collect()
        };
        for (level, change) in [
            (Level::Nominal, (|x| 7.0 - x * x) as fn(f64) -> f64),
            (Level::Ordinal, |x| x.powi(3)),
            (Level::Interval, |x| 3.0 - 2.0 * x),
        ] {
            let alpha = krippendorff::alpha(&borrowed(&items), level);
            match alpha {
                Err(error) => {
                    prop_assert_eq!(krippendorff::alpha(&borrowed(&reversed), level), Err(error));
                }
                Ok(alpha) => {
                    prop_assert!(alpha <= 1.0 + 1e-12);
                    let of = |items: &[Vec<f64>]| krippendorff::alpha(&borrowed(items), level).unwrap();
                    assert_near(of(&reversed), alpha, "reversed");
                    assert_near(of(&changed(change)), alpha, "another unit");
                }
            }
        }
    }

    #[test]
    fn any_numbers_give_a_value_or_a_reason(items in prop::collection::vec(prop::collection::vec(any::<f64>(), 0..4), 0..8)) {
        for level in LEVELS {
            let alpha = krippendorff::alpha(&borrowed(&items), level);
            prop_assert!(alpha.is_err() || alpha.is_ok_and(f64::is_finite));
        }
        for form in Form::ALL {
            let value = icc::coefficient(&borrowed(&items), form);
            prop_assert!(value.is_err() || value.is_ok_and(f64::is_finite));
        }
    }

    #[test]
    fn light_of_two_raters_is_cohen(pairs in prop::collection::vec((0..4_i64, 0..4_i64), 2..30)) {
        let items: Vec<Vec<(usize, i64)>> = pairs.iter().map(|(a, b)| vec![(4, *b), (2, *a)]).collect();
        let (first, second): (Vec<i64>, Vec<i64>) = pairs.into_iter().unzip();
        let scale = [0, 1, 2, 3];
        let cohen = Ratings::on_scale(&scale, &first, &second).unwrap().kappa(Weights::Quadratic, Confidence::default());
        let light = mean_kappa(&borrowed(&items), &scale, Weights::Quadratic, 2);
        prop_assert_eq!(light.map(|kappa| kappa.value), cohen.map(|kappa| kappa.value));
    }

    /// At the maximum, each system wins as often as the model expects.
    #[test]
    fn strengths_explain_the_wins(games in prop::collection::vec((0..5_usize, 0..5_usize, 0..3_u8, 1..1_000_000_u32), 0..40)) {
        let mut comparisons = Comparisons::new(5).unwrap();
        for (first, second, outcome, count) in games {
            let outcome = [Outcome::First, Outcome::Second, Outcome::Tie][usize::from(outcome)];
            prop_assert_eq!(comparisons.add(first, second, outcome, count).is_ok(), first != second);
        }
        let single = comparisons.groups().len() == 1;
        let strengths = comparisons.strengths();
        prop_assert_eq!(strengths.is_ok(), single && comparisons.unbeaten().is_empty(), "{:?}", strengths);
        prop_assert_eq!(comparisons.strengths_with_prior(1.0).is_ok(), single);
        for strengths in strengths.iter() {
            for (system, strength) in strengths.iter().enumerate() {
                let others = || (0..5).filter(|other| *other != system);
                let won: f64 = others().map(|other| comparisons.wins(system, other)).sum();
                let expected: f64 = others()
                    .map(|other| {
                        let both = comparisons.wins(system, other) + comparisons.wins(other, system);
                        both * probability(strength - strengths[other])
                    })
                    .sum();
                prop_assert!((won - expected).abs() <= 1e-6 * won.max(1.0), "{won} {expected}");
            }
        }
    }
}
