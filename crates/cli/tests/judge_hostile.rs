//! Tests of `texlens judge` against malicious servers: they return the key in many encodings, act as a proxy, or answer
//! without end.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod judging;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use judging::{PROVIDERS, Place, Server, asking, found, states, text};

/// Resembles a provider's key, and has digits that could be a number.
const KEY: &str = "sk-proj-Zq3dE6gH9jK2mN5pQ8sT-73519460218";

/// Number of encodings in which the server writes the key (`tests/judge-server/leaks.mjs`).
const WAYS: usize = 29;

impl Place {
    fn hostile(name: &str) -> Self {
        Self::with_server(name, Server::start(&["--key", KEY]))
    }

    /// Finds the key in the files of the folder, with the encoding of each occurrence.
    fn found(&self) -> String {
        found(&self.folder, KEY)
    }
}

#[test]
fn a_key_that_comes_back_is_nowhere_however_it_is_written() {
    let place = Place::hostile("leaks");
    let protocol = Place::protocol_with_few_attempts(&place);
    // The search finds a known occurrence.
    let told = place.folder.join("told.json");
    fs::write(
        &told,
        json!({"a": KEY.bytes().map(|byte| format!("\\u{byte:04x}")).collect::<String>()}).to_string(),
    )
    .unwrap();
    assert!(place.found().contains("told.json"), "{}", place.found());
    fs::remove_file(told).unwrap();
    for provider in PROVIDERS {
        for model in [
            "leaks-answer",
            "leaks-model",
            "leaks-invalid",
            "leaks-prose",
            "leaks-refusal",
            "leaks-spread",
            "leaks-parts",
            "leaks-error",
            "leaks-text",
            "leaks-headers",
        ] {
            // Each request is answered in another way. Errors may end a run before all ways have occurred.
            let mut ways = BTreeSet::new();
            let has_own_ways = matches!(model, "leaks-spread" | "leaks-parts" | "leaks-headers");
            let wanted = if has_own_ways { 6 } else { WAYS };
            for run in 0..40 {
                let before = place.server.requests().len();
                let name = format!("{}-{model}-{run}", provider.0);
                let output = place.judge_by(
                    provider,
                    model,
                    &[
                        "--protocol",
                        &protocol,
                        "--protocol",
                        "texlens_table",
                        "--repeats",
                        "20",
                        "--concurrency",
                        "4",
                        "--cache",
                        &format!("cache-{name}"),
                        "--transcript",
                        &format!("{name}.jsonl"),
                        "--keep-transcript",
                    ],
                    KEY,
                );
                assert!(
                    output.status.code().is_some_and(|code| code < 3),
                    "{name}: {}",
                    text(&output)
                );
                fs::write(place.folder.join(format!("{name}.txt")), text(&output)).unwrap();
                fs::rename(
                    place.folder.join("judged.json"),
                    place.folder.join(format!("{name}.json")),
                )
                .unwrap();
                let requests = place.server.requests();
                ways.extend(
                    requests[before..]
                        .iter()
                        .filter_map(|request| request["how"].as_str().map(str::to_owned)),
                );
                if ways.len() >= wanted {
                    break;
                }
            }
            assert!(ways.len() >= wanted, "{provider:?} {model}: {ways:?}");
        }
        // The HTML report does not contain the key either.
        let output = place.run(
            &[
                "judge",
                "report.html",
                "--endpoint",
                &format!("{}{}", place.server.url, provider.1),
                "--provider",
                provider.0,
                "--model",
                "leaks-answer",
                "--keep-transcript",
                "--out",
                "judged.html",
            ],
            Some(KEY),
        );
        assert!(output.status.code().is_some_and(|code| code < 2), "{}", text(&output));
    }
    assert_eq!(place.found(), "");
    // Scores in the same answers still count.
    let run = place.last("openai-leaks-answer-0.json");
    assert!(
        states(&run).iter().filter(|(_, state)| state == "scored").count() >= 1,
        "{run}"
    );
}

