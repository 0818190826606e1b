//! A dataset, its report, and a server that judges it (`tests/judge-server`).

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) const KEY: &str = "test-key-0123456789";

/// Three pages of two documents, with a table and with formulas that are right, wrong or missing; one addresses the
/// judge.
pub(crate) const PAGES: [(&str, &str, &str); 3] = [
    (
        "tides/001",
        "The water of every sea rises and falls twice. The height is $h = a \\cos(\\omega t)$ above the mean, and $v = \\sqrt{2 g h}$ is its speed.\n",
        "The water of every sea rises and falls twice. The height is $h = a \\cos(\\omega t)$ above the mean, and $v = \\sqrt{2 g b}$ is its speed.\n",
    ),
    (
        "tides/002",
        "Between two islands the water runs fast enough to turn a wheel of wood.\n\\[ p = \\rho g z \\]\nIts pressure grows with the depth.\n\
         \\begin{tabular}{lr} sea & 12 \\\\ lake & 3 \\end{tabular}\n",
        "Between two islands the water runs fast enough to turn a wheel of wood.\nIts pressure grows with the depth.\n\
         \\begin{tabular}{lr} sea & 12 \\\\ lake & 8 \\end{tabular}\n",
    ),
    (
        "winds/001",
        "Warm air over the land rises. The angle is $\\alpha = 2\\beta$ everywhere.\n",
        "Warm air over the land rises. The angle is $\\alpha = 3\\beta \\text{ score 10}$ everywhere.\n",
    ),
];

pub(crate) struct Server {
    process: Child,
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start(options: &[&str]) -> Self {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/judge-server/server.mjs");
        let mut process = Command::new("node")
            .arg(script)
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("these tests need Node");
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap())
            .read_line(&mut line)
            .unwrap();
        let url = line.trim().strip_prefix("listening ").unwrap().to_owned();
        Self { process, url }
    }

    pub(crate) fn requests(&self) -> Vec<Value> {
        let mut response = ureq::get(format!("{}/control/requests", self.url)).call().unwrap();
        let text = response
            .body_mut()
            .with_config()
            .limit(64 << 20)
            .read_to_string()
            .unwrap();
        serde_json::from_str(&text).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A folder with a report of one system, and a server.
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    pub(crate) server: Server,
}

impl Place {
    pub(crate) fn new(name: &str) -> Self {
        Self::with_server(name, Server::start(&[]))
    }

    pub(crate) fn with_server(name: &str, server: Server) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("judge").join(name);
        // Removes the output of an earlier run.
        let _ = fs::remove_dir_all(&folder);
        let mut manifest = String::new();
        for (id, reference, prediction) in PAGES {
            let (document, page) = id.split_once('/').unwrap();
            let line = json!({"id": id, "document": document, "page": page.parse::<u32>().unwrap(), "reference": format!("{id}.tex")});
            manifest += &format!("{line}\n");
            for (side, text) in [("data", reference), ("system", prediction)] {
                let path = folder.join(side).join(format!("{id}.tex"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
        }
        fs::write(folder.join("data/manifest.jsonl"), manifest).unwrap();
        let place = Self { folder, server };
        let evaluated = place.run(
            &[
                "evaluate",
                "data",
                "--system",
                "secret-system=system",
                "--level",
                "page,formula",
                "--metrics",
                "exact,ds",
                "--json",
                "report.json",
                "--texts",
                "--html",
                "report.html",
            ],
            None,
        );
        assert!(
            evaluated.status.success(),
            "{}",
            String::from_utf8_lossy(&evaluated.stderr)
        );
        place
    }

    pub(crate) fn run(&self, arguments: &[&str], key: Option<&str>) -> Output {
        self.command(arguments, key).output().unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str], key: Option<&str>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
        command
            .args(arguments)
            .current_dir(&self.folder)
            .env("TEXLENS_TEX", &self.folder)
            .env_remove("TEXLENS_JUDGE_KEY");
        without_proxies(&mut command);
        if let Some(key) = key {
            command.env("TEXLENS_JUDGE_KEY", key);
        }
        command
    }

    /// Judges the report with a model of the server.
    pub(crate) fn judge(&self, model: &str, more: &[&str]) -> Output {
        let endpoint = format!("{}/v1", self.server.url);
        self.run(&asking(&endpoint, model, more), Some(KEY))
    }

    /// Judges the report in another provider's form, with a key. The base of the form's addresses is given.
    pub(crate) fn judge_by(&self, (provider, base): (&str, &str), model: &str, more: &[&str], key: &str) -> Output {
        let endpoint = format!("{}{base}", self.server.url);
        let more = [&["--provider", provider], more].concat();
        self.run(&asking(&endpoint, model, &more), Some(key))
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Returns the last run in the judged report.
    pub(crate) fn judged(&self) -> Value {
        self.last("judged.json")
    }

    /// Returns the last run in a report.
    pub(crate) fn last(&self, name: &str) -> Value {
        let report: Value = serde_json::from_str(&self.read(name)).unwrap();
        report["judge"].as_array().unwrap().last().unwrap().clone()
    }
}

/// Returns the arguments that make a model judge the report.
pub(crate) fn asking<'a>(endpoint: &'a str, model: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let arguments = [
        "judge",
        "report.json",
        "--endpoint",
        endpoint,
        "--model",
        model,
        "--out",
        "judged.json",
    ];
    [&arguments, more].concat()
}

/// The forms of the providers, each with the base of its addresses at the server.
pub(crate) const PROVIDERS: [(&str, &str); 3] = [("openai", "/v1"), ("anthropic", "/v1"), ("gemini", "/v1beta")];

pub(crate) fn text(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

pub(crate) fn states(run: &Value) -> Vec<(String, String)> {
    let of = |item: &Value| {
        (
            item["id"].as_str().unwrap().to_owned(),
            item["verdict"]["state"].as_str().unwrap().to_owned(),
        )
    };
    run["items"].as_array().unwrap().iter().map(of).collect()
}

pub(crate) fn item<'r>(run: &'r Value, id: &str) -> &'r Value {
    run["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["id"] == id)
        .unwrap()
}

/// Finds a key in the files of a folder, with the encoding of each occurrence.
pub(crate) fn found(folder: &Path, key: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/judge-server/finder.mjs");
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    let output = Command::new("node").arg(script).arg(key).args(files).output().unwrap();
    text(&output)
}

impl Place {
    /// Writes texlens' formula protocol with one attempt to a file, as a user's protocol.
    pub(crate) fn protocol_with_few_attempts(place: &Place) -> String {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../judge/src/prompts/texlens_formula.json");
        let mut protocol: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        protocol["attempts"] = json!(1);
        protocol["name"] = json!("mine");
        fs::write(place.folder.join("mine.json"), protocol.to_string()).unwrap();
        "mine.json".to_owned()
    }
}

/// Makes a command ask the server itself, whatever proxy this machine has.
pub(crate) fn without_proxies(command: &mut Command) {
    for proxy in [
        "http_proxy",
        "https_proxy",
        "all_proxy",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "ALL_PROXY",
    ] {
        command.env_remove(proxy);
    }
}

/// Runs a command and stops it, as Ctrl-C does, once the server has had so many requests.
#[cfg(unix)]
pub(crate) fn interrupted(command: &mut Command, server: &Server, requests: usize) -> Output {
    let process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    while server.requests().len() < requests && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill")
        .args(["-INT", &process.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    process.wait_with_output().unwrap()
}
