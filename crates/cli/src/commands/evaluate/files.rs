//! Writes the requested files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use texlens_evaluate::{Comparison, Evaluation, UnitTests};
use texlens_metrics::Settings;
use texlens_report::{Cases, Check, FolderWriter, LevelScores, to_csv, to_html, to_junit, to_latex, to_markdown};

use super::arguments::Arguments;
use super::corpus::Corpus;
use super::report;
use super::threshold::Verdict;
use crate::failure::Failure;

/// Writes the page and the folder of pages.
pub(super) fn pages(arguments: &Arguments, evaluation: &Evaluation) -> Result<(), Failure> {
    let assets = report::assets(arguments.katex.as_deref())?;
    if let Some(path) = &arguments.html {
        write(path, to_html(evaluation, &assets)?.as_bytes())?;
    }
    if let Some(folder) = &arguments.html_folder {
        for file in FolderWriter::new(evaluation, &assets)? {
            let file = file?;
            let path = folder.join(&file.path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(|error| unwritten(parent, error))?;
            }
            write(&path, &file.bytes)?;
        }
    }
    Ok(())
}

/// Writes the scores in every requested form.
pub(super) fn scores(
    arguments: &Arguments,
    corpus: &Corpus,
    settings: &Settings,
    results: &[LevelScores],
    unit_tests: Option<&UnitTests>,
    verdicts: &[Verdict],
) -> Result<(), Failure> {
    let filtered = corpus.filtered.as_ref();
    let comparisons: Vec<&Comparison> = results.iter().map(|level| &level.comparison).collect();
    if let Some(path) = &arguments.json {
        write(
            path,
            report::json(corpus, settings, results, unit_tests, arguments.with_texts)?.as_bytes(),
        )?;
    }
    if let Some(path) = &arguments.csv {
        write(path, to_csv(results, unit_tests)?.as_bytes())?;
    }
    if let Some(path) = &arguments.markdown {
        write(path, to_markdown(&comparisons, unit_tests, filtered).as_bytes())?;
    }
    if let Some(path) = &arguments.latex {
        write(path, to_latex(&comparisons, unit_tests, filtered).as_bytes())?;
    }
    if let Some(path) = &arguments.junit {
        let checks: Vec<Check> = verdicts.iter().map(check).collect();
        let xml = to_junit(&corpus.title(), results, unit_tests, &checks, Cases::Problems)?;
        write(path, xml.as_bytes())?;
    }
    Ok(())
}

/// Returns a name for a file that no other has. Other characters than letters, digits and `-` become `_`, since the name
/// of a system or a tag may contain anything.
pub(super) fn name(stem: &str, ending: &str, taken: &mut BTreeSet<String>) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let stem: String = stem.chars().map(plain).collect();
    let mut name = format!("{stem}.{ending}");
    for number in 2_usize.. {
        if taken.insert(name.clone()) {
            break;
        }
        name = format!("{stem}-{number}.{ending}");
    }
    name
}

fn check(verdict: &Verdict) -> Check {
    Check {
        system: verdict.system.clone(),
        name: verdict.threshold.id.clone(),
        failure: (!verdict.holds).then(|| verdict.sentence()),
    }
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| unwritten(path, error))
}

pub(super) fn unwritten(path: &Path, error: std::io::Error) -> Failure {
    Failure::WriteFile {
        path: path.to_owned(),
        error,
    }
}
