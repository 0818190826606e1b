//! Result files of pdf-parse-bench: for each parser a folder, with a folder for each page.
//!
//! | file | form | state of the benchmark's code |
//! | --- | --- | --- |
//! | `eval_formula_results.json` | `ground_truth_formula`, `extracted_formula`, `formula_type`, `llm_evals`, `cdm_eval`, `bleu_score`, `levenshtein_similarity` | to January 2026 (c53f8d8), the paper's |
//! | `formulas.json` | `gt_formula`, `extracted_formula`, `formula_type`, `llm_scores`, until March 2026 also `cdm_score` and the others | from February 2026 (138d76b, 8c8268e) |
//! | `tables.json` | `gt_table`, `extracted_table`, `complexity`, `llm_scores` | the same |
//! | `benchmark_results.json` | `parser_name`, `benchmark_name`, `date`, means | all |
//!
//! Means of `benchmark_results.json` are not read: texlens calculates its own from the scores. An older `formulas.json`
//! has pairs without scores and is passed over.
//!
//! Source: `eval/evaluators.py`, `eval/results.py`, `eval/llm_judge.py` and `pipeline/pipeline.py` of
//! phorn1/pdf-parse-bench at these commits.

use std::collections::BTreeMap;

use serde::Deserialize;
use texlens_evaluate::{
    Bootstrap, Evaluation, JudgeCost, JudgeRun, JudgeVerdict, Judged, JudgedItem, Kind, Prediction, Provenance,
    SampleResult, Setting,
};
use texlens_judge::judging::groups;
use texlens_metrics::Score;

use crate::board::Leaderboard;
use crate::error::LeaderboardError;
use crate::fingerprint::{bare, fingerprint};
use crate::measured::from_evaluations;
use crate::released::{CDM, RESULT_FILES};

/// Maximum number of formulas and tables of all files: five hundred parsers on a dataset of the benchmark.
const MAX_ITEMS: usize = 1_000_000;

/// Highest score of a judge.
const HIGHEST: f64 = 10.0;

/// Names of the files with items.
const ITEMS: [&str; 4] = [
    "eval_formula_results.json",
    "formula_results.json",
    "formulas.json",
    "tables.json",
];

/// Name of the file about a parser.
const SUMMARY: &str = "benchmark_results.json";

/// Reports whether a file of this path is one that [`ResultFiles`] reads.
#[must_use]
pub fn is_result_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    ITEMS.contains(&name) || name == SUMMARY
}

/// A formula or table, in any of the forms.
#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Item {
    #[serde(alias = "ground_truth_formula", alias = "gt_table")]
    gt_formula: String,
    #[serde(default, alias = "parsed_formula", alias = "extracted_table")]
    extracted_formula: String,
    #[serde(default)]
    formula_type: Option<String>,
    #[serde(default)]
    complexity: Option<String>,
    #[serde(default, alias = "llm_evals")]
    llm_scores: Vec<Verdict>,
    #[serde(default, alias = "cdm_eval")]
    cdm_score: Option<Cdm>,
    #[serde(default)]
    bleu_score: Option<f64>,
    #[serde(default)]
    levenshtein_similarity: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Verdict {
    judge_model: String,
    score: f64,
    /// Present in the form of 2025.
    #[serde(default)]
    is_correct: Option<bool>,
    #[serde(default)]
    errors: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Cdm {
    score: f64,
}

#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default)]
struct Summary {
    parser_name: String,
    benchmark_name: String,
    date: String,
}

/// The files of a parser.
#[derive(Debug, Clone, PartialEq, Default)]
struct Parser {
    summary: Summary,
    /// Formulas by page.
    formulas: BTreeMap<String, Vec<Item>>,
    /// Tables by page.
    tables: BTreeMap<String, Vec<Item>>,
}

/// Result files of any number of parsers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ResultFiles {
    /// The parsers by the path of their folder.
    parsers: BTreeMap<String, Parser>,
    items: usize,
}

