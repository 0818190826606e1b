//! The human studies of TeXBLEU and of "Benchmarking Document Parsers": their shape, and data with their correlations.

use std::f64::consts::PI;

use texlens_evaluate::{Coefficient, CorrelatedItems, ValueTable};
use texlens_ratings::{
    Attention, Design, Evidence, Expected, Filled, GroupResults, Response, Results, Scale, Sheet, Study, Subject, merge,
};
use texlens_stats::Choices;

use crate::simulated::{normal, pairs, quick, uniform};

const SYSTEM: &str = "secret system";

/// TeXBLEU, table I: BLEU, sacreBLEU, ROUGE-1, CER, WER, TeXBLEU.
const METRICS: [&str; 6] = ["BLEU", "sBLEU", "Rouge1", "CER", "WER", "TeXBLEU"];
const H1_PEARSON: [f64; 6] = [0.32, 0.33, 0.12, 0.28, -0.07, 0.71];
const H1_SPEARMAN: [f64; 6] = [0.47, 0.34, 0.08, 0.29, -0.19, 0.75];
const H2_PEARSON: [f64; 6] = [0.30, 0.31, 0.09, 0.21, 0.01, 0.69];
const H2_SPEARMAN: [f64; 6] = [0.41, 0.29, 0.10, 0.22, 0.09, 0.70];
const AVERAGE: [&str; 6] = ["0.38", "0.32", "0.10", "0.25", "-0.04", "0.71"];
/// Pearson's r between the two groups (section III-A2).
const BETWEEN: f64 = 0.92;

/// Rounds to two digits as printed: half a last digit goes away from zero.
fn printed(value: f64) -> String {
    format!("{:.2}", (value * 100.0 + value.signum() * 1e-9).round() / 100.0)
}

#[test]
fn the_averages_of_table_1_follow_from_its_rows() {
    for (place, expected) in AVERAGE.into_iter().enumerate() {
        let rows = [H1_PEARSON, H1_SPEARMAN, H2_PEARSON, H2_SPEARMAN].map(|row| row[place]);
        assert_eq!(printed(rows.iter().sum::<f64>() / 4.0), expected, "{}", METRICS[place]);
    }
}

/// Table II: "up to 2.2 times higher than the baseline". That is the first column; the third gives 2.3.
#[test]
fn the_factors_of_table_2_follow_from_its_rows() {
    let factors = [(0.71, 0.32), (0.75, 0.47), (0.69, 0.30), (0.70, 0.41)]
        .map(|(full, base): (f64, f64)| format!("{:.1}", full / base));
    assert_eq!(factors, ["2.2", "1.6", "2.3", "1.7"]);
}

/// Fills all sheets; `rating` is asked for each rater and pair. Checks are answered as expected.
fn answered(study: &Study, mut rating: impl FnMut(u32, usize) -> i64) -> Vec<(String, Filled)> {
    let hash = study.hash();
    let mut files = Vec::new();
    for rater in 1..=study.raters() {
        let mut sheet = Sheet::of(study, &hash, rater).unwrap();
        for (question, task) in (1..).zip(study.tasks_of(rater).unwrap()) {
            let rating = match task.subject {
                Subject::Pair(pair) => rating(rater, pair),
                Subject::Check(check) => match study.checks[check].expected {
                    Expected::Ratings(from, _) => from,
                    Expected::Version(_) => unreachable!(),
                },
            };
            sheet.set(question, Response::Rating(rating), None).unwrap();
        }
        files.push((
            Sheet::file_name(rater, study.raters()),
            Filled::read(&sheet.to_json()).unwrap(),
        ));
    }
    files
}

fn value(coefficient: &Coefficient) -> f64 {
    coefficient
        .estimate()
        .unwrap_or_else(|| panic!("{coefficient:?}"))
        .value
}

fn contains(coefficient: &Coefficient, expected: f64) -> bool {
    coefficient.estimate().unwrap().interval.contains(expected)
}

