//! Tests of the outputs of document parsers: the LaTeX of each form, and the places that files of parsers take.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

mod support;

use std::path::{Path, PathBuf};

use support::{listing, show};
use texlens_dataset::{Choices, Correction, Kind, Listing, Parser, Plan, Role, plan, to_latex};
use texlens_latex::check;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/parsers");
const EXPECTED: &str = ".expected.tex";

fn fixture(path: &str) -> String {
    std::fs::read_to_string(Path::new(FIXTURES).join(path)).unwrap()
}

fn planned(files: &[(&str, &str)]) -> (Listing, Plan) {
    let listing = listing(files);
    let plan = plan(&listing, &Choices::default());
    (listing, plan)
}

/// Returns the LaTeX of the only prediction of a sample.
fn latex(listing: &Listing, plan: &Plan, sample: usize) -> String {
    let sample = &plan.samples[sample];
    let [prediction] = sample.predictions.as_slice() else {
        panic!("{sample:?}");
    };
    let text = listing.passage(&prediction.text).unwrap();
    to_latex(&text, prediction.text.syntax, sample.kind).into_owned()
}

/// Returns the LaTeX of an output, imported beside a reference.
fn imported(path: &str) -> String {
    let (listing, plan) = planned(&[("truth/tides.tex", "x"), (path, &fixture(path))]);
    assert_eq!(plan.left_over, [], "{path}");
    latex(&listing, &plan, 0)
}

fn fixtures() -> Vec<PathBuf> {
    let folders = std::fs::read_dir(FIXTURES).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = folders
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    files.retain(|file| !file.to_string_lossy().ends_with(EXPECTED));
    files.sort();
    files
}

/// The instant check finds nothing in the LaTeX of these: it is as the parser wrote it.
#[test]
fn every_form_becomes_the_expected_latex() {
    let update = std::env::var_os("TEXLENS_UPDATE").is_some();
    let mut count = 0;
    for file in fixtures() {
        let path = file.strip_prefix(FIXTURES).unwrap().to_string_lossy().replace('\\', "/");
        let latex = imported(&path);
        let expected = format!("{path}{EXPECTED}");
        if update {
            std::fs::write(Path::new(FIXTURES).join(&expected), format!("{}\n", latex.trim_end())).unwrap();
        }
        assert_eq!(latex.trim_end(), fixture(&expected).trim_end(), "{path}");
        assert_eq!(check(&latex), [], "{path}");
        count += 1;
    }
    assert_eq!(count, 24);
}
