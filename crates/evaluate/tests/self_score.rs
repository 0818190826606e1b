//! What a perfect prediction scores, 1, or 0 where less is better: every reference against itself, over the development
//! data where it is at hand (the environment variable `TEXLENS_DATA` names its folder, else `../shared/data` beside the
//! repository is tried).

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use texlens_evaluate::{Kind, Parsed, Scorer, Text, formula_pairs, score};
use texlens_latex::Outline;
use texlens_metrics::{
    Direction, Evidence, Group, Info, Input, Need, Outcome, Score, Settings, Side, metric, registry,
};

/// Samples on which a reference is not perfect against itself: the sample, the metric and why.
const EXCEPTIONS: [(&str, &str, &str); 4] = [
    ("documents/dev/eulerinv/018", "cc_uncapped", PARTIAL_BIBLIOGRAPHY),
    ("documents/dev/pygbe/013", "cc_uncapped", PARTIAL_BIBLIOGRAPHY),
    ("documents/dev/sympy", "baseline", "one of its pages is blank"),
    (
        "documents/dev/sympy/003",
        "baseline",
        "the page is blank, and a blank page is not usable",
    ),
];

const PARTIAL_BIBLIOGRAPHY: &str = "the page cites entries that stand on another page";

/// Pages of a document: name and LaTeX, in order.
type Pages = Vec<(String, String)>;

/// The pages of each document of a corpus; empty where the data is absent.
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

/// What the references of a corpus score against themselves.
#[derive(Default)]
struct SelfScores {
    /// Counts of (metric, outcome): a value, or the reason why there is none.
    tally: BTreeMap<(String, String), usize>,
    /// Samples and metrics with another value than a perfect prediction should have.
    imperfect: BTreeSet<(String, String)>,
}

impl SelfScores {
    fn add<'a>(&mut self, kind: Kind, sample: &str, text: impl Fn() -> Text<'a>) {
        let carries_bibtex = !Outline::of(text().latex()).bibliography.is_empty();
        let mut has_imperfect = false;
        for score in scores(kind, &text()) {
            let info = metric(&score.metric).unwrap().info();
            let is_imperfect = score.value().is_some_and(|value| (value - perfect(info)).abs() > 1e-9);
            let follows = match info.group {
                // From its members.
                _ if info.needs.contains(&Need::Scores) => has_imperfect,
                // Without a word there is no n-gram in common.
                Group::Text => !text().latex().contains(char::is_alphanumeric),
                // It says of itself that BibTeX in a reference lowers it.
                _ => carries_bibtex && info.id == "ds_generated_only",
            };
            if is_imperfect && !follows {
                self.imperfect.insert((sample.to_owned(), score.metric.clone()));
                has_imperfect = true;
            }
            let outcome = match score.outcome {
                Outcome::Defined { value, .. } => format!("{value:.3}"),
                Outcome::Undefined { reason } => reason,
            };
            *self.tally.entry((score.metric, outcome)).or_default() += 1;
        }
    }

    #[expect(clippy::print_stdout, reason = "the tally is what one runs this for")]
    fn print(&self, what: &str) {
        println!("{what}:");
        for ((metric, outcome), count) in &self.tally {
            println!("  {metric:20} {count:4} x {outcome}");
        }
    }
}

/// A text against itself: pages by every metric; documents without those of texts of any kind, some of which take time
/// that grows with the square of the length.
fn scores(kind: Kind, text: &Text<'_>) -> Vec<Score> {
    if kind == Kind::Page {
        return score(kind, text.clone(), text.clone(), &Settings::default()).unwrap();
    }
    let outline = Outline::of(text.latex());
    let mut scores = Vec::new();
    for metric in registry().iter().filter(|metric| metric.info().group != Group::Text) {
        if metric.info().kinds.contains(&kind) {
            scores.push(metric.score(&Input {
                reference: &outline,
                prediction: &outline,
                reference_pages: text.pages(),
                prediction_pages: text.pages(),
                evidence: &Evidence::default(),
                settings: &Settings::default(),
                scores: &scores,
            }));
        }
    }
    scores
}

/// What a perfect prediction scores.
fn perfect(info: &Info) -> f64 {
    match info.direction {
        Direction::LowerIsBetter => *info.range.start(),
        Direction::HigherIsBetter if info.range.end().is_finite() => *info.range.end(),
        Direction::HigherIsBetter => 1.0,
    }
}

#[test]
fn a_reference_is_perfect_against_itself_on_every_defined_metric() {
    for corpus in ["pages/dev", "documents/dev"] {
        let documents = documents(corpus);
        if documents.is_empty() {
            continue;
        }
        let (mut of_pages, mut of_documents) = (SelfScores::default(), SelfScores::default());
        for (document, pages) in &documents {
            for (page, latex) in pages {
                of_pages.add(Kind::Page, &format!("{document}/{page}"), || latex.into());
                assert!(formula_pairs(latex, latex).unwrap().iter().all(|pair| pair.exact));
            }
            of_documents.add(Kind::Document, document, || {
                Text::document(pages.iter().map(|(_, latex)| latex.as_str()))
            });
        }
        of_pages.print(&format!("{corpus}, pages"));
        of_documents.print(&format!("{corpus}, documents"));
        let imperfect: BTreeSet<_> = of_pages.imperfect.union(&of_documents.imperfect).cloned().collect();
        let expected = EXCEPTIONS.iter().filter(|(sample, ..)| sample.starts_with(corpus));
        let expected: BTreeSet<_> = expected
            .map(|(sample, metric, _)| ((*sample).to_owned(), (*metric).to_owned()))
            .collect();
        assert_eq!(imperfect, expected);
    }
}

#[test]
fn a_reference_against_itself_has_no_error_type() {
    let settings = Settings::default();
    let check = |kind, name: &str, text: &Text<'_>| {
        let pairs = formula_pairs(text.latex(), text.latex()).unwrap();
        let parsed = Parsed::of(Side::Reference, text).unwrap();
        let findings = Scorer::new(kind, &settings).error_types(&parsed, &parsed, &pairs);
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
