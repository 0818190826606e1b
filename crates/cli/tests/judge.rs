//! Tests of `texlens judge` against a server that speaks the providers' forms and misbehaves on request
//! (`tests/judge-server`).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod judging;

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use judging::{KEY, PAGES, PROVIDERS, Place, asking, interrupted, item, states, text};

#[test]
fn a_report_comes_back_with_scores_judge_protocol_date_and_cost() {
    let place = Place::new("whole");
    let output = place.judge("judge", &["--price", "1,2"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let run = place.judged();
    assert_eq!((&run["model"], &run["provider"]), (&json!("judge"), &json!("openai")));
    assert_eq!(run["answered_by"], json!(["judge-2026-01-01"]));
    assert_eq!(run["protocols"][0]["name"], "texlens_formula");
    assert!(run["created"].as_str().unwrap().ends_with('Z'));
    assert_eq!(item(&run, "tides/001#1")["verdict"]["state"], "by_rule");
    assert_eq!(item(&run, "tides/001#2")["verdict"]["score"], 9.0);
    assert_eq!(item(&run, "tides/001#2")["verdict"]["reasons"], json!(["They differ."]));
    let missing = item(&run, "tides/002#1");
    assert_eq!(
        (
            &missing["verdict"]["state"],
            &missing["verdict"]["score"],
            &missing["prediction"]
        ),
        (&json!("by_rule"), &json!(0.0), &json!(null))
    );
    assert_eq!(item(&run, "tides/002#t1")["verdict"]["reasons"], json!(["they differ"]));
    let flags = &item(&run, "winds/001#1")["flags"];
    assert_eq!(
        (&flags[0]["kind"], &flags[0]["place"], &flags[0]["side"]),
        (&json!("score"), &json!("text"), &json!("prediction"))
    );
    assert!(text(&output).contains("may speak to the judge"), "{}", text(&output));

    let group = &run["groups"][0];
    let scores = ["tides/001#1", "tides/001#2", "tides/002#1", "winds/001#1"]
        .map(|id| item(&run, id)["verdict"]["score"].as_f64().unwrap());
    let mean = scores.iter().sum::<f64>() / 40.0;
    assert!((group["mean"].as_f64().unwrap() - mean).abs() < 1e-12);
    assert_eq!(
        (&group["items"], &group["by_rule"], &group["missing"], &group["flagged"]),
        (&json!(4), &json!(2), &json!(1), &json!(1))
    );
    let parts: Vec<&str> = run["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|group| group["part"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["formulas", "inline", "display", "tables"]);

    // The cost is that of the tokens that the server counted, at the given price.
    let cost = &run["cost"];
    assert_eq!(cost["requests"], 3);
    let dollars = (cost["input_tokens"].as_f64().unwrap() + 2.0 * cost["output_tokens"].as_f64().unwrap()) / 1e6;
    assert!((cost["dollars"].as_f64().unwrap() - dollars).abs() < 1e-12);

    // The judge's scores are in the same place as the other metrics of formulas.
    let report: Value = serde_json::from_str(&place.read("judged.json")).unwrap();
    let level = report["levels"]
        .as_array()
        .unwrap()
        .iter()
        .find(|level| level["level"] == "formula")
        .unwrap();
    let line = level["scores"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["id"] == "tides/001#2")
        .unwrap();
    assert_eq!(line["metrics"]["judge"]["value"], 0.9);
    let metrics = level["systems"][0]["metrics"].as_array().unwrap();
    assert_eq!(
        metrics.iter().find(|metric| metric["metric"] == "judge").unwrap()["mean"],
        group["mean"]
    );
}

#[test]
fn only_the_pairs_are_sent_and_the_key_goes_only_into_its_header() {
    let place = Place::new("sent");
    let headers = ["authorization", "x-api-key", "x-goog-api-key"];
    for ((provider, base), header) in PROVIDERS.into_iter().zip(headers) {
        let more = ["--transcript", "transcript.jsonl", "--cache", provider];
        let output = place.judge_by((provider, base), "judge", &more, KEY);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let requests = place.server.requests();
        let requests: Vec<&Value> = requests
            .iter()
            .filter(|request| request["provider"] == provider)
            .collect();
        assert_eq!(requests.len(), 3);
        for request in requests {
            assert_eq!(
                (&request["status"], &request["problem"]),
                (&json!(200), &json!(null)),
                "{request}"
            );
            let mut headers = request["headers"].as_object().unwrap().clone();
            assert!(headers.remove(header).unwrap().as_str().unwrap().contains(KEY));
            let rest = format!("{headers:?} {} {}", request["path"], request["body"]);
            assert!(!rest.contains(KEY), "{rest}");
            for secret in ["secret-system", "islands", "winds/001", "report.json"] {
                assert!(!rest.contains(secret), "{secret}: {rest}");
            }
        }
        let kept = [
            place.read("judged.json"),
            place.read("transcript.jsonl"),
            place.read(&format!("{provider}/judge.jsonl")),
            text(&output),
        ]
        .join("\n");
        assert!(!kept.contains(KEY));
        assert_eq!(place.read("transcript.jsonl").lines().count(), 3);
    }
}

#[test]
fn a_dry_run_shows_everything_and_sends_nothing() {
    let place = Place::new("dry");
    let output = place.judge("judge", &["--dry-run", "--price", "1,2", "--repeats", "2", "--swap"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let lines: Vec<Value> = String::from_utf8(output.stdout.clone())
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 9);
    assert!(
        lines[0]["body"]["messages"][1]["content"]
            .as_str()
            .unwrap()
            .contains("\\sqrt{2 g b}")
    );
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    for words in [
        "5 pairs: 2 decided by rule, 9 to 27 requests",
        "nothing was sent",
        "tokens of prompts",
        "$",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!text(&output).contains(KEY));
    assert_eq!(place.server.requests(), Vec::<Value>::new());
    assert!(!place.folder.join("judged.json").exists());
}

#[test]
fn the_budget_is_held_and_a_later_run_goes_on_without_asking_twice() {
    let place = Place::new("budget");
    let limits = [
        "--price",
        "1,2",
        "--max-output-tokens",
        "500",
        "--concurrency",
        "1",
        "--cache",
        "cache",
    ];
    let output = place.judge("judge", &[&limits[..], &["--budget", "0.000001"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(
        text(&output).contains("the budget does not cover the next call"),
        "{}",
        text(&output)
    );
    assert_eq!(place.server.requests().len(), 0);

    // The budget covers one call at its maximum cost, about 0.004, but not the actual cost of three.
    let output = place.judge("judge", &[&limits[..], &["--budget", "0.0045"]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let sent = place.server.requests().len();
    assert!((1..3).contains(&sent), "{sent}");
    let run = place.judged();
    assert!(run["cost"]["dollars"].as_f64().unwrap() <= 0.0045);
    assert_eq!(
        states(&run).iter().filter(|(_, state)| state == "not_asked").count(),
        3 - sent
    );

    let output = place.judge("judge", &limits);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    assert_eq!(place.server.requests().len(), 3);
    assert!(place.judged()["cost"]["earlier_dollars"].as_f64().unwrap() > 0.0);
    let output = place.judge("judge", &limits);
    assert_eq!(place.server.requests().len(), 3, "{}", text(&output));
    assert!(
        text(&output).contains("3 answers were in the cache, paid now: $0.00"),
        "{}",
        text(&output)
    );
    let bodies: Vec<String> = place
        .server
        .requests()
        .iter()
        .map(|request| request["body"].to_string())
        .collect();
    assert!(
        bodies
            .iter()
            .enumerate()
            .all(|(index, body)| !bodies[..index].contains(body))
    );

    let output = place.run(
        &[
            "judge",
            "report.json",
            "--endpoint",
            "https://host.invalid/v1",
            "--model",
            "m",
            "--budget",
            "1",
        ],
        None,
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("no price is known for m"), "{}", text(&output));
}

#[test]
fn whatever_a_server_does_an_answer_is_valid_or_counted_as_none() {
    let place = Place::new("misbehaving");
    for (model, state, requests) in [
        ("limited", "scored", 6),
        ("broken-2", "scored", 9),
        ("cut", "scored", 6),
        ("wrong-schema", "scored", 6),
        ("wrong-schema-9", "invalid", 9),
        ("german", "scored", 6),
        ("german-9", "invalid", 9),
        ("fenced", "scored", 3),
        ("prose", "scored", 3),
        ("empty", "invalid", 9),
        ("no-usage", "scored", 3),
        ("refusing", "failed", 3),
        ("length", "failed", 3),
        ("endless", "failed", 3),
        ("local-judge", "scored", 3),
    ] {
        let before = place.server.requests().len();
        let output = place.judge(model, &["--concurrency", "3"]);
        let run = place.judged();
        let asked: Vec<String> = states(&run)
            .into_iter()
            .map(|(_, state)| state)
            .filter(|state| state != "by_rule")
            .collect();
        assert_eq!(asked, [state, state, state], "{model}: {}", text(&output));
        assert_eq!(
            place.server.requests().len() - before,
            requests,
            "{model}: {}",
            text(&output)
        );
        assert_eq!(output.status.code(), Some(i32::from(state != "scored")), "{model}");
        if state == "scored" {
            assert_eq!(item(&run, "tides/001#2")["verdict"]["score"], 9.0, "{model}");
        }
        assert_eq!(
            run["cost"]["is_estimated"],
            json!(matches!(model, "no-usage" | "cut" | "endless")),
            "{model}"
        );
    }
}

#[test]
fn what_would_meet_every_call_ends_the_run_with_a_reason() {
    let place = Place::new("ending");
    for (model, reason) in [
        ("echo", "does not accept the key"),
        ("missing", "was not found"),
        ("poor", "no credit left"),
        ("redirect", "redirects (status 307)"),
        ("closed", "asks to wait"),
    ] {
        let before = place.server.requests().len();
        let output = place.judge(
            model,
            &[
                "--concurrency",
                "1",
                "--transcript",
                "transcript.jsonl",
                "--keep-transcript",
            ],
        );
        let judged: Value = serde_json::from_str(&place.read("judged.json")).unwrap();
        let calls = judged["judge"][0]["transcript"].as_array().unwrap();
        assert_eq!(calls.len(), place.read("transcript.jsonl").lines().count(), "{model}");
        assert!(calls[0]["request"].as_str().unwrap().contains("messages"), "{model}");
        assert!(text(&output).contains(reason), "{model}: {}", text(&output));
        assert_eq!(place.server.requests().len() - before, 1, "{model}");
        assert!(
            !text(&output).contains(KEY)
                && !place.read("transcript.jsonl").contains(KEY)
                && !place.read("judged.json").contains(KEY),
            "{model}"
        );
    }
    assert!(
        place
            .server
            .requests()
            .iter()
            .all(|request| request["path"] == "/v1/chat/completions"),
        "a redirect was followed"
    );
}

#[test]
fn what_a_server_does_not_know_is_left_out_and_told() {
    let place = Place::new("adapting");
    for (model, setting) in [("no-schema", "prompt"), ("no-temperature", "temperature")] {
        let output = place.judge(model, &["--concurrency", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        assert!(
            place.judged()["settings"].to_string().contains(setting),
            "{}",
            place.judged()["settings"]
        );
    }
}

#[test]
fn no_more_requests_are_open_than_allowed_and_time_is_limited() {
    let place = Place::new("open");
    place.judge("slow-150", &["--concurrency", "2", "--repeats", "2"]);
    let open: Vec<u64> = place
        .server
        .requests()
        .iter()
        .map(|request| request["open"].as_u64().unwrap())
        .collect();
    assert_eq!((open.len(), open.iter().max()), (6, Some(&2)));
    let start = Instant::now();
    let protocol = Place::protocol_with_few_attempts(&place);
    let output = place.judge("slow-60000", &["--timeout", "1", "--protocol", &protocol]);
    assert!(
        text(&output).contains("not asked") || text(&output).contains("failed"),
        "{}",
        text(&output)
    );
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn repeats_and_orders_are_measured_and_judges_compared() {
    let place = Place::new("stability");
    let output = place.judge("moody", &["--repeats", "3", "--concurrency", "1"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let repeats = place.judged()["stability"]["repeats"].clone();
    assert_eq!(
        (
            &repeats["asked"],
            &repeats["items"],
            &repeats["same"]["value"],
            &repeats["mean_range"]
        ),
        (&json!(3), &json!(3), &json!(0.0), &json!(1.0))
    );

    let output = place.judge("biased", &["--swap"]);
    let order = place.judged()["stability"]["order"].clone();
    assert_eq!(
        (&order["items"], &order["change"]["value"]),
        (&json!(3), &json!(1.0)),
        "{}",
        text(&output)
    );

    // A second judge judges the report of the first.
    let endpoint = format!("{}/v1", place.server.url);
    let arguments = [
        "judge",
        "judged.json",
        "--endpoint",
        &endpoint,
        "--model",
        "obedient",
        "--out",
        "both.json",
    ];
    let output = place.run(&arguments, Some(KEY));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let both: Value = serde_json::from_str(&place.read("both.json")).unwrap();
    let runs = both["judge"].as_array().unwrap();
    assert_eq!(runs.len(), 2);
    let agreement = &runs[1]["agreement"][0];
    assert_eq!(
        (&agreement["with"], &agreement["items"]),
        (&json!("biased (texlens_formula, texlens_table)"), &json!(3))
    );
    assert!(agreement["difference"]["value"].as_f64().unwrap() > 0.0);
    // The judge obeys the text; the report flags that the text addresses the judge.
    let flagged = item(&runs[1], "winds/001#1");
    assert_eq!(
        (&flagged["verdict"]["score"], &flagged["flags"][0]["kind"]),
        (&json!(10.0), &json!("score"))
    );
}

#[test]
fn the_papers_protocols_are_read_as_they_say() {
    let place = Place::new("protocols");
    let output = place.judge(
        "judge",
        &[
            "--protocol",
            "pdf_parse_bench_2026_formula",
            "--protocol",
            "pdf_parse_bench_2026_table",
        ],
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let run = place.judged();
    assert!(
        states(&run).iter().all(|(_, state)| state == "scored"),
        "missing and equal ones are asked, too"
    );
    assert_eq!(item(&run, "tides/001#1")["verdict"]["score"], 10.0);
    assert_eq!(item(&run, "tides/002#t1")["verdict"]["reasons"], json!(["they differ"]));
    let requests = place.server.requests();
    // Requests come in any order; the one about a table has a schema.
    let of_formula = |request: &&Value| request["body"].get("response_format").is_none();
    let body = &requests.iter().find(of_formula).unwrap()["body"];
    assert_eq!(
        (
            &body["frequency_penalty"],
            &body["max_tokens"],
            body.get("response_format")
        ),
        (&json!(0.3), &json!(2000), None)
    );

    let output = place.judge("judge", &["--protocol", "pdf_parse_bench_2025_formula"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let run = place.judged();
    assert_eq!(
        run["items"].as_array().unwrap().len(),
        4,
        "a protocol for formulas judges no tables"
    );
    assert_eq!(item(&run, "tides/001#1")["verdict"]["is_correct"], true);
}

#[test]
fn a_saved_page_is_judged_too_and_opens_again() {
    let place = Place::new("page");
    let endpoint = format!("{}/v1", place.server.url);
    let output = place.run(
        &["judge", "report.html", "--endpoint", &endpoint, "--model", "judge"],
        Some(KEY),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let html = place.read("report.judged.html");
    let evaluation = texlens_report::from_html(&html).unwrap();
    assert_eq!(evaluation.judge.len(), 1);
    assert_eq!(evaluation.judge[0].items.len(), 5);
    for words in [
        "Judged by judge",
        "texlens_formula",
        "May speak to the judge",
        "They differ.",
    ] {
        assert!(html.contains(words), "{words}");
    }
}

#[test]
fn what_cannot_be_judged_is_told_with_advice() {
    let place = Place::new("advice");
    let evaluated = place.run(
        &[
            "evaluate",
            "data",
            "--system",
            "s=system",
            "--metrics",
            "ds",
            "--json",
            "bare.json",
        ],
        None,
    );
    assert!(evaluated.status.success());
    fs::write(place.folder.join("other.json"), "{\"a\": 1}").unwrap();
    let ask = |report: &str, more: &[&str], key: Option<&str>| {
        let arguments = ["judge", report, "--model", "m", "--endpoint", "http://localhost:1/v1"];
        let output = place.run(&[&arguments, more].concat(), key);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        text(&output)
    };
    assert!(ask("bare.json", &[], None).contains("--texts"));
    assert!(ask("other.json", &[], None).contains("not a texlens report"));
    assert!(ask("report.json", &["--protocol", "nonsense"], None).contains("texlens_formula, texlens_table"));
    assert!(
        ask(
            "report.json",
            &[
                "--protocol",
                "texlens_formula",
                "--protocol",
                "pdf_parse_bench_2025_formula"
            ],
            None
        )
        .contains("have the same task")
    );
    assert!(ask("report.json", &["--price", "1"], None).contains("--price"));
    assert!(ask("report.json", &["--concurrency", "0"], None).contains("1 to 64"));
    assert!(ask("report.json", &[], Some("a b")).contains("TEXLENS_JUDGE_KEY"));
    let output = place.run(
        &[
            "judge",
            "report.json",
            "--model",
            "m",
            "--endpoint",
            "http://example.org/v1",
        ],
        Some(KEY),
    );
    assert!(text(&output).contains("would travel unencrypted"), "{}", text(&output));
    assert!(!text(&output).contains(KEY));
    let unreachable = place.run(
        &[
            "judge",
            "report.json",
            "--model",
            "m",
            "--endpoint",
            "http://localhost:1/v1",
            "--protocol",
            &Place::protocol_with_few_attempts(&place),
        ],
        None,
    );
    // No server listens there; two pairs have a score by rule.
    assert_eq!(unreachable.status.code(), Some(1));
    assert!(
        text(&unreachable).contains("connection failed"),
        "{}",
        text(&unreachable)
    );
    assert!(
        text(&unreachable).contains(", 0 of answers, $0.0000\n"),
        "what was not sent costs nothing: {}",
        text(&unreachable)
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_answered() {
    let place = Place::new("cancelled");
    let endpoint = format!("{}/v1", place.server.url);
    let more = ["--concurrency", "1", "--cache", "cache"];
    let mut run = place.command(&asking(&endpoint, "slow-1500", &more), Some(KEY));
    let output = interrupted(&mut run, &place.server, 1);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    assert!(text(&output).contains("the run was cancelled"), "{}", text(&output));
    assert_eq!(place.server.requests().len(), 1);
    assert_eq!(place.read("cache/judge.jsonl").lines().count(), 1);
    let asked: Vec<String> = states(&place.judged())
        .into_iter()
        .map(|(_, state)| state)
        .filter(|state| state != "by_rule")
        .collect();
    assert_eq!(asked, ["scored", "not_asked", "not_asked"]);
}

#[test]
fn formulas_are_matched_by_the_judge_as_the_paper_does() {
    let place = Place::new("matching");
    // The page has two formulas of the reference as one formula.
    fs::write(
        place.folder.join("system/winds/001.tex"),
        "Warm air over the land rises. The angle is $\\alpha = 2\\beta, \\gamma = 4$ everywhere.\n",
    )
    .unwrap();
    fs::write(
        place.folder.join("data/winds/001.tex"),
        "Warm air over the land rises. The angle is $\\alpha = 2\\beta$ everywhere, and $\\gamma = 4$.\n",
    )
    .unwrap();
    let evaluated = place.run(
        &[
            "evaluate",
            "data",
            "--system",
            "s=system",
            "--level",
            "page",
            "--metrics",
            "ds",
            "--json",
            "report.json",
            "--texts",
        ],
        None,
    );
    assert!(evaluated.status.success(), "{}", text(&evaluated));
    let more = [
        "--matching",
        "judge",
        "--concurrency",
        "1",
        "--cache",
        "cache",
        "--transcript",
        "transcript.jsonl",
    ];
    let output = place.judge("grouped", &more);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let run = place.judged();
    assert_eq!(item(&run, "tides/001#1")["prediction"], "h = a \\cos(\\omega t)");
    // The simulated judge names only formulas that the page has verbatim.
    assert_eq!(item(&run, "tides/001#2")["prediction"], Value::Null);
    assert_eq!(item(&run, "winds/001#1")["prediction"], "\\alpha = 2\\beta");
    assert_eq!(item(&run, "winds/001#2")["prediction"], "\\gamma = 4");
    assert_eq!(item(&run, "winds/001#2")["verdict"]["state"], "by_rule");
    assert!(
        run["settings"].to_string().contains("pdf_parse_bench_extraction"),
        "{}",
        run["settings"]
    );
    // There are three pages, one group, and the pair of tables.
    assert_eq!(place.server.requests().len(), 5);
    assert_eq!(run["cost"]["requests"], 5);
    assert!(
        place
            .server
            .requests()
            .iter()
            .all(|request| request["problem"].is_null())
    );

    let again = place.judge("grouped", &more);
    assert_eq!((again.status.code(), place.server.requests().len()), (Some(0), 5));

    // A page whose list of formulas is never valid counts as failed and is reported.
    let output = place.judge(
        "wrong-schema-9",
        &["--matching", "judge", "--protocol", "texlens_formula"],
    );
    let run = place.judged();
    assert_eq!(run["problems"].as_array().unwrap().len(), 3, "{}", text(&output));
    assert!(
        text(&output).contains("tides/001 of s: the model gave no valid list"),
        "{}",
        text(&output)
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert_eq!(
        (&run["groups"][0]["invalid"], &run["groups"][0]["mean"]),
        (&run["groups"][0]["items"], &Value::Null)
    );

    // A run that ends during the matching gives no verdict on formulas.
    let output = place.judge("missing", &["--matching", "judge"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("before all formulas were matched"),
        "{}",
        text(&output)
    );
    let output = place.judge("judge", &["--matching", "judge", "--dry-run"]);
    assert!(
        text(&output).contains("depends on its answers, 3 to 9 requests"),
        "{}",
        text(&output)
    );
}

#[test]
fn latexbench_is_judged_by_the_papers_prompts_and_scored_against_its_key() {
    let place = Place::new("latexbench");
    let folder = place.folder.join("bench");
    fs::create_dir_all(&folder).unwrap();
    let document = "\\documentclass{article}";
    let lines = [
        json!({"id": "g1", "family": "generation", "instruction": "A table with \\toprule", "output": "\\toprule"}),
        json!({"id": "g2", "family": "generation", "instruction": "A table with \\toprule", "output": "\\hline"}),
        json!({"id": "e1", "family": "edit", "instruction": "Add a \\label", "base": "x", "output": "x \\label{a}"}),
        json!({"id": "c1", "family": "contrast", "code": format!("{document}\\includegraphics{{a}}"), "key": {"bug_present": true, "bug_type": "Package Missing (graphicx)"}}),
        json!({"id": "c2", "family": "contrast", "code": format!("{document}\\chapter{{a}}"), "key": {"bug_present": true, "bug_type": "Label Mismatch"}}),
        json!({"id": "c3", "family": "contrast", "code": document, "key": {"bug_present": false, "bug_type": ""}}),
    ];
    fs::write(
        folder.join("items.jsonl"),
        lines.map(|line| line.to_string()).join("\n"),
    )
    .unwrap();
    for (provider, base) in [("openai", "/v1"), ("anthropic", "/v1"), ("gemini", "/v1beta")] {
        let endpoint = format!("{}{base}", place.server.url);
        let arguments = [
            "judge",
            "--latexbench",
            "bench",
            "--provider",
            provider,
            "--endpoint",
            &endpoint,
            "--model",
            "judge",
        ];
        let output = place.run(&arguments, Some(KEY));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains("--subject-model"), "{}", text(&output));
        let arguments = [&arguments[..], &["--subject-model", "subject"]].concat();
        let output = place.run(&arguments, Some(KEY));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let result: Value = serde_json::from_str(&place.read("bench/latexbench.json")).unwrap();
        let rate = |name: &str| {
            (
                result["rates"][name]["passed"].as_u64().unwrap(),
                result["rates"][name]["items"].as_u64().unwrap(),
            )
        };
        assert_eq!(rate("generation"), (1, 2));
        assert_eq!(rate("edit"), (1, 1));
        assert_eq!(rate("contrast_detection"), (2, 2));
        assert_eq!(rate("contrast_classification"), (1, 2));
        assert_eq!(rate("contrast_specificity"), (1, 1));
        assert_eq!(result["overall"], 0.875);
        assert_eq!(result["error_types"]["generation"]["Capability Error"], 1);
        assert_eq!(result["judge"]["model"], "judge");
        assert_eq!(result["subject"]["model"], "subject");
    }
    let requests = place.server.requests();
    let names_bugs = |request: &&Value| request["body"].to_string().contains("bug_present");
    let to_subject = |request: &&Value| {
        request["body"]["model"] == "subject" || request["path"].as_str().is_some_and(|path| path.contains("subject"))
    };
    assert_eq!(
        requests.iter().filter(names_bugs).count(),
        9,
        "three contrasts for each provider"
    );
    assert!(
        requests
            .iter()
            .all(|request| names_bugs(&request) == to_subject(&request))
    );
    assert!(
        requests
            .iter()
            .all(|request| request["problem"].is_null() && request["status"] == 200)
    );
    let quoted = "You are a strict LaTeX evaluator. Given TASK INSTRUCTIONS and GENERATED CODE,";
    let is_quoted = |request: &Value| request["body"].to_string().contains(quoted);
    // Each of the three providers gets two items.
    assert_eq!(requests.iter().filter(|request| is_quoted(request)).count(), 6);

    let arguments = [
        "judge",
        "--latexbench",
        "bench",
        "--endpoint",
        &format!("{}/v1", place.server.url),
        "--model",
        "wrong-schema-9",
        "--subject-model",
        "wrong-schema-9",
        "--out",
        "other.json",
    ];
    let output = place.run(&arguments, Some(KEY));
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    let result: Value = serde_json::from_str(&place.read("other.json")).unwrap();
    assert_eq!(result["without_answer"], 6);
    for (rate, items) in [
        ("generation", 2),
        ("edit", 1),
        ("contrast_detection", 2),
        ("contrast_specificity", 1),
    ] {
        let rate = &result["rates"][rate];
        assert_eq!(
            (&rate["passed"], &rate["items"], &rate["without_answer"]),
            (&json!(0), &json!(items), &json!(items))
        );
    }
    assert_eq!(result["overall"], 0.0);

    fs::write(folder.join("items.jsonl"), "{\"id\": 1}").unwrap();
    let output = place.run(&arguments, Some(KEY));
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("line 1 of items.jsonl is not an item"),
        "{}",
        text(&output)
    );
}

#[test]
fn systems_are_compared_on_the_same_formulas() {
    let place = Place::new("systems");
    for (id, reference, _) in PAGES {
        let path = place.folder.join("copy").join(format!("{id}.tex"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, reference).unwrap();
    }
    let evaluated = place.run(
        &[
            "evaluate",
            "data",
            "--system",
            "worse=system",
            "--system",
            "copy=copy",
            "--level",
            "formula",
            "--json",
            "report.json",
            "--texts",
        ],
        None,
    );
    assert!(evaluated.status.success(), "{}", text(&evaluated));
    let output = place.judge("judge", &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let report: Value = serde_json::from_str(&place.read("judged.json")).unwrap();
    let of_judge = |list: &Value| -> Vec<Value> {
        list.as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["metric"] == "judge")
            .cloned()
            .collect()
    };
    let level = &report["levels"][0];
    let [worse, copy] = [0, 1].map(|system| of_judge(&level["systems"][system]["metrics"]));
    assert_eq!(
        (worse.len(), copy.len()),
        (1, 1),
        "in the place of what nobody was asked for"
    );
    assert_eq!(
        (&copy[0]["mean"], &copy[0]["defined"], &worse[0]["defined"]),
        (&json!(1.0), &json!(4), &json!(4))
    );
    let differences = of_judge(&level["differences"]);
    assert_eq!((differences.len(), &differences[0]["samples"]), (1, &json!(4)));
    let summary = differences[0]["summary"].as_str().unwrap();
    assert!(
        summary.contains("copy") && text(&output).contains(summary),
        "{}",
        text(&output)
    );
}

#[test]
fn the_protocols_are_listed_with_their_sources() {
    let place = Place::new("list");
    let output = place.run(&["judge", "--list"], None);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    for words in ["texlens_formula", "latexbench_contrast_blind", "Source: ", "Repaired"] {
        assert!(text(&output).contains(words), "{words}");
    }
    assert_eq!(place.run(&["judge"], None).status.code(), Some(2));
}

#[test]
fn the_judge_is_correlated_with_metrics_and_ratings() {
    let place = Place::new("ratings");
    let ratings =
        "id,rating\ntides/001#1,10\ntides/001#2,7\ntides/002#1,0\nwinds/001#1,2\ntides/002#t1,4\nwinds/009#1,4\n";
    fs::write(place.folder.join("ratings.csv"), ratings).unwrap();
    let output = place.judge("judge", &["--ratings", "ratings.csv"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let run = place.judged();
    let correlations = &run["correlations"];
    let pairs = correlations["pairs"].as_array().unwrap();
    let find = |of: &str, with: &str| {
        let is = |pair: &&Value| {
            pair["of"].as_str().unwrap().starts_with(of) && pair["with"].as_str().unwrap().starts_with(with)
        };
        pairs.iter().find(is).unwrap()
    };
    // The table has a judge's score and a rating, but no metric.
    assert_eq!(find("judge", "human ratings")["items"], 5);
    assert_eq!(find("exact", "human ratings")["items"], 4);
    assert_eq!(find("exact", "judge")["items"], 4);
    // `exact` is 1, 0, 0, 0 and the judge 10, 7, 0, 2. The deviations are .75 -.25 -.25 -.25 and 5.25 2.25 -4.75 -2.75,
    // so r = 5.25 / sqrt(.75 * 62.75).
    let r = find("exact", "human ratings")["pearson"]["value"].as_f64().unwrap();
    assert!((r - 5.25 / (0.75_f64 * 62.75).sqrt()).abs() < 1e-9, "{r}");
    assert_eq!(correlations["ratings"]["unknown"], 1);
    assert!(
        text(&output).contains("Correlation with human ratings"),
        "{}",
        text(&output)
    );

    // Unreadable ratings cost nothing.
    let asked = place.server.requests().len();
    fs::write(place.folder.join("ratings.csv"), "id,rating\ntides/001#1,ten\n").unwrap();
    let output = place.judge("judge", &["--ratings", "ratings.csv"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("ratings.csv line 2: the rating is \"ten\""),
        "{}",
        text(&output)
    );
    assert_eq!(place.server.requests().len(), asked);
}
