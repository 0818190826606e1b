//! Hashes and counts of the published data sets of pdf-parse-bench, calculated again from their ground truths.
//!
//! The data sets are not part of the repository; the environment variable `TEXLENS_PDF_PARSE_BENCH` names the folder
//! `data` of phorn1/pdf-parse-bench (7a70c66, the version of the printed tables). Without it, the test is skipped.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]
#![allow(clippy::print_stderr, reason = "what is skipped is said")]

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::Value;
use texlens_dataset::{Choices, Limits, Listing, plan};
use texlens_evaluate::Kind;
use texlens_judge::judging::{Subject, formula_items};
use texlens_leaderboard::{Fingerprint, fingerprint, printed};

/// Paths of the ground truths of a data set, in the order of their pages.
fn truths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join("ground_truth")).unwrap();
    let mut truths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    truths.sort();
    truths
}

/// The formulas or tables of a data set.
fn items(folder: &Path, kind: Fingerprint) -> Vec<String> {
    let mut items = Vec::new();
    for path in truths(folder) {
        let blocks: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        items.extend(blocks.iter().filter_map(|block| {
            let is_table = match block["type"].as_str()? {
                "table" => true,
                "inline-formula" | "display-formula" => false,
                _ => return None,
            };
            (is_table == (kind == Fingerprint::Tables)).then(|| block["data"].as_str().unwrap().to_owned())
        }));
    }
    items
}

/// The formulas that a run of `texlens judge` has on the pages of a data set, for a perfect prediction.
fn judged(folder: &Path) -> Vec<String> {
    let mut listing = Listing::new(Limits::default());
    for path in truths(folder) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        listing
            .add(&format!("data/ground_truth/{name}"), Rc::new(bytes))
            .unwrap();
    }
    let plan = plan(&listing, &Choices::default());
    assert_eq!(plan.samples.len(), 100);
    let references = plan.samples.iter().map(|sample| sample.reference.as_ref().unwrap());
    let texts = references.map(|reference| listing.passage(reference).unwrap());
    let items = texts.flat_map(|text| {
        let subject = Subject {
            id: "page",
            document: "page",
            kind: Kind::Page,
            system: "A",
            reference: &text,
            prediction: &text,
        };
        formula_items(&subject).unwrap().into_iter().map(|item| item.reference)
    });
    items.collect()
}

#[test]
fn hashes_of_published_data_sets_are_those_of_their_ground_truths() {
    let Some(data) = std::env::var_os("TEXLENS_PDF_PARSE_BENCH").map(PathBuf::from) else {
        eprintln!("skipped: set TEXLENS_PDF_PARSE_BENCH to the folder data of phorn1/pdf-parse-bench");
        return;
    };
    for (table, folder, kind, count) in [
        ("pdf-parse-bench-2025-q4", "2025-q4", Fingerprint::Formulas, 2_052),
        (
            "pdf-parse-bench-2026-q1-formulas",
            "2026-q1-formulas-only",
            Fingerprint::Formulas,
            2_070,
        ),
        (
            "pdf-parse-bench-2026-q1-tables",
            "2026-q1-tables-only",
            Fingerprint::Tables,
            451,
        ),
    ] {
        let board = printed(table).next().unwrap();
        let items = items(&data.join(folder), kind);
        assert_eq!(items.len(), count, "{table}");
        let print = fingerprint(items.iter().map(String::as_str)).unwrap();
        assert_eq!(board.protocol.pages.fingerprints, [(kind, print)].into(), "{table}");
    }
    // texlens finds the same formulas in the pages.
    let found = judged(&data.join("2025-q4"));
    let published = items(&data.join("2025-q4"), Fingerprint::Formulas);
    let print = |texts: &[String]| fingerprint(texts.iter().map(String::as_str));
    assert_eq!(print(&found), print(&published));
}
