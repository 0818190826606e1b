//! What a perfect prediction scores, 1, or 0 where less is better: every reference against itself, over the development
//! data where it is at hand (the environment variable `TEXLENS_DATA` names its folder, else `../shared/data` beside the
//! repository is tried).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use texlens_evaluate::{Kind, Text, formula_pairs, score};
use texlens_metrics::{Direction, Outcome, Settings, metric};

/// The pages of each document of a corpus, in order; empty where the data is absent.
#[expect(clippy::print_stderr, reason = "a skipped check must be seen")]
fn documents(corpus: &str) -> BTreeMap<String, Vec<String>> {
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
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), pages(&path)))
        .collect()
}

fn pages(document: &Path) -> Vec<String> {
    let mut files: Vec<_> = fs::read_dir(document)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tex"));
    files.sort();
    let pages = files.iter().map(|path| fs::read_to_string(path).unwrap());
    // One reference is blank; `baseline` finds no letter on it, as it should.
    pages.filter(|page| page.contains(char::is_alphanumeric)).collect()
}

/// Counts of (metric, outcome), where the outcome is `1`, another value, or the reason why it is undefined.
type Tally = BTreeMap<(String, String), usize>;

fn add<'a>(tally: &mut Tally, kind: Kind, text: impl Fn() -> Text<'a>) {
    for score in score(kind, text(), text(), &Settings::default()).unwrap() {
        let outcome = match score.outcome {
            Outcome::Defined { value, .. } => value.to_string(),
            Outcome::Undefined { reason } => reason,
        };
        *tally.entry((score.metric, outcome)).or_default() += 1;
    }
}

fn assert_only_best_or_undefined(tally: &Tally) {
    for (id, outcome) in tally.keys() {
        let best = match metric(id).unwrap().info().direction {
            Direction::HigherIsBetter => "1",
            Direction::LowerIsBetter => "0",
        };
        assert!(
            outcome == best || outcome.parse::<f64>().is_err(),
            "{id} of a reference against itself: {outcome}"
        );
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the tally is what one runs this for")]
fn a_reference_scores_best_against_itself_on_every_defined_metric() {
    for corpus in ["pages/dev", "documents/dev"] {
        let (mut of_pages, mut of_documents) = (Tally::new(), Tally::new());
        for pages in documents(corpus).values() {
            for page in pages {
                add(&mut of_pages, Kind::Page, || page.into());
                assert!(formula_pairs(page, page).unwrap().iter().all(|pair| pair.exact));
            }
            add(&mut of_documents, Kind::Document, || {
                Text::document(pages.iter().map(String::as_str))
            });
        }
        println!("{corpus}, pages: {of_pages:#?}\n{corpus}, documents: {of_documents:#?}");
        assert_only_best_or_undefined(&of_pages);
        assert_only_best_or_undefined(&of_documents);
    }
}
