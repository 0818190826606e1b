//! Several systems on the same samples: on the page, as JSON, and as CSV.
#![allow(clippy::unwrap_used, missing_docs)]

use std::num::NonZeroUsize;

use serde_json::{Value, json};
use texlens_evaluate::{
    Board, Bootstrap, Evaluation, Kind, Parsed, Provenance, SampleScores, Scorer, Selection, SystemScores, Text,
};
use texlens_metrics::{Settings, Side};
use texlens_report::{Assets, LevelScores, ReportError, from_html, to_csv, to_html, to_json};

/// Returns the scores of two systems on three documents. The second system has lost one document, and a file of the
/// first could not be used.
fn level() -> LevelScores {
    let settings = Settings::default();
    let scorer = Scorer::only(Kind::Document, &settings, &["sa", "ds"]).unwrap();
    let texts = [
        ("tides", "\\section{Tides} rise", Ok("\\section{Tides} rise"), Ok("")),
        (
            "winds",
            "\\section{Winds} blow",
            Ok("\\section{Winds} blow"),
            Ok("\\section{Wind, \"old\"} blew"),
        ),
        (
            "dunes",
            "\\section{Dunes} <move>",
            Err("a.tex is not UTF-8"),
            Ok("\\section{Dunes} <move>"),
        ),
    ];
    let samples = texts.map(|(id, reference, first, second)| {
        let reference = Text::from(reference);
        let reference = Parsed::of(Side::Reference, &reference).unwrap();
        let scores = |prediction: Result<&str, &str>| {
            let problem = prediction.err().map(str::to_owned);
            SystemScores::assess(&scorer, &reference, &[prediction.ok()], problem, |_| None)
        };
        SampleScores {
            id: id.to_owned(),
            document: id.to_owned(),
            content: None,
            tags: std::collections::BTreeMap::new(),
            reference_compilation: None,
            systems: vec![scores(first), scores(second)],
        }
    });
    let board = Board {
        kind: Kind::Document,
        systems: ["<b>", "B, C"].map(str::to_owned).to_vec(),
        samples: samples.to_vec(),
        dataset: None,
        left_out: None,
    };
    LevelScores {
        comparison: board.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        samples: board.samples,
    }
}

fn evaluation() -> Evaluation {
    Evaluation {
        title: "<b>, B, C: sea".to_owned(),
        comparisons: vec![level().comparison],
        selection: Some(Selection {
            shown: 0,
            total: 3,
            lowest: "ds".to_owned(),
            images_left_out: 2,
        }),
        ..Evaluation::default()
    }
}

#[test]
fn the_page_shows_the_systems_beside_each_other_and_opens_again() {
    let html = to_html(&evaluation(), &Assets::default()).unwrap();
    for shown in [
        "3 documents",
        "&lt;b&gt;",
        "Document-level similarity",
        "With fewer than 20 documents",
        "1 missing",
        "A missing prediction is scored as empty text on every metric, and counted.",
        "a.tex is not UTF-8",
        "Below are 0 of 3 documents",
        "2 page images are left out",
        "<td class=\"number\">0.667</td>",
    ] {
        assert!(html.contains(shown), "{shown}");
    }
    assert!(!html.contains("<b>"));
    assert_eq!(from_html(&html).unwrap(), evaluation());
}

#[test]
fn a_mean_that_is_no_number_is_not_written() {
    let mut broken = evaluation();
    broken.comparisons[0].systems[0].metrics[0].mean = Some(f64::NAN);
    assert!(matches!(
        to_html(&broken, &Assets::default()),
        Err(ReportError::Inconsistent(_))
    ));
}

#[test]
fn json_has_the_scores_beside_the_means() {
    let json = to_json("title", &Provenance::default(), &[level()], None, &[]).unwrap();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["format"], &json["version"]),
        (&json!("texlens-scores"), &json!(1))
    );
    let level = &json["levels"][0];
    assert_eq!((&level["level"], &level["samples"]), (&json!("document"), &json!(3)));
    assert_eq!(level["systems"][1]["missing"], 1);
    let scores = level["scores"].as_array().unwrap();
    assert_eq!(scores.len(), 6);
    assert_eq!(scores[1]["missing"], 1);
    assert_eq!(scores[0]["metrics"]["ds"]["value"], 1.0);
    assert_eq!(scores[4]["problem"], "a.tex is not UTF-8");
    assert_eq!(
        (&scores[4]["missing"], &scores[4]["metrics"]["ds"]["value"]),
        (&json!(1), &json!(0.0))
    );
}

#[test]
fn csv_quotes_what_it_must() {
    let csv = to_csv(&[level()], None).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "system,level,id,document,metric,value,reason");
    assert!(lines.contains(&"<b>,document,tides,tides,ds,1,"), "{csv}");
    assert!(
        lines.contains(&"<b>,document,dunes,dunes,,,a.tex is not UTF-8"),
        "{csv}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("\"B, C\",document,winds,winds,sa,")),
        "{csv}"
    );
    // Two metrics and five error types for three samples and two systems, and the prediction that cannot be used.
    assert_eq!(lines.len(), 1 + 7 * 6 + 1);
}
