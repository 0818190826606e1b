use texlens_stats::{Confidence, StatsError};

use super::*;
use crate::judged::{JudgeCost, JudgeRun, JudgeVerdict, Judged, JudgedItem};
use crate::provenance::Setting;

/// Creates a judge's run with these verdicts on system A.
fn run(verdicts: &[(&str, JudgeVerdict)]) -> JudgeRun {
    let item = |(id, verdict): &(&str, JudgeVerdict)| JudgedItem {
        id: (*id).to_owned(),
        document: "p".to_owned(),
        system: "A".to_owned(),
        what: Judged::Inline,
        reference: "x".to_owned(),
        prediction: None,
        verdict: verdict.clone(),
        repeats: Vec::new(),
        swapped: None,
        flags: Vec::new(),
    };
    JudgeRun {
        protocols: Vec::new(),
        provider: "openai".to_owned(),
        endpoint: String::new(),
        model: "m".to_owned(),
        answered_by: Vec::new(),
        created: String::new(),
        settings: Vec::new(),
        cost: JudgeCost::default(),
        groups: Vec::new(),
        comparison: None,
        stability: None,
        agreement: Vec::new(),
        problems: Vec::new(),
        correlations: None,
        items: verdicts.iter().map(item).collect(),
        transcript: Vec::new(),
    }
}

fn scored(score: f64) -> JudgeVerdict {
    JudgeVerdict::Scored {
        score,
        is_correct: None,
        reasons: Vec::new(),
        is_clamped: false,
    }
}

fn by_rule(score: f64) -> JudgeVerdict {
    JudgeVerdict::ByRule {
        score,
        reason: String::new(),
    }
}

fn rating<'a>(id: &'a str, rater: &'a str, rating: f64) -> Rating<'a> {
    Rating {
        id,
        system: "A",
        rater,
        rating,
    }
}

fn all(table: &ValueTable) -> Correlations {
    table.correlations(CorrelatedItems::All, Confidence::default())
}

fn find<'c>(correlations: &'c Correlations, of: &str, with: &str) -> &'c Correlation {
    let pair = correlations
        .pairs
        .iter()
        .find(|pair| pair.of == of && pair.with == with);
    pair.unwrap_or_else(|| panic!("{of} with {with}"))
}

fn value(coefficient: &Coefficient) -> f64 {
    coefficient.estimate().unwrap().value
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9, "{a} {b}");
}

/// Values of scipy 1.17.1: `pearsonr(a, b).statistic`, `spearmanr`, `kendalltau`.
const SCIPY_CER: [f64; 3] = [
    -0.892_476_567_242_481_3,
    -0.942_857_142_857_143,
    -0.866_666_666_666_666_6,
];
const SCIPY_CER_INTERVAL: [f64; 2] = [-0.988_249_385_276_312_2, -0.293_489_734_017_844_23];
const SCIPY_JUDGE: [f64; 3] = [
    0.873_283_707_845_932_7,
    0.882_734_829_504_749_5,
    0.787_726_361_443_376_2,
];
const SCIPY_BOTH: [f64; 3] = [
    -0.965_340_537_293_019_9,
    -0.971_008_312_455_224_5,
    -0.930_949_336_251_262_7,
];

/// Creates a table of six items. Two raters rated the first item differently, so its rating is 9.
fn rated() -> ValueTable {
    let mut table = ValueTable::new();
    for (id, cer) in [("1", 0.0), ("2", 0.1), ("3", 0.3), ("4", 0.2), ("5", 0.9), ("6", 0.5)] {
        table.set_metric("cer", id, "A", cer);
    }
    table.add_judge(&JudgedValues::of(
        "m".to_owned(),
        &run(&[
            ("1", by_rule(10.0)),
            ("2", scored(10.0)),
            ("3", scored(5.0)),
            ("4", scored(7.0)),
            ("5", by_rule(0.0)),
            ("6", scored(5.0)),
            ("t", scored(1.0)),
        ]),
    ));
    let ratings = [
        rating("1", "x", 10.0),
        rating("1", "y", 8.0),
        rating("2", "x", 8.0),
        rating("3", "x", 6.0),
        rating("4", "x", 4.0),
        rating("5", "y", 1.0),
        rating("6", "x", 2.0),
        rating("7", "x", 2.0),
        rating("8", "x", f64::NAN),
    ];
    table.add_ratings(&ratings, Confidence::default());
    table
}

