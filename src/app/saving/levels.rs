//! What of an evaluation is compared: the same samples of several systems beside each other, level by level.

use std::collections::{BTreeMap, HashMap};

use texlens_evaluate::{
    Evaluation, Kind, Parsed, SampleResult, SampleScores, Scored, Scorer, SystemScores, Text, formula_pairs_of,
};
use texlens_metrics::{Settings, Side, registry};
use texlens_report::SampleTexts;

/// The samples of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// What they are.
    pub kind: Kind,
    /// Systems in the order in which they come.
    pub systems: Vec<String>,
    /// Ids of the metrics that some sample has, in the order of the registry.
    pub metrics: Vec<&'static str>,
    /// One for each case, with its systems in their order.
    pub samples: Vec<SampleScores>,
    /// The references of those that a system has no prediction for, by their places in `samples`.
    pub lacking: BTreeMap<usize, String>,
}

impl Level {
    /// Scores what systems do not say of a sample as an empty prediction, as the command does. `sample` is one of the places in
    /// [`lacking`](Self::lacking).
    pub fn score_missing(&mut self, sample: usize, settings: &Settings) {
        let (Some(reference), Some(scores)) = (self.lacking.remove(&sample), self.samples.get_mut(sample)) else {
            return;
        };
        let empty = empty_scores(self.kind, &reference, settings);
        for system in scores.systems.iter_mut().filter(|system| system.missing > 0) {
            system.outcome.clone_from(&empty);
        }
    }
}

fn empty_scores(kind: Kind, reference: &str, settings: &Settings) -> Result<Scored, String> {
    let (reference, empty) = (Text::from(reference), Text::from(""));
    let reference = Parsed::of(Side::Reference, &reference).map_err(|error| error.to_string())?;
    let empty = Parsed::of(Side::Prediction, &empty).map_err(|error| error.to_string())?;
    let formulas = formula_pairs_of(kind, reference.latex(), empty.latex()).map_err(|error| error.to_string())?;
    let scorer = Scorer::new(kind, settings);
    Ok(Scored {
        scores: scorer.score(&reference, &empty),
        error_types: scorer.error_types(&reference, &empty, &formulas),
        ..Scored::default()
    })
}

/// The levels that have samples, documents first. A sample without a prediction is of no system, one without a reference has nothing to be compared with: both are left out; what a system does not say of a
/// sample that others have is [scored](Level::score_missing) as an empty prediction.
#[must_use]
pub fn levels(evaluation: &Evaluation) -> Vec<Level> {
    let cases = document_cases(evaluation);
    let of_kind = |kind| level(kind, evaluation, &cases);
    [Kind::Document, Kind::Page, Kind::Formula]
        .into_iter()
        .filter_map(of_kind)
        .collect()
}

/// What documents are called as the units that several systems share, by their ids.
fn document_cases(evaluation: &Evaluation) -> HashMap<&str, &str> {
    let documents = evaluation.samples.iter().filter(|sample| sample.kind == Kind::Document);
    documents.map(|sample| (sample.id.as_str(), sample.case())).collect()
}

fn level(kind: Kind, evaluation: &Evaluation, documents: &HashMap<&str, &str>) -> Option<Level> {
    let of_kind = || evaluation.samples.iter().filter(move |sample| sample.kind == kind);
    let mut systems: Vec<String> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut cases: Vec<Case> = Vec::new();
    for sample in of_kind() {
        let Some(prediction) = &sample.prediction else { continue };
        if sample.reference.is_none() && sample.scores.is_empty() {
            continue;
        }
        let known = systems.iter().position(|system| *system == prediction.system);
        let system = known.unwrap_or_else(|| {
            systems.push(prediction.system.clone());
            systems.len() - 1
        });
        let place = *places.entry(sample.case()).or_insert_with(|| {
            cases.push((sample, BTreeMap::new()));
            cases.len() - 1
        });
        if let Some((_, of_systems)) = cases.get_mut(place) {
            // The same system twice on the same sample: the first counts.
            of_systems.entry(system).or_insert(sample);
        }
    }
    if is_one_system(&systems, &cases) {
        for (_, of_systems) in &mut cases {
            *of_systems = of_systems.values().map(|sample| (0, *sample)).collect();
        }
        systems = vec![LOOSE.to_owned()];
    }
    let samples = cases.iter().map(|(first, of_systems)| SampleScores {
        id: first.case().to_owned(),
        document: document(first, documents).to_owned(),
        tags: first.tags.clone(),
        systems: (0..systems.len())
            .map(|system| scores(of_systems.get(&system).copied()))
            .collect(),
    });
    let samples: Vec<SampleScores> = samples.collect();
    let lacks = |sample: &SampleScores| sample.systems.iter().any(|system| system.missing > 0);
    let references = cases.iter().map(|(first, _)| first.reference.clone());
    let lacking = samples.iter().zip(references).enumerate();
    let lacking = lacking.filter(|(_, (sample, _))| lacks(sample));
    let lacking = lacking
        .filter_map(|(place, (_, reference))| Some((place, reference?)))
        .collect();
    let has = |id: &str| of_kind().any(|sample| sample.scores.iter().any(|score| score.metric == id));
    let metrics = registry()
        .iter()
        .map(|metric| metric.info().id)
        .filter(|id| has(id))
        .collect();
    (!samples.is_empty()).then_some(Level {
        kind,
        systems,
        metrics,
        samples,
        lacking,
    })
}

/// What predictions are called that came as single files, each named after itself.
const LOOSE: &str = "predictions";

