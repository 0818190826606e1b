//! The unit tests of olmOCR-bench, compared with the verdicts of the official tool.

use std::collections::BTreeMap;

use serde_json::Value;
use texlens_metrics::olmocr::{Page, Table, Test, html_tables, markdown_tables};

use crate::gold::{gold, gold_json, text};

#[test]
fn verdicts_and_load_errors_equal_the_official_ones() {
    for line in gold("olmocr-tests.jsonl") {
        let (id, result) = (&line["id"], &line["result"]);
        let test = Test::from_json(&line["test"].to_string());
        assert_eq!(test.is_err(), result.get("load_error").is_some(), "{id}: {test:?}");
        let Ok(test) = test else { continue };
        // `crates/katex` has a renderer, and runs these tests.
        if line["test"]["type"] == "math" {
            continue;
        }
        let verdict = test.run(&Page::from(text(&line, "markdown"))).unwrap();
        assert_eq!(Value::from(verdict.passed), result["passed"], "{id}: {verdict:?}");
    }
}

/// Checks the counts at the limit where a page becomes a loop: the largest count of sequences of up to five characters.
#[test]
fn repeat_counts_equal_the_official_ones() {
    for line in gold("olmocr-tests.jsonl") {
        let Some(counts) = line["result"]["ngram_repeats_1to5"].as_array() else {
            continue;
        };
        let largest = counts.iter().map(|count| count.as_u64().unwrap()).max().unwrap();
        let markdown = text(&line, "markdown");
        if !markdown.contains(char::is_alphanumeric) {
            continue;
        }
        let passes = |max_repeats: u64| {
            let test = serde_json::json!({"pdf": "a", "page": 1, "id": "t", "type": "baseline", "max_repeats": max_repeats,
                "check_disallowed_characters": false});
            Test::from_json(&test.to_string())
                .unwrap()
                .run(&Page::from(markdown))
                .unwrap()
                .passed
        };
        assert!(passes(largest), "{}", line["id"]);
        assert!(largest == 0 || !passes(largest - 1), "{}", line["id"]);
    }
}

#[test]
fn tables_equal_the_official_ones() {
    let Some(gold) = gold_json("olmocr-table-relations.json") else {
        return;
    };
    let markdown = text(&gold, "markdown");
    let mut tables = markdown_tables(markdown).unwrap();
    tables.extend(html_tables(markdown).unwrap());
    let expected = gold["tables"].as_array().unwrap();
    assert_eq!(tables.len(), expected.len());
    for (table, expected) in tables.iter().zip(expected) {
        let texts = table.cells().iter().map(|cell| Value::from(cell.text.clone()));
        let texts: BTreeMap<String, Value> = (0..).map(|cell| place(table, cell)).zip(texts).collect();
        assert_eq!(serde_json::to_value(&texts).unwrap(), expected["cells"]);
        check_relation(table, &expected["up"], |cell| table.up(cell).to_vec());
        check_relation(table, &expected["left"], |cell| table.left(cell).to_vec());
        check_relation(table, &expected["top_heading"], |cell| table.top_headings(cell));
        check_relation(table, &expected["left_heading"], |cell| table.left_headings(cell));
    }
}

/// Returns row and column in the notation of the gold file.
fn place(table: &Table, cell: usize) -> String {
    table
        .cells()
        .get(cell)
        .map_or_else(String::new, |cell| format!("({}, {})", cell.row, cell.column))
}

fn check_relation(table: &Table, expected: &Value, relation: impl Fn(usize) -> Vec<usize>) {
    let places = |cell| {
        relation(cell)
            .into_iter()
            .map(|neighbour| place(table, neighbour))
            .collect()
    };
    let found: BTreeMap<String, Vec<String>> = (0..table.cells().len())
        .map(|cell| (place(table, cell), places(cell)))
        .collect();
    assert_eq!(&serde_json::to_value(found).unwrap(), expected);
}
