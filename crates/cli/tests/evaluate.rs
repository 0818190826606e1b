//! Tests of `texlens evaluate` as scripts use it, on a small dataset.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use texlens_report::from_html;

const PAGES: [(&str, &str); 4] = [
    (
        "tides/001",
        "\\section{Tides}\nThe water of every sea rises and falls twice on most days of the year.\n\
         The height is $h = a \\cos(\\omega t)$ above the mean.\n",
    ),
    (
        "tides/002",
        "\\section{Currents}\nBetween two islands the water runs fast enough to turn a wheel of wood.\n\
         \\begin{equation} v = \\sqrt{2 g h} \\end{equation}\n",
    ),
    (
        "winds/001",
        "\\section{Winds}\nWarm air over the land rises and cool air from the sea takes its place.\n\
         Its pressure is $p = \\rho g z$.\n",
    ),
    (
        "dunes/001",
        "\\section{Dunes}\nSand that the wind has lifted once falls down again behind the first ridge.\n\
         The angle is $\\alpha$.\n",
    ),
];

const IMAGE: &[u8] = include_bytes!("../../../tests/e2e/fixtures/line.png");

/// Returns the command without the TeX engine, which has separate tests.
fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
    command.env("TEXLENS_TEX", env!("CARGO_TARGET_TMPDIR"));
    command
}

/// The folder of one test.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("evaluate").join(name);
        // Removes the output of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    /// Makes the dataset and two systems: one copies the references, the other damages every page and omits one.
    fn with_systems(name: &str) -> Self {
        let place = Self::new(name);
        let mut manifest = String::new();
        for (id, latex) in PAGES {
            let (document, page) = id.split_once('/').unwrap();
            let line = json!({
                "id": id, "document": document, "page": page.parse::<u32>().unwrap(), "image": format!("{id}.png"),
                "reference": format!("{id}.tex"), "weak": document == "dunes"
            });
            manifest += &format!("{line}\n");
            place.write(&format!("data/{id}.tex"), latex);
            place.write(&format!("data/{id}.png"), IMAGE);
            place.write(&format!("copy/{id}.tex"), latex);
            if id != "tides/002" {
                place.write(
                    &format!("worse/{id}.md"),
                    latex.replace("the", "teh").replace("section", "chapter"),
                );
            }
        }
        place.write("data/manifest.jsonl", &manifest);
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn texlens(&self, arguments: &[&str]) -> Output {
        command()
            .current_dir(&self.0)
            .arg("evaluate")
            .args(arguments)
            .output()
            .unwrap()
    }

    /// Evaluates both systems with a short bootstrap.
    fn both(&self, arguments: &[&str]) -> Output {
        let start = [
            "data",
            "--system",
            "copy=copy",
            "--system",
            "worse=worse",
            "--resamples",
            "200",
        ];
        self.texlens(&[&start, arguments].concat())
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.both(&[&["--format", "json"], arguments].concat());
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Returns the mean of a metric at the first level.
fn mean<'a>(json: &'a Value, system: usize, metric: &str) -> &'a Value {
    let metrics = json["levels"][0]["systems"][system]["metrics"].as_array().unwrap();
    &metrics.iter().find(|summary| summary["metric"] == metric).unwrap()["mean"]
}

/// Returns the scores of a sample at the first level.
fn sample<'a>(json: &'a Value, id: &str, system: &str) -> &'a Value {
    let scores = json["levels"][0]["scores"].as_array().unwrap();
    scores
        .iter()
        .find(|line| line["id"] == id && line["system"] == system)
        .unwrap()
}

