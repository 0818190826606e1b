//! The texts of an evaluation, for use by other programs.

use std::collections::{BTreeMap, HashMap};

use texlens_vocabulary::Kind;

use crate::model::{Evaluation, SampleResult, SampleTexts};

/// A sample as it is given for one system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOf<'t> {
    /// Id of the sample, the same for all systems.
    pub id: &'t str,
    /// Document of the sample, or its own id if it belongs to no document.
    pub document: &'t str,
    /// Kind of the sample.
    pub kind: Kind,
    /// Reference LaTeX.
    pub reference: Option<&'t str>,
    /// The system with its LaTeX, which is `None` if the system has no prediction. `None` if no system is meant.
    pub prediction: Option<(&'t str, Option<&'t str>)>,
}

/// Returns the texts of samples for use by other programs: every reference once, with the predictions of all systems. A
/// reference is there even if no system has a prediction, since it counts for all of them.
#[must_use]
pub fn sample_texts<'t>(given: impl IntoIterator<Item = TextOf<'t>>) -> Vec<SampleTexts> {
    let mut places: HashMap<(u8, &str), usize> = HashMap::new();
    let mut texts: Vec<SampleTexts> = Vec::new();
    for sample in given {
        let Some(reference) = sample.reference else { continue };
        let place = *places.entry((sample.kind as u8, sample.id)).or_insert_with(|| {
            texts.push(SampleTexts {
                id: sample.id.to_owned(),
                document: sample.document.to_owned(),
                kind: sample.kind,
                reference: reference.to_owned(),
                predictions: BTreeMap::new(),
            });
            texts.len() - 1
        });
        if let (Some(texts), Some((system, latex))) = (texts.get_mut(place), sample.prediction) {
            let latex = || latex.map(str::to_owned);
            texts.predictions.entry(system.to_owned()).or_insert_with(latex);
        }
    }
    texts
}

/// Returns the [texts](sample_texts) of an evaluation.
#[must_use]
pub fn texts(evaluation: &Evaluation) -> Vec<SampleTexts> {
    let documents = evaluation.samples.iter().filter(|sample| sample.kind == Kind::Document);
    let documents: HashMap<&str, &str> = documents.map(|sample| (sample.id.as_str(), sample.case())).collect();
    sample_texts(
        evaluation.samples.iter().map(|sample| TextOf {
            id: sample.case(),
            document: document(sample, &documents),
            kind: sample.kind,
            reference: sample.reference.as_deref(),
            prediction: (sample.prediction.as_ref())
                .map(|prediction| (prediction.system.as_str(), Some(prediction.latex.as_str()))),
        }),
    )
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
            SampleResult {
                prediction: None,
                ..sample("p3", None, Kind::Page, "")
            },
            SampleResult {
                reference: None,
                ..sample("p4", None, Kind::Page, "B")
            },
        ];
        let texts = texts(&Evaluation {
            samples,
            ..Evaluation::default()
        });
        let found: Vec<(&str, &str, usize)> = texts
            .iter()
            .map(|texts| (texts.id.as_str(), texts.document.as_str(), texts.predictions.len()))
            .collect();
        assert_eq!(
            found,
            [("book", "book", 1), ("p1", "book", 2), ("p2", "p2", 1), ("p3", "p3", 0)]
        );
    }
}