impl ResultFiles {
    /// Adds a file. A file of another name, or without scores, changes nothing. `path` has the folders of parser and
    /// page, with `/`.
    ///
    /// # Errors
    /// If the file is damaged, or there are too many items.
    pub fn add(&mut self, path: &str, text: &str) -> Result<(), LeaderboardError> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        if name == SUMMARY {
            let summary: Summary = parsed(path, text)?;
            // A summary alone is no parser: its means are not those of texlens.
            self.parsers.entry(folder.to_owned()).or_default().summary = summary;
            return Ok(());
        }
        if !ITEMS.contains(&name) {
            return Ok(());
        }
        let (parser, page) = folder.rsplit_once('/').unwrap_or(("", folder));
        if page.is_empty() {
            return Err(LeaderboardError::NoPage(path.to_owned()));
        }
        let items: Vec<Item> = parsed(path, text)?;
        let has_scores = |item: &Item| !item.llm_scores.is_empty() || item.cdm_score.is_some();
        if !items.iter().any(has_scores) {
            return Ok(());
        }
        self.items += items.len();
        if self.items > MAX_ITEMS {
            return Err(LeaderboardError::TooMany { limit: MAX_ITEMS });
        }
        let parser = self.parsers.entry(parser.to_owned()).or_default();
        let pages = if name == "tables.json" {
            &mut parser.tables
        } else {
            &mut parser.formulas
        };
        pages.insert(page.to_owned(), items);
        Ok(())
    }

    /// Reports whether no file has scores.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parsers().next().is_none()
    }

    /// Iterates over the parsers that have scores, with the paths of their folders.
    fn parsers(&self) -> impl Iterator<Item = (&String, &Parser)> {
        let has_items = |parser: &Parser| !parser.formulas.is_empty() || !parser.tables.is_empty();
        self.parsers.iter().filter(move |(_, parser)| has_items(parser))
    }

    /// Returns the evaluations: one for each set of references and form of the files, so that all systems of one have
    /// the same formulas. Each formula is a sample of every system, and each judge is a run. Intervals are drawn over
    /// pages by `bootstrap`.
    #[must_use]
    pub fn evaluations(&self, bootstrap: &Bootstrap) -> Vec<Evaluation> {
        let mut parts: Vec<(Part, Vec<(&String, &Parser)>)> = Vec::new();
        for (path, parser) in self.parsers() {
            let part = Part::of(path, parser);
            match parts.iter_mut().find(|(known, _)| *known == part) {
                Some((_, parsers)) => parsers.push((path, parser)),
                None => parts.push((part, vec![(path, parser)])),
            }
        }
        let evaluations = parts.iter().map(|(part, parsers)| evaluation(part, parsers, bootstrap));
        evaluations.collect()
    }

    /// Returns the leaderboards of the [evaluations](Self::evaluations). `name` is the name of the folder.
    ///
    /// # Errors
    /// If no file has scores of a judge.
    pub fn boards(&self, name: &str) -> Result<Vec<Leaderboard>, LeaderboardError> {
        from_evaluations(name, &self.evaluations(&Bootstrap::default()))
    }
}

/// What the parsers of an evaluation have in common.
#[derive(Debug, Clone, PartialEq)]
struct Part {
    /// The name of the dataset.
    benchmark: String,
    /// Whether the files have the form of 2025, whose judge has another protocol.
    is_of_2025: bool,
    /// Fingerprints of formulas and tables.
    prints: [Option<String>; 2],
}

impl Part {
    fn of(path: &str, parser: &Parser) -> Self {
        let print = |pages: &BTreeMap<String, Vec<Item>>| {
            let items = pages.values().flatten();
            fingerprint(items.map(|item| item.gt_formula.as_str()))
        };
        let folder = path.rsplit_once('/').map_or("", |(above, _)| above);
        let folder = folder.rsplit('/').next().unwrap_or(folder);
        let verdicts = parser.formulas.values().flatten().flat_map(|item| &item.llm_scores);
        Self {
            benchmark: match parser.summary.benchmark_name.as_str() {
                "" => folder.to_owned(),
                name => name.to_owned(),
            },
            is_of_2025: verdicts.into_iter().any(|verdict| verdict.is_correct.is_some()),
            prints: [print(&parser.formulas), print(&parser.tables)],
        }
    }
}

fn evaluation(part: &Part, parsers: &[(&String, &Parser)], bootstrap: &Bootstrap) -> Evaluation {
    let mut samples = Vec::new();
    let mut by_judge: BTreeMap<String, Vec<JudgedItem>> = BTreeMap::new();
    let mut names: Vec<String> = Vec::new();
    for (path, parser) in parsers {
        let name = match parser.summary.parser_name.as_str() {
            "" => path.rsplit('/').next().unwrap_or(path),
            name => name,
        };
        // Two folders of one parser are two systems.
        let system = match names.iter().any(|known| known == name) {
            true => (*path).clone(),
            false => name.to_owned(),
        };
        names.push(system.clone());
        for (pages, is_table) in [(&parser.formulas, false), (&parser.tables, true)] {
            for (page, items) in pages {
                for (at, item) in items.iter().enumerate() {
                    let what = item.what(is_table);
                    // The form of ids of judged items: tables have a letter.
                    let id = format!("{page}#{}{}", if is_table { "t" } else { "" }, at + 1);
                    for verdict in &item.llm_scores {
                        let judged = judged(&id, page, &system, what, item, verdict);
                        by_judge.entry(verdict.judge_model.clone()).or_default().push(judged);
                    }
                    if !is_table {
                        samples.push(sample(id, page, &system, item));
                    }
                }
            }
        }
    }
    let dates = parsers.iter().map(|(_, parser)| parser.summary.date.as_str());
    let created = dates.max().unwrap_or_default().to_owned();
    let mut evaluation = Evaluation {
        title: match part.benchmark.as_str() {
            "" => "pdf-parse-bench".to_owned(),
            name => format!("pdf-parse-bench {name}"),
        },
        samples,
        provenance: Provenance {
            texlens: env!("CARGO_PKG_VERSION").to_owned(),
            created: created.clone(),
            ..Provenance::default()
        },
        ..Evaluation::default()
    };
    for (model, items) in by_judge {
        evaluation.add_judge(run(model, items, part, &created, bootstrap));
    }
    evaluation
}

