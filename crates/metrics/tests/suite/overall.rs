use std::collections::BTreeMap;

use texlens_latex::Outline;
use texlens_metrics::{Evidence, Input, Kind, Outcome, Score, Settings, metric, score_all};

/// The printed values, in percent. The first line that is not a comment names the columns.
const PRINTED: &str = include_str!("../data/texocr_tables.tsv");

/// The printed value that does not follow from the others in its row.
const MISPRINT: (&str, &str) = ("Qwen3-VL-8B", "overall");

const NINE: [&str; 9] = ["sa", "cc", "rv", "ds", "baseline", "csr", "ctp", "fa", "ta"];

fn defined(id: &str, value: f64) -> Score {
    Score {
        metric: id.to_owned(),
        outcome: Outcome::Defined { value, ratio: None },
        summary: String::new(),
        spans: Vec::new(),
        unlisted: 0,
    }
}

/// Returns the score of a metric that reads the scores of others.
fn composed(id: &str, members: &[Score], settings: &Settings) -> Score {
    metric(id).unwrap().score(&Input {
        reference: &Outline::of(""),
        prediction: &Outline::of(""),
        reference_pages: &[],
        prediction_pages: &[],
        evidence: &Evidence::default(),
        settings,
        scores: members,
        shared: &texlens_metrics::Shared::default(),
    })
}

fn value(id: &str, members: &[Score]) -> Option<f64> {
    composed(id, members, &Settings::default()).value()
}

#[test]
fn printed_means_recompute_up_to_rounding_but_one() {
    let mut lines = PRINTED.lines().filter(|line| !line.starts_with('#'));
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let (mut rows, mut misprints) = (0, Vec::new());
    for line in lines {
        let row: BTreeMap<&str, &str> = columns.iter().copied().zip(line.split('\t')).collect();
        let printed = |id: &str| row[id].parse::<f64>().unwrap() / 100.0;
        let members = NINE.map(|id| defined(id, printed(id)));
        for id in ["structural", "usability", "fidelity", "overall", "overall_defined"] {
            let computed = value(id, &members).unwrap();
            let column = id.trim_end_matches("_defined");
            // Members and mean are each rounded to 0.1 %.
            if (computed - printed(column)).abs() > 0.001 + 1e-9 {
                misprints.push((row["method"], id, format!("{:.1}", computed * 100.0)));
            }
        }
        rows += 1;
    }
    assert_eq!(rows, 27);
    let (method, id) = MISPRINT;
    assert_eq!(
        misprints,
        [
            (method, id, "62.0".to_owned()),
            (method, "overall_defined", "62.0".to_owned())
        ],
        "printed 62.2"
    );
}

#[test]
fn a_mean_without_a_member_is_undefined_and_says_which() {
    let members: Vec<Score> = NINE
        .into_iter()
        .filter(|id| *id != "csr")
        .map(|id| defined(id, 0.5))
        .collect();
    let reason = |id| match composed(id, &members, &Settings::default()).outcome {
        Outcome::Undefined { reason } => reason,
        Outcome::Defined { value, .. } => panic!("{value}"),
    };
    assert_eq!(reason("usability"), "csr is missing");
    assert_eq!(reason("overall"), "csr is missing");
    assert_eq!(value("structural", &members), Some(0.5));
    assert_eq!(value("fidelity", &members), Some(0.5));
    assert_eq!(value("overall_defined", &members), Some(0.5));
    assert_eq!(value("overall_defined", &[]), None);
    assert_eq!(value("reward", &[]), None);
}

#[test]
fn overall_of_what_is_defined_weighs_metrics_alike_and_lists_them() {
    let members = [defined("ds", 0.5), defined("sa", 1.0), defined("edit_similarity", 0.0)];
    let score = composed("overall_defined", &members, &Settings::default());
    assert_eq!(score.value(), Some(0.75));
    assert_eq!(
        score.summary,
        "mean of sa 1.00, ds 0.50; without cc, rv, baseline, csr, ctp, fa, ta"
    );
}

#[test]
fn the_reward_is_the_share_of_thresholds_reached() {
    let members = [
        defined("sa", 0.8),
        defined("ds", 0.79),
        defined("baseline", 0.99),
        defined("csr", 1.0),
    ];
    let reward = |settings: &Settings| composed("reward", &members, settings);
    let score = reward(&Settings::default());
    assert_eq!(score.value(), Some(0.5));
    assert_eq!(
        score.summary,
        "2 of 4 unit tests passed; failed: ds 0.79 of 0.8, baseline 0.99 of 1; without cc, rv, ctp, fa, ta"
    );
    let mut settings = Settings::default();
    settings.set("reward.ds", "0.7").unwrap();
    assert_eq!(reward(&settings).value(), Some(0.75));
}

#[test]
fn a_page_is_scored_with_members_before_means() {
    let page = "\\section{A}\n\\[a+b=c\\]";
    let outline = Outline::of(page);
    let whole = 0..page.len();
    let scores = score_all(
        Kind::Page,
        &Input {
            reference: &outline,
            prediction: &outline,
            reference_pages: std::slice::from_ref(&whole),
            prediction_pages: std::slice::from_ref(&whole),
            evidence: &Evidence::default(),
            settings: &Settings::default(),
            scores: &[],
            shared: &texlens_metrics::Shared::default(),
        },
    );
    let summary = |id: &str| scores.iter().find(|score| score.metric == id).unwrap().summary.clone();
    assert_eq!(
        summary("overall_defined"),
        "mean of sa 1.00, ds 1.00, baseline 1.00, fa 1.00; without cc, rv, csr, ctp, ta"
    );
    assert!(summary("reward").starts_with("4 of 4 unit tests passed"));
}
