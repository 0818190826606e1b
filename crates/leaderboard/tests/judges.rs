//! Leaderboards of reports with judges, and of reports with released scores.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::num::NonZeroUsize;

use serde_json::Value;
use texlens_evaluate::{
    Bootstrap, Evaluation, Files, JudgeRun, Kind, Prediction, Provenance, SampleResult, Setting, Tool, score,
};
use texlens_judge::Protocol;
use texlens_leaderboard::{
    Leaderboard, Origin, Part, Reason, ResultFiles, Standing, from_evaluation, from_json, is_comparable, printed,
    reasons,
};
use texlens_metrics::Settings;
use texlens_report::{LevelScores, add_judge, to_json};

/// Result files of a parser with formulas, a table and CDM, judged by a model.
fn result_files(model: &str) -> ResultFiles {
    let mut files = ResultFiles::default();
    let verdict = |score: f64| serde_json::json!([{"judge_model": model, "score": score}]);
    let formulas = serde_json::json!([
        {"gt_formula": "$a$", "extracted_formula": "$a$", "llm_scores": verdict(9.0), "cdm_score": {"score": 0.5}},
        {"gt_formula": "$b$", "extracted_formula": "$c$", "llm_scores": verdict(2.0), "cdm_score": {"score": 1.0}},
    ]);
    let tables = serde_json::json!([{"gt_table": "x", "extracted_table": "y", "llm_scores": verdict(4.0)}]);
    files.add("set/alpha/0/formulas.json", &formulas.to_string()).unwrap();
    files.add("set/alpha/0/tables.json", &tables.to_string()).unwrap();
    files
}

/// A run of texlens with the verdicts of result files.
fn run_of_texlens(model: &str, settings: &[(&str, &str)]) -> JudgeRun {
    let mut run = result_files(model).evaluations(&Bootstrap::default())[0].judge[0].clone();
    run.provider = "openai".to_owned();
    let setting = |(name, value): &(&str, &str)| Setting {
        name: (*name).to_owned(),
        value: (*value).to_owned(),
    };
    run.settings = settings.iter().map(setting).collect();
    run
}

fn sample(id: &str, system: &str, reference: &str, prediction: &str) -> SampleResult {
    SampleResult {
        id: id.to_owned(),
        kind: Kind::Formula,
        reference: Some(reference.to_owned()),
        prediction: Some(Prediction::given(system.to_owned(), prediction.to_owned())),
        scores: score(Kind::Formula, reference, prediction, &Settings::default()).unwrap(),
        ..SampleResult::default()
    }
}

/// The only level of an evaluation, compared.
fn compared(evaluation: &Evaluation) -> LevelScores {
    let settings = Settings::default();
    let packed = evaluation.boards().remove(0);
    let scorer = packed.scorer(&settings);
    let board = packed.unpack(&scorer);
    LevelScores {
        comparison: board.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN),
        samples: board.samples,
    }
}

/// The JSON of a report on two formulas, with its texts, after a judge.
fn judged_json(system: &str, run: Option<&JudgeRun>) -> String {
    let evaluation = Evaluation {
        samples: vec![sample("0#1", system, "a", "a"), sample("0#2", system, "b", "c")],
        ..Evaluation::default()
    };
    let texts = texlens_evaluate::texts(&evaluation);
    let json = to_json("made", &Provenance::default(), &[compared(&evaluation)], None, &texts).unwrap();
    match run {
        Some(run) => add_judge(&json, run).unwrap(),
        None => json,
    }
}

fn level(boards: Vec<Leaderboard>) -> Leaderboard {
    boards.into_iter().find(|board| board.protocol.judge.is_none()).unwrap()
}