impl Item {
    /// Returns the kind of the item. Without a type, dollars decide, as in the benchmark's code.
    fn what(&self, is_table: bool) -> Judged {
        let is_display = match self.formula_type.as_deref() {
            Some(name) => name == "display-formula",
            None => self.gt_formula.starts_with("$$"),
        };
        match (is_table, is_display) {
            (true, _) => Judged::Table,
            (false, true) => Judged::Display,
            (false, false) => Judged::Inline,
        }
    }
}

fn judged(id: &str, page: &str, system: &str, what: Judged, item: &Item, verdict: &Verdict) -> JudgedItem {
    let score = verdict.score;
    JudgedItem {
        id: id.to_owned(),
        document: page.to_owned(),
        system: system.to_owned(),
        what,
        reference: bare(&item.gt_formula).to_owned(),
        prediction: (!item.extracted_formula.trim().is_empty()).then(|| bare(&item.extracted_formula).to_owned()),
        verdict: if score.is_finite() {
            JudgeVerdict::Scored {
                score: score.clamp(0.0, HIGHEST),
                is_correct: verdict.is_correct,
                reasons: verdict.errors.clone(),
                is_clamped: !(0.0..=HIGHEST).contains(&score),
            }
        } else {
            JudgeVerdict::Invalid {
                errors: vec!["the score is not a number".to_owned()],
            }
        },
        repeats: Vec::new(),
        swapped: None,
        flags: Vec::new(),
    }
}

fn sample(id: String, page: &str, system: &str, item: &Item) -> SampleResult {
    let value = |metric: &'static str, value: Option<f64>| {
        let score = Score::value_of(metric, value.filter(|value| value.is_finite())?, Vec::new());
        Some(score.saying("Value of the result file."))
    };
    let scores = [
        value(CDM, item.cdm_score.as_ref().map(|cdm| cdm.score)),
        value("pdf_parse_bench_bleu", item.bleu_score),
        value("pdf_parse_bench_levenshtein", item.levenshtein_similarity),
    ];
    let tags = item
        .complexity
        .iter()
        .map(|complexity| ("complexity".to_owned(), complexity.clone()));
    SampleResult {
        case: Some(id.clone()),
        id: format!("{id} \u{b7} {system}"),
        kind: Kind::Formula,
        document: Some(page.to_owned()),
        reference: Some(bare(&item.gt_formula).to_owned()),
        prediction: Some(Prediction::given(
            system.to_owned(),
            bare(&item.extracted_formula).to_owned(),
        )),
        scores: scores.into_iter().flatten().collect(),
        tags: tags.collect(),
        ..SampleResult::default()
    }
}

fn run(model: String, items: Vec<JudgedItem>, part: &Part, created: &str, bootstrap: &Bootstrap) -> JudgeRun {
    let protocol = |name: &str| Setting {
        name: name.to_owned(),
        value: "phorn1/pdf-parse-bench, by the form of its result files".to_owned(),
    };
    let has = |is_table: bool| items.iter().any(|item| (item.what == Judged::Table) == is_table);
    let mut protocols = Vec::new();
    if has(false) {
        protocols.push(protocol(match part.is_of_2025 {
            true => "pdf_parse_bench_2025_formula",
            false => "pdf_parse_bench_2026_formula",
        }));
    }
    JudgeRun {
        // The prompt for tables changed in April 2026, and the files do not say which one was used.
        protocols,
        provider: RESULT_FILES.to_owned(),
        endpoint: String::new(),
        answered_by: vec![model.clone()],
        model,
        created: created.to_owned(),
        settings: vec![Setting {
            name: "matching".to_owned(),
            value: "by the judge and rules (pdf_parse_bench_extraction)".to_owned(),
        }],
        cost: JudgeCost::default(),
        groups: groups(&items, bootstrap),
        comparison: None,
        stability: None,
        agreement: Vec::new(),
        problems: Vec::new(),
        correlations: None,
        items,
        transcript: Vec::new(),
    }
}

fn parsed<T: serde::de::DeserializeOwned>(path: &str, text: &str) -> Result<T, LeaderboardError> {
    serde_json::from_str(text).map_err(|error| LeaderboardError::ResultFile {
        path: path.to_owned(),
        line: error.line(),
        column: error.column(),
        detail: error.to_string(),
    })
}
