//! Saved evaluations as datasets: their samples become records.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use serde_json::json;
use texlens_dataset::{Listing, Plan, is_html};
use texlens_evaluate::{Evaluation, units};
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
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        let Records { list, texts } = records(&evaluation, name);
        for (file, latex) in texts {
            let folder = path.strip_suffix(name).unwrap_or_default();
            listing.add(&format!("{folder}{file}"), Rc::new(latex.into_bytes()));
        }
        listing.add(&format!("{path}.jsonl"), Rc::new(list.into_bytes()));
    }
    Ok(())
}

/// A report as a list.
struct Records {
    /// One record per line.
    list: String,
    /// The files that the records name. The texts of a report are LaTeX; as files, they need no detection of their
    /// format.
    texts: Vec<(String, String)>,
}

/// Returns a record for each prediction, under the name that the report's board has for the sample. A document whose
/// pages are in the report is represented by its pages. `name` is the name of the report's file.
fn records(evaluation: &Evaluation, name: &str) -> Records {
    let boards = evaluation.boards();
    let sample = |place: u32| evaluation.samples.get(place as usize);
    let units = units(&boards, |place| sample(place).map(|sample| sample.id.as_str()));
    let predicted: HashSet<&str> = units.iter().filter_map(|unit| unit.sample.map(|_| unit.id)).collect();
    let mut alone = HashSet::new();
    let mut list = String::new();
    let mut texts = Vec::new();
    let mut file = |latex: &str| {
        let file = format!("{name}.texts/{}.tex", texts.len());
        texts.push((file.clone(), latex.to_owned()));
        file
    };
    let mut references: HashMap<&str, String> = HashMap::new();
    for unit in &units {
        let found = unit.sample.and_then(sample);
        // A unit without any prediction has one record, for its reference.
        if found.is_none() && (predicted.contains(unit.id) || !alone.insert(unit.id)) {
            continue;
        }
        let prediction = found.and_then(|sample| sample.prediction.as_ref());
        let reference = found.map_or(unit.reference, |sample| sample.reference.as_deref());
        let reference = match (references.get(unit.id), reference) {
            (Some(file), _) => Some(file.clone()),
            (None, Some(latex)) => Some(references.entry(unit.id).or_insert_with(|| file(latex)).clone()),
            (None, None) => None,
        };
        let record = json!({
            "id": unit.id,
            "kind": unit.kind,
            "document": (unit.document != unit.id).then_some(unit.document),
            "page": found.and_then(|sample| sample.page_of.as_ref()).map(|of| of.page),
            "reference": reference,
            "system": prediction.map(|prediction| &prediction.system),
            "prediction": prediction.map(|prediction| file(&prediction.latex)),
        });
        list += &format!("{record}\n");
    }
    Records { list, texts }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use texlens_evaluate::{Kind, PageOf, Prediction, SampleResult};

    use super::*;

    #[test]
    fn predictions_of_one_page_are_one_sample_whatever_the_list_calls_them() {
        let sample = |id: &str, case: &str, kind: Kind, system: &str, page_of: Option<&str>| SampleResult {
            id: id.to_owned(),
            case: (case != id).then(|| case.to_owned()),
            kind,
            page_of: page_of.map(|document| PageOf {
                document: document.to_owned(),
                page: 1,
            }),
            reference: Some("x".to_owned()),
            prediction: (!system.is_empty()).then(|| Prediction::given(system.to_owned(), "y".to_owned())),
            ..SampleResult::default()
        };
        let evaluation = Evaluation {
            samples: vec![
                sample("d · A", "d", Kind::Document, "A", None),
                sample("d/1 · A", "d/1", Kind::Page, "A", Some("d · A")),
                sample("d · B", "d", Kind::Document, "B", None),
                sample("d/1 · B", "d/1", Kind::Page, "B", Some("d · B")),
                sample("lonely", "lonely", Kind::Page, "", None),
            ],
            ..Evaluation::default()
        };
        let Records { list, texts } = records(&evaluation, "r.html");
        assert_eq!(texts.len(), 4, "two references and two predictions");
        let lines: Vec<Value> = (list.lines()).map(|line| serde_json::from_str(line).unwrap()).collect();
        let told: Vec<_> = (lines.iter())
            .map(|line| {
                (
                    line["id"].as_str(),
                    line["document"].as_str(),
                    line["page"].as_u64(),
                    line["system"].as_str(),
                )
            })
            .collect();
        assert_eq!(
            told,
            [
                (Some("d/1"), Some("d"), Some(1), Some("A")),
                (Some("d/1"), Some("d"), Some(1), Some("B")),
                (Some("lonely"), None, None, None),
            ]
        );
    }
}
