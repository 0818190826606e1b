//! Recognition of the layouts of samples and predictions. Each layout takes the files that it knows; files by name come
//! last.

mod choices;
mod finder;
mod known;
mod manifest;
mod names;
mod olm_ocr_bench;
mod omni_doc_bench;
mod outputs;
mod page_documents;
mod page_names;
mod pdf_parse_bench;
mod predictions;
mod report;
mod table;

use crate::input::Listing;
use crate::notice::Problem;
use crate::plan::{Draft, Plan, Sample};

pub use choices::Choices;
pub use known::{Known, KnownSamples};
pub use names::NAMELESS;
pub(crate) use omni_doc_bench::page_text as omni_doc_bench_page;
pub(crate) use pdf_parse_bench::page_text as pdf_parse_bench_page;

/// Makes a plan of the files. Reads JSON and other lists of samples and the head of every HTML file, and only the names
/// of other files.
///
/// Takes linear time in the number of files, except for sorting their names, and in the bytes of the lists.
#[must_use]
pub fn plan(listing: &Listing, choices: &Choices) -> Plan {
    let mut draft = Draft::new(listing);
    report::recognise(&mut draft);
    manifest::recognise(&mut draft);
    pdf_parse_bench::recognise(&mut draft);
    outputs::recognise(&mut draft, choices);
    olm_ocr_bench::recognise(&mut draft);
    omni_doc_bench::recognise(&mut draft);
    table::recognise(&mut draft, choices);
    predictions::take(&mut draft, choices);
    names::recognise(&mut draft, &choices.known);
    let mut plan = draft.finish();
    known::complete(&mut plan, &choices.known);
    let has_reference = plan
        .samples
        .iter()
        .any(|sample| sample.reference.is_some() || sample.is_tested());
    let has_prediction = plan.samples.iter().any(|sample| !sample.predictions.is_empty());
    let is_of_known = |sample: &Sample| choices.known.get(&sample.id).is_some_and(|known| known.has_reference);
    let has_reference = has_reference || plan.samples.iter().any(is_of_known);
    match (has_reference, has_prediction) {
        (false, true) => plan.notices.push("", None, Problem::NoReference),
        (true, false) => plan.notices.push("", None, Problem::NoPrediction),
        _ => {}
    }
    plan
}
