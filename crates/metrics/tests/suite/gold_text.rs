//! Comparison of the similarity metrics with the libraries after which they are named: on pairs of development data if
//! it is available, and always on the pairs of `tests/oracle`.

use std::collections::BTreeMap;

use serde_json::Value;
use texlens_latex::Outline;
use texlens_metrics::tokenise::{mteval_13a, pdf_parse_bench_clean, pdf_parse_bench_tokens};
use texlens_metrics::{Evidence, Input, Metric, Settings, metric, normalise_omnidocbench_formula};

use crate::gold::{gold, text};
use crate::score_with;

/// A score of a library, and the metric that equals it.
struct Equal {
    /// The key of the score. If the score is a list of (precision, recall, F), F is compared.
    key: &'static str,
    /// The divisor of the library's value.
    scale: f64,
    metric: &'static str,
    /// A setting that differs from the default.
    setting: Option<(&'static str, &'static str)>,
}

const fn equal(key: &'static str, scale: f64, metric: &'static str) -> Equal {
    Equal {
        key,
        scale,
        metric,
        setting: None,
    }
}

const fn with(setting: (&'static str, &'static str), equal: Equal) -> Equal {
    Equal {
        setting: Some(setting),
        ..equal
    }
}

const SENTENCES: [Equal; 25] = [
    equal("sacrebleu.sentence_bleu_13a_exp_effective", 100.0, "sacrebleu"),
    with(
        ("sacrebleu.tokenize", "none"),
        equal("sacrebleu.sentence_bleu_none_effective", 100.0, "sacrebleu"),
    ),
    with(
        ("sacrebleu.tokenize", "char"),
        equal("sacrebleu.sentence_bleu_char_effective", 100.0, "sacrebleu"),
    ),
    with(
        ("sacrebleu.tokenize", "intl"),
        equal("sacrebleu.sentence_bleu_intl_effective", 100.0, "sacrebleu"),
    ),
    equal("sacrebleu.chrF2", 100.0, "chrf"),
    equal("sacrebleu.chrF2++", 100.0, "chrf_pp"),
    with(
        ("bleu.smoothing", "none"),
        equal("nltk.sentence_bleu_ws_nosmooth", 1.0, "bleu"),
    ),
    equal("nltk.sentence_bleu_ws_method1", 1.0, "bleu"),
    with(
        ("bleu.tokens", "characters"),
        equal("nltk.sentence_bleu_char_method1", 1.0, "bleu"),
    ),
    equal("ppb.naive_bleu", 1.0, "pdf_parse_bench_bleu"),
    equal("ppb.naive_levenshtein", 1.0, "pdf_parse_bench_levenshtein"),
    equal("rouge_score.rouge1", 1.0, "rouge1"),
    equal("rouge_score.rouge2", 1.0, "rouge2"),
    equal("rouge_score.rougeL", 1.0, "rougel"),
    equal("rouge_score.rougeLsum", 1.0, "rougelsum"),
    equal("jiwer.wer", 1.0, "wer"),
    equal("jiwer.cer", 1.0, "cer"),
    equal("jiwer.mer", 1.0, "mer"),
    equal("jiwer.wil", 1.0, "wil"),
    equal("levenshtein.norm_similarity", 1.0, "edit_similarity"),
    equal("levenshtein.ratio_indel", 1.0, "indel_similarity"),
    equal("rapidfuzz.ratio", 100.0, "indel_similarity"),
    equal("rapidfuzz.partial_ratio", 100.0, "partial_ratio"),
    equal("omnidocbench.edit_dist_norm", 1.0, "omnidocbench_edit"),
    with(
        ("omnidocbench_edit.normalise", "false"),
        equal("omnidocbench.edit_dist_raw", 1.0, "omnidocbench_edit"),
    ),
];

/// Values of corpora, which are pooled values of the metrics.
const CORPORA: [Equal; 8] = [
    equal("sacrebleu.corpus_bleu", 100.0, "sacrebleu"),
    equal("sacrebleu.corpus_chrF2", 100.0, "chrf"),
    equal("sacrebleu.corpus_chrF2++", 100.0, "chrf_pp"),
    equal("nltk.corpus_bleu", 1.0, "bleu"),
    equal("jiwer.corpus_wer", 1.0, "wer"),
    equal("jiwer.corpus_cer", 1.0, "cer"),
    equal("jiwer.corpus_mer", 1.0, "mer"),
    equal("jiwer.corpus_wil", 1.0, "wil"),
];

/// Half a unit of the last printed decimal, plus the error of floating-point numbers.
const TOLERANCE: f64 = 0.51e-6;

fn development_pairs() -> impl Iterator<Item = Value> {
    ["formulas.jsonl", "repo-formulas.jsonl", "pages.jsonl"]
        .into_iter()
        .flat_map(gold)
}

fn oracle() -> Value {
    serde_json::from_str(include_str!("../oracle/text.json")).unwrap()
}

fn number(value: &Value) -> f64 {
    value
        .as_array()
        .and_then(|list| list.last())
        .unwrap_or(value)
        .as_f64()
        .unwrap()
}

fn settings(equal: &Equal) -> Settings {
    let mut settings = Settings::default();
    if let Some((name, value)) = equal.setting {
        settings.set(name, value).unwrap();
    }
    settings
}

