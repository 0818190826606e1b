//! Tests of `texlens leaderboard`: measured rows beside printed ones, and sets of comparable rows.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

struct Place(PathBuf);

impl Place {
    /// A place with twelve formulas and the predictions of two systems, each in a file of its own.
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("leaderboard")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (system, wrong) in [("good", 2), ("poor", 7)] {
            let mut csv = format!("id,kind,reference,{system}_pred\n");
            for number in 0..12 {
                let prediction = if number < wrong { "y" } else { "x" };
                csv += &format!("f{number},display,x_{number},{prediction}_{number}\n");
            }
            fs::write(folder.join(format!("{system}.csv")), csv).unwrap();
        }
        Self(folder)
    }

    fn texlens(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
        command.args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Evaluates a system and saves it under its name.
    fn evaluate(&self, system: &str, more: &[&str]) {
        let (data, json) = (format!("{system}.csv"), format!("{system}.json"));
        let arguments = [
            "evaluate",
            &data,
            "--metrics",
            "cer,bleu",
            "--resamples",
            "200",
            "--texts",
            "--json",
            &json,
        ];
        let output = self.texlens(&[&arguments[..], more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.texlens(&[&["leaderboard"], arguments, &["--format", "json"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn results(name: &str) -> String {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../leaderboard/tests/data");
    data.join(name).display().to_string()
}

#[test]
fn evaluations_of_the_same_references_are_one_set_and_a_setting_keeps_them_apart() {
    let place = Place::new("sets");
    place.evaluate("good", &[]);
    place.evaluate("poor", &[]);
    let standing = place.json(&["good.json", "poor.json", "--printed", "texocr"]);
    let sets = standing["sets"].as_array().unwrap();
    assert_eq!(sets.len(), 2, "both systems, and the paper");
    let systems: Vec<&str> = sets[0]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["system"].as_str())
        .collect();
    assert_eq!(systems, ["good", "poor"]);
    // The mean and its interval are those of the evaluation.
    let saved: Value = serde_json::from_str(&fs::read_to_string(place.0.join("good.json")).unwrap()).unwrap();
    let metric = &saved["levels"][0]["systems"][0]["metrics"][0];
    let board = &standing["boards"][0];
    let column = board["columns"]
        .as_array()
        .unwrap()
        .iter()
        .position(|column| column["id"] == metric["metric"])
        .unwrap();
    let value = &board["rows"][0]["values"][column];
    assert_eq!(
        (&value["number"], &value["interval"]),
        (&metric["mean"], &metric["interval"])
    );

    // A setting of a metric that was not calculated changes nothing.
    place.evaluate("poor", &["--set", "ctp.min_words=9"]);
    let standing = place.json(&["good.json", "poor.json"]);
    assert_eq!(standing["sets"].as_array().unwrap().len(), 1);
    place.evaluate("poor", &["--set", "bleu.smoothing=none"]);
    let text = text(&place.texlens(&["leaderboard", "good.json", "poor.json"]).stdout);
    assert!(
        text.contains("Not comparable") && text.contains("Settings differ: bleu.smoothing"),
        "{text}"
    );
}

#[test]
fn reports_of_one_name_are_told_apart_by_their_paths() {
    let place = Place::new("names");
    for system in ["good", "poor"] {
        place.evaluate(system, &[]);
        fs::create_dir(place.0.join(system)).unwrap();
        let from = place.0.join(format!("{system}.json"));
        fs::rename(from, place.0.join(system).join("report.json")).unwrap();
    }
    let standing = place.json(&["good/report.json", "poor/report.json"]);
    let files = ["good/report.json", "poor/report.json"];
    for (board, file) in standing["boards"].as_array().unwrap().iter().zip(files) {
        assert_eq!(board["origin"]["file"], file);
    }
    let markdown = text(
        &place
            .texlens(&[
                "leaderboard",
                "good/report.json",
                "poor/report.json",
                "--format",
                "markdown",
            ])
            .stdout,
    );
    for row in [
        "| good | measured | good/report.json |",
        "| poor | measured | poor/report.json |",
    ] {
        assert!(markdown.contains(row), "{markdown}");
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_a_folder_of_result_files_are_not_followed() {
    use std::os::unix::fs::symlink;

    let place = Place::new("links");
    let page = place.0.join("set/alpha/0");
    fs::create_dir_all(&page).unwrap();
    let formulas =
        r#"[{"gt_formula": "a", "extracted_formula": "a", "llm_scores": [{"judge_model": "m", "score": 9}]}]"#;
    fs::write(page.join("formulas.json"), formulas).unwrap();
    fs::create_dir(place.0.join("set/alpha/.git")).unwrap();
    fs::write(place.0.join("set/alpha/.git/formulas.json"), "not JSON").unwrap();
    symlink("..", page.join("again")).unwrap();
    fs::write(place.0.join("outside.png"), "").unwrap();
    symlink(place.0.join("outside.png"), page.join("cdm.png")).unwrap();
    let output = place.texlens(&["leaderboard", "set"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("alpha") && text(&output.stderr).contains("cdm.png"));
    fs::write(place.0.join("secret.json"), formulas).unwrap();
    symlink(place.0.join("secret.json"), page.join("tables.json")).unwrap();
    let output = place.texlens(&["leaderboard", "set"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("tables.json"), "{}", text(&output.stderr));
}

#[test]
fn printed_rows_are_marked_and_sorted_as_wanted() {
    let place = Place::new("printed");
    let sorted = |more: &[&str]| {
        let arguments = [
            &["leaderboard", "--printed", "texocr-table-2", "--format", "markdown"],
            more,
        ]
        .concat();
        let markdown = text(&place.texlens(&arguments).stdout);
        let rows: Vec<String> = markdown
            .lines()
            .filter(|line| line.contains("printed, not measured |"))
            .map(str::to_owned)
            .collect();
        assert_eq!(rows.len(), 23);
        rows.first().unwrap().clone()
    };
    assert!(sorted(&[]).starts_with("| GPT-5.3 |"));
    assert!(sorted(&["--sort", "fa"]).starts_with("| Infinity-Parser-7B |"));
    assert!(sorted(&["--sort", "fa", "--reverse"]).starts_with("| Phi-4-multimodal |"));
    let csv = text(
        &place
            .texlens(&["leaderboard", "--printed", "pdf-parse-bench-2025-q4", "--format", "csv"])
            .stdout,
    );
    assert_eq!(csv.lines().count(), 1 + 21 * 4);
    assert!(csv.contains("PaddleOCR-VL,\"printed, not measured\",pdf-parse-bench-2025-q4,0.9B,,,CPU/GPU,judge_display_by_page,0 to 10,9.6,9.60,"), "{csv}");
}

#[test]
fn result_files_are_calculated_and_saved_for_the_app() {
    let place = Place::new("results");
    let standing = place.json(&[&results("2025-q4"), "--html", "results.html"]);
    assert_eq!(standing["boards"][0]["origin"]["kind"], "calculated");
    assert_eq!(standing["sets"].as_array().unwrap().len(), 2, "one for each judge");
    let again = place.json(&["results.html"]);
    assert_eq!(again["boards"][0]["rows"], standing["boards"][0]["rows"]);
}

#[test]
fn what_cannot_be_used_is_named_and_the_rest_is_shown() {
    let place = Place::new("wrong");
    fs::write(place.0.join("notes.json"), "{}").unwrap();
    let output = place.texlens(&["leaderboard", "notes.json", "nowhere", "--printed", "texbleu"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(
        said.contains("notes.json: this is not a texlens report") && said.contains("nowhere cannot be read"),
        "{said}"
    );
    assert!(text(&output.stdout).contains("TeXBLEU"));
    for (arguments, part) in [
        (&["leaderboard"][..], "nothing to show"),
        (&["leaderboard", "--printed", "x"], "no printed table is named"),
        (
            &["leaderboard", "--printed", "texbleu", "--sort", "x"],
            "no table has a column",
        ),
        (
            &["leaderboard", "--printed", "texbleu", "--html", "x.html"],
            "result files",
        ),
        (&["leaderboard", "notes.json"], "nothing to show"),
    ] {
        let output = place.texlens(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
    }
}
