//! Tests of `texlens correlate` with reports as files, without any judge.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// Formulas with a character error rate, a judge's score and a person's rating.
const ITEMS: [(&str, f64, f64, f64); 6] = [
    ("p#1", 0.0, 10.0, 9.0),
    ("p#2", 0.1, 10.0, 8.0),
    ("p#3", 0.3, 5.0, 6.0),
    ("q#1", 0.2, 7.0, 4.0),
    ("q#2", 0.9, 0.0, 1.0),
    ("q#3", 0.5, 5.0, 2.0),
];

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("correlate").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_texlens"))
            .arg("correlate")
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.run(&[arguments, &["--format", "json"]].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output)))
    }
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Returns a report of a system, judged by `judges` models.
fn report(judges: usize) -> String {
    let line = |(id, cer, _, _): &(&str, f64, f64, f64)| json!({"id": id, "document": "d", "system": "A", "metrics": {"cer": {"value": cer}, "exact": {"value": 0.0}, "judge": {"value": 0.5}, "texbleu": {"value": null, "reason": "none"}}});
    let item = |(id, _, score, _): &(&str, f64, f64, f64)| json!({"id": id, "document": "d", "system": "A", "what": "inline", "reference": "x", "prediction": "y", "verdict": {"state": "scored", "score": score, "is_correct": null, "reasons": []}});
    let judge = json!({"protocols": [{"name": "texlens_formula", "value": "ours"}], "provider": "openai", "endpoint": "http://localhost/v1", "model": "m", "answered_by": [],
        "created": "2026-11-22T10:00:00Z", "settings": [], "cost": {"requests": 0, "input_tokens": 0, "output_tokens": 0, "dollars": null, "earlier_dollars": null, "is_estimated": false},
        "groups": [], "items": ITEMS.iter().map(item).collect::<Vec<_>>()});
    json!({"format": "texlens-scores", "version": 1, "title": "t", "provenance": {}, "judge": vec![judge; judges],
        "levels": [{"level": "formula", "systems": [], "scores": ITEMS.iter().map(line).collect::<Vec<_>>()}]})
    .to_string()
}

fn ratings() -> String {
    ITEMS.iter().fold("id,rating\n".to_owned(), |csv, (id, _, _, rating)| {
        csv + &format!("{id},{rating}\n")
    })
}

fn pair<'v>(correlations: &'v Value, of: &str) -> &'v Value {
    let pairs = correlations["pairs"].as_array().unwrap();
    pairs.iter().find(|pair| pair["of"] == of).unwrap()
}

fn near(value: &Value, expected: f64) {
    let value = value["value"].as_f64().unwrap();
    assert!((value - expected).abs() < 1e-9, "{value} {expected}");
}

