//! Times every metric on pairs of texts, and on texts of growing length. Prints JSON:
//! `{"throughput": [{"metric", "unit", "pairs", "seconds"}], "growth": [{"metric", "characters", "seconds"}]}`. The
//! seconds of `throughput` are those of all pairs together, those of `growth` of one pair. Metrics without a value on
//! any of the texts, because an engine or a table is missing, are omitted.
//!
//! `cargo run --release -p texlens-metrics --example throughput [FORMULAS.jsonl [PAGES.jsonl]]` with lines
//! `{"ref", "pred"}`; without a file, the pairs of `tests/oracle`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "whoever runs it reads what it says"
)]

use std::hint::black_box;
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use serde_json::{Value, json};
use texlens_latex::Outline;
use texlens_metrics::texbleu::TexbleuModel;
use texlens_metrics::{Evidence, Input, Kind, Metric, Score, Settings, registry};

/// The duration of a measurement, in seconds.
const SECONDS: f64 = 0.2;

/// The shortest and the longest text, in bytes; lengths double from one to the other.
const SHORTEST: usize = 1 << 8;
const LONGEST: usize = 1 << 17;

/// The time in seconds after which texts do not grow any further.
const PATIENCE: f64 = 1.0;

type Pair = (String, String);

static EVIDENCE: LazyLock<Evidence> = LazyLock::new(|| {
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models/texbleu.bin");
    let mut evidence = Evidence::default();
    evidence.texbleu = Some(Arc::new(TexbleuModel::parse(&std::fs::read(model).unwrap()).unwrap()));
    evidence
});

fn main() {
    let mut files = std::env::args().skip(1);
    let formulas = files.next().map_or_else(oracle, |path| pairs(&path));
    let pages = files.next().map_or_else(Vec::new, |path| pairs(&path));
    let mut throughput = time_all(Kind::Formula, "formula", &formulas);
    throughput.extend(time_all(Kind::Page, "page", &pages));
    let report = json!({ "throughput": throughput, "growth": growth() });
    println!("{report:#}");
}

fn pair(line: &Value) -> Pair {
    let text = |key: &str| line[key].as_str().unwrap().to_owned();
    (text("ref"), text("pred"))
}

fn pairs(path: &str) -> Vec<Pair> {
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| pair(&serde_json::from_str(line).unwrap()))
        .collect()
}

fn oracle() -> Vec<Pair> {
    let oracle: Value = serde_json::from_str(include_str!("../tests/oracle/text.json")).unwrap();
    oracle["pairs"].as_array().unwrap().iter().map(pair).collect()
}

fn time_all(kind: Kind, unit: &str, pairs: &[Pair]) -> Vec<Value> {
    if pairs.is_empty() {
        return Vec::new();
    }
    let outlines: Vec<_> = pairs.iter().map(|(a, b)| (Outline::of(a), Outline::of(b))).collect();
    let row = |metric: &str, seconds: f64| json!({ "metric": metric, "unit": unit, "pairs": pairs.len(), "seconds": seconds });
    let outline = seconds(|| {
        for (reference, prediction) in pairs {
            black_box((Outline::of(reference), Outline::of(prediction)));
        }
    });
    let mut rows = vec![row("outline of both texts, once for all metrics", outline)];
    for metric in registry().iter().filter(|metric| metric.info().kinds.contains(&kind)) {
        let is_defined = |(a, b): &(Outline<'_>, Outline<'_>)| score(*metric, a, b).value().is_some();
        if !outlines.iter().any(is_defined) {
            continue;
        }
        let time = seconds(|| {
            for (reference, prediction) in &outlines {
                black_box(score(*metric, reference, prediction));
            }
        });
        rows.push(row(metric.info().id, time));
    }
    rows
}

fn growth() -> Vec<Value> {
    let mut rows = Vec::new();
    for metric in registry() {
        let mut length = SHORTEST;
        while length <= LONGEST {
            let (reference, prediction) = page_of(length);
            let (reference, prediction) = (Outline::of(&reference), Outline::of(&prediction));
            if score(*metric, &reference, &prediction).value().is_none() {
                break;
            }
            let time = seconds(|| {
                black_box(score(*metric, &reference, &prediction));
            });
            rows.push(json!({ "metric": metric.info().id, "characters": length, "seconds": time }));
            if time > PATIENCE {
                break;
            }
            length *= 2;
        }
    }
    rows
}

fn score(metric: &dyn Metric, reference: &Outline<'_>, prediction: &Outline<'_>) -> Score {
    let (reference_page, prediction_page) = (0..reference.source.len(), 0..prediction.source.len());
    metric.score(&Input {
        reference,
        prediction,
        reference_pages: std::slice::from_ref(&reference_page),
        prediction_pages: std::slice::from_ref(&prediction_page),
        evidence: &EVIDENCE,
        settings: &Settings::default(),
        scores: &[],
        shared: &texlens_metrics::Shared::default(),
    })
}

/// Returns the time of the fastest run, which other work on the machine disturbs least.
fn seconds(mut run: impl FnMut()) -> f64 {
    let start = Instant::now();
    let mut fastest = f64::INFINITY;
    while start.elapsed().as_secs_f64() < SECONDS {
        let run_start = Instant::now();
        run();
        fastest = fastest.min(run_start.elapsed().as_secs_f64());
    }
    fastest
}

/// Returns a text of `length` ASCII characters with words, formulas, tables and lines, and an imitation of its OCR, in
/// which 1 in 30 letters differs.
fn page_of(length: usize) -> Pair {
    let mut random = 1_u64;
    let mut below = |limit: u64| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % limit
    };
    let pieces = [
        "the ",
        "of ",
        "\\frac{a}{b}",
        "$x_{1}$ ",
        "\\section{",
        "}\n\n",
        "Theorem ",
        "is ",
        "continuous, ",
        "\\alpha ",
        "\n\\[ a + b = c \\]\n",
        "see \\cite{1} and Table \\ref{tab:table_1} ",
        "\n\\begin{tabular}{ll} 1.5 & 2 \\\\ 30 & 4 \\end{tabular}\n",
    ];
    let mut reference =
        "@misc{1}\n\\begin{table}\\begin{tabular}{l} 7 \\end{tabular}\\label{tab:table_1}\\end{table}\n\\section{A}\n"
            .to_owned();
    while reference.len() < length {
        reference += pieces[below(pieces.len() as u64) as usize];
        reference.push(char::from(b'a' + below(26) as u8));
    }
    reference.truncate(length);
    let misread = |c: char| {
        if c.is_ascii_lowercase() && below(30) == 0 {
            'o'
        } else {
            c
        }
    };
    let prediction = reference.chars().map(misread).collect();
    (reference, prediction)
}
