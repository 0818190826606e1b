//! Paragraph truncation and missing text.
//!
//! # Description
//! “Partial paragraphs are often omitted at page beginnings or endings, especially near page boundaries or section
//! transitions, leading to systematic loss of textual fragments.”
//!
//! # Rule
//! At least `missing_text.min_words` consecutive words of the reference are not in the prediction. The sentence says
//! whether they are at the beginning or at the end of a page.
//!
//! Running text is looked up by its letters and digits, in lower case, anywhere in the prediction. Eight consecutive
//! letters are found or not found together. Occasional misread letters, another order, hyphenation and markup therefore
//! do not count. A run of missing text has more lost letters than found ones, and no part of it has forty more found
//! letters than lost ones. A word is lost if one of its letters is.
//!
//! # Exclusions
//! Headings, formulas, tables, code, keys and BibTeX entries. Text that is present but unrecognisable counts as
//! missing.
//!
//! # Source
//! TexOCR, table 3 and figures 3 and 4.

use std::ops::Range;

use texlens_vocabulary::Kind;

use super::missing_runs::{MIN_WORDS, MissingRun};
use super::model::ErrorTypeInfo;
use super::quote::{counted, quoted};
use super::rule::{Judged, found_if};
use super::sides::{Sides, missing};

pub(super) static INFO: ErrorTypeInfo = ErrorTypeInfo {
    id: "missing_text",
    name: "Paragraph Truncation and Missing Text",
    short: "Missing text",
    about: "Text of the reference is not in the prediction, often at the beginning or the end of a page.",
    rule: "Eight words or more of running text in a row (missing_text.min_words) are not in the prediction.",
    kinds: &[Kind::Page, Kind::Document],
    parameters: &[&MIN_WORDS],
};

/// Largest number of runs that are described in words.
const MAX_TOLD: usize = 3;

pub(super) fn judge(sides: &Sides<'_>) -> Judged {
    let runs = &sides.missing;
    let words: usize = runs.iter().map(|run| run.words).sum();
    let mut said: Vec<String> = runs.iter().take(MAX_TOLD).map(|run| told(run, sides)).collect();
    if runs.len() > MAX_TOLD {
        said.push(format!("{words} words are missing in {} places.", runs.len()));
    }
    let span = |run: &MissingRun| missing(&run.range, format!("{} missing", counted(run.words, "word")));
    found_if(&said, runs.iter().map(span).collect())
}

fn told(run: &MissingRun, sides: &Sides<'_>) -> String {
    let place = place(run, sides.reference.source, sides.pages);
    let quoted = quoted(sides.reference_text(&run.range));
    format!("{} are missing{place}: {quoted}.", counted(run.words, "word"))
}

/// Returns the position of a run on its page, if that is the beginning or the end.
fn place(run: &MissingRun, source: &str, pages: &[Range<usize>]) -> String {
    let index = pages.partition_point(|page| page.end <= run.range.start);
    let page = pages.get(index).cloned().unwrap_or(0..source.len());
    let is_first = run.gap.start <= page.start;
    let is_last = run.gap.end >= page.end;
    let which = match pages.len() {
        0 | 1 => "the page".to_owned(),
        _ => format!("page {}", index + 1),
    };
    match (is_first, is_last) {
        (true, true) => format!(", which is all of {which}"),
        (true, false) => format!(" at the beginning of {which}"),
        (false, true) => format!(" at the end of {which}"),
        (false, false) if pages.len() > 1 => format!(" on {which}"),
        (false, false) => String::new(),
    }
}
