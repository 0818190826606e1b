//! Tests of `texlens read`, with a server as the model (`tests/judge-server`).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::expect_used, reason = "a test may fail loudly")]

mod judging;

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use image::{GrayImage, ImageFormat, Luma};
use judging::{KEY, PROVIDERS, Server, found, text, without_proxies};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The pages of the dataset: two of one document, and one of another.
const PAGES: [&str; 3] = ["tides/001", "tides/002", "winds/001"];

fn latex(page: &str) -> String {
    format!("\\section{{{page}}}\nThe height is $h = a \\cos t$ on this page.\n")
}

fn png(ink: u8) -> Vec<u8> {
    let image = GrayImage::from_fn(300, 400, |x, y| Luma([if (x + y) % 9 == 0 { ink } else { 255 }]));
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

/// A folder with a dataset, and a server that knows its pages.
struct Place {
    folder: PathBuf,
    server: Server,
}

impl Place {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("read").join(name);
        let _ = fs::remove_dir_all(&folder);
        let mut answers = BTreeMap::new();
        let mut manifest = String::new();
        for (page, ink) in PAGES.into_iter().zip([0, 80, 160]) {
            let picture = png(ink);
            answers.insert(hex::encode(Sha256::digest(&picture)), latex(page));
            let (document, number) = page.split_once('/').unwrap();
            for (ending, bytes) in [("png", picture), ("tex", latex(page).into_bytes())] {
                let path = folder.join("data").join(format!("{page}.{ending}"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, bytes).unwrap();
            }
            let line = json!({"id": page, "document": document, "page": number.parse::<u32>().unwrap(),
                "image": format!("{page}.png"), "reference": format!("{page}.tex")});
            manifest += &format!("{line}\n");
        }
        fs::write(folder.join("data/manifest.jsonl"), manifest).unwrap();
        let path = folder.join("known.json");
        fs::write(&path, json!(answers).to_string()).unwrap();
        let server = Server::start(&["--answers", path.to_str().unwrap()]);
        Self { folder, server }
    }

    fn command(&self, arguments: &[&str], key: Option<&str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
        command.args(arguments).current_dir(&self.folder);
        command
            .env("TEXLENS_TEX", &self.folder)
            .env_remove("TEXLENS_READER_KEY");
        without_proxies(&mut command);
        if let Some(key) = key {
            command.env("TEXLENS_READER_KEY", key);
        }
        command
    }

    fn read(&self, model: &str, out: &str, more: &[&str]) -> Output {
        let url = format!("{}/v1", self.server.url);
        let arguments = ["read", "data", "--model", model, "--endpoint", &url, "--out", out];
        self.command(&[&arguments, more].concat(), Some(KEY)).output().unwrap()
    }

    fn readings(&self, out: &str) -> Vec<Value> {
        let text = fs::read_to_string(self.folder.join(out).join("readings.jsonl")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn prediction(&self, out: &str, page: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(out).join(format!("predictions/{page}.tex"))).ok()
    }

    fn outcomes(&self, out: &str) -> Vec<String> {
        let outcome = |reading: &Value| reading["outcome"].as_str().unwrap().to_owned();
        self.readings(out).iter().map(outcome).collect()
    }
}

#[test]
fn every_form_of_request_gives_predictions_that_are_scored() {
    let place = Place::new("forms");
    for (provider, path) in PROVIDERS {
        let url = format!("{}{path}", place.server.url);
        let out = format!("run-{provider}");
        let arguments = [
            "read",
            "data",
            "--model",
            "a-model",
            "--provider",
            provider,
            "--endpoint",
            &url,
            "--out",
            &out,
            "--price",
            "1,2",
        ];
        let run = || place.command(&arguments, Some(KEY)).output().unwrap();
        let output = run();
        assert!(output.status.success(), "{provider}: {}", text(&output));
        for page in PAGES {
            assert_eq!(
                place.prediction(&out, page).as_deref(),
                Some(latex(page).as_str()),
                "{provider}"
            );
        }
        let sent = place.server.requests().len();
        assert!(text(&run()).contains("3 answers were known"));
        assert_eq!(place.server.requests().len(), sent, "nothing is asked twice");
        for reading in place.readings(&out) {
            assert_eq!(reading["outcome"], "read");
            assert!(reading["model"].as_str().unwrap().starts_with("a-model-"), "{provider}");
            assert!(reading["usage"]["input"].as_u64().unwrap() > 0 && reading["at_ms"].as_u64().unwrap() > 0);
            assert!(reading["cost"].as_f64().unwrap() > 0.0, "{reading}");
        }
        let system = format!("model={out}/predictions");
        let scored = place
            .command(&["evaluate", "data", "--system", &system, "--metrics", "ds"], None)
            .output()
            .unwrap();
        assert!(scored.status.success(), "{}", text(&scored));
    }
    let requests = place.server.requests();
    assert!(
        requests.iter().all(|request| request["problem"].is_null()),
        "{requests:?}"
    );
    assert!(
        requests
            .iter()
            .all(|request| request["pictures"].as_array().unwrap().len() == 1)
    );
    assert_eq!(found(&place.folder, KEY), "", "the key is in no file");
}

#[test]
fn whole_answers_are_those_of_streams() {
    let place = Place::new("whole");
    for (model, options) in [
        ("a-model", ["--no-stream"].as_slice()),
        ("no-options", &[]),
        ("no-stream", &[]),
        ("refuses-stream", &[]),
        ("drips-1", &[]),
    ] {
        let output = place.read(model, model, options);
        assert!(output.status.success(), "{model}: {}", text(&output));
        for page in PAGES {
            assert_eq!(
                place.prediction(model, page).as_deref(),
                Some(latex(page).as_str()),
                "{model}"
            );
        }
    }
    let breaks = place.read("breaks", "breaks", &[]);
    assert!(breaks.status.success(), "{}", text(&breaks));
    assert!(place.readings("breaks").iter().all(|reading| reading["requests"] == 2));
}

#[test]
fn what_is_no_whole_answer_is_an_outcome() {
    let place = Place::new("outcomes");
    let truncated = place.read("length", "length", &[]);
    assert!(truncated.status.success(), "{}", text(&truncated));
    assert_eq!(place.outcomes("length"), ["truncated"; 3]);
    assert_eq!(
        place.prediction("length", PAGES[0]).as_deref(),
        Some("\\sect"),
        "what came counts"
    );
    for options in [["--no-stream"].as_slice(), &[]] {
        let out = format!("loops{}", options.len());
        let repeated = place.read("loops", &out, options);
        assert!(repeated.status.success(), "{}", text(&repeated));
        assert_eq!(place.outcomes(&out), ["repeated"; 3]);
        let length = place.prediction(&out, PAGES[0]).unwrap().len();
        assert!((2_000..40_000).contains(&length), "{length}");
    }
    let refused = place.read("refusing", "refusing", &[]);
    assert!(refused.status.success(), "{}", text(&refused));
    assert_eq!(place.outcomes("refusing"), ["refused"; 3]);
    assert_eq!(
        place.prediction("refusing", PAGES[0]).as_deref(),
        Some(""),
        "a refusal is an empty prediction"
    );
    let empty = place.read("empty", "empty", &[]);
    assert_eq!(empty.status.code(), Some(2), "{}", text(&empty));
    assert_eq!(place.prediction("empty", PAGES[0]), None);
    let wrong = place.read("missing", "missing", &[]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong).contains("does not exist"), "{}", text(&wrong));
    // A web page instead of an answer, where a whole one was asked for and where a stream was.
    for (out, options) in [("page-whole", ["--no-stream"].as_slice()), ("page", &[])] {
        let page = place.read("page", out, options);
        assert_eq!(page.status.code(), Some(2), "{}", text(&page));
        assert!(
            text(&page).contains("not in the form of the provider"),
            "{}",
            text(&page)
        );
        assert_eq!(place.prediction(out, PAGES[0]), None);
    }
}

#[test]
fn nothing_is_sent_unless_it_is_to_be_and_can_be_paid() {
    let place = Place::new("budget");
    let dry = place.read("a-model", "dry", &["--dry-run", "--price", "1,2"]);
    assert!(dry.status.success(), "{}", text(&dry));
    assert!(text(&dry).contains("3 pictures of 300 x 400 pixels"), "{}", text(&dry));
    assert!(text(&dry).contains("SHA-256") && text(&dry).contains("nothing was sent"));
    assert!(!place.folder.join("dry").exists(), "nothing is written");
    // A page costs at most 2,500 tokens of the picture, some for the prompt, and 8,192 of the answer: 2.2 cents.
    let poor = place.read(
        "a-model",
        "poor",
        &["--budget", "0.03", "--price", "1,2", "--concurrency", "1"],
    );
    assert_eq!(poor.status.code(), Some(1), "{}", text(&poor));
    assert_eq!(place.outcomes("poor"), ["read", "not_asked", "not_asked"]);
    let none = place.read("a-model", "none", &["--budget", "0.01", "--price", "1,2"]);
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(place.outcomes("none"), ["not_asked"; 3]);
    assert_eq!(place.server.requests().len(), 1);
    let arguments = [
        "read",
        "data",
        "--model",
        "a-model",
        "--endpoint",
        "https://example.org/v1",
    ];
    let no_price = place
        .command(
            &[&arguments, ["--out", "no-price", "--budget", "1"].as_slice()].concat(),
            Some(KEY),
        )
        .output()
        .unwrap();
    assert_eq!(no_price.status.code(), Some(2));
    assert!(text(&no_price).contains("no price is known"), "{}", text(&no_price));
}

#[test]
fn several_pages_are_in_a_request_or_in_a_picture() {
    let place = Place::new("granularity");
    for (granularity, pictures) in [("multi-image", [2, 1]), ("merged", [1, 1])] {
        let before = place.server.requests().len();
        let output = place.read(
            "a-model",
            granularity,
            &["--granularity", granularity, "--concurrency", "1"],
        );
        assert!(output.status.success(), "{}", text(&output));
        let requests = place.server.requests();
        let counts: Vec<usize> = requests[before..]
            .iter()
            .map(|request| request["pictures"].as_array().unwrap().len())
            .collect();
        assert_eq!(counts, pictures, "{granularity}");
        let second = place.prediction(granularity, PAGES[1]);
        assert_eq!(second.as_deref(), Some("% Read together with tides/001.\n"));
    }
    let both = format!("{}\n{}", latex(PAGES[0]), latex(PAGES[1]));
    assert_eq!(place.prediction("multi-image", PAGES[0]), Some(both));
    let other = place.read("a-model", "merged", &[]);
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other).contains("another folder"), "{}", text(&other));
}