#[test]
fn a_level_has_no_values_of_a_judge() {
    let run = |model: &str| {
        let mut run = run_of_texlens(model, &[]);
        for item in &mut run.items {
            item.system = "alpha".to_owned();
        }
        run.comparison = Some(comparison_of_judge());
        run
    };
    let jsons = ["m", "n"].map(|model| judged_json("alpha", Some(&run(model))));
    for json in &jsons {
        let json: Value = serde_json::from_str(json).unwrap();
        let metrics = json["levels"][0]["systems"][0]["metrics"].as_array().unwrap();
        let judge = metrics.iter().find(|metric| metric["metric"] == "judge").unwrap();
        assert_eq!(judge["mean"], 0.55, "the report has the value");
    }
    let boards = jsons.iter().flat_map(|json| from_json("x", json).unwrap()).collect();
    let standing = Standing::of(boards);
    // Both levels, and each judge.
    assert_eq!(standing.sets.len(), 5);
    for set in &standing.sets {
        let judged = set.columns.iter().any(|column| column.id.starts_with("judge"));
        assert!(!judged || set.boards.len() == 1, "two judges in one set");
        let board = &standing.boards[set.boards[0]];
        assert_eq!(judged, board.protocol.judge.is_some());
    }
    // The rest is as without a judge.
    let alone = level(from_json("x", &judged_json("alpha", None)).unwrap());
    assert_eq!(level(from_json("x", &jsons[0]).unwrap()), alone);
}

/// The means of a judge as `texlens judge` writes them.
fn comparison_of_judge() -> texlens_evaluate::Comparison {
    let evaluation = result_files("m").evaluations(&Bootstrap::default()).remove(0);
    let mut comparison = compared(&evaluation).comparison;
    for system in &mut comparison.systems {
        let mut mean = system.metrics[0].clone();
        mean.metric = "judge".to_owned();
        mean.mean = Some(0.55);
        system.metrics = vec![mean];
    }
    comparison
}

#[test]
fn released_cdm_is_a_column_of_formulas_only() {
    let boards = result_files("m").boards("x").unwrap();
    let [formulas, tables] = &boards[..] else { panic!() };
    let cdm = |board: &Leaderboard| {
        let column = board.column("cdm_by_page")?;
        Some(board.rows[0].values[column].as_ref().unwrap().number)
    };
    assert_eq!((cdm(formulas), cdm(tables)), (Some(0.75), None));
    assert_eq!(tables.columns.len(), 1);
    assert!(
        boards
            .iter()
            .all(|board| board.rows[0].values.len() == board.columns.len())
    );
}

#[test]
fn released_scores_are_never_measured() {
    // The app has opened the report of result files, calculated its comparisons and saved them.
    let mut evaluation = result_files("m").evaluations(&Bootstrap::default()).remove(0);
    let own = Evaluation {
        samples: vec![sample("0#1", "alpha", "a", "a")],
        ..Evaluation::default()
    };
    evaluation.comparisons = vec![compared(&own).comparison];
    // Another judge was asked in the app.
    evaluation.judge.push(run_of_texlens("n", &[]));
    for board in from_evaluation("x", &evaluation).unwrap() {
        let judge = board.protocol.judge.as_ref().unwrap();
        let is_own = judge.model.as_deref() == Some("n");
        assert_eq!(matches!(board.origin, Origin::Measured(_)), is_own);
        assert!(
            board.column("cdm_by_page").is_none(),
            "samples may have a CDM of texlens"
        );
    }
}

#[test]
fn a_judge_is_also_the_words_and_parameters_of_its_protocol_and_the_program_that_matched() {
    let name = "pdf_parse_bench_2026_formula";
    let (words, parameters) = (format!("SHA-256 of {name}"), format!("parameters of {name}"));
    let board = |settings: &[(&str, &str)]| {
        let evaluation = Evaluation {
            judge: vec![run_of_texlens("m", settings)],
            ..Evaluation::default()
        };
        from_evaluation("x", &evaluation).unwrap().remove(0).protocol
    };
    let all = [(words.as_str(), "1"), (parameters.as_str(), "{}"), ("texlens", "1.0")];
    let one = board(&all);
    // What a run cost, and protocols of other tasks, change no verdict.
    let other_task = "SHA-256 of pdf_parse_bench_2026_table";
    assert_eq!(
        reasons(
            &one,
            &board(&[&all[..], &[("price", "$1"), (other_task, "2")]].concat())
        ),
        []
    );
    for (at, other) in [(0, "2"), (1, "{\"temperature\":1}")] {
        let mut changed = all;
        changed[at].1 = other;
        let found = reasons(&one, &board(&changed));
        assert!(
            matches!(&found[..], [Reason::OtherSettings { settings, more: 0 }] if settings[0].0 == all[at].0),
            "{found:?}"
        );
        // What a report does not hold counts as different.
        let rest: Vec<_> = all.iter().copied().filter(|setting| setting.0 != all[at].0).collect();
        assert!(!is_comparable(&one, &board(&rest)));
    }
    let found = reasons(&one, &board(&[all[0], all[1], ("texlens", "2.0")]));
    assert!(
        matches!(&found[..], [Reason::Differs { part: Part::Matching, values }] if values[0].ends_with("texlens 1.0")),
        "{found:?}"
    );
}

