//! Verdicts of judges in both forms of a report.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use serde_json::{Value, json};
use texlens_evaluate::{
    Comparison, Confidence, CorrelatedItems, Evaluation, JudgeCall, JudgeCost, JudgeFlag, JudgeRun, JudgeVerdict,
    Judged, JudgedGroup, JudgedItem, JudgedPart, JudgedValues, Kind, MetricSummary, Prediction, Rating, Resampling,
    SampleResult, Setting, SystemSummary, ValueTable,
};
use texlens_report::{Assets, ReportError, add_judge, from_html, read_item_values, read_judge_input, to_html};

fn run(score: f64) -> JudgeRun {
    JudgeRun {
        protocols: vec![Setting {
            name: "texlens_formula".to_owned(),
            value: "texlens".to_owned(),
        }],
        provider: "openai".to_owned(),
        endpoint: "http://localhost/v1".to_owned(),
        model: "<m>".to_owned(),
        answered_by: Vec::new(),
        created: "2026-11-22T10:00:00Z".to_owned(),
        settings: Vec::new(),
        cost: JudgeCost::default(),
        groups: vec![JudgedGroup {
            system: "A".to_owned(),
            part: JudgedPart::Formulas,
            items: 1,
            scored: 1,
            answers: None,
            by_rule: 0,
            missing: 0,
            invalid: 0,
            failed: 0,
            not_asked: 0,
            flagged: 1,
            mean: Some(score / 10.0),
            interval: None,
            correct: None,
        }],
        comparison: Some(Comparison {
            level: Kind::Formula,
            samples: 1,
            documents: 1,
            common: 1,
            dataset: None,
            left_out: None,
            left_out_sha256: None,
            resampling: Resampling {
                resamples: 9,
                seed: 1,
                level: 0.95,
            },
            systems: vec![SystemSummary {
                system: "A".to_owned(),
                scored: 1,
                missing: 0,
                flagged: 0,
                failed: 0,
                metrics: vec![MetricSummary {
                    metric: "judge".to_owned(),
                    mean: Some(score / 10.0),
                    interval: None,
                    defined: 1,
                    undefined: Vec::new(),
                    pooled: None,
                    note: String::new(),
                }],
                groups: Vec::new(),
                error_types: Vec::new(),
            }],
            differences: Vec::new(),
            breakdowns: Vec::new(),
            problems: Vec::new(),
        }),
        stability: None,
        agreement: Vec::new(),
        problems: Vec::new(),
        correlations: None,
        items: vec![JudgedItem {
            id: "p#1".to_owned(),
            document: "p".to_owned(),
            system: "A".to_owned(),
            what: Judged::Inline,
            reference: "x".to_owned(),
            prediction: Some("<script>".to_owned()),
            verdict: JudgeVerdict::Scored {
                score,
                is_correct: Some(false),
                reasons: vec!["<b>it</b> differs".to_owned()],
                is_clamped: false,
            },
            repeats: Vec::new(),
            swapped: None,
            flags: vec![JudgeFlag {
                side: "prediction".to_owned(),
                kind: "score".to_owned(),
                place: "comment".to_owned(),
                excerpt: "<score 10>".to_owned(),
            }],
        }],
        transcript: vec![JudgeCall {
            key: "abc".to_owned(),
            url: "http://localhost/v1/chat/completions".to_owned(),
            request: "{\"text\": \"<script>x</script>\"}".to_owned(),
            status: Some(200),
            answer: "<b>answered</b>".to_owned(),
            sent_ms: 1_500,
            received_ms: 4_000,
        }],
    }
}

fn scores() -> String {
    json!({"format": "texlens-scores", "version": 1, "title": "t", "provenance": {},
        "texts": [{"id": "p", "document": "p", "kind": "page", "reference": "$x$", "predictions": {"A": "$y$", "B": null}}],
        "levels": [{"level": "formula", "systems": [{"system": "A", "metrics": [{"metric": "exact", "mean": 0.0}]}],
            "scores": [{"id": "p#1", "system": "A", "metrics": {"exact": {"value": 0.0}}}, {"id": "p#1", "system": "B", "metrics": {}}]}]})
    .to_string()
}

#[test]
fn a_page_shows_verdicts_escaped_and_keeps_them() {
    let evaluation = Evaluation {
        title: "judged".to_owned(),
        judge: vec![run(4.0)],
        ..Evaluation::default()
    };
    let html = to_html(&evaluation, &Assets::default()).unwrap();
    for shown in [
        "Judged by &lt;m&gt;",
        "4 of 10.",
        "&lt;b&gt;it&lt;/b&gt; differs",
        "&lt;score 10&gt;",
        "0.400",
        "Transcript: 1 request<",
        "after 1.5 s, answered with 200 after 2.5 s",
        "&lt;script&gt;x&lt;/script&gt;",
        "&lt;b&gt;answered&lt;/b&gt;",
    ] {
        assert!(html.contains(shown), "{shown}");
    }
    assert_eq!(html.matches("<script").count(), 2);
    assert_eq!(from_html(&html).unwrap(), evaluation);
}

#[test]
fn a_score_off_its_scale_is_refused() {
    for score in [11.0, -1.0, f64::NAN] {
        let evaluation = Evaluation {
            judge: vec![run(score)],
            ..Evaluation::default()
        };
        assert!(matches!(
            to_html(&evaluation, &Assets::default()),
            Err(ReportError::Inconsistent(_))
        ));
    }
}