/// A proxy that gives no answers itself: it forwards connections, and records everything that it receives unencrypted.
struct Proxy {
    url: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let told = heard.clone();
        thread::spawn(move || {
            for client in listener.incoming() {
                let told = told.clone();
                thread::spawn(move || Self::serve(client.unwrap(), &told));
            }
        });
        Self { url, heard }
    }

    fn serve(mut client: TcpStream, heard: &Mutex<Vec<String>>) {
        client.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let mut request = Vec::new();
        let mut part = [0; 4096];
        while !request.windows(4).any(|end| end == b"\r\n\r\n") {
            match client.read(&mut part) {
                Ok(length @ 1..) => request.extend_from_slice(&part[..length]),
                _ => return,
            }
        }
        heard
            .lock()
            .unwrap()
            .push(String::from_utf8_lossy(&request).into_owned());
        if !request.starts_with(b"CONNECT ") {
            let _ = client.write_all(b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n");
            return;
        }
        let _ = client.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        // It also records the bytes of the tunnel, up to the first pause.
        if let Ok(length) = client.read(&mut part) {
            heard
                .lock()
                .unwrap()
                .push(String::from_utf8_lossy(&part[..length]).into_owned());
        }
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

#[test]
fn a_proxy_sees_nothing_but_tunnels() {
    let place = Place::hostile("proxy");
    let protocol = Place::protocol_with_few_attempts(&place);
    let proxy = Proxy::start();
    let ask = |endpoint: &str, key: Option<&str>| {
        let more = ["--protocol", &protocol, "--timeout", "5"];
        let mut command = place.command(&asking(endpoint, "judge", &more), key);
        for name in [
            "http_proxy",
            "HTTP_PROXY",
            "https_proxy",
            "HTTPS_PROXY",
            "all_proxy",
            "ALL_PROXY",
        ] {
            command.env(name, &proxy.url);
        }
        command.env_remove("NO_PROXY").env_remove("no_proxy").output().unwrap()
    };
    let port = place.server.url.rsplit_once(':').unwrap().1;
    for host in ["127.0.0.1", "localhost"] {
        let output = ask(&format!("http://{host}:{port}/v1"), Some(KEY));
        assert_eq!(output.status.code(), Some(0), "{host}: {}", text(&output));
    }
    // Encrypted or not, requests to this machine use no proxy; no server listens there.
    ask("https://localhost:1/v1", Some(KEY));
    // An unencrypted request to another machine has no key and uses no proxy either. The address is reserved for
    // documentation.
    ask("http://192.0.2.1:9/v1", None);
    assert_eq!(proxy.heard(), Vec::<String>::new());

    // An encrypted request goes through a tunnel, in which the proxy sees no key.
    let output = ask("https://host.invalid/v1", Some(KEY));
    let heard = proxy.heard();
    assert!(
        heard[0].starts_with("CONNECT host.invalid:443 "),
        "{heard:?}: {}",
        text(&output)
    );
    assert!(heard.len() > 1 && !heard.concat().contains("sk-proj"), "{heard:?}");
}

#[test]
fn a_name_is_this_machine_only_if_it_leads_there() {
    let place = Place::hostile("names");
    let protocol = Place::protocol_with_few_attempts(&place);
    let ask = |endpoint: &str| {
        let output = place.run(&asking(endpoint, "judge", &["--protocol", &protocol]), Some(KEY));
        assert_ne!(output.status.code(), Some(0), "{endpoint}");
        text(&output)
    };
    for endpoint in [
        "http://192.0.2.1/v1",
        "http://localhost.example.org/v1",
        "http://127.0.0.1.example.org/v1",
        "http://0.0.0.0:1/v1",
    ] {
        assert!(ask(endpoint).contains("would travel unencrypted"), "{endpoint}");
    }
    for endpoint in [
        "http://[::1].example.org/v1",
        "http://localhost;example.org/v1",
        "http://127.0.0.1:80%2f.example.org/v1",
        "http://key@localhost/v1",
    ] {
        ask(endpoint);
    }
    let shown = ask(&format!("https://host.invalid/{KEY}/v1"));
    assert!(
        shown.contains("must not be in the address") && !shown.contains("Zq3dE6gH9jK2"),
        "{shown}"
    );
    assert_eq!(place.server.requests().len(), 0);
}

#[test]
fn redirects_take_neither_key_nor_texts_elsewhere() {
    let other = Server::start(&["--key", KEY]);
    let away = format!("{}/v1/chat/completions", other.url);
    let place = Place::with_server("away", Server::start(&["--key", KEY, "--away", &away]));
    for provider in PROVIDERS {
        for _ in 0..5 {
            let output = place.judge_by(provider, "away", &["--concurrency", "1"], KEY);
            assert!(text(&output).contains("redirects (status 30"), "{}", text(&output));
        }
    }
    assert_eq!(place.server.requests().len(), 15);
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn whatever_comes_takes_bounded_memory_and_time_and_is_told() {
    let place = Place::hostile("bounded");
    let protocol = Place::protocol_with_few_attempts(&place);
    for (index, provider) in PROVIDERS.into_iter().enumerate() {
        for (model, reason) in [
            ("gigabyte", "too long"),
            ("bomb", ""),
            ("drip", "time limit"),
            ("mute", "time limit"),
            ("headers", "connection failed"),
            ("deep", "form of the provider"),
            ("deep-answer", "invalid"),
            ("bytes", "form of the provider"),
            ("shapes", ""),
            ("patient", "asks to wait"),
            ("wordy", "invalid"),
            ("escapes", "refuses the request"),
        ] {
            // Endless answers get a short time limit; the others need more on a busy machine.
            let limit = if reason == "time limit" { "2" } else { "30" };
            let start = Instant::now();
            let output = place.bounded(provider, model, &["--protocol", &protocol, "--timeout", limit]);
            let told = text(&output);
            assert!(
                told.contains(reason) && !told.contains("panicked"),
                "{provider:?} {model}: {told}"
            );
            assert_eq!(output.status.code(), Some(1), "{provider:?} {model}: {told}");
            assert!(
                told.chars().all(|c| c == '\n' || !c.is_control()),
                "{provider:?} {model}: {told:?}"
            );
            assert!(
                start.elapsed() < Duration::from_secs(60),
                "{provider:?} {model}: {:?}",
                start.elapsed()
            );
        }
        // The server sends answers of every shape, with every invalid count of tokens.
        for run in 0..20 {
            let output = place.bounded(
                provider,
                "shapes",
                &["--protocol", &protocol, "--cache", &format!("shapes-{index}-{run}")],
            );
            assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        }
        let output = place.bounded(
            provider,
            "counts",
            &[
                "--protocol",
                "texlens_formula",
                "--repeats",
                "8",
                "--price",
                "1,1",
                "--budget",
                "1",
            ],
        );
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let cost = &place.judged()["cost"];
        let dollars = cost["dollars"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&dollars) && cost["is_estimated"] == true, "{cost}");
        // A server that counts more tokens than are possible uses up the budget, and nothing overflows.
        let before = place.server.requests().len();
        let output = place.bounded(
            provider,
            "greedy",
            &[
                "--protocol",
                "texlens_formula",
                "--repeats",
                "8",
                "--price",
                "1,1",
                "--budget",
                "1",
                "--concurrency",
                "1",
            ],
        );
        assert_eq!(place.server.requests().len() - before, 1, "{}", text(&output));
        assert!(text(&output).contains("budget does not cover"), "{}", text(&output));
    }
}

impl Place {
    /// Runs [`Self::judge_by`] with little memory.
    fn bounded(&self, (provider, base): (&str, &str), model: &str, more: &[&str]) -> Output {
        let endpoint = format!("{}{base}", self.server.url);
        let more = [&["--provider", provider], more].concat();
        Command::new("sh")
            .args([
                "-c",
                "ulimit -v 1500000; exec \"$@\"",
                "sh",
                env!("CARGO_BIN_EXE_texlens"),
            ])
            .args(asking(&endpoint, model, &more))
            .current_dir(&self.folder)
            .env("TEXLENS_TEX", &self.folder)
            .env("TEXLENS_JUDGE_KEY", KEY)
            .output()
            .unwrap()
    }
}

#[test]
fn a_judge_that_matches_formulas_cannot_invent_or_stall() {
    let place = Place::hostile("matches");
    // The page has many formulas in repetitive text.
    let formulas: String = (0..50)
        .map(|number| format!("Then $x_{{{number}}} + y = {number}$ holds. "))
        .collect();
    let reference = format!("{formulas}\n");
    let prediction = format!("{}\n{}", formulas.replace("holds", "is so"), "a b c d ".repeat(5_000));
    for folder in ["data", "system"] {
        fs::remove_dir_all(place.folder.join(folder)).unwrap();
        fs::create_dir_all(place.folder.join(folder)).unwrap();
    }
    fs::write(place.folder.join("data/long.tex"), reference).unwrap();
    fs::write(place.folder.join("system/long.tex"), prediction).unwrap();
    fs::write(
        place.folder.join("data/manifest.jsonl"),
        json!({"id": "long", "reference": "long.tex"}).to_string(),
    )
    .unwrap();
    let evaluated = place.run(
        &[
            "evaluate",
            "data",
            "--system",
            "s=system",
            "--metrics",
            "ds",
            "--json",
            "report.json",
            "--texts",
        ],
        None,
    );
    assert!(evaluated.status.success(), "{}", text(&evaluated));
    for model in ["invents", "repeats", "injects", "floods"] {
        let start = Instant::now();
        let output = place.judge_by(
            PROVIDERS[0],
            model,
            &["--matching", "judge", "--protocol", "texlens_formula", "--dry-run"],
            KEY,
        );
        assert!(output.status.success(), "{}", text(&output));
        let output = place.judge_by(
            PROVIDERS[0],
            model,
            &[
                "--matching",
                "judge",
                "--protocol",
                "texlens_formula",
                "--timeout",
                "20",
            ],
            KEY,
        );
        assert!(
            output.status.code().is_some_and(|code| code < 3),
            "{model}: {}",
            text(&output)
        );
        let run = place.judged();
        let with_text = run["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|item| !item["prediction"].is_null());
        for item in with_text {
            let text = item["prediction"].as_str().unwrap();
            assert!(
                !text.contains("nothing of this") && !text.contains("Ignore all"),
                "{model}: {item}"
            );
        }
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "{model}: {:?}",
            start.elapsed()
        );
    }
}

#[test]
fn latexbench_withstands_its_judge() {
    let place = Place::hostile("bench");
    let folder = place.folder.join("bench");
    fs::create_dir_all(&folder).unwrap();
    let items = [
        json!({"id": "g1", "family": "generation", "instruction": "A table", "output": "x"}),
        json!({"id": "e1", "family": "edit", "instruction": "Add a label", "base": "x", "output": "y"}),
        json!({"id": "c1", "family": "contrast", "code": "x", "key": {"bug_present": false, "bug_type": ""}}),
    ];
    fs::write(
        folder.join("items.jsonl"),
        items.map(|item| item.to_string()).join("\n"),
    )
    .unwrap();
    for provider in PROVIDERS {
        for (model, reason) in [
            ("leaks-invalid", "without a valid answer"),
            ("leaks-refusal", "without a valid answer"),
            ("wordy", "without a valid answer"),
            ("deep-answer", "without a valid answer"),
            ("gigabyte", "without a valid answer"),
            ("escapes", "without a valid answer"),
            ("greedy", "budget does not cover"),
        ] {
            let name = format!("{}-{model}.jsonl", provider.0);
            let endpoint = format!("{}{}", place.server.url, provider.1);
            let arguments = [
                "judge",
                "--latexbench",
                "bench",
                "--endpoint",
                &endpoint,
                "--provider",
                provider.0,
                "--model",
                model,
                "--subject-model",
                model,
                "--subject-price",
                "1,1",
            ];
            let more = [
                "--price",
                "1,1",
                "--budget",
                "1",
                "--concurrency",
                "1",
                "--transcript",
                &name,
                "--cache",
                model,
            ];
            let output = place.run(&[&arguments[..], &more].concat(), Some(KEY));
            let told = text(&output);
            assert!(told.contains(reason), "{provider:?} {model}: {told}");
            assert!(
                told.chars().all(|c| c == '\n' || !c.is_control()),
                "{provider:?} {model}: {told:?}"
            );
            fs::write(place.folder.join(format!("{}-{model}.txt", provider.0)), told).unwrap();
        }
    }
    assert_eq!(place.found(), "");
}
