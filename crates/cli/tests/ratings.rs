//! Tests of `texlens ratings`: from an evaluation to sheets, and from answers to results.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("ratings").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// A place with 24 formulas and an evaluation of two systems. The second system makes more errors; each makes more
    /// of them from formula to formula.
    fn evaluated(name: &str) -> Self {
        let place = Self::new(name);
        let mut csv = "id,kind,reference,careful_pred,hasty_pred\n".to_owned();
        for number in 0..24 {
            let formula = |errors: usize| {
                let terms = (0..8).map(|term| format!("{}_{{{number}}}", if term < errors { "z" } else { "a" }));
                terms.collect::<Vec<_>>().join(" + ")
            };
            csv += &format!(
                "f{number},display,{},{},{}\n",
                formula(0),
                formula(number / 6),
                formula(2 + number / 4)
            );
        }
        place.write("f.csv", csv);
        let output = place.texlens(&[
            "evaluate",
            "f.csv",
            "--metrics",
            "cer,exact",
            "--resamples",
            "200",
            "--json",
            "e.json",
            "--texts",
        ]);
        assert!(output.status.success(), "{}", text(&output));
        place
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    fn texlens(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_texlens"))
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Makes a study and returns what was printed.
    fn make(&self, arguments: &[&str]) -> String {
        let output = self.texlens(&[&["ratings", "make"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        text(&output)
    }

    /// Answers all questions of the sheets in a folder by the number of errors, and returns the files.
    fn answer(&self, folder: &str) -> Vec<String> {
        let mut files: Vec<String> = (fs::read_dir(self.0.join(folder)).unwrap())
            .map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy()))
            .filter(|file| file.contains("sheet"))
            .collect();
        files.sort();
        for file in &files {
            let mut sheet: Value = serde_json::from_str(&self.read(file)).unwrap();
            let questions = sheet["questions"].as_array().unwrap();
            let answer = |(place, question): (usize, &Value)| json!({"question": place + 1, "answer": rating(question, sheet["scale"].as_str().unwrap()), "seconds": 4});
            let answers: Vec<Value> = questions.iter().enumerate().map(answer).collect();
            sheet["answers"] = answers.into();
            self.write(file, sheet.to_string());
        }
        files
    }

    fn results(&self, study: &str, files: &[String], arguments: &[&str]) -> Output {
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        self.texlens(
            &[
                &["ratings", "results", study],
                files.as_slice(),
                &["--resamples", "200"],
                arguments,
            ]
            .concat(),
        )
    }
}

fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(output)))
}

/// Returns the number of errors of a version, or a large one if it is another formula.
fn errors(question: &Value, side: usize) -> usize {
    let (reference, shown) = (
        question["reference"].as_str().unwrap(),
        question["shown"][side].as_str().unwrap(),
    );
    if reference.len() == shown.len() {
        reference.chars().zip(shown.chars()).filter(|(a, b)| a != b).count()
    } else {
        10
    }
}

fn rating(question: &Value, scale: &str) -> Value {
    let errors = |side| errors(question, side);
    match scale {
        "0-10" => (10 - errors(0)).into(),
        "1-5" => (5 - errors(0).div_ceil(2).min(4)).into(),
        _ if errors(0) < errors(1) => "left".into(),
        _ if errors(0) > errors(1) => "right".into(),
        _ => "tie".into(),
    }
}