fn agreement<'r>(group: &'r GroupResults, name: &str) -> &'r Coefficient {
    &group.agreement.iter().find(|one| one.name == name).unwrap().value
}

/// Two groups of five people rate 1,000 pairs from 1 to 5. The means of the groups have the planted correlation with
/// each other, and each metric the planted correlation with each group.
#[test]
fn table_1_of_texbleu_comes_back() {
    let mut design = Design::new(Scale::Five, 1);
    (design.raters, design.each, design.groups) = (10, 5, 2);
    let study = design.study(pairs(1_000)).unwrap();
    let mut choices = Choices::new(5, 0);
    let mut table = ValueTable::new();
    let mut sums = Vec::new();
    for pair in &study.pairs {
        let first = normal(&mut choices);
        let second = BETWEEN * first + (1.0 - BETWEEN * BETWEEN).sqrt() * normal(&mut choices);
        for (place, name) in METRICS.into_iter().enumerate() {
            let (a, b) = (H1_PEARSON[place], H2_PEARSON[place]);
            // The share of each group, so that the metric has both correlations.
            let [of_first, of_second] = [a - BETWEEN * b, b - BETWEEN * a].map(|it| it / (1.0 - BETWEEN * BETWEEN));
            let rest = (1.0 - a * of_first - b * of_second).sqrt();
            table.set_metric(
                name,
                &pair.id,
                SYSTEM,
                of_first * first + of_second * second + rest * normal(&mut choices),
            );
        }
        sums.push([first, second].map(|z| ((3.0 + 0.7 * z) * 5.0).round().clamp(5.0, 25.0) as i64));
    }
    // The five ratings of a pair have the wanted sum.
    let files = answered(&study, |rater, pair| {
        let sum = sums[pair][usize::from(rater > 5)];
        let place = (i64::from(rater) + pair as i64) % 5;
        sum / 5 + i64::from(place < sum % 5)
    });
    let merged = merge(&study, &files, Attention::default());
    assert_eq!((merged.problems.len(), merged.answers.len()), (0, 10_000));
    let evidence = Evidence {
        table: Some(&table),
        bootstrap: quick(),
        ..Evidence::of(&study)
    };
    let results = Results::of(&study, &merged, &evidence);
    assert_eq!(results.groups.len(), 3);

    let between = &results.between[0];
    assert_eq!((between.pairs, results.between.len()), (1_000, 1));
    assert!(
        (value(&between.pearson) - BETWEEN).abs() < 0.01 && contains(&between.pearson, BETWEEN),
        "{between:?}"
    );
    let mut contained = 0;
    for (group, planted) in results.groups[1..].iter().zip([H1_PEARSON, H2_PEARSON]) {
        assert_eq!((group.raters, group.answers, group.pairs), (5, 5_000, 1_000));
        let correlations = group.correlations.as_ref().unwrap();
        for (pair, planted) in correlations.pairs.iter().zip(planted) {
            assert_eq!(pair.items, 1_000);
            assert!((value(&pair.pearson) - planted).abs() < 0.07, "{pair:?} {planted}");
            // For normal values, rho follows from r.
            let rho = 6.0 / PI * (planted / 2.0).asin();
            assert!((value(&pair.spearman) - rho).abs() < 0.07, "{pair:?} {rho}");
            contained += usize::from(contains(&pair.pearson, planted));
        }
        // Everybody has rated everything.
        assert!(
            group
                .agreement
                .iter()
                .any(|one| one.name == "ICC(2,1)" && one.note.is_none())
        );
        assert!(value(agreement(group, "weighted kappa, quadratic, mean of pairs of raters")) > 0.5);
    }
    assert!(contained >= 11, "{contained} of 12");
}

