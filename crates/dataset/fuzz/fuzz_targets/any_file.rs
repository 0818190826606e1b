//! Runs every importer on files that the fuzzer generates. The first byte selects the importer.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/invariants/mod.rs"]
mod invariants;

/// File names that select the importers.
const NAMES: [&str; 14] = [
    "manifest.jsonl",
    "a.jsonl",
    "a.json",
    "a.csv",
    "a.tsv",
    "a.zip",
    "a.tar",
    "a.tar.gz",
    "a.gz",
    "a.html",
    "a.md",
    "a.tex",
    "ground_truth/000.json",
    "OmniDocBench.json",
];

fuzz_target!(|data: &[u8]| {
    if let Some((first, bytes)) = data.split_first() {
        let name = NAMES[usize::from(*first) % NAMES.len()];
        invariants::check_files(&[(name.to_owned(), bytes.to_vec()), ("a/1.tex".to_owned(), b"x".to_vec())]);
    }
});