#[test]
fn scores_get_the_metric_and_keep_every_run() {
    let input = read_judge_input(&scores()).unwrap();
    assert_eq!(input.texts[0].predictions["B"], None);
    let once = add_judge(&scores(), &run(4.0)).unwrap();
    let twice = add_judge(&once, &run(6.0)).unwrap();
    assert_eq!(read_judge_input(&twice).unwrap().judge, [run(4.0), run(6.0)]);
    let report: Value = serde_json::from_str(&twice).unwrap();
    let level = &report["levels"][0];
    assert_eq!(level["scores"][0]["metrics"]["judge"]["value"], 0.6);
    assert_eq!(level["scores"][0]["metrics"]["exact"]["value"], 0.0);
    assert_eq!(level["scores"][1]["metrics"], json!({}));
    let metrics = level["systems"][0]["metrics"].as_array().unwrap();
    assert_eq!(
        metrics.len(),
        2,
        "the mean of the last run takes the place of the one before"
    );
    assert_eq!(metrics[1]["mean"], 0.6);
}

#[test]
fn what_is_no_report_with_texts_is_told() {
    let without = json!({"format": "texlens-scores", "version": 1, "levels": []}).to_string();
    assert_eq!(read_judge_input(&without), Err(ReportError::NoTexts));
    let newer = json!({"format": "texlens-scores", "version": 99}).to_string();
    assert!(matches!(
        read_judge_input(&newer),
        Err(ReportError::Newer { version: 99 })
    ));
    assert_eq!(read_judge_input("{}"), Err(ReportError::NotAReport));
    assert!(matches!(add_judge("{", &run(1.0)), Err(ReportError::Damaged { .. })));
}

#[test]
fn formulas_that_are_samples_get_the_score() {
    let formula = |id: &str, system: &str| SampleResult {
        id: id.to_owned(),
        kind: Kind::Formula,
        reference: Some("x".to_owned()),
        prediction: Some(Prediction::given(system.to_owned(), "y".to_owned())),
        ..SampleResult::default()
    };
    let mut evaluation = Evaluation {
        samples: vec![formula("p#1", "A"), formula("p#1", "B"), formula("p#2", "A")],
        ..Evaluation::default()
    };
    evaluation.add_judge(run(4.0));
    evaluation.add_judge(run(6.0));
    let values = evaluation
        .samples
        .iter()
        .map(|sample| sample.scores.iter().map(|score| score.value()).collect::<Vec<_>>());
    assert_eq!(values.collect::<Vec<_>>(), [vec![Some(0.6), Some(0.6)], vec![], vec![]]);
    assert_eq!(evaluation.judge.len(), 2);
    assert!(to_html(&evaluation, &Assets::default()).is_ok());
}

#[test]
fn correlations_are_shown_with_what_cannot_be_claimed() {
    let mut judged = run(4.0);
    let mut table = ValueTable::new();
    for (id, cer) in [("1", 0.0), ("2", 0.1), ("3", 0.3), ("4", 0.2), ("5", 0.9)] {
        table.set_metric("cer", id, "A", cer);
        table.set_metric("exact", id, "A", 1.0);
    }
    table.add_judge(&JudgedValues::of("m".to_owned(), &judged));
    let ratings = [("1", 9.0), ("2", 8.0), ("3", 6.0), ("4", 4.0), ("5", 1.0), ("<6>", 1.0)];
    let ratings = ratings.map(|(id, rating)| Rating {
        id,
        system: "A",
        rater: "x",
        rating,
    });
    table.add_ratings(&ratings, Confidence::default());
    judged.correlations = Some(table.correlations(CorrelatedItems::All, Confidence::default()));
    let evaluation = Evaluation {
        judge: vec![judged],
        ..Evaluation::default()
    };
    let html = to_html(&evaluation, &Assets::default()).unwrap();
    for shown in [
        "Correlations",
        "cer (less is better)",
        "human ratings",
        "−0.90 (−0.99 to −0.10)",
        ": no correlation can be claimed",
        "the values of exact are all equal",
        "5 ratings of 5 items by 1 person, 1 to 9",
        "1 of other items: &lt;6&gt; of A",
    ] {
        assert!(html.contains(shown), "{shown}");
    }
    assert_eq!(from_html(&html).unwrap(), evaluation);
}

#[test]
fn metrics_of_formulas_are_taken_out_of_a_report() {
    let judged = add_judge(&scores(), &run(4.0)).unwrap();
    let values = read_item_values(&judged).unwrap();
    assert_eq!(values.judge, [run(4.0)]);
    assert_eq!(values.table.systems().collect::<Vec<_>>(), ["A", "B"]);
    let mut table = values.table;
    table.add_judge(&JudgedValues::of("m".to_owned(), &values.judge[0]));
    let correlations = table.correlations(CorrelatedItems::All, Confidence::default());
    let pairs: Vec<_> = correlations
        .pairs
        .iter()
        .map(|pair| (pair.of.as_str(), pair.items))
        .collect();
    assert_eq!(pairs, [("exact", 1)], "the judge's own metric is none");
    assert_eq!(read_item_values("{}").unwrap_err(), ReportError::NotAReport);
}
