//! Against the scores of other tools, kept in a folder of development data that is not part of the repository: the
//! environment variable `TEXLENS_DATA` names it, else `../shared/data` beside the repository is tried.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use texlens_latex::{BibKind, Outline};
use texlens_metrics::Settings;

use crate::{Case, check, score, score_with};

/// The text of a gold file, or none where the data is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn read(name: &str) -> Option<String> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("TEXLENS_DATA").map_or(beside, PathBuf::from);
    let path = data.join("gold").join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!(
            "skipped: {} is not there; set TEXLENS_DATA to the folder that holds it",
            path.display()
        );
    }
    text
}

/// The lines of a gold file, or none where the data is absent.
pub(crate) fn gold(name: &str) -> Vec<Value> {
    let text = read(name).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A gold file that is one value, or none where the data is absent.
pub(crate) fn gold_json(name: &str) -> Option<Value> {
    read(name).map(|text| serde_json::from_str(&text).unwrap())
}

pub(crate) fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap()
}

#[test]
fn similarity_equals_the_levenshtein_library() {
    for name in ["dev-formulas.jsonl", "dev-repo-formulas.jsonl", "dev-pages.jsonl"] {
        for line in gold(name) {
            let (reference, prediction) = (text(&line, "ref"), text(&line, "pred"));
            let expected = line["scores"]["levenshtein.norm_similarity"].as_f64().unwrap();
            let has_bibtex = [reference, prediction]
                .iter()
                .flat_map(|side| Outline::of(side).bibliography)
                .any(|entry| entry.kind == BibKind::BibTeX);
            let metrics = if has_bibtex {
                &["edit_similarity"][..]
            } else {
                &["edit_similarity", "ds"]
            };
            for id in metrics {
                let value = score(id, reference, prediction).value().unwrap();
                assert!(
                    (value - expected).abs() < 1e-6,
                    "{name} {} {id}: {value}, not {expected}",
                    line["id"]
                );
            }
        }
    }
}

#[test]
fn verdicts_equal_the_baseline_test() {
    let lines = gold("dev-olmocr-tests.jsonl");
    let baseline = lines.iter().filter(|line| line["test"]["type"] == "baseline");
    // A page expected to be blank and a page allowed to be Chinese are options that `baseline` does not have.
    let common = baseline.filter(|line| {
        ["max_length", "check_disallowed_characters", "max_repeats"]
            .iter()
            .all(|key| line["test"].get(key).is_none())
    });
    for line in common {
        let expected = f64::from(u8::from(line["result"]["passed"] == true));
        assert_eq!(
            score("baseline", "", text(line, "markdown")).value(),
            Some(expected),
            "{}",
            line["id"]
        );
    }
}

/// The counts show at the limit where a page turns into a loop: the largest count of sequences of up to n characters.
#[test]
fn repeats_equal_the_repeat_counter() {
    for line in gold("dev-olmocr-tests.jsonl") {
        let Some(counts) = line["result"]["ngram_repeats_1to5"].as_array() else {
            continue;
        };
        let mut largest = 0;
        for (length, count) in (1..).zip(counts) {
            largest = largest.max(count.as_u64().unwrap());
            let loops = |max_repeats: u64| {
                let mut settings = Settings::default();
                settings.set("baseline.max_ngram", &format!("{length}")).unwrap();
                settings.set("baseline.max_repeats", &format!("{max_repeats}")).unwrap();
                let score = score_with(&settings, "baseline", "", text(&line, "markdown"));
                score.spans.iter().any(|span| span.note.contains("in a row"))
            };
            assert!(!loops(largest), "{} {length}", line["id"]);
            assert_eq!(
                largest > 0 && loops(largest - 1),
                largest > 0,
                "{} {length}",
                line["id"]
            );
        }
    }
}

/// A few of the same kind that are always there; the values are 1 - distance / longer length by hand.
#[test]
fn similarity_of_a_few_formulas() {
    let case = |why, reference, prediction, value| Case {
        why,
        reference,
        prediction,
        value: Some(value),
    };
    check(
        "ds",
        &[
            case("a changed digit", "x^{12}+y", "x^{13}+y", 7.0 / 8.0),
            case("a command instead of a letter", "\\nu_i", "v_i", 2.0 / 5.0),
            case("a looping tail", "a+b", "a+b+b+b+b", 3.0 / 9.0),
            case("a lost brace", "\\frac{a}{b}", "\\frac{a}b}", 10.0 / 11.0),
        ],
    );
}