/// Whether there is nothing to compare because every prediction is of a system of its own, on a sample of its own.
fn is_one_system(systems: &[String], cases: &[Case<'_>]) -> bool {
    systems.len() > 1 && systems.len() == cases.len() && cases.iter().all(|(_, of_systems)| of_systems.len() == 1)
}

/// The first sample of a case, and those of all systems, by their places.
type Case<'e> = (&'e SampleResult, BTreeMap<usize, &'e SampleResult>);

fn document<'e>(sample: &'e SampleResult, documents: &HashMap<&'e str, &'e str>) -> &'e str {
    let page_of = sample.page_of.as_ref().map(|page_of| page_of.document.as_str());
    page_of.map_or_else(
        || sample.case(),
        |document| documents.get(document).copied().unwrap_or(document),
    )
}

fn scores(sample: Option<&SampleResult>) -> SystemScores {
    let outcome = match sample {
        None => Err("this system has no prediction for it".to_owned()),
        Some(sample) if sample.scores.is_empty() => Err("it has not been scored".to_owned()),
        Some(sample) => Ok(Scored {
            scores: sample.scores.clone(),
            error_types: sample.error_types.clone(),
            compilation: sample.compilation.clone(),
            ..Scored::default()
        }),
    };
    SystemScores {
        missing: usize::from(sample.is_none()),
        outcome,
    }
}

/// What was scored, for those who go on with the texts: references with the predictions of all systems.
#[must_use]
pub fn texts(evaluation: &Evaluation) -> Vec<SampleTexts> {
    let documents = document_cases(evaluation);
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

#[cfg(test)]
mod tests {
    use texlens_evaluate::{PageOf, Prediction};
    use texlens_metrics::{Outcome, Score};

    use super::*;

    fn sample(id: &str, case: Option<&str>, kind: Kind, system: &str, ds: Option<f64>) -> SampleResult {
        let score = |value| Score {
            metric: "ds".to_owned(),
            outcome: Outcome::Defined { value, ratio: None },
            summary: String::new(),
            spans: Vec::new(),
        };
        SampleResult {
            id: id.to_owned(),
            case: case.map(str::to_owned),
            kind,
            page_of: None,
            image: None,
            reference: ds.map(|_| "x".to_owned()),
            prediction: Some(Prediction::given(system.to_owned(), "y".to_owned())),
            credit: None,
            scores: ds.map(score).into_iter().collect(),
            formulas: Vec::new(),
            compilation: None,
            error_types: Vec::new(),
            tags: BTreeMap::new(),
            comment: String::new(),
        }
    }

    fn evaluation() -> Evaluation {
        let page = |mut sample: SampleResult| {
            sample.page_of = Some(PageOf {
                document: "book of A".to_owned(),
                page: 1,
            });
            sample
        };
        Evaluation {
            samples: vec![
                sample("book of A", Some("book"), Kind::Document, "A", Some(0.5)),
                page(sample("p1 of A", Some("p1"), Kind::Page, "A", Some(0.25))),
                sample("p1 of B", Some("p1"), Kind::Page, "B", Some(0.75)),
                sample("p2", None, Kind::Page, "B", Some(1.0)),
                sample("p3", None, Kind::Page, "B", None),
            ],
            ..Evaluation::default()
        }
    }

    #[test]
    fn systems_stand_beside_each_other_on_what_they_share() {
        let mut levels = levels(&evaluation());
        let kinds: Vec<Kind> = levels.iter().map(|level| level.kind).collect();
        assert_eq!(kinds, [Kind::Document, Kind::Page]);
        let pages = &levels[1];
        assert_eq!(
            (pages.systems.as_slice(), pages.metrics.as_slice()),
            (["A", "B"].map(str::to_owned).as_slice(), ["ds"].as_slice())
        );
        let values: Vec<Vec<Option<f64>>> = pages
            .samples
            .iter()
            .map(|sample| {
                sample
                    .systems
                    .iter()
                    .map(|scores| scores.score("ds").and_then(Score::value))
                    .collect()
            })
            .collect();
        assert_eq!(values, [vec![Some(0.25), Some(0.75)], vec![None, Some(1.0)]]);
        assert_eq!(
            (pages.samples[0].id.as_str(), pages.samples[0].document.as_str()),
            ("p1", "book")
        );
        let why = pages.samples[1].systems[0].outcome.clone().unwrap_err();
        assert_eq!(why, "this system has no prediction for it");
        let settings = Settings::default();
        let pages = &mut levels[1];
        assert_eq!(pages.lacking.keys().copied().collect::<Vec<_>>(), [1]);
        pages.score_missing(1, &settings);
        let scores = &pages.samples[1].systems[0];
        assert_eq!(
            (scores.missing, scores.score("ds").and_then(Score::value)),
            (1, Some(0.0))
        );
    }

    #[test]
    fn single_files_are_one_system() {
        let sample = |id: &str| sample(id, None, Kind::Page, &format!("{id}.pred.tex"), Some(1.0));
        let evaluation = Evaluation {
            samples: vec![sample("a"), sample("b")],
            ..Evaluation::default()
        };
        let levels = levels(&evaluation);
        assert_eq!(levels[0].systems, ["predictions"]);
        assert!(
            levels[0]
                .samples
                .iter()
                .all(|sample| sample.systems.len() == 1 && sample.systems[0].outcome.is_ok())
        );
    }

    #[test]
    fn a_judge_gets_each_reference_once() {
        let texts = texts(&evaluation());
        let ids: Vec<(&str, usize)> = texts
            .iter()
            .map(|texts| (texts.id.as_str(), texts.predictions.len()))
            .collect();
        assert_eq!(ids, [("book", 1), ("p1", 2), ("p2", 1)]);
    }
}