#[test]
fn whole_documents_are_compared() {
    let place = Place::with_systems("documents");
    let output = place.both(&[]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = text(&output.stdout);
    assert!(table.starts_with("copy, worse: data\n\n3 documents\n"), "{table}");
    assert!(
        table.contains("A missing prediction is scored as empty text on every metric, and counted.\nworse: 1 missing."),
        "{table}"
    );
    assert!(
        table.contains("copy is better than worse by 100.0 points in Section accuracy (sa)"),
        "{table}"
    );
    assert_eq!(text(&output.stderr), "", "progress is for terminals");

    let json = place.json(&[]);
    assert_eq!(
        (&json["format"], &json["version"]),
        (&json!("texlens-scores"), &json!(1))
    );
    assert_eq!(json["levels"][0]["level"], "document");
    assert_eq!(mean(&json, 0, "ds"), 1.0);
    let values: Vec<f64> = ["tides", "winds", "dunes"]
        .iter()
        .map(|id| sample(&json, id, "worse")["metrics"]["ds"]["value"].as_f64().unwrap())
        .collect();
    let expected = values.iter().sum::<f64>() / 3.0;
    assert!((mean(&json, 1, "ds").as_f64().unwrap() - expected).abs() < 1e-12);
    assert_eq!(sample(&json, "tides", "worse")["missing"], 1);
}

#[test]
fn a_sample_has_the_scores_of_texlens_score() {
    let place = Place::with_systems("score");
    let json = place.json(&["--level", "page"]);
    let output = command()
        .current_dir(&place.0)
        .args([
            "score",
            "--reference",
            "data/winds/001.tex",
            "--prediction",
            "worse/winds/001.md",
        ])
        .output()
        .unwrap();
    let scored: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(sample(&json, "winds/001", "worse")["metrics"], scored["metrics"]);
    assert_eq!(
        json["provenance"]["settings"].as_array().unwrap().len(),
        scored["settings"].as_object().unwrap().len()
    );
}

#[test]
fn levels_metrics_settings_and_tags_choose_what_is_scored() {
    let place = Place::with_systems("choice");
    let json = place.json(&["--level", "document,page,formula", "--metrics", "ds,exact"]);
    let levels: Vec<_> = json["levels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|level| level["samples"].as_u64().unwrap())
        .collect();
    assert_eq!(levels, [3, 4, 4]);
    let formulas = json["levels"][2]["scores"].as_array().unwrap();
    assert_eq!(formulas.len(), 8);
    let lost = formulas
        .iter()
        .find(|line| line["id"] == "tides/002#1" && line["system"] == "worse")
        .unwrap();
    assert_eq!(
        (&lost["missing"], &lost["metrics"]["exact"]["value"]),
        (&json!(1), &json!(0.0))
    );

    let json = place.json(&["--exclude-tag", "weak=true", "--set", "ctp.min_words=5"]);
    assert_eq!(json["levels"][0]["samples"], 2);
    let settings = json["provenance"]["settings"].as_array().unwrap();
    assert!(settings.contains(&json!({"name": "ctp.min_words", "value": "5"})));
    assert!(settings.contains(&json!({"name": "exclude weak=true", "value": "1 page"})));
}

#[test]
fn systems_are_broken_down_by_tags() {
    let place = Place::with_systems("tags");
    let json = place.json(&["--level", "page,formula", "--by", "weak", "--metrics", "ds,exact"]);
    let weak = &json["levels"][0]["breakdowns"][0];
    assert_eq!(weak["tag"], "weak");
    let rows: Vec<_> = weak["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["value"].as_str().unwrap(), row["samples"].as_u64().unwrap()))
        .collect();
    assert_eq!(rows, [("false", 3), ("true", 1)]);
    // The value contains only the page of the dunes.
    let value = &weak["values"][1]["systems"][1]["metrics"][0];
    let alone = sample(&json, "dunes/001", "worse");
    assert_eq!(
        (&value["metric"], &value["mean"]),
        (&json!("ds"), &alone["metrics"]["ds"]["value"])
    );
    // Formulas have the tags of their pages.
    assert_eq!(json["levels"][1]["breakdowns"][0]["values"][1]["samples"], 1);

    let output = place.both(&["--level", "page", "--by", "weak", "--metrics", "ds", "--html", "r.html"]);
    assert!(text(&output.stdout).contains("ds by weak"), "{output:?}");
    let html = place.read("r.html");
    assert!(html.contains("By weak") && html.contains("<svg"), "{html}");
    assert_eq!(from_html(&html).unwrap().comparisons[0].breakdowns.len(), 1);

    let output = place.both(&["--by", "colour"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no sample has the tag \"colour\"; there are"),
        "{output:?}"
    );
}

/// Makes an experiment: three pages, each at two resolutions. The system `same` copies the references. `worse` loses the
/// display of every page at 72 dpi, and has no prediction for one of these images.
fn experiment(name: &str) -> Place {
    let place = Place::new(name);
    let mut manifest = String::new();
    for page in ["a", "b", "c"] {
        let latex = format!(
            "Sand that the wind has lifted falls down again behind ridge {page}.\n\
             It has $x_{page} = 1$.\n\\[ \\int_0^1 f_{page}(x) \\, dx = \\sum_{{k=0}}^\\infty \\frac{{a_k}}{{k + 1}} \\]\n"
        );
        for dpi in ["150", "72"] {
            let id = format!("{page}-{dpi}");
            let line = json!({"id": id, "document": page, "reference": format!("{page}.tex"), "dpi": dpi, "=": "x"});
            manifest += &format!("{line}\n");
            place.write(&format!("same/{id}.tex"), &latex);
            let cut = latex.find("\\[").filter(|_| dpi == "72").unwrap_or(latex.len());
            if id != "c-72" {
                place.write(&format!("worse/{id}.tex"), &latex[..cut]);
            }
        }
        place.write(&format!("data/{page}.tex"), &latex);
    }
    place.write("data/manifest.jsonl", manifest);
    place
}

/// Evaluates an experiment with curves, and returns the lines of their table, by name of the column.
fn curves(place: &Place, arguments: &[&str]) -> Vec<BTreeMap<String, String>> {
    let start = [
        "data",
        "--system",
        "same=same",
        "--system",
        "worse=worse",
        "--curves",
        "curves",
    ];
    let output = place.texlens(&[&start, arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let table = place.read("curves/curves.csv");
    let mut lines = table.lines().map(cells);
    let names = lines.next().unwrap();
    let lines: Vec<BTreeMap<String, String>> = lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect();
    let key = |line: &BTreeMap<String, String>| {
        ["level", "factor", "factor_value", "system", "measure", "metric"].map(|name| line[name].clone())
    };
    let keys: BTreeSet<_> = lines.iter().map(key).collect();
    assert_eq!(keys.len(), lines.len(), "a line has no namesake");
    lines
}

/// Returns the cells of a line of CSV without line breaks or quotes in cells.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

#[test]
fn curves_have_plots_numbers_and_paired_changes() {
    let place = experiment("curves");
    let lines = curves(
        &place,
        &["--level", "page", "--by", "dpi", "--metrics", "edit_similarity,fa"],
    );
    let find = |system: &str, level: &str, metric: &str| {
        let mut same = lines
            .iter()
            .filter(|line| [&line["system"], &line["factor_value"], &line["metric"]] == [system, level, metric]);
        same.next().unwrap().clone()
    };
    // Numbers are in their order, though the dataset has them in another: the first value is 72 dpi.
    let first = find("worse", "72", "fa");
    assert_eq!(
        [&first["level"], &first["factor"], &first["n"], &first["documents"]],
        ["page", "dpi", "3", "3"]
    );
    assert_eq!([&first["missing"], &first["change"], &first["note"]], ["1", "", ""]);
    let second = find("worse", "150", "fa");
    assert_eq!([&second["mean"], &second["missing"], &second["pairs"]], ["1", "0", "3"]);
    let number = |line: &BTreeMap<String, String>, key: &str| line[key].parse::<f64>().unwrap();
    // The missing prediction counts as an empty one, in the mean and in the change.
    assert!((number(&second, "change") - (1.0 - number(&first, "mean"))).abs() < 1e-12);
    assert!(number(&second, "change_lower") > 0.0);
    assert_eq!(number(&find("same", "150", "fa"), "change"), 0.0);
    let svg = place.read("curves/page-dpi.svg");
    for shown in [
        "<title id=\"curves-title\">Scores by dpi</title>",
        "150, worse: 1.000",
        "n = 3",
    ] {
        assert!(svg.contains(shown), "{shown}: {svg}");
    }
}

#[test]
fn formulas_have_curves_by_kind_and_difficulty() {
    let place = experiment("kinds");
    let by = [
        "--level",
        "formula",
        "--by",
        "formula-kind,formula-difficulty,dpi",
        "--metrics",
        "exact",
    ];
    let lines = curves(&place, &by);
    let means = |factor: &str| {
        let of_worse = lines
            .iter()
            .filter(|line| line["factor"] == factor && line["system"] == "worse");
        let cells = ["factor_value", "n", "documents", "mean", "change"];
        of_worse
            .map(|line| cells.map(|cell| line[cell].clone()))
            .collect::<Vec<_>>()
    };
    let [inline, display] = &means("formula-kind")[..] else {
        panic!()
    };
    // Of six inline formulas, the one of the missing prediction is lost; of six displays, the three at 72 dpi.
    assert_eq!(inline[..3], ["inline", "6", "3"]);
    assert!((inline[3].parse::<f64>().unwrap() - 5.0 / 6.0).abs() < 1e-12);
    // No formula is of two kinds.
    assert_eq!(*display, ["display", "6", "3", "0.5", ""]);
    let values: Vec<String> = means("formula-difficulty").iter().map(|line| line[0].clone()).collect();
    assert_eq!(values, ["simple", "average"]);
    let dpi = means("dpi");
    assert_eq!(dpi[1][..4], ["150", "6", "3", "1"]);
    assert!((dpi[1][4].parse::<f64>().unwrap() - 4.0 / 6.0).abs() < 1e-12);
    for file in [
        "formula-formula-kind.svg",
        "formula-formula-difficulty.svg",
        "formula-dpi.svg",
    ] {
        assert!(place.path("curves").join(file).exists(), "{file}");
    }
}

#[test]
fn curves_say_what_is_missing_and_refuse_unknown_tags() {
    let place = experiment("no-curve");
    let start = ["data", "--system", "same=same", "--metrics", "fa", "--curves", "curves"];
    let output = place.texlens(&start);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("--by"), "{output:?}");
    let output = place.texlens(&[&start[..], &["--by", "colour"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no sample has the tag \"colour\""),
        "{output:?}"
    );
    assert!(!place.path("curves").exists());
    let output = place.texlens(&[&start[..], &["--by", "=,dpi"]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output.stderr).contains("a curve needs two values"), "{output:?}");
    assert!(place.read("curves/curves.csv").contains("page,'=,x,same,metric,fa,"));
    // A single value has numbers and no plot.
    assert!(!place.path("curves/page-_.svg").exists() && place.path("curves/page-dpi.svg").exists());
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let place = Place::with_systems("threads");
    let written = |jobs: &str| {
        let output = place.both(&[
            "--jobs", jobs, "--html", "r.html", "--json", "r.json", "--csv", "r.csv", "--junit", "r.xml",
        ]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let mut json: Value = serde_json::from_str(&place.read("r.json")).unwrap();
        json["provenance"]["created"] = Value::Null;
        let mut page = from_html(&place.read("r.html")).unwrap();
        page.provenance.created.clear();
        (output.stdout, json, place.read("r.csv"), place.read("r.xml"), page)
    };
    assert_eq!(written("1"), written("5"));
}

#[test]
fn files_are_named_by_the_hashes_that_sha256sum_gives() {
    let place = Place::with_systems("hashes");
    let json = place.json(&[]);
    let hash = |bytes: &[u8]| hex::encode(Sha256::digest(bytes));
    let files = json["provenance"]["files"].as_array().unwrap();
    assert_eq!(files[0]["sha256"], hash(place.read("data/manifest.jsonl").as_bytes()));
    let names = ["tides/001.md", "winds/001.md", "dunes/001.md"];
    let lines = names.map(|name| format!("{}  {name}\n", hash(place.read(&format!("worse/{name}")).as_bytes())));
    assert_eq!(
        files[3],
        json!({"what": "predictions of worse", "count": 3, "sha256": hash(lines.concat().as_bytes())})
    );
}

#[test]
fn csv_has_a_line_for_every_score() {
    let place = Place::with_systems("csv");
    place.both(&["--csv", "r.csv", "--metrics", "ds,sa"]);
    let csv = place.read("r.csv");
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "system,level,id,document,metric,value,reason");
    // There are two metrics and five error types.
    assert_eq!(lines.len(), 1 + 2 * 3 * (2 + 5));
    assert!(lines.contains(&"copy,document,winds,winds,ds,1,"), "{csv}");
    assert!(lines.contains(&"copy,document,winds,winds,missing_text,0,"), "{csv}");
}

#[test]
fn the_page_shows_the_comparison_and_the_worst_samples() {
    let place = Place::with_systems("html");
    let output = place.both(&[
        "--level",
        "page",
        "--html",
        "r.html",
        "--html-samples",
        "2",
        "--metrics",
        "ds,sa",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let html = place.read("r.html");
    assert!(html.contains("Below are 2 of 4 pages"), "what was left out is said");
    let evaluation = from_html(&html).unwrap();
    let selection = evaluation.selection.unwrap();
    assert_eq!(
        (selection.shown, selection.total, selection.lowest.as_str()),
        (2, 4, "ds")
    );
    let shown: Vec<_> = evaluation.samples.iter().map(|sample| sample.id.as_str()).collect();
    assert_eq!(shown[..2], ["tides/002"; 2], "the page that is missing is the worst");
    assert_eq!(evaluation.samples.len(), 4);
    assert!(
        evaluation
            .samples
            .iter()
            .all(|sample| sample.image.as_ref().is_some_and(|shown| shown.bytes == IMAGE))
    );
    assert_eq!(evaluation.comparisons.len(), 1);
}

#[test]
fn an_image_that_is_not_there_is_a_problem_of_the_page_alone() {
    let place = Place::with_systems("images");
    fs::remove_file(place.path("data/winds/001.png")).unwrap();
    let output = place.both(&["--level", "page", "--html", "r.html"]);
    assert_eq!(output.status.code(), Some(1));
    let table = text(&output.stdout);
    assert!(
        table.contains("winds/001: data/manifest.jsonl line 3: image winds/001.png cannot be read"),
        "{table}"
    );
    assert_eq!(from_html(&place.read("r.html")).unwrap().samples.len(), 8);
    assert_eq!(
        place.both(&["--level", "page"]).status.code(),
        Some(0),
        "images are needed for the page only"
    );
}

#[test]
fn thresholds_decide_the_exit_code() {
    let place = Place::with_systems("thresholds");
    let output = place.both(&["--fail-under", "ds=0.2"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let output = place.both(&[
        "--fail-under",
        "ds=0.999",
        "--fail-under",
        "baseline=0.1",
        "--junit",
        "r.xml",
    ]);
    assert_eq!(output.status.code(), Some(3));
    let message = text(&output.stderr);
    assert!(message.starts_with("texlens: worse: ds is 0."), "{message}");
    assert!(message.contains(", and must be at least 0.999"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    let xml = place.read("r.xml");
    assert!(
        xml.contains("<testsuite name=\"copy\" tests=\"2\" skipped=\"0\" errors=\"0\" failures=\"0\">"),
        "{xml}"
    );
    assert!(
        xml.contains("<testsuite name=\"worse\" tests=\"2\" skipped=\"0\" errors=\"0\" failures=\"1\">"),
        "{xml}"
    );
    let output = place.both(&["--fail-under", "dx=1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("no value \"dx\" was computed"),
        "{output:?}"
    );
}

#[test]
fn results_for_model_cards_are_files_of_the_systems() {
    let place = Place::with_systems("eval-results");
    let arguments = |tasks| {
        let benchmark = ["--eval-results", "cards", "--benchmark", "org/pages@1a2b"];
        [&benchmark[..], &["--benchmark-task", tasks]].concat()
    };
    let json = place.json(&arguments("ds=text,overall_defined=all"));
    let card = place.read("cards/worse.yaml");
    let lines: Vec<&str> = card.lines().collect();
    let system = &json["levels"][0]["systems"][1];
    let metric = |id: &str| {
        let metrics = system["metrics"].as_array().unwrap();
        metrics.iter().find(|metric| metric["metric"] == id).unwrap().clone()
    };
    let ds = metric("ds");
    assert_eq!(lines[0], "- dataset:");
    assert_eq!(lines[1], "    id: \"org/pages\"");
    assert_eq!(lines[2], "    task_id: \"text\"");
    assert_eq!(lines[3], "    revision: \"1a2b\"");
    assert_eq!(lines[4], format!("  value: {}", ds["mean"]));
    assert!(lines[5].starts_with("  date: \"20"), "{card}");
    let bounds = ["low", "high"].map(|bound| ds["interval"][bound].as_f64().unwrap());
    let interval = format!(
        "95 % interval {:.4} to {:.4}; 1 missing prediction ",
        bounds[0], bounds[1]
    );
    assert!(lines[6].contains(&interval), "{card}");
    assert_eq!(lines[9], "    task_id: \"all\"");
    assert_eq!(lines.len(), 14, "{card}");
    assert!(place.path("cards/copy.yaml").exists());

    let output = place.both(&arguments("csr=compiled"));
    let said = text(&output.stderr);
    assert!(
        said.contains("worse: the task compiled has no result: csr is undefined ("),
        "{said}"
    );
    assert_eq!(place.read("cards/worse.yaml"), "[]\n");

    let output = place.both(&arguments("dx=text"));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("no metric or mean \"dx\" was computed"), "{said}");
    let output = place.both(&["--eval-results", "cards"]);
    assert!(text(&output.stderr).contains("--benchmark"), "{output:?}");
}

#[test]
fn files_that_cannot_be_used_are_named_and_all_others_are_scored() {
    let place = Place::with_systems("unusable");
    place.write("copy/winds/001.tex", b"caf\xe9");
    place.write("worse/dunes/001.md", vec![b'x'; 600_000]);
    fs::remove_file(place.path("data/tides/001.tex")).unwrap();
    let output = place.both(&["--level", "page", "--junit", "r.xml", "--json", "r.json"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let table = text(&output.stdout);
    assert!(
        table.contains("winds/001 of copy: copy/winds/001.tex is not UTF-8: byte 0xE9 at offset 3"),
        "{table}"
    );
    assert!(
        table.contains("dunes/001 of worse: worse/dunes/001.md has more than 524288 bytes"),
        "{table}"
    );
    assert!(
        table.contains("tides/001 of copy: data/manifest.jsonl line 1: reference tides/001.tex cannot be read"),
        "{table}"
    );
    let json: Value = serde_json::from_str(&place.read("r.json")).unwrap();
    let systems = &json["levels"][0]["systems"];
    // Only the page without a reference is not scored. An unreadable prediction counts as missing.
    assert_eq!((&systems[0]["scored"], &systems[0]["failed"]), (&json!(3), &json!(1)));
    assert_eq!(systems[0]["missing"], json!(1));
    let unreadable = sample(&json, "winds/001", "copy");
    assert!(unreadable["problem"].as_str().unwrap().contains("--encoding latin1"));
    assert_eq!(unreadable["metrics"]["ds"]["value"], 0.0);
    assert_eq!(unreadable["metrics"]["baseline"]["value"], 0.0);
    assert_eq!(sample(&json, "winds/001", "worse")["metrics"]["sa"]["value"], 0.0);
    assert!(
        place
            .read("r.xml")
            .contains("<error message=\"copy/winds/001.tex is not UTF-8")
    );
}

#[test]
fn what_cannot_be_evaluated_at_all_is_said_with_advice() {
    let place = Place::with_systems("refused");
    place.write("empty/note.txt", "");
    fs::create_dir(place.path("hollow")).unwrap();
    place.write("bare/manifest.jsonl", "{\"id\": \"a\", \"reference\": \"a.tex\"}\n");
    place.write("twice/manifest.jsonl", "{\"id\": \"a\"}\n{\"id\": \"a\"}\n");
    place.write(
        "out/manifest.jsonl",
        "{\"id\": \"a\"}\n\n{\"id\": \"b\", \"reference\": \"../copy/tides/001.tex\"}\n",
    );
    place.write("blank/manifest.jsonl", "\n");
    let copy = ["--system", "a=copy"];
    for (arguments, message) in [
        (vec!["data"], "no system to score: add --system NAME=DIR"),
        (vec!["data", "--system", "copy"], "it must be NAME=VALUE"),
        (
            vec!["data", "--system", "a=copy", "--system", "a=worse"],
            "two systems are called \"a\"",
        ),
        (vec!["data", "--system", "a=nowhere"], "nowhere cannot be read"),
        (
            vec!["data", "--system", "a=empty"],
            "system a has no prediction for any sample; the first should be empty/tides/001.tex",
        ),
        (
            vec!["data", "--system", "copy=copy", "--system", "a=hollow/"],
            "system a has no prediction for any sample; the first should be hollow/tides/001.tex",
        ),
        (
            [&["data"], &copy[..], &["--metrics", "exact"]].concat(),
            "exact is defined on formulas, not on documents",
        ),
        (
            [&["data"], &copy[..], &["--metrics", "dss"]].concat(),
            "there is no metric \"dss\"; there are",
        ),
        (
            [&["data"], &copy[..], &["--set", "ctp.min=1"]].concat(),
            "there is no setting \"ctp.min\"",
        ),
        (
            [&["data"], &copy[..], &["--resamples", "3"]].concat(),
            "3 resamples are outside of the limits",
        ),
        (
            [
                &["data"],
                &copy[..],
                &["--exclude-tag", "weak=true", "--exclude-tag", "weak=false"],
            ]
            .concat(),
            "--exclude-tag leaves out",
        ),
        (
            [&["bare"], &copy[..], &["--level", "document"]].concat(),
            "a: documents need",
        ),
        (
            [&["twice"], &copy[..]].concat(),
            "twice/manifest.jsonl line 2: the id \"a\" is in line 1 already",
        ),
        (
            [&["out"], &copy[..]].concat(),
            "out/manifest.jsonl line 3: the reference \"../copy/tides/001.tex\" would leave the folder",
        ),
        ([&["blank"], &copy[..]].concat(), "no reference was found"),
        ([&["nowhere"], &copy[..]].concat(), "nowhere cannot be read"),
        (
            [&["data"], &copy[..], &["--csv", "no/r.csv"]].concat(),
            "no/r.csv cannot be written",
        ),
    ] {
        let output = place.texlens(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(
            text(&output.stderr).contains(message),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn archives_lists_and_saved_evaluations_are_datasets() {
    let place = Place::with_systems("layouts");
    let folder = place.json(&["--level", "page"]);
    let mut archive = tar::Builder::new(fs::File::create(place.path("all.tar")).unwrap());
    for part in ["data", "copy", "worse"] {
        archive.append_dir_all(part, place.path(part)).unwrap();
    }
    archive.finish().unwrap();
    let mut list = String::new();
    for (id, latex) in PAGES {
        let worse = fs::read_to_string(place.path(&format!("worse/{id}.md"))).ok();
        list += &format!(
            "{}\n",
            json!({"id": id, "kind": "page", "gt": latex, "pred_copy": latex, "pred_worse": worse})
        );
    }
    place.write("list.jsonl", &list);
    let quick = ["--level", "page", "--resamples", "200"];
    place.both(&["--level", "page", "--html", "saved.html"]);
    for dataset in ["all.tar", "list.jsonl", "saved.html"] {
        let output = place.texlens(&[&[dataset, "--format", "json"], &quick[..]].concat());
        assert_eq!(output.status.code(), Some(0), "{dataset}: {output:?}");
        let json: Value = serde_json::from_slice(&output.stdout).unwrap();
        for system in 0..2 {
            for metric in ["ds", "bleu"] {
                // The samples are in another order, so the sums round differently.
                let [here, there] = [&json, &folder].map(|json| mean(json, system, metric).as_f64().unwrap());
                assert!(
                    (here - there).abs() < 1e-15 * 8.0,
                    "{dataset}: {metric} {here} and {there}"
                );
            }
        }
    }
}

#[test]
fn a_plan_says_what_was_understood_and_runs_nothing() {
    let place = Place::with_systems("plan");
    place.write("data/notes.docx", "");
    fs::remove_file(place.path("data/winds/001.png")).unwrap();
    let output = place.both(&["--plan"]);
    assert_eq!(output.status.code(), Some(1), "an image could not be used: {output:?}");
    let said = text(&output.stdout);
    for line in [
        "data: dataset folder, 4 samples\n",
        "  4 with a reference\n  4 with a prediction of copy\n  3 with a prediction of worse\n",
        "  tides/001  image data/tides/001.png  reference data/tides/001.tex  copy copy/tides/001.tex  worse worse/tides/001.md\n",
        "Left over: texlens does not read this kind of file\n  data/notes.docx\n",
        "Could not be used\n  data/manifest.jsonl line 3: image winds/001.png cannot be read: there is no such file\n",
    ] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    let output = place.both(&["--plan", "--format", "json"]);
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(plan["systems"], json!(["copy", "worse"]));
}

#[test]
fn outputs_of_parsers_are_predictions() {
    let place = Place::new("parsers");
    place.write("data/p.tex", "\\section{Tides}\nThe height \\[h \\leq a\\]\n");
    let blocks = "[{\"type\": \"text\", \"text\": \"Tides\", \"text_level\": 1, \"page_idx\": 0}, \
                  {\"type\": \"text\", \"text\": \"The height\", \"page_idx\": 0}, \
                  {\"type\": \"equation\", \"text\": \"$$ h \\\\leq a $$\", \"page_idx\": 0}]";
    place.write("data/mineru/p/auto/p_content_list.json", blocks);
    place.write("data/mineru/p/auto/p.md", "# Tides");
    let output = place.texlens(&["data", "--plan"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = text(&output.stdout);
    let line = "  p  reference data/p.tex  mineru data/mineru/p/auto/p_content_list.json (MinerU, content list)\n";
    assert!(said.contains(line), "{said}");
    assert!(
        said.contains("p has one already\n  data/mineru/p/auto/p.md\n"),
        "{said}"
    );
    let output = place.texlens(&["data", "--format", "json", "--metrics", "fa,sa"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!([mean(&json, 0, "fa"), mean(&json, 0, "sa")], [1.0, 1.0]);
}

#[test]
fn a_wrong_line_does_not_stop_the_others() {
    let place = Place::with_systems("wrong-line");
    let manifest = place.read("data/manifest.jsonl");
    place.write(
        "data/manifest.jsonl",
        format!("{manifest}{{\"id\": \"tides/001\"}}\nnothing\n"),
    );
    let output = place.both(&["--metrics", "ds"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(text(&output.stdout).contains("\n3 documents\n"), "{output:?}");
    let said = text(&output.stderr);
    assert!(
        said.contains("data/manifest.jsonl line 5: the id \"tides/001\" is in line 1 already"),
        "{said}"
    );
    assert!(said.contains("data/manifest.jsonl line 6: not a record"), "{said}");
}

#[test]
fn what_is_of_a_system_is_no_part_of_the_dataset() {
    let place = Place::with_systems("within");
    place.write("data/nougat.jsonl", "{\"id\": \"tides/001\", \"text\": \"x\"}\n");
    fs::create_dir(place.path(".hidden")).unwrap();
    fs::rename(place.path("copy"), place.path(".hidden/copy")).unwrap();
    fs::rename(place.path("data"), place.path(".hidden/data")).unwrap();
    let systems = [
        "--system",
        "n/1=.hidden/data/nougat.jsonl",
        "--system",
        "../c=.hidden/copy/",
    ];
    let output = place.texlens(&[&[".hidden/data", "--plan", "--format", "json"], &systems[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(plan["systems"], json!(["n/1", "../c"]));
    let predictions = |sample: usize| plan["samples"][sample]["predictions"].as_array().unwrap().len();
    assert_eq!([0, 1, 2, 3].map(predictions), [2, 1, 1, 1]);
}

#[test]
fn formulas_are_samples() {
    let place = Place::new("formulas");
    place.write(
        "f.csv",
        "id,kind,reference,nougat_pred\na,inline,$x^2$,\"\\(x^{2}\\)\"\nb,display,\\frac12,\\frac13\n",
    );
    let output = place.texlens(&["f.csv", "--format", "json", "--resamples", "200"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["levels"][0]["level"], "formula");
    assert_eq!(mean(&json, 0, "exact"), 0.5);
    assert_eq!(sample(&json, "a", "nougat")["metrics"]["exact"]["value"], 1.0);
}

#[test]
fn pages_of_pdf_files_are_shown_and_documents_told_from_pages() {
    let place = Place::new("pdf");
    let pdf = include_bytes!("../../pdf/tests/data/three-pages.pdf");
    place.write("data/pdfs/whole.pdf", pdf);
    place.write("data/whole.tex", PAGES[0].1);
    place.write("data/copy/whole.tex", PAGES[0].1);
    let plan: Value = serde_json::from_slice(&place.texlens(&["data", "--plan", "--format", "json"]).stdout).unwrap();
    let sample = &plan["samples"][0];
    assert_eq!((&sample["id"], &sample["kind"]), (&"whole".into(), &"document".into()));
    let table = place.texlens(&["data", "--metrics", "ds"]);
    assert!(text(&table.stdout).contains("1 document"), "{table:?}");

    place.write(
        "pages/manifest.jsonl",
        "{\"id\": \"a\", \"image\": \"a.pdf\", \"reference\": \"a.tex\"}\n",
    );
    place.write("pages/a.pdf", include_bytes!("../../pdf/tests/data/printing-only.pdf"));
    place.write("pages/a.tex", PAGES[0].1);
    place.write("pages/copy/a.tex", PAGES[0].1);
    let shown = place.texlens(&["pages", "--html", "page.html"]);
    assert_eq!(shown.status.code(), Some(0), "{shown:?}");
    let evaluation = from_html(&place.read("page.html")).unwrap();
    let image = evaluation.samples[0].image.as_ref().unwrap();
    // The page measures 200 by 100 points.
    assert_eq!((image.width, image.height), (556, 278));
    let dpi = evaluation
        .provenance
        .settings
        .iter()
        .find(|setting| setting.name == "pdf.dpi");
    assert_eq!(dpi.unwrap().value, "200");
}

#[test]
fn a_filter_selects_samples_and_every_output_says_so() {
    let place = Place::with_systems("filter");
    let whole = place.both(&["--level", "page", "--metrics", "ds", "--json", "whole.json"]);
    assert_eq!(whole.status.code(), Some(0));
    let whole: Value = serde_json::from_str(&place.read("whole.json")).unwrap();
    let all = whole["levels"][0]["scores"].as_array().unwrap();
    let id = all[0]["id"].as_str().unwrap().to_owned();
    let files = [
        "--json",
        "some.json",
        "--html",
        "some.html",
        "--markdown",
        "some.md",
        "--latex",
        "some.tex",
    ];
    let filter = format!("{} system:copy", id.to_uppercase());
    let arguments = [&["--level", "page", "--metrics", "ds", "--filter", &filter], &files[..]].concat();
    let output = place.both(&arguments);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let some: Value = serde_json::from_str(&place.read("some.json")).unwrap();
    let count = whole["levels"][0]["samples"].as_u64().unwrap();
    assert_eq!(some["provenance"]["filtered"]["filter"], filter);
    assert_eq!(some["provenance"]["filtered"]["samples"], some["levels"][0]["samples"]);
    assert_eq!(some["provenance"]["filtered"]["of"], count);
    assert!(some["levels"][0]["samples"].as_u64().unwrap() < count);
    // Numbers are those of the selection, and a system without a match is not a missing one.
    let systems = some["levels"][0]["systems"].as_array().unwrap();
    assert_eq!(
        (systems.len(), &systems[0]["system"], &systems[0]["missing"]),
        (1, &"copy".into(), &0.into())
    );
    let kept = some["levels"][0]["scores"].as_array().unwrap();
    for line in kept {
        let same = |other: &&Value| (&other["id"], &other["system"]) == (&line["id"], &line["system"]);
        assert_eq!(all.iter().find(same).unwrap()["metrics"], line["metrics"]);
    }
    for told in [
        String::from_utf8(output.stdout).unwrap(),
        place.read("some.html"),
        place.read("some.tex"),
    ] {
        assert!(told.contains("A selection: "), "{told}");
    }
    assert!(place.read("some.md").contains("A selection"));
    let opened = from_html(&place.read("some.html")).unwrap();
    assert!(
        opened.provenance.filtered.is_some() && opened.samples.iter().all(|sample| sample.system() == Some("copy"))
    );

    // What is excluded is not among the selected samples.
    let both = [
        "--level",
        "page",
        "--metrics",
        "ds",
        "--filter",
        "system:copy",
        "--exclude-tag",
        "weak=true",
    ];
    assert_eq!(
        place
            .both(&[&both[..], &["--json", "both.json"]].concat())
            .status
            .code(),
        Some(0)
    );
    let both: Value = serde_json::from_str(&place.read("both.json")).unwrap();
    assert_eq!(both["provenance"]["filtered"]["samples"], both["levels"][0]["samples"]);
    assert!(both["levels"][0]["samples"].as_u64().unwrap() < count);

    let none = place.both(&["--filter", "no-such-word"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(
        String::from_utf8(none.stderr)
            .unwrap()
            .contains("no sample matches \"no-such-word\"")
    );
}

#[test]
fn tables_and_a_folder_are_written_and_texts_left_out() {
    let place = Place::with_systems("share");
    let output = place.both(&[
        "--level",
        "page",
        "--markdown",
        "t.md",
        "--latex",
        "t.tex",
        "--html-folder",
        "site/run",
        "--html",
        "r.html",
        "--html-without",
        "images,texts",
        "--html-samples",
        "2",
    ]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let markdown = place.read("t.md");
    assert!(markdown.starts_with("| System |"), "{markdown}");
    assert!(markdown.contains("\n| copy |") && markdown.contains("\n| worse |"));
    assert!(place.read("t.tex").contains("\\begin{tabular}"));
    let opened = from_html(&place.read("r.html")).unwrap();
    assert!(
        opened.texts_left_out
            && opened
                .samples
                .iter()
                .all(|sample| sample.reference.is_none() && sample.image.is_none())
    );
    let index = place.read("site/run/index.html");
    assert!(index.contains("samples/00001.html") && place.read("site/run/samples/00004.html").contains("report.js"));
    assert!(!place.path("site/run/images").exists());
    let page = place.read("site/run/samples/00001.html");
    assert!(!page.contains("LaTeX</summary>"), "{page}");
}

#[test]
fn a_report_in_a_folder_is_a_dataset_as_one_in_a_page_is() {
    let place = Place::with_systems("folder-again");
    let output = place.both(&["--level", "page", "--html-folder", "site", "--html", "r.html"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let again = |dataset: &str| {
        let output = place.texlens(&[dataset, "--level", "page", "--metrics", "ds", "--csv", "again.csv"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        place.read("again.csv")
    };
    let of_folder = again("site");
    assert!(of_folder.contains("copy") && of_folder.contains("worse"), "{of_folder}");
    assert_eq!(of_folder, again("r.html"));
}

#[test]
fn systems_that_cover_different_samples_are_compared_on_what_they_share_on_request() {
    let place = Place::with_systems("common");
    let output = place.both(&["--level", "page"]);
    let all = text(&output.stdout);
    assert!(
        all.contains("The systems cover different samples: 3 of 4 pages have a prediction of every system."),
        "{all}"
    );
    let output = place.both(&["--level", "page", "--common", "--html", "r.html", "--json", "r.json"]);
    let common = text(&output.stdout);
    assert!(
        common.contains("Only 3 pages with a prediction of every system are compared; 1 more are left out."),
        "{common}"
    );
    let json: Value = serde_json::from_str(&place.read("r.json")).unwrap();
    assert_eq!(
        (&json["levels"][0]["samples"], &json["levels"][0]["left_out"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(json["levels"][0]["systems"][1]["missing"], json!(0));
    assert!(
        place
            .read("r.html")
            .contains("Only 3 pages with a prediction of every system")
    );
}

/// The rates are those that the official script prints for the same folder.
#[test]
fn unit_tests_of_a_benchmark_are_run_for_every_system() {
    let place = Place::new("unit-tests");
    let tests = [
        json!({"pdf": "a.pdf", "page": 1, "id": "a0", "type": "math", "math": "\\frac{a}{b}"}),
        json!({"pdf": "a.pdf", "page": 1, "id": "a1", "type": "present", "text": "tides"}),
        json!({"pdf": "a.pdf", "page": 1, "id": "a2", "type": "absent", "text": "Page 7"}),
        json!({"pdf": "b.pdf", "page": 1, "id": "b0", "type": "math", "math": "E = mc^2"}),
    ];
    let lines: String = tests.iter().map(|test| format!("{test}\n")).collect();
    place.write(
        "bench/math.jsonl",
        lines + "{\"pdf\": \"b.pdf\", \"page\": 1, \"id\": \"b1\", \"type\": \"math\"}\n",
    );
    for pdf in ["a", "b"] {
        place.write(&format!("bench/pdfs/{pdf}.pdf"), "");
    }
    place.write("bench/good/a_pg1_repeat1.md", "The tides: $\\dfrac{a}{b}$");
    place.write("bench/good/a_pg1_repeat2.md", "The tides: \\(\\frac a b\\)");
    place.write("bench/good/b_pg1_repeat1.md", "$$ E=mc^{2} $$");
    place.write("bench/poor/a_pg1_repeat1.md", "The tides: $a/b$. Page 7");
    let folder = place.path("bench");
    let folder = folder.to_str().unwrap();
    let output = place.texlens(&[
        folder,
        "--csv",
        place.path("t.csv").to_str().unwrap(),
        "--html",
        place.path("t.html").to_str().unwrap(),
        "--junit",
        place.path("t.xml").to_str().unwrap(),
    ]);
    let (table, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "one line is no test: {errors}");
    assert!(
        errors.contains("math.jsonl line 5: not a test: the test needs the field \"math\""),
        "{errors}"
    );
    assert!(
        table.contains("f7cfe4c") && table.contains("poor: 1 tested page without a prediction"),
        "{table}"
    );
    let json = place.texlens(&[folder, "--format", "json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    let systems = json["unit_tests"]["systems"].as_array().unwrap();
    let rate = |system: usize| systems[system]["score"]["value"].as_f64().unwrap();
    // The added tests of the type `baseline` are a file of their own.
    assert_eq!((rate(0), rate(1)), (1.0, (0.25 + 0.5) / 2.0));
    let csv = place.read("t.csv");
    assert!(csv.contains("good,test,math.jsonl:a0,a_pg1,math,1,"), "{csv}");
    assert!(
        csv.contains("poor,test,math.jsonl:b0,b_pg1,math,0,the system has no prediction for the page"),
        "{csv}"
    );
    assert!(
        table.contains("good and poor, on the same tests")
            && table.contains("good is better than poor by 62.5 points in the score of the unit tests"),
        "{table}"
    );
    // No page has a reference. The page without a prediction of `poor` has most failures of both systems.
    let mut evaluation = from_html(&place.read("t.html")).unwrap();
    let shown: Vec<(&str, Option<&str>)> = (evaluation.samples.iter())
        .map(|sample| (sample.id.as_str(), sample.system()))
        .collect();
    assert_eq!(
        shown,
        [
            ("a_pg1", Some("good")),
            ("a_pg1", Some("poor")),
            ("b_pg1", Some("good"))
        ]
    );
    assert_eq!(
        evaluation.samples[0].prediction.as_ref().unwrap().latex,
        "The tides: $\\dfrac{a}{b}$"
    );
    assert_eq!(evaluation.unit_tests.as_ref().unwrap().systems.len(), 2);
    evaluation.hand_out_verdicts();
    let counts: Vec<usize> = evaluation
        .samples
        .iter()
        .map(|sample| sample.unit_tests.len())
        .collect();
    assert_eq!(
        counts,
        [1, 1, 2],
        "the sample of good also has the verdicts of poor, which lacks the page"
    );
    assert_eq!(place.read("t.xml").matches("<testcase ").count(), 12);
}

#[test]
fn thresholds_can_name_unit_tests() {
    let place = Place::new("unit-test-thresholds");
    let tests = [
        json!({"pdf": "a.pdf", "page": 1, "id": "a0", "type": "math", "math": "x^2"}),
        json!({"pdf": "a.pdf", "page": 1, "id": "a1", "type": "present", "text": "tides"}),
    ];
    place.write(
        "bench/tests.jsonl",
        tests.iter().map(|test| format!("{test}\n")).collect::<String>(),
    );
    place.write("bench/A/a_pg1_repeat1.md", "$x^2$");
    let folder = place.path("bench");
    let run = |threshold: &str| place.texlens(&[folder.to_str().unwrap(), "--fail-under", threshold]);
    let code = |threshold: &str| run(threshold).status.code();
    // One of two tests passes, and so does the added `baseline` test, which is a file of its own.
    assert_eq!((code("unit_tests=0.75"), code("unit_tests=0.76")), (Some(0), Some(3)));
    assert_eq!(
        (code("unit_tests.math=1"), code("unit_tests.present=0.1")),
        (Some(0), Some(3))
    );
    let missed = run("unit_tests.present=0.1");
    let missed = text(&missed.stderr);
    assert!(
        missed.contains("A: unit_tests.present is 0.0000, and must be at least 0.1"),
        "{missed}"
    );
    let unknown = run("unit_tests.table=0.1");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("no value \"unit_tests.table\" was computed"));
}

#[test]
fn answers_are_taken_apart_and_latin1_is_read_if_it_is_named() {
    let place = Place::new("answers");
    for (name, text) in [("p1", "\\section{Caf\u{e9}}\nText.\n"), ("p2", "\\section{B}\nText.\n")] {
        place.write(&format!("data/gt/{name}.tex"), text);
    }
    let latin1 = [&b"\\section{Caf\xe9}\nText.\n"[..]].concat();
    fs::create_dir_all(place.0.join("data/chat")).unwrap();
    fs::write(place.0.join("data/chat/p1.tex"), latin1).unwrap();
    place.write(
        "data/chat/p2.md",
        "Here is the LaTeX:\n```latex\n\\section{B}\nText.\n```\n",
    );
    let run = |arguments: &[&str]| {
        let mut command = command();
        command
            .arg("evaluate")
            .arg(place.0.join("data"))
            .args(["--level", "page", "--format", "json", "--texts"]);
        command.args(arguments).output().unwrap()
    };
    let output = run(&["--encoding", "latin1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("removed text around the LaTeX of 1 text: data/chat/p2.md"),
        "{said}"
    );
    let texts = String::from_utf8(output.stdout).unwrap();
    assert!(
        texts.contains("Caf\u{e9}") && !texts.contains("Here is the LaTeX"),
        "{texts}"
    );
    let output = run(&["--whole-answers"]);
    // The text in Latin-1 cannot be used.
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let texts = String::from_utf8(output.stdout).unwrap();
    assert!(
        texts.contains("Here is the LaTeX") && texts.contains("whole_answers"),
        "{texts}"
    );
}

#[test]
fn a_column_whose_name_only_hints_is_used_and_told() {
    let place = Place::new("hints");
    place.write(
        "run.jsonl",
        "{\"id\": \"a\", \"gold_latex\": \"x^2\", \"pred_latex\": \"x^2\"}\n",
    );
    let output = command()
        .arg("evaluate")
        .arg(place.0.join("run.jsonl"))
        .args(["--level", "formula"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("is a guess by their names: gold_latex (reference)"),
        "{said}"
    );
}
