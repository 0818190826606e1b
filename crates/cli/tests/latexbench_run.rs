//! Tests of `texlens latexbench run` and `results`, with a server as model under test and as judge
//! (`tests/judge-server`).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::expect_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

mod judging;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use judging::{KEY, PROVIDERS, Server, found, interrupted, text, without_proxies};
use serde_json::{Value, json};
use texlens_latexbench::{Family, Item, Task, items, items_of, to_jsonl};

/// A folder with items, and a server that knows answers to them.
struct Place {
    folder: PathBuf,
    server: Server,
}

/// The options of a run with budget and price.
const PRICED: [&str; 4] = ["--subject-price", "1,2", "--judge-price", "1,2"];

impl Place {
    /// Writes items, and starts a server that gives the answers.
    fn new(name: &str, items: &[Item], answer: impl Fn(&Item) -> String) -> Self {
        Self::with_key(name, items, answer, KEY)
    }

    fn with_key(name: &str, items: &[Item], answer: impl Fn(&Item) -> String, key: &str) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("latexbench_run")
            .join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("items.jsonl"), to_jsonl(items)).unwrap();
        let answers: BTreeMap<String, String> = items.iter().map(|item| (asked(item), answer(item))).collect();
        let path = folder.join("known.json");
        fs::write(&path, json!(answers).to_string()).unwrap();
        let server = Server::start(&["--answers", path.to_str().unwrap(), "--key", key]);
        Self { folder, server }
    }

    fn command(&self, arguments: &[&str], keys: [Option<&str>; 2]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_texlens"));
        command.arg("latexbench").args(arguments).current_dir(&self.folder);
        without_proxies(&mut command);
        for (name, key) in ["TEXLENS_SUBJECT_KEY", "TEXLENS_JUDGE_KEY"].into_iter().zip(keys) {
            match key {
                Some(key) => command.env(name, key),
                None => command.env_remove(name),
            };
        }
        command
    }

    /// Asks a model of the server, and a judge if there is one.
    fn ask(&self, subject: &str, judge: Option<&str>, out: &str, more: &[&str]) -> Output {
        self.asking(subject, judge, out, more).output().unwrap()
    }

    fn asking(&self, subject: &str, judge: Option<&str>, out: &str, more: &[&str]) -> Command {
        let url = format!("{}/v1", self.server.url);
        let mut arguments = vec![
            "run",
            "items.jsonl",
            "--subject",
            subject,
            "--subject-endpoint",
            &url,
            "--out",
            out,
        ];
        if let Some(judge) = judge {
            arguments.extend(["--judge", judge, "--judge-endpoint", &url]);
        }
        self.command(&[&arguments, more].concat(), [Some(KEY), None])
    }

    fn results(&self, arguments: &[&str]) -> Output {
        self.command(&[&["results"], arguments].concat(), [None, None])
            .output()
            .unwrap()
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap()
    }

    /// Returns the rates of the first row of results, as passed and items.
    fn rates(&self, out: &str, row: usize) -> BTreeMap<String, (u64, u64)> {
        let output = self.results(&[out, "--format", "json"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let results: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rates = results["rows"][row]["rates"].as_array().unwrap();
        let rate = |rate: &Value| {
            let counts = (rate["passed"].as_u64().unwrap(), rate["items"].as_u64().unwrap());
            (rate["name"].as_str().unwrap().to_owned(), counts)
        };
        rates.iter().map(rate).collect()
    }

    /// Returns every request that was sent twice.
    fn sent_twice(&self) -> Vec<String> {
        let mut bodies: Vec<String> = self
            .server
            .requests()
            .iter()
            .map(|request| request["body"].to_string())
            .collect();
        bodies.sort();
        let twice = bodies.windows(2).filter(|pair| pair[0] == pair[1]);
        twice.map(|pair| pair[0].clone()).collect()
    }
}

/// Returns the text by which the server knows an item.
fn asked(item: &Item) -> String {
    match &item.task {
        Task::Generation(generation) => format!("TASK INSTRUCTIONS:\n{}", generation.instruction),
        Task::Edit(edit) => format!("BASE LATEX:\n{}\nEDIT INSTRUCTIONS:\n{}", edit.base, edit.instruction),
        Task::Contrast(contrast) => contrast.code.clone(),
    }
}

/// The answer of a model under test that passes; that of a contrast has all fields of the schema.
fn right(item: &Item) -> String {
    match &item.task {
        Task::Contrast(contrast) => said(contrast.key.bug_present, &contrast.key.bug_type),
        _ => item.reference_answer(),
    }
}

fn said(bug_present: bool, bug_type: &str) -> String {
    json!({"verdict": "Pass", "bug_present": bug_present, "bug_type": bug_type, "error_types": [], "notes": ""})
        .to_string()
}

/// Three items of generation, three edits and six contrasts, at least one of them clean.
fn few() -> Vec<Item> {
    let of = |family, count| items_of(1234, family).into_iter().take(count);
    let clean = |item: &Item| matches!(&item.task, Task::Contrast(contrast) if !contrast.key.bug_present);
    let contrasts = items_of(1234, Family::Contrast);
    let (clean, faulty): (Vec<Item>, Vec<Item>) = contrasts.into_iter().partition(clean);
    of(Family::Generation, 3)
        .chain(of(Family::Edit, 3))
        .chain(clean.into_iter().take(2))
        .chain(faulty.into_iter().take(4))
        .collect()
}

#[test]
fn the_whole_benchmark_is_asked_checked_judged_and_shown() {
    let all = items(1234);
    let place = Place::new("whole", &all, |item| match item.id.as_str() {
        // The judge of the server looks for a word; the rules look at the text.
        "generation-01-simple" => format!("{}\n% FORBIDDEN", item.reference_answer()),
        "edit-01" => match &item.task {
            Task::Edit(edit) => edit.base.clone(),
            _ => String::new(),
        },
        _ => right(item),
    });
    let output = place.ask("subject", Some("judge"), "out/a", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let shown = text(&output);
    for told in [
        "model under test, 150 requests to subject at http",
        "judge, estimated with references in place of missing answers, 100 to 300 requests to judge",
        "Pass rates in %, with counts (table 1)",
        "Pass rates in % with 95 % intervals (table 2)",
        "Generation by difficulty in % (table 3)",
        "printed, not measured",
        "78.0 [64.8, 87.2]",
        "83.1",
        "Items about which judge and rules disagree",
        "Constraint Violation",
        "subject: 150 requests",
        "judge: 100 requests",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let requests = place.server.requests();
    assert_eq!(requests.len(), 250);
    assert!(requests.iter().all(|request| request["status"] == 200));
    let asks = |words: &str| {
        requests
            .iter()
            .filter(|request| request["body"].to_string().contains(words))
            .count()
    };
    assert_eq!(asks("You are a helpful LaTeX code assistant.\\nProduce"), 50);
    assert_eq!(asks("You are a LaTeX editor.\\nYou will be given"), 50);
    assert_eq!(asks("You are a strict LaTeX bug detector."), 50);
    assert_eq!(asks("You are a strict LaTeX evaluator."), 50);
    assert_eq!(asks("You are a strict LaTeX edit evaluator."), 50);
    // The provider chooses, as in the paper.
    assert!(
        requests
            .iter()
            .all(|request| request["body"]["temperature"].is_null() && request["body"]["seed"].is_null())
    );

    let run = place.json("out/a/run.json");
    assert_eq!(run["subject"]["model"], "subject");
    assert_eq!(
        run["subject"]["chosen"],
        json!({"max_output_tokens": null, "temperature": null, "seed": null})
    );
    assert_eq!(run["subject"]["models"], json!(["subject-2026-01-01"]));
    assert_eq!(
        (&run["subject"]["requests"], &run["judge"]["requests"]),
        (&json!(150), &json!(100))
    );
    // The first row is by the judge, who also fails answers without the commands that a task forbids. The second is by
    // the rules.
    let by_judge = place.rates("out/a", 0);
    let by_rules = place.rates("out/a", 1);
    assert_eq!((by_judge["generation"], by_rules["generation"]), ((41, 50), (50, 50)));
    assert_eq!(by_rules["edit"], (49, 50));
    for rates in [&by_judge, &by_rules] {
        assert_eq!(
            (rates["contrast_detection"], rates["contrast_classification"]),
            ((30, 30), (30, 30))
        );
        assert_eq!(rates["contrast_specificity"], (20, 20));
    }
    assert_eq!(by_rules["generation_hard"], (16, 16));
    // The answers can be checked again.
    let output = place
        .command(&["check", "items.jsonl", "out/a/answers.jsonl"], [None, None])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));

    // Nothing is asked twice.
    let output = place.ask("subject", Some("judge"), "out/a", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert!(
        text(&output).contains("150 answers were known from earlier runs"),
        "{}",
        text(&output)
    );
    assert_eq!(place.server.requests().len(), 250);
    assert_eq!(place.json("out/a/run.json")["answers"], run["answers"]);

    // Another model on the same items.
    let output = place.ask(
        "no-block",
        Some("judge"),
        "out/b",
        &["--subject-temperature", "0.5", "--subject-seed", "9"],
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let sent = place.server.requests();
    let sent: Vec<&Value> = sent.iter().filter(|request| request["model"] == "no-block").collect();
    assert_eq!(sent.len(), 150, "an invalid answer is not sent back");
    assert!(
        sent.iter()
            .all(|request| request["body"]["temperature"] == 0.5 && request["body"]["seed"] == 9)
    );
    let output = place.results(&["out/a", "out/b", "--format", "json", "--plot", "figure.svg"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let results: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = results["rows"].as_array().unwrap();
    assert_eq!(
        rows.len(),
        10,
        "two models by judge and by rules, and six that are printed"
    );
    assert_eq!(rows[2]["without_answer"], 100);
    assert_eq!(rows[9]["origin"], "printed");
    let differences = results["differences"].as_array().unwrap();
    let overall: Vec<&Value> = differences.iter().filter(|one| one["rate"].is_null()).collect();
    assert_eq!(overall.len(), 2, "by the judge, and by the rules");
    assert_eq!(
        (&overall[0]["judge"], &overall[1]["judge"]),
        (&json!("judge"), &Value::Null)
    );
    assert_eq!(
        (&overall[0]["only_first"], &overall[0]["only_second"]),
        (&json!(89), &json!(0))
    );
    let generation = &differences[0];
    assert_eq!(
        (&generation["rate"], &generation["items"]),
        (&json!("generation"), &json!(50))
    );
    let difference = generation["comparison"]["difference"]["estimate"]["value"]
        .as_f64()
        .unwrap();
    assert!((difference - 0.82).abs() < 1e-12, "{difference}");
    let both = &results["agreement"][2];
    assert_eq!((&both["family"], &both["items"]), (&Value::Null, &json!(100)));
    assert!(both["kappa"]["value"].is_number(), "{both}");
    let disagreement = &results["disagreements"][0];
    assert_eq!(
        (&disagreement["id"], &disagreement["judge_passes"]),
        (&json!("generation-01-simple"), &json!(false))
    );
    let figure = place.read("figure.svg");
    for shown in [
        "<svg",
        "GPT-5",
        "subject (judge judge)",
        "subject (rules)",
        "printed, not measured",
    ] {
        assert!(figure.contains(shown), "{shown}: {figure}");
    }
    let output = place.results(&["out/a", "out/b", "--format", "markdown"]);
    let markdown = text(&output);
    for shown in [
        "| model | decided by | generation | edit | detection | classification | specificity | overall |",
        "| GPT-5 | printed, not measured | 78.0 \\(39/50\\) | 66.0 \\(33/50\\) | 93.3 \\(28/30\\) | – | 95.0 \\(19/20\\) | 83.1 |",
        "Paired differences by item",
        "| subject | no-block | judge judge | generation |",
    ] {
        assert!(markdown.contains(shown), "{shown}: {markdown}");
    }
}

#[test]
fn an_answer_in_another_form_fails_its_item_and_is_not_asked_again() {
    let place = Place::new("forms", &few(), right);
    for (model, reason) in [
        ("no-block", "it has no code block"),
        ("two-blocks", "it has 2 code blocks"),
        ("open-block", "its code block does not end"),
        ("wrong-schema-9", "it has no code block"),
        ("empty", "it has no code block"),
        ("refusing", "the model declines to answer"),
        ("length", "was cut off"),
    ] {
        let before = place.server.requests().len();
        let output = place.ask(model, Some("judge"), model, &[]);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{model}: {}",
            text(&output)
        );
        let told = text(&output);
        assert!(
            told.contains("No valid answer to ") && told.contains(reason),
            "{model}: {told}"
        );
        let run = place.json(&format!("{model}/run.json"));
        let answer = &run["answers"][0]["answer"];
        assert!(answer["reason"].as_str().unwrap().contains(reason), "{model}: {answer}");
        assert_eq!(
            (&run["answers"][0]["rules"], &run["answers"][0]["judge"]),
            (&Value::Null, &Value::Null)
        );
        for row in [0, 1] {
            let rates = place.rates(model, row);
            assert_eq!((rates["generation"], rates["edit"]), ((0, 3), (0, 3)), "{model}");
            assert_eq!(
                (rates["contrast_detection"].1, rates["contrast_specificity"].1),
                (4, 2),
                "{model}"
            );
        }
        let sent = place.server.requests().len();
        assert_eq!(sent - before, 12, "{model}: one request for each item");
        place.ask(model, Some("judge"), model, &[]);
        assert_eq!(place.server.requests().len(), sent, "{model} is not asked again");
    }
    // A model that gives no JSON for a contrast fails it, whether it is clean or not.
    let rates = place.rates("wrong-schema-9", 1);
    assert_eq!(
        (rates["contrast_detection"], rates["contrast_specificity"]),
        ((0, 4), (0, 2))
    );
}

#[test]
fn failures_of_the_server_are_no_answers_of_the_model() {
    let place = Place::new("failures", &few(), right);
    for (model, requests) in [("broken-1", 24), ("slow-20", 12)] {
        let before = place.server.requests().len();
        let output = place.ask(model, None, model, &["--concurrency", "12"]);
        assert_eq!(output.status.code(), Some(0), "{model}: {}", text(&output));
        assert_eq!(place.server.requests().len() - before, requests, "{model}");
        let rates = place.rates(model, 0);
        assert_eq!((rates["generation"], rates["edit"]), ((3, 3), (3, 3)), "{model}");
    }
    let output = place.ask(
        "slow-5000",
        None,
        "late",
        &["--timeout", "1", "--budget", "1", "--concurrency", "12"],
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(
        text(&output).contains("no answer came within the time limit"),
        "{}",
        text(&output)
    );
}

#[test]
fn a_judge_without_a_valid_verdict_passes_nothing() {
    let place = Place::new("judge", &few(), right);
    let output = place.ask("subject", Some("wrong-schema-9"), "out", &[]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("Items without a valid verdict, which count as not passed: 6"),
        "{}",
        text(&output)
    );
    assert!(text(&output).contains("No valid verdict on "), "{}", text(&output));
    let [by_judge, by_rules] = [0, 1].map(|row| place.rates("out", row));
    assert_eq!((by_judge["generation"], by_rules["generation"]), ((0, 3), (3, 3)));
    assert_eq!(by_judge["contrast_specificity"], (2, 2));
    // A judge's invalid answer is sent back twice, as with `texlens judge`.
    let requests = place.server.requests();
    assert_eq!(
        requests
            .iter()
            .filter(|request| request["model"] == "wrong-schema-9")
            .count(),
        18
    );
}

#[test]
fn the_budget_covers_both_models_and_a_later_run_asks_the_rest() {
    let place = Place::new("budget", &few(), right);
    let limits = [
        &PRICED[..],
        &[
            "--subject-max-output-tokens",
            "1000",
            "--judge-max-output-tokens",
            "300",
            "--concurrency",
            "1",
        ],
    ]
    .concat();
    let output = place.ask(
        "subject",
        Some("judge"),
        "out",
        &[&limits[..], &["--budget", "0.000001"]].concat(),
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert_eq!(place.server.requests().len(), 0);
    let shown = text(&output);
    for told in [
        "the budget does not cover the next call",
        "The same command asks the rest",
        "likely: ",
    ] {
        assert!(shown.contains(told), "{told}: {shown}");
    }
    let mut paid = 0.0;
    for budget in [0.008, 0.009] {
        let before = place.server.requests().len();
        let limited = ["--budget", &format!("{budget}")];
        let output = place.ask("subject", Some("judge"), "out", &[&limits[..], &limited].concat());
        assert!(place.server.requests().len() > before, "{budget}: {}", text(&output));
        let run = place.json("out/run.json");
        let cost = run["subject"]["cost"].as_f64().unwrap() + run["judge"]["cost"].as_f64().unwrap();
        assert!(cost > paid && cost - paid <= budget, "{paid}, {cost}, {budget}");
        paid = cost;
    }
    assert!(place.server.requests().len() < 18, "the budgets are too small for all");
    let output = place.ask("subject", Some("judge"), "out", &limits);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(place.sent_twice(), Vec::<String>::new());
    assert_eq!(place.server.requests().len(), 18);
    let output = place.ask("gpt-unknown", None, "other", &["--budget", "1"]);
    assert_eq!(
        output.status.code(),
        Some(0),
        "a local server is free: {}",
        text(&output)
    );
    let arguments = [
        "run",
        "items.jsonl",
        "--subject",
        "m",
        "--subject-endpoint",
        "https://host.invalid/v1",
        "--budget",
        "1",
        "--out",
        "none",
    ];
    let output = place.command(&arguments, [None, None]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("no price is known for m"), "{}", text(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on_without_asking_twice() {
    let place = Place::new("interrupted", &few(), right);
    let mut run = place.asking("slow-400", Some("judge"), "out", &["--concurrency", "2"]);
    let output = interrupted(&mut run, &place.server, 4);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("the run was cancelled"), "{}", text(&output));
    let sent = place.server.requests().len();
    assert!((4..12).contains(&sent), "{sent}");
    assert_eq!(place.rates("out", 0)["generation"].1, 3, "denominators stay");
    let output = place.ask("slow-400", Some("judge"), "out", &["--concurrency", "12"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(place.sent_twice(), Vec::<String>::new());
    assert_eq!(place.server.requests().len(), 18);
}

#[test]
fn each_key_goes_to_its_own_server_and_into_no_file() {
    const SUBJECT: &str = "sk-Qw7RtzUpLkJhGfDsXcVb";
    const JUDGE: &str = "sk-MnbYxPoiUztRewQasDfG";
    let place = Place::with_key("keys", &few(), right, SUBJECT);
    let judge = Server::start(&["--key", JUDGE]);
    let [subject_url, judge_url] = [&place.server.url, &judge.url].map(|url| format!("{url}/v1"));
    for (index, model) in [
        "subject",
        "leaks-model",
        "leaks-invalid",
        "leaks-refusal",
        "leaks-error",
        "echo",
    ]
    .iter()
    .enumerate()
    {
        let out = format!("out{index}");
        let transcript = format!("{out}.jsonl");
        let arguments = [
            "run",
            "items.jsonl",
            "--subject",
            model,
            "--subject-endpoint",
            &subject_url,
            "--judge",
            "judge",
            "--judge-endpoint",
            &judge_url,
            "--out",
            &out,
            "--transcript",
            &transcript,
            "--described",
        ];
        let output = place
            .command(&arguments, [Some(SUBJECT), Some(JUDGE)])
            .output()
            .unwrap();
        let shown = text(&output);
        assert!(!shown.contains(SUBJECT) && !shown.contains(JUDGE), "{shown}");
        let results = text(&place.results(&[&out, "--format", "json", "--plot", &format!("{out}.svg")]));
        assert!(!results.contains(SUBJECT) && !results.contains(JUDGE), "{results}");
    }
    for key in [SUBJECT, JUDGE] {
        assert_eq!(found(&place.folder, key), "");
    }
    for (server, key, other) in [(&place.server, SUBJECT, JUDGE), (&judge, JUDGE, SUBJECT)] {
        let requests = server.requests();
        assert!(!requests.is_empty());
        for request in &requests {
            assert_eq!(request["headers"]["authorization"], format!("Bearer {key}"));
            assert!(!request.to_string().contains(other));
        }
    }
}

#[test]
fn the_three_providers_are_asked_in_their_forms() {
    let place = Place::new("providers", &few(), right);
    for (provider, base) in PROVIDERS {
        let url = format!("{}{base}", place.server.url);
        let arguments = [
            "run",
            "items.jsonl",
            "--subject",
            "subject",
            "--subject-provider",
            provider,
            "--subject-endpoint",
            &url,
            "--judge",
            "judge",
            "--judge-provider",
            provider,
            "--judge-endpoint",
            &url,
            "--out",
            provider,
            "--described",
        ];
        // One key is enough if both models have the same provider and address.
        let output = place.command(&arguments, [None, Some(KEY)]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{provider}: {}", text(&output));
        let rates = place.rates(provider, 0);
        assert_eq!(
            (rates["contrast_detection"], rates["contrast_specificity"]),
            ((4, 4), (2, 2))
        );
        assert_eq!(rates["contrast_described"].1, 6, "{provider}");
        assert!(text(&output).contains("Described contrasts in %"), "{}", text(&output));
    }
    assert!(place.server.requests().iter().all(|request| request["status"] == 200));
}

#[test]
fn a_dry_run_shows_requests_and_cost_and_sends_nothing() {
    let place = Place::new("dry", &few(), right);
    let more = [&PRICED[..], &["--dry-run", "--transcript", "sent.jsonl", "--described"]].concat();
    let output = place.ask("subject", Some("judge"), "out", &more);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(place.server.requests().len(), 0);
    let lines = String::from_utf8_lossy(&output.stdout).lines().count();
    assert_eq!(lines, 18, "twelve items, six of them contrasts that are also described");
    let errors = String::from_utf8_lossy(&output.stderr);
    for told in [
        "nothing was sent",
        "18 requests to subject",
        "6 to 18 requests to judge",
        "likely: ",
        "at most",
    ] {
        assert!(errors.contains(told), "{told}: {errors}");
    }
    assert!(!text(&output).contains(KEY));
    for name in ["sent.jsonl", "out"] {
        assert!(!place.folder.join(name).exists(), "{name}");
    }
}

#[test]
fn the_engine_decides_with_the_rules() {
    if !Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../www/tex/manifest.json")
        .exists()
    {
        eprintln!("skipped: no TeX engine");
        return;
    }
    // The quick check accepts unknown commands in a document; the edits are documents.
    let place = Place::new("engine", &few(), |item| {
        right(item).replace("\\end{document}", "\\nosuchcommand\n\\end{document}")
    });
    let edits = |out: &str, more: &[&str]| {
        let output = place.ask("subject", None, out, more);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let run = place.json(&format!("{out}/run.json"));
        assert_eq!(run["compiled"], !more.is_empty());
        let findings = &run["answers"][3]["rules"]["findings"];
        findings
            .as_array()
            .unwrap()
            .iter()
            .filter(|finding| finding["error_type"] == "Syntax Error")
            .count()
    };
    assert_eq!(edits("a", &[]), 0);
    assert_eq!(edits("a", &["--compile"]), 1);
    assert_eq!(
        place.server.requests().len(),
        12,
        "answers are compiled later without being asked for again"
    );
}

#[test]
fn runs_are_not_mixed_or_overwritten() {
    let place = Place::new("mixed", &few(), right);
    let refused = |output: &Output, told: &str| {
        assert_eq!(output.status.code(), Some(2), "{}", text(output));
        assert!(text(output).contains(told), "{told}: {}", text(output));
    };
    assert_eq!(place.ask("subject", None, "a", &[]).status.code(), Some(0));
    let sent = place.server.requests().len();
    let other = "holds the run of another model, with other parameters or of other items";
    refused(&place.ask("another", None, "a", &[]), other);
    refused(&place.ask("subject", None, "a", &["--subject-seed", "1"]), other);
    refused(
        &place.ask("subject", None, "c", &["--subject-temperature", "nan"]),
        "give a number from 0 to 2",
    );
    fs::create_dir_all(place.folder.join("mine")).unwrap();
    fs::write(place.folder.join("mine/answers.jsonl"), "{}").unwrap();
    refused(&place.ask("subject", None, "mine", &[]), other);
    fs::write(place.folder.join("items.jsonl"), to_jsonl(&few()[..5])).unwrap();
    refused(&place.ask("subject", None, "a", &[]), other);
    assert_eq!(place.server.requests().len(), sent, "nothing is sent before that");
    // A judge can be added later; the model under test is not asked again.
    fs::write(place.folder.join("items.jsonl"), to_jsonl(&few())).unwrap();
    assert_eq!(place.ask("subject", Some("judge"), "a", &[]).status.code(), Some(0));
    assert_eq!(place.server.requests().len(), sent + 6);

    fs::write(place.folder.join("items.jsonl"), to_jsonl(&few()[..5])).unwrap();
    assert_eq!(place.ask("subject", None, "b", &[]).status.code(), Some(0));
    refused(
        &place.results(&["a", "b"]),
        "have other items, so they cannot be compared",
    );
    refused(&place.results(&["nowhere"]), "nowhere");
    for content in ["{", "{}", "[]"] {
        fs::write(place.folder.join("b/run.json"), content).unwrap();
        refused(&place.results(&["b"]), "is not a run that this texlens can read");
    }
    let run = place.read("a/run.json").replace("\"version\": 1", "\"version\": 9");
    fs::write(place.folder.join("b/run.json"), run).unwrap();
    refused(&place.results(&["b"]), "its format is texlens-latexbench-run 9");
    assert!(Path::new(&place.folder).join("a/cache").exists());
}
