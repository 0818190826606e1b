//! What the page's script has to know of a sample, as an attribute of its row in the list.

use std::collections::BTreeMap;

use serde::Serialize;
use texlens_evaluate::SampleResult;

use crate::diff::is_different;

/// What a sample can be filtered and sorted by.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    system: Option<&'a str>,
    tags: Vec<String>,
    errors: Vec<&'static str>,
    /// Whether the two texts differ, other than in white space.
    different: bool,
    /// Whether there is something wrong beyond low scores.
    failing: bool,
    scores: BTreeMap<&'a str, f64>,
}

/// As JSON; attributes are escaped where they are written.
pub(super) fn data(sample: &SampleResult) -> String {
    let prediction = sample.prediction.as_ref();
    let scores = sample.scores.iter();
    let found = sample.error_types.iter().filter(|finding| finding.is_found());
    let texts = sample.reference.as_deref().zip(prediction);
    let row = Row {
        name: &sample.id,
        system: prediction.map(|prediction| prediction.system.as_str()),
        tags: sample.tags.iter().map(tag).collect(),
        errors: found.map(|finding| finding.error_type.info().name).collect(),
        different: texts.is_some_and(|(reference, prediction)| is_different(reference, &prediction.latex)),
        failing: is_failing(sample),
        scores: scores
            .filter_map(|score| Some((score.metric.as_str(), score.value()?)))
            .collect(),
    };
    // Strings and finite numbers are always written.
    serde_json::to_string(&row).unwrap_or_default()
}

/// A tag as it is written: its name, and its value if it has one.
pub(super) fn tag((name, value): (&String, &String)) -> String {
    if value.is_empty() {
        name.clone()
    } else {
        format!("{name}: {value}")
    }
}

/// A prediction that the TeX engine refuses, and a sample that could not be scored.
fn is_failing(sample: &SampleResult) -> bool {
    let is_refused = sample
        .compilation
        .as_ref()
        .is_some_and(|compilation| !compilation.compiles);
    is_refused || (sample.scores.is_empty() && sample.reference.is_some())
}
