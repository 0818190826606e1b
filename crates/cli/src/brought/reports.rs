//! Saved evaluations as datasets: their samples as records.

use std::rc::Rc;

use serde_json::json;
use texlens_dataset::{Listing, Plan, is_html};
use texlens_evaluate::Evaluation;
use texlens_report::{MAX_BYTES, from_folder, from_html};

use crate::commands::evaluate::EvaluationError;
use crate::failure::Failure;

/// Adds a list of records for each saved evaluation.
pub(super) fn add_samples(listing: &mut Listing, plan: &Plan) -> Result<(), Failure> {
    for &report in &plan.reports {
        let path = plan.path(report);
        let text = listing
            .read_text(report, MAX_BYTES as u64)
            .map_err(|error| EvaluationError::List {
                path: path.to_owned(),
                error,
            })?;
        let evaluation = if is_html(path) {
            from_html(&text)?
        } else {
            from_folder(&text, |path| {
                let image = listing.find_beside(report, path)?;
                listing.read(image, MAX_BYTES as u64).ok()
            })?
        };
        let records = records(&evaluation);
        listing.add(&format!("{path}.jsonl"), Rc::new(records.into_bytes()));
    }
    Ok(())
}

/// A record for each sample and system.
fn records(evaluation: &Evaluation) -> String {
    let mut records = String::new();
    for sample in &evaluation.samples {
        let prediction = sample.prediction.as_ref();
        let record = json!({
            "id": sample.id,
            "kind": sample.kind,
            "reference": sample.reference,
            "system": prediction.map(|prediction| &prediction.system),
            "prediction": prediction.map(|prediction| &prediction.latex),
        });
        records += &format!("{record}\n");
    }
    records
}
