//! Recognises how samples and predictions are laid out. Every layout takes the files it knows; files by name come last.

mod finder;
mod manifest;
mod names;
mod olm_ocr_bench;
mod omni_doc_bench;
mod pdf_parse_bench;
mod predictions;
mod report;
mod table;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::input::Listing;
use crate::mapping::Mapping;
use crate::notice::Problem;
use crate::plan::{Draft, Plan};

/// What a person has said before the plan is made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Choices {
    /// What columns mean, by the path of the file; where it is missing, it is guessed.
    pub mappings: BTreeMap<String, Mapping>,
    /// Whether only files that were brought as predictions of a system are such; otherwise any folder with files of the right names is
    /// a system. Lists that hold predictions are not meant.
    pub only_named_systems: bool,
}

pub(crate) use omni_doc_bench::page_text as omni_doc_bench_page;
pub(crate) use pdf_parse_bench::page_text as pdf_parse_bench_page;

/// Says what the files are. Lists of samples are read, and the head of every HTML file; of others only the names are looked at.
///
/// Time is linear in the number of files, but for sorting their names, and in the bytes of the lists.
#[must_use]
pub fn plan(listing: &Listing, choices: &Choices) -> Plan {
    let mut draft = Draft::new(listing);
    report::recognise(&mut draft);
    manifest::recognise(&mut draft);
    pdf_parse_bench::recognise(&mut draft);
    olm_ocr_bench::recognise(&mut draft);
    omni_doc_bench::recognise(&mut draft);
    table::recognise(&mut draft, choices);
    predictions::take(&mut draft, choices);
    names::recognise(&mut draft);
    let mut plan = draft.finish();
    let has_reference = plan
        .samples
        .iter()
        .any(|sample| sample.reference.is_some() || !sample.tests.is_empty());
    let has_prediction = plan.samples.iter().any(|sample| !sample.predictions.is_empty());
    match (has_reference, has_prediction) {
        (false, true) => plan.notices.push("", None, Problem::NoReference),
        (true, false) => plan.notices.push("", None, Problem::NoPrediction),
        _ => {}
    }
    plan
}
