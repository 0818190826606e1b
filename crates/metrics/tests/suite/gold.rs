//! Comparison with the scores of other tools, from a folder of development data that is not part of the repository. The
//! environment variable `TEXLENS_DATA` names the folder; the default is `../shared/data` beside the repository.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use texlens_latex::{BibKind, Outline};
use texlens_metrics::Settings;

use crate::{check, defined, score, score_with};

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    std::env::var_os("TEXLENS_DATA")
        .map_or(beside, PathBuf::from)
        .join("gold")
}

/// Returns the files `<split>-<name>` for any split.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn files(name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).into_iter().flatten();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_asked = |path: &PathBuf| {
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        file.split_once('-').is_some_and(|(_, rest)| rest == name)
    };
    let mut files: Vec<_> = paths.filter(is_asked).collect();
    files.sort();
    if files.is_empty() {
        let folder = folder();
        eprintln!(
            "skipped: no file of {name} is in {}; set TEXLENS_DATA to the folder that holds gold/",
            folder.display()
        );
    }
    files
}

/// Returns the lines of the gold files of this name; none if the data is absent.
pub(crate) fn gold(name: &str) -> Vec<Value> {
    let texts = files(name).into_iter().map(|path| fs::read_to_string(path).unwrap());
    texts
        .flat_map(|text| {
            text.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Returns a gold file that is one value; `None` if the data is absent.
pub(crate) fn gold_json(name: &str) -> Option<Value> {
    let file = files(name).pop()?;
    Some(serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap())
}

pub(crate) fn text<'a>(line: &'a Value, key: &str) -> &'a str {
    line[key].as_str().unwrap()
}

#[test]
fn similarity_equals_the_levenshtein_library() {
    for name in ["formulas.jsonl", "repo-formulas.jsonl", "pages.jsonl"] {
        for line in gold(name) {
            let (reference, prediction) = (text(&line, "ref"), text(&line, "pred"));
            let expected = line["scores"]["levenshtein.norm_similarity"].as_f64().unwrap();
            let has_bibtex = [reference, prediction]
                .iter()
                .flat_map(|side| Outline::of(side).bibliography().to_vec())
                .any(|entry| entry.kind == BibKind::BibTeX);
            // The library also reads comments.
            let has_comment = [reference, prediction]
                .iter()
                .any(|side| Outline::of(side).uncommented() != **side);
            let metrics = if has_bibtex || has_comment {
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
    let lines = gold("olmocr-tests.jsonl");
    let baseline = lines.iter().filter(|line| line["test"]["type"] == "baseline");
    // `baseline` has no options for a page that should be blank or may be Chinese.
    let common = baseline.filter(|line| {
        ["max_length", "check_disallowed_characters", "max_repeats"]
            .iter()
            .all(|key| line["test"].get(key).is_none())
    });
    for line in common {
        let expected = f64::from(u8::from(line["result"]["passed"] == true));
        assert_eq!(
            score("baseline", "another page", text(line, "markdown")).value(),
            Some(expected),
            "{}",
            line["id"]
        );
    }
}

/// Checks the counts at the limit where a page becomes a loop: the largest count of sequences of up to n characters.
#[test]
fn repeats_equal_the_repeat_counter() {
    for line in gold("olmocr-tests.jsonl") {
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

/// Checks a few formulas of the same kind without the data. The values are 1 - distance / longer length, by hand.
#[test]
fn similarity_of_a_few_formulas() {
    check(
        "ds",
        &[
            defined("a changed digit", "x^{12}+y", "x^{13}+y", 7.0 / 8.0),
            defined("a command instead of a letter", "\\nu_i", "v_i", 2.0 / 5.0),
            defined("a looping tail", "a+b", "a+b+b+b+b", 3.0 / 9.0),
            defined("a lost brace", "\\frac{a}{b}", "\\frac{a}b}", 10.0 / 11.0),
        ],
    );
}
