//! The samples that a filter selects. Everything that follows sees only these and their systems.

use std::collections::{BTreeSet, HashSet};

use texlens_dataset::{Passage, Sample, tags};
use texlens_evaluate::{Candidate, Filtered, Kind, Query, Searched, selected};

use super::error::EvaluationError;
use crate::brought::Brought;
use crate::failure::Failure;

/// Keeps the samples that match the filter, and the systems with a match. If documents are scored, they are kept with
/// all of their pages. The levels are those of the whole dataset, so that a filter changes none.
pub(super) fn select(brought: &mut Brought, filter: &str, levels: &[Kind]) -> Result<Filtered, Failure> {
    let is_by_document = levels.contains(&Kind::Document);
    let query = Query::new(filter);
    let mut is_kept = HashSet::new();
    let mut systems = BTreeSet::new();
    let entries = entries(brought, &query);
    let case = |sample: &'_ Sample| -> String {
        match &sample.document {
            Some(document) if is_by_document => document.clone(),
            _ => sample.id.clone(),
        }
    };
    let samples = &brought.plan.samples;
    let cases: Vec<String> = samples.iter().map(case).collect();
    let candidates: Vec<Candidate<'_>> = entries
        .iter()
        .map(|entry| Candidate {
            case: ["", cases.get(entry.sample).map_or("", String::as_str)],
            system: entry
                .system
                .and_then(|system| brought.plan.systems.get(system))
                .map(String::as_str),
            is_admitted: entry.is_admitted,
        })
        .collect();
    for (entry, is_selected) in entries.iter().zip(selected(&candidates)) {
        if is_selected {
            is_kept.insert(entry.sample);
            systems.extend(entry.system);
        }
    }
    let of = samples.len();
    keep(brought, &is_kept, &systems);
    let filtered = Filtered {
        filter: filter.trim().to_owned(),
        samples: brought.plan.samples.len(),
        of,
    };
    match filtered.samples {
        0 => Err(EvaluationError::NoMatch(filtered.filter).into()),
        _ => Ok(filtered),
    }
}

/// A prediction, or a sample without any.
struct Entry {
    /// Index of the sample.
    sample: usize,
    /// Index of the system.
    system: Option<usize>,
    is_admitted: bool,
}

fn entries(brought: &Brought, query: &Query) -> Vec<Entry> {
    let latex = |text: &Passage, kind: Kind| {
        let is_searched = query.searches_texts();
        is_searched.then(|| brought.searched(text, kind)).flatten()
    };
    let mut entries = Vec::new();
    for (index, sample) in brought.plan.samples.iter().enumerate() {
        let words = tags::words(&sample.tags);
        let reference = sample.reference.as_ref().and_then(|text| latex(text, sample.kind));
        let mut add = |system: Option<usize>, prediction: Option<&Passage>| {
            let prediction = prediction.and_then(|text| latex(text, sample.kind));
            let name = system.and_then(|system| brought.plan.systems.get(system));
            entries.push(Entry {
                sample: index,
                system,
                is_admitted: query.admits(Searched {
                    name: &sample.id,
                    system: name.map_or("", String::as_str),
                    tags: &words,
                    comment: "",
                    texts: [reference.as_deref(), prediction.as_deref()],
                }),
            });
        };
        if sample.predictions.is_empty() {
            add(None, None);
        }
        for prediction in &sample.predictions {
            add(Some(prediction.system), Some(&prediction.text));
        }
    }
    entries
}

fn keep(brought: &mut Brought, samples: &HashSet<usize>, systems: &BTreeSet<usize>) {
    let plan = &mut brought.plan;
    let mut index = 0..;
    plan.samples
        .retain(|_| index.next().is_some_and(|index| samples.contains(&index)));
    let place = |system: usize| systems.iter().position(|kept| *kept == system);
    for sample in &mut plan.samples {
        for predictions in [&mut sample.predictions, &mut sample.repeats] {
            predictions.retain_mut(|prediction| {
                let place = place(prediction.system);
                prediction.system = place.unwrap_or_default();
                place.is_some()
            });
        }
    }
    let mut index = 0..;
    plan.systems
        .retain(|_| index.next().is_some_and(|index| systems.contains(&index)));
}