#[test]
fn a_run_joins_a_printed_table_only_with_the_parameters_of_the_benchmark() {
    let name = "pdf_parse_bench_2025_formula";
    let paper = printed("pdf-parse-bench-2025-q4").next().unwrap();
    let known = Protocol::named(name).unwrap();
    let board = |protocol: &Protocol| {
        let parameters = serde_json::to_string(protocol.parameters()).unwrap();
        let mut run = run_of_texlens(
            "openai/gpt-5-mini",
            &[
                (&format!("parameters of {name}"), &parameters),
                (&format!("SHA-256 of {name}"), &protocol.sha256()),
                ("matching", "by the judge and rules"),
            ],
        );
        run.protocols[0].name = name.to_owned();
        let evaluation = Evaluation {
            judge: vec![run],
            ..Evaluation::default()
        };
        let mut board = from_evaluation("x", &evaluation).unwrap().remove(0);
        board.protocol.pages = paper.protocol.pages.clone();
        board.protocol
    };
    assert_eq!(reasons(&board(&known), &paper.protocol), []);
    let warm = known.with_temperature(1.0);
    assert!(matches!(
        &reasons(&board(&warm), &paper.protocol)[..],
        [Reason::OtherSettings { .. }]
    ));
}

#[test]
fn tools_of_the_metrics_of_a_level_count() {
    let board = |tool: Tool, sum: &str| {
        let mut evaluation = Evaluation {
            samples: vec![sample("a", "A", "x", "x")],
            ..Evaluation::default()
        };
        let file = |what: &str, sha256: &str| Files {
            what: what.to_owned(),
            count: 1,
            sha256: sha256.to_owned(),
        };
        // The list of samples has the predictions, too.
        evaluation.provenance.files = vec![file("list.csv", sum), file("predictions of A", sum)];
        evaluation
            .provenance
            .files
            .push(Files::of_tool(tool, "x", 1, sum.to_owned()));
        level(from_evaluation("x", &evaluation).unwrap())
    };
    let metrics: Vec<String> = score(Kind::Formula, "x", "x", &Settings::default())
        .unwrap()
        .into_iter()
        .map(|score| score.metric)
        .collect();
    for tool in Tool::ALL {
        let is_used = metrics.iter().any(|metric| tool.is_used_by(metric));
        let is_same = is_comparable(&board(tool, "1").protocol, &board(tool, "2").protocol);
        assert_eq!(is_same, !is_used, "{}", tool.name());
        assert!(is_comparable(&board(tool, "1").protocol, &board(tool, "1").protocol));
    }
    assert!(Tool::TexEngine.is_used_by("csr"));
}

#[test]
fn the_samples_that_are_left_out_count_and_not_only_their_number() {
    let board = |left_out: &[&str], file: &str, is_stated: bool| {
        let evaluation = Evaluation {
            samples: vec![sample("a", "A", "x", "x")],
            ..Evaluation::default()
        };
        let settings = Settings::default();
        let packed = evaluation.boards().remove(0);
        let scorer = packed.scorer(&settings);
        let mut scored = packed.unpack(&scorer);
        scored.left_out = Some(left_out.iter().map(|id| (*id).to_owned()).collect());
        let mut comparison = scored.compare(&scorer, &Bootstrap::default(), NonZeroUsize::MIN);
        comparison.left_out_sha256 = comparison.left_out_sha256.filter(|_| is_stated);
        let evaluation = Evaluation {
            comparisons: vec![comparison],
            ..evaluation
        };
        level(from_evaluation(file, &evaluation).unwrap()).protocol
    };
    let one = board(&["b", "c"], "1", true);
    assert!(is_comparable(&one, &board(&["c", "b"], "2", true)));
    assert!(!is_comparable(&one, &board(&["b", "d"], "2", true)));
    assert!(!is_comparable(&one, &board(&["b", "c"], "2", false)));
    assert!(!is_comparable(&board(&["b"], "1", false), &board(&["b"], "2", false)));
}
