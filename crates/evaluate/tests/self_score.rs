//! Every reference compared with itself has its own formulas and no error. The test uses the development data if
//! available. The environment variable `TEXLENS_DATA` names its folder; the default is `../shared/data` beside the
//! repository. The tests of the metrics check that such a comparison has a perfect score.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use texlens_evaluate::{Detail, Kind, Parsed, Scorer, Text, formula_pairs};
use texlens_metrics::{Settings, Side};

/// The pages of a document in order: name and LaTeX.
type Pages = Vec<(String, String)>;

/// Returns the pages of each document of a corpus; empty if the data is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn documents(corpus: &str) -> BTreeMap<String, Pages> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("TEXLENS_DATA")
        .map_or(beside, PathBuf::from)
        .join(corpus);
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!(
            "skipped: {} is not there; set TEXLENS_DATA to the folder that holds it",
            folder.display()
        );
        return BTreeMap::new();
    };
    let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    folders
        .map(|path| (format!("{corpus}/{}", name(&path)), pages(&path)))
        .collect()
}

fn pages(document: &Path) -> Pages {
    let mut files: Vec<_> = fs::read_dir(document)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tex"));
    files.sort();
    let page = |path: &PathBuf| (name(path), fs::read_to_string(path).unwrap());
    files.iter().map(page).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

#[test]
fn a_reference_against_itself_has_each_formula_exactly() {
    for corpus in ["pages/dev", "documents/dev"] {
        for (page, latex) in documents(corpus).values().flatten() {
            let pairs = formula_pairs(latex, latex).unwrap();
            assert!(pairs.iter().all(|pair| pair.exact), "{page}");
        }
    }
}

#[test]
fn a_reference_against_itself_has_no_error_type() {
    let settings = Settings::default();
    let check = |kind, name: &str, text: &Text<'_>| {
        let parsed = Parsed::of(Side::Reference, text).unwrap();
        let scorer = Scorer::only(kind, &settings, &["baseline"]).unwrap();
        let scored = scorer.assess(&parsed, text, None, Detail::Values);
        let findings = scored.unwrap().error_types;
        assert!(
            findings.iter().all(|finding| !finding.is_found()),
            "{name}: {findings:?}"
        );
    };
    for corpus in ["pages/dev", "documents/dev"] {
        for (document, pages) in documents(corpus) {
            for (page, latex) in &pages {
                check(Kind::Page, &format!("{document}/{page}"), &Text::from(latex));
            }
            let text = Text::document(pages.iter().map(|(_, latex)| latex.as_str()));
            check(Kind::Document, &document, &text);
        }
    }
}
