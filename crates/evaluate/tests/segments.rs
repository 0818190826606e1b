//! Compares [`locate_segment`] with the document-parser benchmark's code on the development data, if available. The
//! environment variable `TEXLENS_DATA` names its folder; the default is `../shared/data` beside the repository. The
//! unit tests of [`locate_segment`] do not need the data.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use texlens_evaluate::{Delimiters, locate_segment};

#[test]
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn segments_equal_both_released_states() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let gold = std::env::var_os("TEXLENS_DATA")
        .map_or(beside, PathBuf::from)
        .join("gold");
    let entries = fs::read_dir(&gold).into_iter().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.to_string_lossy().ends_with("-segments.jsonl"));
    if files.is_empty() {
        eprintln!(
            "skipped: no segments are in {}; set TEXLENS_DATA to the folder that holds gold/",
            gold.display()
        );
    }
    let lines: String = files.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let [segment, text] = ["llm_segment", "markdown"].map(|key| case[key].as_str().unwrap());
        for (key, delimiters) in [
            ("head_with_formula_bonus", Delimiters::Rewarded),
            ("head_no_bonus", Delimiters::Ignored),
            ("v2025_12_11", Delimiters::Rewarded),
        ] {
            let found = locate_segment(segment, text, delimiters).map(|range| &text[range]);
            assert_eq!(found, case[key].as_str(), "{} {key}", case["id"]);
        }
    }
}