/// Thirty people rate 250 pairs from 0 to 10, three people a pair. The judges of figure 2 and CDM have the printed
/// correlations with the mean ratings; the text metric has none.
#[test]
fn figure_2_of_the_parsers_paper_comes_back() {
    let study = Design::new(Scale::Ten, 7).study(pairs(250)).unwrap();
    let mut choices = Choices::new(8, 0);
    let qualities: Vec<f64> = (0..250).map(|_| 1.0 + 8.0 * uniform(&mut choices)).collect();
    let files = answered(&study, |_, pair| {
        (qualities[pair] + 1.5 * normal(&mut choices)).round().clamp(0.0, 10.0) as i64
    });
    let merged = merge(&study, &files, Attention::default());
    let mut evidence = Evidence {
        bootstrap: quick(),
        ..Evidence::of(&study)
    };
    let plain = Results::of(&study, &merged, &evidence);
    let all = &plain.groups[0];
    assert_eq!(
        (plain.groups.len(), all.raters, all.answers, all.pairs),
        (1, 30, 750, 250)
    );
    assert!(all.means.iter().all(|mean| mean.ratings == 3));

    let means: Vec<f64> = all.means.iter().map(|mean| mean.mean).collect();
    let centre = means.iter().sum::<f64>() / 250.0;
    let spread = (means.iter().map(|mean| (mean - centre).powi(2)).sum::<f64>() / 250.0).sqrt();
    let planted = [
        ("GPT-5", 0.78),
        ("the lowest judge", 0.69),
        ("CDM", 0.34),
        ("text similarity", 0.0),
    ];
    let mut table = ValueTable::new();
    for (name, r) in planted {
        for (pair, mean) in all.means.iter().zip(&means) {
            let noise = (1.0_f64 - r * r).sqrt() * normal(&mut choices);
            table.set_metric(name, &pair.id, &pair.system, r * (mean - centre) / spread + noise);
        }
    }
    evidence.table = Some(&table);
    evidence.items = CorrelatedItems::All;
    let results = Results::of(&study, &merged, &evidence);
    let correlations = results.groups[0].correlations.as_ref().unwrap();
    for (pair, (name, r)) in correlations.pairs.iter().zip(planted) {
        assert_eq!((pair.of.as_str(), pair.items), (name, 250));
        assert!(contains(&pair.pearson, r), "{pair:?}");
    }
    let ratings = correlations.ratings.as_ref().unwrap();
    assert_eq!(
        (ratings.ratings, ratings.items, ratings.raters, ratings.unknown),
        (750, 250, 30, 0)
    );

    // The variance of qualities is 16/3; that of errors 2.25 and that of rounding 1/12.
    let share = 16.0 / 3.0 / (16.0 / 3.0 + 2.25 + 1.0 / 12.0);
    assert!(contains(agreement(all, "ICC(1,1)"), share), "{all:?}");
    assert!(contains(agreement(all, "ICC(1,k)"), 3.0 * share / (1.0 + 2.0 * share)));
    assert!(contains(agreement(all, "Krippendorff's alpha, interval"), share));
    assert!(
        !all.agreement.iter().any(|one| one.name.starts_with("ICC(2")),
        "not everybody has rated everything"
    );
    let kappa = agreement(all, "weighted kappa, linear, mean of pairs of raters");
    let Coefficient::Undefined { reason } = kappa else {
        panic!()
    };
    assert!(
        reason.contains("no two raters have 10 pairs in common; the most are"),
        "{reason}"
    );
}

/// The three ratings of the examples in section 4.1 of the parsers paper, and their means.
#[test]
fn the_examples_of_the_parsers_paper() {
    let mut design = Design::new(Scale::Ten, 1);
    (design.raters, design.each, design.checks_each) = (3, 3, 0);
    let study = design.study(pairs(2)).unwrap();
    let files = answered(&study, |rater, pair| [[1, 3, 9], [1, 4, 7]][pair][rater as usize - 1]);
    let results = Results::of(
        &study,
        &merge(&study, &files, Attention::default()),
        &Evidence::of(&study),
    );
    let means: Vec<String> = results.groups[0]
        .means
        .iter()
        .map(|mean| format!("{:.2} {} {}", mean.mean, mean.lowest, mean.highest))
        .collect();
    assert_eq!(means, ["4.33 1 9", "4.00 1 7"]);
}