#[test]
fn coefficients_are_those_of_scipy() {
    // x = [0, .1, .3, .2, .9, .5]; j = [10, 10, 5, 7, 0, 5]; y = [9, 8, 6, 4, 1, 2]. The expected values are
    // scipy.stats.pearsonr, spearmanr and kendalltau of (x, y), (j, y) and (x, j). The interval is
    // pearsonr(...).confidence_interval(), whose z is 1.959964.
    let correlations = all(&rated());
    let cer = find(&correlations, "cer", RATINGS);
    assert!(cer.lower_is_better);
    assert_eq!(cer.items, 6);
    near(value(&cer.pearson), SCIPY_CER[0]);
    near(value(&cer.spearman), SCIPY_CER[1]);
    near(value(&cer.kendall), SCIPY_CER[2]);
    let interval = cer.pearson.estimate().unwrap().interval;
    assert!(
        (interval.low - SCIPY_CER_INTERVAL[0]).abs() < 1e-4 && (interval.high - SCIPY_CER_INTERVAL[1]).abs() < 1e-4,
        "{interval:?}"
    );
    assert!(cer.pearson.is_clear() && cer.kendall.is_clear());
    let judge = find(&correlations, "m", RATINGS);
    assert!(!judge.lower_is_better);
    near(value(&judge.pearson), SCIPY_JUDGE[0]);
    near(value(&judge.spearman), SCIPY_JUDGE[1]);
    near(value(&judge.kendall), SCIPY_JUDGE[2]);
    let both = find(&correlations, "cer", "m");
    near(value(&both.pearson), SCIPY_BOTH[0]);
    near(value(&both.spearman), SCIPY_BOTH[1]);
    near(value(&both.kendall), SCIPY_BOTH[2]);
    assert_eq!(correlations.pairs.len(), 3);
}

#[test]
fn ratings_are_told_and_those_of_other_items_counted() {
    let correlations = all(&rated());
    let summary = correlations.ratings.unwrap();
    assert_eq!((summary.ratings, summary.items, summary.raters), (7, 6, 2));
    assert_eq!((summary.lowest, summary.highest), (Some(1.0), Some(10.0)));
    assert_eq!((summary.unknown, summary.unknown_items), (1, vec!["7 of A".to_owned()]));
    assert!(summary.agreement.is_empty(), "one item in common says nothing");
}

#[test]
fn items_can_be_left_out() {
    let mut table = rated();
    let count = |table: &ValueTable, items| {
        let correlations = table.correlations(items, Confidence::default());
        (correlations.left_out, find(&correlations, "m", RATINGS).items)
    };
    assert_eq!(count(&table, CorrelatedItems::All), (0, 6));
    assert_eq!(count(&table, CorrelatedItems::Asked), (2, 4));
    // Items 1 and 2 have 10 points. Without CDM, nothing is perfect by both.
    assert_eq!(count(&table, CorrelatedItems::Imperfect), (0, 6));
    table.set_metric("cdm_structural", "1", "A", 1.0);
    assert_eq!(
        count(&table, CorrelatedItems::Imperfect),
        (0, 6),
        "this metric is not CDM"
    );
    for (id, cdm) in [("1", 1.0), ("2", 0.9), ("3", 1.0)] {
        table.set_metric("cdm_unimernet", id, "A", cdm);
    }
    assert_eq!(count(&table, CorrelatedItems::Imperfect), (1, 5));
    table.set_metric("cdm_omnidocbench", "1", "A", 0.5);
    assert_eq!(
        count(&table, CorrelatedItems::Imperfect),
        (0, 6),
        "both variants must be 1"
    );
}

#[test]
fn the_choice_of_items_is_told() {
    let note = |table: &ValueTable, items| table.correlations(items, Confidence::default()).left_out_note();
    let mut table = rated();
    let told = |text: &str| Some(text.to_owned());
    assert_eq!(note(&table, CorrelatedItems::All), None);
    assert_eq!(
        note(&table, CorrelatedItems::Asked),
        told("2 items are left out: decided by rule.")
    );
    assert_eq!(
        note(&table, CorrelatedItems::Imperfect),
        told("No items are left out: there is no CDM.")
    );
    table.set_metric("cdm_unimernet", "1", "A", 1.0);
    assert_eq!(
        note(&table, CorrelatedItems::Imperfect),
        told("1 item is left out: CDM is 1 and the judge gives 10.")
    );
    assert_eq!(
        note(&ValueTable::new(), CorrelatedItems::Asked),
        told("No items are left out: there is no judge.")
    );
}

#[test]
fn measures_stand_in_the_order_of_their_agreement_with_people() {
    let mut table = rated();
    for (id, value) in [("1", 0.1), ("2", 0.9), ("3", 0.3), ("4", 0.2), ("5", 0.8)] {
        table.set_metric("bleu", id, "A", value);
        table.set_metric("exact", id, "A", 1.0);
    }
    let correlations = all(&table);
    let order: Vec<&str> = (correlations.with_ratings().iter())
        .map(|pair| pair.of.as_str())
        .collect();
    assert_eq!(
        order,
        ["cer", "m", "bleu", "exact"],
        "less is better for cer; exact is undefined"
    );
}