#[test]
fn completions_are_rewarded() {
    let place = Place::new("completions");
    let output = place.read(
        "a-model",
        "several",
        &["--completions", "2", "--temperature", "0.7", "--seed", "5"],
    );
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(place.readings("several").len(), 6);
    let seeds: Vec<u64> = place
        .server
        .requests()
        .iter()
        .filter_map(|request| request["body"]["seed"].as_u64())
        .collect();
    assert_eq!((seeds.iter().filter(|seed| **seed == 5).count(), seeds.len()), (3, 6));
    let completions = fs::File::open(place.folder.join("several/completions.jsonl")).unwrap();
    let rewarded = place
        .command(&["reward"], None)
        .stdin(Stdio::from(completions))
        .output()
        .unwrap();
    let lines = String::from_utf8_lossy(&rewarded.stdout)
        .lines()
        .filter(|line| line.contains("\"reward\""))
        .count();
    assert_eq!(lines, 6, "{}", text(&rewarded));
}

#[test]
fn a_page_that_cannot_be_sent_costs_no_other() {
    let place = Place::new("bad");
    fs::write(
        place.folder.join("data").join(format!("{}.png", PAGES[1])),
        b"no picture",
    )
    .unwrap();
    fs::write(place.folder.join("prompt.txt"), "Read this page.").unwrap();
    let output = place.read("a-model", "run", &["--prompt", "prompt.txt", "--longest-side", "200"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(place.prediction("run", PAGES[0]).is_some() && place.prediction("run", PAGES[1]).is_none());
    let requests = place.server.requests();
    assert_eq!(requests.len(), 2);
    assert!(
        requests[0]["body"]["messages"][0]["content"][1]["text"] == "Read this page.",
        "{requests:?}"
    );
    let run: Value = serde_json::from_str(&fs::read_to_string(place.folder.join("run/run.json")).unwrap()).unwrap();
    assert_eq!(
        (&run["prompt"]["name"], &run["longest_side"]),
        (&json!("prompt"), &json!(200))
    );
    let none = place.read("a-model", "other", &["--prompt", "nowhere.txt"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none).contains("nowhere.txt"), "{}", text(&none));
    assert!(!place.folder.join("other").exists());
}