#[test]
fn metrics_and_judges_go_with_ratings_as_scipy_has_it() {
    let place = Place::new("ratings");
    place.write("report.json", report(1));
    place.write("ratings.csv", ratings());
    let correlations = place.json(&["report.json", "--ratings", "ratings.csv"]);
    // Values of scipy 1.17.1: pearsonr, spearmanr and kendalltau of the columns of `ITEMS`.
    let cer = pair(&correlations, "cer");
    near(&cer["pearson"], -0.892_476_567_242_481_3);
    near(&cer["spearman"], -0.942_857_142_857_143);
    near(&cer["kendall"], -0.866_666_666_666_666_6);
    assert_eq!(
        (&cer["items"], &cer["lower_is_better"], &cer["with"]),
        (&json!(6), &json!(true), &json!("human ratings"))
    );
    near(
        &pair(&correlations, "m (texlens_formula)")["pearson"],
        0.873_283_707_845_932_7,
    );
    let constant = &pair(&correlations, "exact")["pearson"]["reason"];
    assert!(
        constant.as_str().unwrap().contains("the values of exact are all equal"),
        "{constant}"
    );
    let ids: Vec<&Value> = correlations["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| &pair["of"])
        .collect();
    assert_eq!(
        ids,
        ["m (texlens_formula)", "cer", "exact"],
        "the metric of the last judge is no metric"
    );

    let output = place.run(&["report.json", "--ratings", "ratings.csv", "--exclude", "perfect"]);
    assert_eq!(output.status.code(), Some(1), "exact has no coefficient");
    let shown = text(&output);
    for told in [
        "Correlation with human ratings",
        "cer -",
        "-0.",
        "[",
        "Less is better",
        "No items are left out: there is no CDM.",
        "6 ratings of 6 items by 1 person, 1 to 9",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
}

#[test]
fn perfect_items_are_excluded_as_in_the_paper() {
    let place = Place::new("perfect");
    // The judge gives 10 to the first two items; CDM is 1 for the first and the last.
    let mut scores: Value = serde_json::from_str(&report(1)).unwrap();
    let lines = scores["levels"][0]["scores"].as_array_mut().unwrap();
    for (line, cdm) in lines.iter_mut().zip([1.0, 0.9, 0.7, 0.6, 0.2, 1.0]) {
        line["metrics"]["cdm_unimernet"] = json!({"value": cdm});
    }
    place.write("report.json", scores.to_string());
    place.write("ratings.csv", ratings());
    let arguments = ["report.json", "--ratings", "ratings.csv", "--exclude", "perfect"];
    let correlations = place.json(&arguments);
    assert_eq!(
        (&correlations["items"], &correlations["left_out"]),
        (&json!("imperfect"), &json!(1))
    );
    assert_eq!(pair(&correlations, "cdm_unimernet")["items"], 5);
    // Pearson's r of [0.9, 0.7, 0.6, 0.2, 1] and [8, 6, 4, 1, 2] by its definition.
    near(
        &pair(&correlations, "cdm_unimernet")["pearson"],
        0.482_142_773_992_779_3,
    );
    let shown = text(&place.run(&arguments));
    assert!(
        shown.contains("1 item is left out: CDM is 1 and the judge gives 10."),
        "{shown}"
    );
}

#[test]
fn the_plot_and_its_data_are_files() {
    let place = Place::new("plot");
    place.write("report.json", report(1));
    place.write("ratings.csv", ratings());
    let output = place.run(&[
        "report.json",
        "--ratings",
        "ratings.csv",
        "--plot",
        "r.svg",
        "--format",
        "csv",
    ]);
    let lines = String::from_utf8(output.stdout).unwrap();
    let mut lines = lines.lines();
    assert_eq!(
        lines.next(),
        Some("of,with,lower_is_better,items,coefficient,value,low,high,reason")
    );
    let cer: Vec<&str> = lines
        .find(|line| line.starts_with("cer,") && line.contains("pearson"))
        .unwrap()
        .split(',')
        .collect();
    assert_eq!(cer[..5], ["cer", "human ratings", "true", "6", "pearson"]);
    let number = |at: usize| cer[at].parse::<f64>().unwrap();
    assert!((number(5) + 0.892_476_567_242_481_3).abs() < 1e-9 && number(6) < number(5) && number(5) < number(7));
    let exact = lines.find(|line| line.starts_with("exact,")).unwrap();
    assert!(exact.contains(",pearson,,,,") && exact.contains("all equal"), "{exact}");

    let svg = fs::read_to_string(place.0.join("r.svg")).unwrap();
    for shown in [
        "<svg",
        "cer (less is better): -0.892 (-0.988 to -0.293)",
        "m (texlens_formula): 0.873",
        "Not drawn: exact",
        "fill=\"#fff\"",
    ] {
        assert!(svg.contains(shown), "{shown}: {svg}");
    }
    // Without ratings there is nothing to draw.
    let output = place.run(&["report.json", "--plot", "r.svg"]);
    assert!(text(&output).contains("--ratings"), "{}", text(&output));
    place.write("two.csv", "id,rating\np#1,3\np#2,4\n");
    let output = place.run(&["report.json", "--ratings", "two.csv", "--plot", "two.svg"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("no plot is written"), "{}", text(&output));
    assert!(!place.0.join("two.svg").exists());
}

#[test]
fn without_ratings_judges_go_with_metrics() {
    let place = Place::new("judges");
    place.write("report.json", report(2));
    let correlations = place.json(&["report.json"]);
    assert_eq!(correlations["pairs"].as_array().unwrap().len(), 4);
    near(&pair(&correlations, "cer")["pearson"], -0.965_340_537_293_019_9);
    assert!(
        correlations["pairs"][0]["with"]
            .as_str()
            .unwrap()
            .ends_with(", 2026-11-22T10:00:00Z")
    );
    place.write("report.json", report(0));
    let output = place.run(&["report.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("--ratings FILE"), "{}", text(&output));
}

#[test]
fn several_people_are_averaged_and_unknown_items_told() {
    let place = Place::new("people");
    place.write("report.json", report(0));
    let mut lines = String::new();
    for (id, _, _, rating) in ITEMS {
        for (rater, change) in [("x", 1.0), ("y", -1.0)] {
            lines += &format!(
                "{}\n",
                json!({"id": id, "system": "A", "rater": rater, "rating": rating + change})
            );
        }
    }
    lines += "{\"id\": \"p#9\", \"rating\": 3}\n{\"id\": \"p#1\", \"system\": \"B\", \"rating\": 3}\n";
    place.write("ratings.jsonl", lines);
    let correlations = place.json(&["report.json", "--ratings", "ratings.jsonl"]);
    near(&pair(&correlations, "cer")["pearson"], -0.892_476_567_242_481_3);
    let ratings = &correlations["ratings"];
    assert_eq!(
        (&ratings["ratings"], &ratings["raters"], &ratings["unknown"]),
        (&json!(12), &json!(2), &json!(2))
    );
    assert_eq!(ratings["unknown_items"], json!(["p#9 of A", "p#1 of B"]));
    assert_eq!(ratings["agreement"][0]["items"], 6);
    assert!(ratings["agreement"][0]["kappa"]["value"].is_f64());
}

#[test]
fn hostile_ratings_end_with_a_place_and_advice() {
    let place = Place::new("hostile");
    place.write("report.json", report(1));
    for (name, text_of_file, told) in [
        (
            "r.csv",
            "id,rating\np#1,NaN\n".to_owned(),
            "r.csv line 2: the rating is \"NaN\"",
        ),
        (
            "r.csv",
            "item,score\np#1,3\n".to_owned(),
            "there is no \"id\" among \"item\", \"score\"",
        ),
        (
            "r.csv",
            "id,rating\np#1,3\np#1,4\n".to_owned(),
            "line 3: somebody has rated p#1",
        ),
        (
            "r.jsonl",
            format!("{{\"id\":{}", "[".repeat(1_000_000)),
            "line 1: not a record",
        ),
        ("r.jsonl", "\u{0}\u{1}".to_owned(), "line 1: not a record"),
        ("r.md", String::new(), "call the file .jsonl"),
    ] {
        place.write(name, &text_of_file);
        let output = place.run(&["report.json", "--ratings", name]);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(told), "{told}: {}", text(&output));
    }
    // A file above the size limit is not read. The file is sparse and takes no space on disk.
    let huge = fs::File::create(place.0.join("huge.csv")).unwrap();
    huge.set_len(300 << 20).unwrap();
    let output = place.run(&["report.json", "--ratings", "huge.csv"]);
    assert!(text(&output).contains("the limit is"), "{}", text(&output));
    // The ratings are of items that the report does not have.
    place.write("r.csv", "id,rating\nx,1\ny,2\nz,3\n");
    let output = place.run(&["report.json", "--ratings", "r.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("Ratings of items that the report does not have: 3"),
        "{}",
        text(&output)
    );
}

/// Ratings of two groups: those of the first are the ratings of `ITEMS`, those of the second are one lower or higher.
fn grouped(column: bool) -> String {
    let mut csv = "id,rater,rating".to_owned() + if column { ",group\n" } else { "\n" };
    for (place, (id, _, _, rating)) in ITEMS.iter().enumerate() {
        for (rater, group, rating) in [
            ("ann", "H1", *rating),
            ("bob", "H1", *rating),
            ("cy", "H2", rating + if place % 2 == 0 { 1.0 } else { -1.0 }),
        ] {
            csv += &format!("{id},{rater},{rating}");
            csv += &if column { format!(",{group}\n") } else { "\n".to_owned() };
        }
    }
    csv
}

#[test]
fn groups_of_raters_have_their_own_correlations() {
    let place = Place::new("groups");
    place.write("report.json", report(0));
    place.write("column.csv", grouped(true));
    place.write("plain.csv", grouped(false));
    let column = ["report.json", "--ratings", "column.csv"];
    let named = [
        "report.json",
        "--ratings",
        "plain.csv",
        "--group",
        "H1=ann,bob",
        "--group",
        "H2=cy",
    ];
    let correlations = place.json(&column);
    assert_eq!(correlations, place.json(&named));
    let groups = correlations["groups"].as_array().unwrap();
    let of = |group: usize, metric: &str| {
        let pairs = groups[group]["pairs"].as_array().unwrap();
        pairs.iter().find(|pair| pair["of"] == metric).unwrap()
    };
    assert_eq!(
        (&groups[0]["name"], &groups[0]["raters"], &groups[0]["ratings"]),
        (&json!("H1"), &json!(2), &json!(12))
    );
    assert_eq!(of(1, "cer")["with"], "human ratings of H2");
    // The ratings of the second group are [10, 7, 7, 3, 2, 1]. Coefficients by their definitions.
    near(&of(0, "cer")["pearson"], -0.892_476_567_242_481_3);
    near(&of(1, "cer")["pearson"], -0.747_778_969_413_271_5);
    near(&of(1, "cer")["spearman"], -0.840_668_001_696_050_3);
    let between = &correlations["between"][0];
    assert_eq!(
        (&between["first"], &between["second"], &between["pairs"]),
        (&json!("H1"), &json!("H2"), &json!(6))
    );
    near(&between["pearson"], 0.951_034_437_463_068_4);
    let averages = correlations["averages"].as_array().unwrap();
    let cer = averages.iter().find(|average| average["of"] == "cer").unwrap();
    let expected =
        (-0.892_476_567_242_481_3 - 0.942_857_142_857_143 + -0.747_778_969_413_271_5 + -0.840_668_001_696_050_3) / 4.0;
    near(cer, expected);
    assert!(
        averages.iter().all(|average| average["of"] != "exact"),
        "it is constant"
    );

    let shown = text(&place.run(&column));
    for told in [
        "Correlation with human ratings of H1: 2 people, 12 ratings",
        "Mean of Pearson and Spearman over the groups",
        "H1 and H2",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let csv = text(&place.run(&[&column[..], &["--format", "csv"]].concat()));
    assert!(csv.contains("\ncer,human ratings of H2,true,6,spearman,"), "{csv}");
    assert!(
        csv.contains("\nhuman ratings of H1,human ratings of H2,false,6,pearson,"),
        "{csv}"
    );

    for (group, told) in [
        (
            "H1=ann,dora",
            "there is no rater \"dora\" among the raters \"ann\", \"bob\", \"cy\"",
        ),
        ("H2=ann", "\"ann\" is in the groups \"H1\" and \"H2\""),
        ("H2", "NAME=VALUE"),
    ] {
        let output = place.run(&[
            "report.json",
            "--ratings",
            "plain.csv",
            "--group",
            "H1=ann",
            "--group",
            group,
        ]);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output).contains(told), "{told}: {}", text(&output));
    }
    let many = (0..21).fold("id,rater,group,rating\n".to_owned(), |csv, n| {
        csv + &format!("p#1,r{n},g{n},3\n")
    });
    place.write("many.csv", many);
    let output = place.run(&["report.json", "--ratings", "many.csv"]);
    assert!(
        text(&output).contains("of 21 groups, and at most 20"),
        "{}",
        text(&output)
    );
}

/// The commands and the result of the example in `docs/texbleu.md`.
#[test]
fn the_example_of_the_documentation_runs() {
    let place = Place::new("example");
    place.write("formulas.jsonl", include_str!("../../../docs/texbleu/formulas.jsonl"));
    place.write("ratings.csv", include_str!("../../../docs/texbleu/ratings.csv"));
    let documentation = include_str!("../../../docs/texbleu.md");
    let commands = documentation.lines().filter_map(|line| line.strip_prefix("texlens "));
    let commands: Vec<&str> = commands.filter(|command| command.contains("formulas.jsonl")).collect();
    assert_eq!(commands.len(), 1);
    let evaluated = Command::new(env!("CARGO_BIN_EXE_texlens"))
        .args(commands[0].split(' '))
        .current_dir(&place.0)
        .output()
        .unwrap();
    assert!(evaluated.status.success(), "{}", text(&evaluated));
    let shown = text(&place.run(&["report.json", "--ratings", "ratings.csv"]));
    let (_, tables) = documentation.split_once("among others:\n\n```\n").unwrap();
    let (tables, _) = tables.split_once("\n```").unwrap();
    assert!(shown.contains(tables), "{shown}");
}