#[test]
fn what_is_not_defined_says_why() {
    let mut table = rated();
    for id in ["1", "2", "3", "4"] {
        table.set_metric("exact", id, "A", 1.0);
    }
    table.set_metric("bleu", "1", "A", 1.0);
    table.set_metric("bleu", "2", "A", f64::INFINITY);
    let correlations = all(&table);
    let reason = |of: &str| match &find(&correlations, of, RATINGS).pearson {
        Coefficient::Undefined { reason } => reason.clone(),
        Coefficient::Defined(estimate) => panic!("{estimate:?}"),
    };
    assert_eq!(
        reason("exact"),
        "the values of exact are all equal or nearly equal, so a correlation with them is undefined"
    );
    assert_eq!(reason("bleu"), "items with both values: 1, at least 3 are needed");
    for (id, value) in [("1", 0.9), ("3", 0.5), ("6", 0.1)] {
        table.set_metric("ter", id, "A", value);
    }
    let correlations = all(&table);
    let of_three = find(&correlations, "ter", RATINGS);
    assert!(of_three.pearson.estimate().is_some() && !of_three.pearson.is_clear());
    let exact = find(&correlations, "exact", RATINGS);
    assert!(matches!(exact.kendall, Coefficient::Undefined { .. }) && !exact.kendall.is_clear());
}

#[test]
fn a_judge_with_pairs_of_its_own_goes_with_ratings_only() {
    let mut table = rated();
    let mut own = run(&[
        ("1", scored(9.0)),
        ("2", scored(8.0)),
        ("3", scored(3.0)),
        ("4", scored(2.0)),
    ]);
    own.settings.push(Setting {
        name: "matching".to_owned(),
        value: "by the judge and rules (pdf_parse_bench_extraction, 2 calls)".to_owned(),
    });
    table.add_judge(&JudgedValues::of("own".to_owned(), &own));
    let correlations = all(&table);
    assert!(find(&correlations, "own", RATINGS).pearson.estimate().is_some());
    let with_metric = find(&correlations, "cer", "own");
    assert_eq!(with_metric.items, 0);
    assert!(
        matches!(&with_metric.pearson, Coefficient::Undefined { reason } if reason.contains("matched the formulas itself"))
    );
}

#[test]
fn people_are_compared_on_what_both_rated() {
    // By hand: of four items, three have equal ratings and one differs by 2, on a scale of 0 to 2. The observed
    // disagreement is 4/4. The expected disagreement is the mean over all pairings of [0, 1, 2, 2] and [0, 1, 2, 0].
    // The squares are 0 1 4 0, 1 0 1 1, 4 1 0 4, 4 1 0 4, so their mean is 26/16. kappa = 1 - (4/4) / (26/16) = 10/26.
    let mut table = ValueTable::new();
    let mut ratings = Vec::new();
    for (id, first, second) in [("1", 0.0, 0.0), ("2", 1.0, 1.0), ("3", 2.0, 2.0), ("4", 2.0, 0.0)] {
        table.add_item(id, "A");
        ratings.extend([rating(id, "x", first), rating(id, "y", second)]);
    }
    let agreement = |table: &ValueTable| all(table).ratings.unwrap().agreement;
    table.add_ratings(&ratings, Confidence::default());
    let pairs = agreement(&table);
    assert_eq!((pairs.len(), pairs[0].items), (1, 4));
    assert_eq!((pairs[0].first.as_str(), pairs[0].second.as_str()), ("x", "y"));
    near(value(&pairs[0].kappa), 10.0 / 26.0);

    for (odd, told) in [(0.5, "whole numbers"), (1e300, "at most 1000 steps")] {
        ratings[0].rating = odd;
        table.add_ratings(&ratings, Confidence::default());
        assert!(matches!(&agreement(&table)[0].kappa, Coefficient::Undefined { reason } if reason.contains(told)));
    }
    // The mean of values whose sum overflows.
    let huge = [f64::MAX, f64::MAX, f64::MAX];
    let ratings: Vec<Rating<'_>> = ["1", "2", "3"]
        .into_iter()
        .zip(huge)
        .flat_map(|(id, huge)| [rating(id, "x", huge), rating(id, "y", huge)])
        .collect();
    table.add_ratings(&ratings, Confidence::default());
    assert_eq!(all(&table).ratings.unwrap().highest, Some(f64::MAX));
}

#[test]
fn a_file_without_correlations_is_read_and_a_coefficient_comes_back() -> Result<(), StatsError> {
    let mut run = run(&[("1", scored(3.0))]);
    let json = serde_json::to_value(&run).unwrap();
    assert!(json.get("correlations").is_none());
    assert_eq!(serde_json::from_value::<JudgeRun>(json).unwrap(), run);
    run.correlations = Some(rated().correlations(CorrelatedItems::Asked, Confidence::new(0.9)?));
    let json = serde_json::to_string(&run.correlations).unwrap();
    let read: Option<Correlations> = serde_json::from_str(&json).unwrap();
    let (read, written) = (read.unwrap(), run.correlations.unwrap());
    assert_eq!(
        (read.pairs.len(), read.items, &read.ratings),
        (written.pairs.len(), CorrelatedItems::Asked, &written.ratings)
    );
    near(value(&read.pairs[0].pearson), value(&written.pairs[0].pearson));
    Ok(())
}