#[test]
fn an_evaluation_becomes_sheets_and_ratings_become_correlations() {
    let place = Place::evaluated("rating");
    let printed = place.make(&[
        "e.json", "--raters", "6", "--each", "3", "--seed", "4", "--out", "study",
    ]);
    // Six predictions are the reference.
    assert!(
        printed.contains("48 pairs, 6 raters, 3 ratings of each pair; questions in a sheet: 26"),
        "{printed}"
    );
    let sheet = place.read("study/sheet-01.json");
    for hidden in ["careful", "hasty", "f1", "cer"] {
        assert!(!sheet.contains(&format!("{hidden}\"")), "{hidden}");
    }
    let files = place.answer("study");
    assert_eq!(files.len(), 6);

    let output = place.results(
        "study/study.json",
        &files,
        &[
            "--scores",
            "e.json",
            "--format",
            "json",
            "--ratings",
            "r.csv",
            "--plot",
            "p.svg",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let results = json(&output);
    assert_eq!(
        (&results["format"], &results["version"], &results["scale"]),
        (&json!("texlens-rating-results"), &json!(1), &json!("0-10"))
    );
    let all = &results["groups"][0];
    assert_eq!(
        (&all["raters"], &all["answers"], &all["pairs"]),
        (&json!(6), &json!(144), &json!(48))
    );
    assert_eq!(all["systems"][0]["system"], "careful");
    let alpha = all["agreement"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["name"] == "Krippendorff's alpha, interval")
        .unwrap();
    assert_eq!(alpha["value"]["value"], 1.0, "everybody rates by the same rule");
    assert!(place.read("p.svg").contains("cer (less is better)"));

    // The ratings have the form of `texlens correlate`, which gives the same numbers.
    assert_eq!(place.read("r.csv").lines().count(), 145);
    let correlate = place.texlens(&["correlate", "e.json", "--ratings", "r.csv", "--format", "json"]);
    let correlated = json(&correlate);
    assert_eq!(correlated["pairs"], all["correlations"]["pairs"]);
    let cer = &correlated["pairs"].as_array().unwrap()[0];
    assert_eq!((&cer["of"], &cer["items"]), (&json!("cer"), &json!(48)));
    assert!(cer["pearson"]["value"].as_f64().unwrap() < -0.95, "{cer}");

    let shown = text(&place.results(
        "study/study.json",
        &files,
        &["--scores", "e.json", "--group", "first=1-3", "--group", "rest=4,5-6"],
    ));
    for told in [
        "Agreement: 6 raters, 144 answers, 48 pairs",
        "Mean rating of rest",
        "first and rest",
        "by 200 resamples of formulas with seed 1",
        "median seconds",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let markdown = text(&place.results("study/study.json", &files, &["--format", "markdown"]));
    assert!(markdown.contains("| careful | 24 | 72 |"), "{markdown}");
}

#[test]
fn the_same_seed_gives_the_same_files() {
    let place = Place::evaluated("seed");
    let arguments = [
        "e.json",
        "--raters",
        "4",
        "--each",
        "2",
        "--pairs",
        "10",
        "--exclude",
        "identical",
        "--system",
        "careful",
    ];
    for (seed, folder) in [("7", "a"), ("7", "b"), ("8", "c")] {
        let printed = place.make(&[&arguments[..], &["--seed", seed, "--out", folder]].concat());
        assert!(
            printed.contains("Excluded predictions: 6") && printed.contains("Not drawn: 8"),
            "{printed}"
        );
    }
    assert_eq!(place.read("a/sheet-03.json"), place.read("b/sheet-03.json"));
    assert_eq!(place.read("a/study.json"), place.read("b/study.json"));
    assert_ne!(place.read("a/study.json"), place.read("c/study.json"));
}

#[test]
fn choices_give_strengths() {
    let place = Place::evaluated("choice");
    let printed = place.make(&[
        "e.json", "--scale", "choice", "--raters", "4", "--each", "2", "--out", "study",
    ]);
    assert!(printed.contains("24 pairs, 4 raters"), "{printed}");
    let files = place.answer("study");
    let output = place.results(
        "study/study.json",
        &files,
        &["--format", "json", "--scores", "e.json", "--plot", "p.svg"],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let all = &json(&output)["groups"][0];
    let strengths = &all["strengths"];
    assert_eq!(
        (&strengths["systems"][0]["system"], &strengths["unbeaten"]),
        (&json!("careful"), &json!(["careful"]))
    );
    assert_eq!(
        all["preferences"][0]["share"]["value"], 1.0,
        "cer prefers the version with fewer errors: {all}"
    );
    assert!(place.read("p.svg").contains("Strength of the systems"));
    let refused = place.results("study/study.json", &files, &["--ratings", "r.csv"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused).contains("choices have no ratings"));
}

#[test]
fn a_list_of_pairs_becomes_a_study_of_two_groups() {
    const VERSIONS: [&str; 4] = ["a b c d e f", "z b c d e f", "z z z d e f", "z z z z z z"];
    let place = Place::new("list");
    let lines: Vec<String> = (0..12)
        .map(|number| json!({"id": number, "reference": "a b c d e f", "prediction": VERSIONS[number % 4]}).to_string())
        .collect();
    place.write("pairs.jsonl", lines.join("\n"));
    let arguments = [
        "pairs.jsonl",
        "--scale",
        "5",
        "--raters",
        "6",
        "--groups",
        "2",
        "--each",
        "3",
        "--title",
        "Formulas",
        "--out",
        "s",
    ];
    place.make(&arguments);
    let files = place.answer("s");
    // A careless rater, a stranger's file, and a file twice.
    let mut careless: Value = serde_json::from_str(&place.read(&files[0])).unwrap();
    for answer in careless["answers"].as_array_mut().unwrap() {
        answer["answer"] = 3.into();
    }
    place.write(&files[0], careless.to_string());
    place.write("s/other.json", "{}");
    place.write("s/latin.json", [0xff, 0xfe]);
    let all = [
        files.clone(),
        vec!["s/other.json".to_owned(), "s/latin.json".to_owned(), files[1].clone()],
    ]
    .concat();
    let output = place.results("s/study.json", &all, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let results = json(&output);
    let messages: Vec<&str> = results["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["message"].as_str().unwrap())
        .collect();
    for told in [
        "s/latin.json",
        "s/other.json: the file is not a sheet",
        "rater 2 has several files",
        "rater 1 is excluded: 2 of 2",
    ] {
        assert!(
            messages.iter().any(|message| message.contains(told)),
            "{told}: {messages:?}"
        );
    }
    assert_eq!(results["groups"][0]["answers"], 60);
    assert_eq!(
        (&results["between"][0]["first"], &results["between"][0]["pairs"]),
        (&json!("group 1"), &json!(12))
    );
    assert_eq!(results["between"][0]["pearson"]["value"], 1.0);
    let kept = json(&place.results("s/study.json", &files, &["--format", "json", "--keep-failed"]));
    assert_eq!(kept["groups"][0]["answers"], 72);
}

/// Section 4.1 of "Benchmarking Document Parsers": formulas that both CDM and judge find perfect are not rated.
#[test]
fn perfect_formulas_are_left_out() {
    let place = Place::evaluated("perfect");
    let mut report: Value = serde_json::from_str(&place.read("e.json")).unwrap();
    let mut items = Vec::new();
    for line in report["levels"][0]["scores"].as_array_mut().unwrap() {
        let is_exact = line["metrics"]["exact"]["value"] == 1.0;
        line["metrics"]["cdm_unimernet"] = json!({"value": if is_exact { 1.0 } else { 0.5 }});
        let score = if is_exact && line["id"] != "f0" { 10.0 } else { 4.0 };
        items.push(json!({"id": line["id"], "document": "d", "system": line["system"], "what": "display", "reference": "x", "prediction": "y",
            "verdict": {"state": "scored", "score": score, "is_correct": null, "reasons": []}}));
    }
    report["judge"] = json!([{"protocols": [{"name": "texlens_formula", "value": "ours"}], "provider": "openai", "endpoint": "http://localhost/v1", "model": "m", "answered_by": [],
        "created": "2026-11-22T10:00:00Z", "settings": [], "cost": {"requests": 0, "input_tokens": 0, "output_tokens": 0, "dollars": null, "earlier_dollars": null, "is_estimated": false},
        "groups": [], "items": items}]);
    place.write("judged.json", report.to_string());
    let printed = place.make(&["judged.json", "--exclude", "perfect", "--raters", "3", "--out", "study"]);
    assert!(
        printed.contains("Excluded predictions: 5") && printed.contains("43 pairs"),
        "{printed}"
    );
    let files = place.answer("study");
    let output = place.results(
        "study/study.json",
        &files,
        &["--scores", "judged.json", "--format", "json", "--exclude", "perfect"],
    );
    let correlations = &json(&output)["groups"][0]["correlations"];
    let names: Vec<&Value> = correlations["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| &pair["of"])
        .collect();
    assert!(
        names.contains(&&json!("m (texlens_formula)")) && correlations["left_out"] == 5,
        "{correlations}"
    );
}

#[test]
fn what_cannot_be_made_or_shown_is_told_with_advice() {
    let place = Place::evaluated("errors");
    place.write("pairs.csv", "id,reference,prediction\n1,x,y\n");
    let make = |arguments: &[&str]| place.texlens(&[&["ratings", "make"], arguments, &["--out", "out"]].concat());
    for (arguments, told) in [
        (&["e.json", "--each", "31"][..], "each pair needs 31 different raters"),
        (&["e.json", "--raters", "0"], "the number of raters is 0"),
        (&["e.json", "--groups", "7"], "take a multiple of 7"),
        (&["e.json", "--checks", "9"], "9 attention checks"),
        (&["e.json", "--system", "nobody"], "there are \"careful\", \"hasty\""),
        (&["e.json", "--exclude", "perfect"], "since there is no judge"),
        (&["pairs.csv", "--exclude", "perfect"], "a list of pairs has no scores"),
        (&["pairs.csv", "--scale", "choice"], "a choice needs two systems"),
        (&["f.csv"], "line 2: there is no \"prediction\""),
        (&["missing.json"], "missing.json"),
    ] {
        let output = make(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output).contains(told), "{told}: {}", text(&output));
    }
    let one = ["pairs.csv", "--raters", "1", "--each", "1"];
    assert!(make(&one).status.success());
    assert!(text(&make(&one)).contains("is not empty"));
    assert!(make(&[&one[..], &["--force"]].concat()).status.success());

    let results = |files: &[&str], arguments: &[&str]| {
        let files: Vec<String> = files.iter().map(|file| (*file).to_owned()).collect();
        place.results("out/study.json", &files, arguments)
    };
    let empty = results(&["out/sheet-01.json"], &[]);
    assert_eq!(empty.status.code(), Some(2));
    assert!(text(&empty).contains("no answer counts"), "{}", text(&empty));
    for group in ["x", "x=2", "x=a-b", "=1"] {
        assert!(text(&results(&["out/sheet-01.json"], &["--group", group])).contains("is not a group"));
    }
    let output = place.texlens(&["ratings", "results", "e.json", "out/sheet-01.json"]);
    assert!(text(&output).contains("name the study.json"), "{}", text(&output));
    let output = place.texlens(&[
        "ratings",
        "results",
        "out/study.json",
        "out/sheet-01.json",
        "--resamples",
        "3",
    ]);
    assert!(text(&output).contains("3 resamples"));
}