/// Returns all differences, as text.
fn differences(line: &Value) -> Vec<String> {
    let (reference, prediction) = (text(line, "ref"), text(line, "pred"));
    // Equal texts are perfect by each metric (`perfect`), but not by every library.
    let is_compared = |_: &&Equal| reference != prediction;
    let difference = |equal: &Equal| {
        let expected = number(line["scores"].get(equal.key)?) / equal.scale;
        let value = score_with(&settings(equal), equal.metric, reference, prediction)
            .value()
            .unwrap();
        let same = (value - expected).abs() <= TOLERANCE;
        (!same).then(|| format!("{} {}: {value}, not {expected}", line["id"], equal.key))
    };
    SENTENCES.iter().filter(is_compared).filter_map(difference).collect()
}

/// Returns the value of a corpus of (reference, prediction).
fn pooled(metric: &dyn Metric, settings: &Settings, pairs: &[(&str, &str)]) -> f64 {
    let pool = metric.pooled().unwrap();
    let mut sums = Vec::new();
    for (reference, prediction) in pairs {
        let (_, counts) = pool.measure(&Input {
            reference: &Outline::of(reference),
            prediction: &Outline::of(prediction),
            reference_pages: &[],
            prediction_pages: &[],
            evidence: &Evidence::default(),
            settings,
            scores: &[],
            shared: &texlens_metrics::Shared::default(),
        });
        sums.resize(counts.len(), 0.0);
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    pool.value(&sums, settings).unwrap()
}

#[test]
fn every_metric_equals_its_library_on_development_data() {
    let differences: Vec<_> = development_pairs().flat_map(|line| differences(&line)).collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn every_metric_equals_its_library_on_the_oracle() {
    let oracle = oracle();
    let pairs = oracle["pairs"].as_array().unwrap();
    let keys = |line: &Value| line["scores"].as_object().unwrap().len();
    assert!(pairs.iter().all(|line| keys(line) == SENTENCES.len()));
    let differences: Vec<_> = pairs.iter().flat_map(differences).collect();
    assert!(differences.is_empty(), "{differences:#?}");
}

#[test]
fn pooled_values_equal_those_of_the_libraries() {
    let oracle = oracle();
    for corpus in oracle["corpora"].as_array().unwrap() {
        let of_corpus = |line: &&Value| corpus["pairs"].as_array().unwrap().contains(&line["id"]);
        let lines = oracle["pairs"].as_array().unwrap().iter().filter(of_corpus);
        let pairs: Vec<_> = lines.map(|line| (text(line, "ref"), text(line, "pred"))).collect();
        for equal in &CORPORA {
            let expected = number(&corpus["scores"][equal.key]) / equal.scale;
            let value = pooled(metric(equal.metric).unwrap(), &settings(equal), &pairs);
            assert!(
                (value - expected).abs() <= TOLERANCE,
                "{} {}: {value}, not {expected}",
                corpus["id"],
                equal.key
            );
        }
    }
}

/// Checks corpora of one pair, which differ from the pair in the n-grams that they must have.
#[test]
fn pooled_sacrebleu_equals_the_library_on_development_data() {
    let sacrebleu = metric("sacrebleu").unwrap();
    for line in development_pairs().filter(|line| line["ref"] != line["pred"]) {
        let expected = number(&line["scores"]["sacrebleu.corpus_bleu_13a_single"]) / 100.0;
        let value = pooled(
            sacrebleu,
            &Settings::default(),
            &[(text(&line, "ref"), text(&line, "pred"))],
        );
        assert!(
            (value - expected).abs() <= TOLERANCE,
            "{}: {value}, not {expected}",
            line["id"]
        );
    }
}

#[test]
fn tokens_and_normalised_formulas_equal_those_of_the_sources() {
    for line in development_pairs() {
        for side in ["ref", "pred"] {
            let (source, scores) = (text(&line, side), &line["scores"]);
            let of_13a = mteval_13a(source).split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(
                of_13a,
                text(scores, &format!("sacrebleu.tokens_13a_{side}")),
                "{}",
                line["id"]
            );

            let cleaned = pdf_parse_bench_clean(source);
            let tokens: Vec<_> = pdf_parse_bench_tokens(&cleaned).map(Value::from).collect();
            assert_eq!(
                Value::Array(tokens),
                scores[format!("ppb.tokens_{side}")],
                "{}",
                line["id"]
            );

            let normalised = normalise_omnidocbench_formula(source);
            let expected = text(scores, &format!("omnidocbench.norm_{side}"));
            assert_eq!(normalised, expected, "{}", line["id"]);
        }
    }
}

/// The sums of a corpus are those of its samples. So an empty corpus has a value or none, and never causes a panic.
#[test]
fn an_empty_corpus_has_no_errors() {
    let values: BTreeMap<_, _> = CORPORA
        .iter()
        .map(|equal| (equal.metric, metric(equal.metric).unwrap().pooled().unwrap()))
        .map(|(id, pool)| (id, pool.value(&[], &Settings::default())))
        .collect();
    assert!(
        values.values().all(|value| value.is_none_or(|value| value == 0.0)),
        "{values:?}"
    );
}

/// Checks random pairs from `tests/oracle/recipe.py --random`, if the environment names a file of them.
#[test]
fn every_metric_equals_its_library_on_random_pairs() {
    let Some(path) = std::env::var_os("TEXLENS_ORACLE") else {
        return;
    };
    let lines = std::fs::read_to_string(path).unwrap();
    let lines = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let differences: Vec<_> = lines.flat_map(|line| differences(&line)).collect();
    let first: Vec<_> = differences.iter().take(20).collect();
    assert!(first.is_empty(), "{} in all, {first:#?}", differences.len());
}
