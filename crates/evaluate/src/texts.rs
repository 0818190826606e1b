//! The texts of an evaluation, for use by other programs.

use std::collections::{BTreeMap, HashMap};

use texlens_vocabulary::Kind;

use crate::model::{Evaluation, SampleResult, SampleTexts};

/// Returns the scored texts for use by other programs: references with the predictions of all systems.
#[must_use]
pub fn texts(evaluation: &Evaluation) -> Vec<SampleTexts> {
    let documents = evaluation.samples.iter().filter(|sample| sample.kind == Kind::Document);
    let documents: HashMap<&str, &str> = documents.map(|sample| (sample.id.as_str(), sample.case())).collect();
    let mut places: HashMap<(u8, &str), usize> = HashMap::new();
    let mut texts: Vec<SampleTexts> = Vec::new();
    for sample in &evaluation.samples {
        let (Some(reference), Some(prediction)) = (&sample.reference, &sample.prediction) else {
            continue;
        };
        let place = *places.entry((sample.kind as u8, sample.case())).or_insert_with(|| {
            texts.push(SampleTexts {
                id: sample.case().to_owned(),
                document: document(sample, &documents).to_owned(),
                kind: sample.kind,
                reference: reference.clone(),
                predictions: BTreeMap::new(),
            });
            texts.len() - 1
        });
        if let Some(texts) = texts.get_mut(place) {
            let latex = || Some(prediction.latex.clone());
            texts.predictions.entry(prediction.system.clone()).or_insert_with(latex);
        }
    }
    texts
}

fn document<'e>(sample: &'e SampleResult, documents: &HashMap<&'e str, &'e str>) -> &'e str {
    let page_of = sample.page_of.as_ref().map(|page_of| page_of.document.as_str());
    let alone = sample.document.as_deref().unwrap_or(sample.case());
    page_of.map_or(alone, |document| documents.get(document).copied().unwrap_or(document))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PageOf, Prediction};

    fn sample(id: &str, case: Option<&str>, kind: Kind, system: &str) -> SampleResult {
        SampleResult {
            id: id.to_owned(),
            case: case.map(str::to_owned),
            kind,
            reference: Some("x".to_owned()),
            prediction: Some(Prediction::given(system.to_owned(), "y".to_owned())),
            ..SampleResult::default()
        }
    }

    #[test]
    fn each_reference_comes_once_with_all_predictions() {
        let page = SampleResult {
            page_of: Some(PageOf {
                document: "book of A".to_owned(),
                page: 1,
            }),
            ..sample("p1 of A", Some("p1"), Kind::Page, "A")
        };
        let samples = vec![
            sample("book of A", Some("book"), Kind::Document, "A"),
            page,
            sample("p1 of B", Some("p1"), Kind::Page, "B"),
            sample("p2", None, Kind::Page, "B"),
        ];
        let texts = texts(&Evaluation {
            samples,
            ..Evaluation::default()
        });
        let found: Vec<(&str, &str, usize)> = texts
            .iter()
            .map(|texts| (texts.id.as_str(), texts.document.as_str(), texts.predictions.len()))
            .collect();
        assert_eq!(found, [("book", "book", 1), ("p1", "book", 2), ("p2", "p2", 1)]);
    }
}
