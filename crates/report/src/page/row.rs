//! The data of a sample that the page's script needs, as an attribute of its row in the list.

use std::collections::BTreeMap;

use serde::Serialize;
use texlens_evaluate::SampleResult;

use crate::diff::is_different;

/// The values by which a sample can be filtered and sorted.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    system: Option<&'a str>,
    tags: Vec<String>,
    errors: Vec<&'static str>,
    /// Whether the two texts differ in more than white space.
    different: bool,
    /// Whether there is an error beyond low scores.
    failing: bool,
    scores: BTreeMap<&'a str, f64>,
}

/// Returns the data as JSON; attributes are escaped when they are written.
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
    // Serialisation cannot fail for strings and finite numbers.
    serde_json::to_string(&row).unwrap_or_default()
}

/// Formats a tag: its name, and its value if it has one.
pub(super) fn tag((name, value): (&String, &String)) -> String {
    if value.is_empty() {
        name.clone()
    } else {
        format!("{name}: {value}")
    }
}

/// Reports whether the TeX engine refuses the prediction, or the sample could not be scored.
fn is_failing(sample: &SampleResult) -> bool {
    let is_refused = sample
        .compilation
        .as_ref()
        .is_some_and(|compilation| !compilation.compiles);
    is_refused || (sample.scores.is_empty() && sample.reference.is_some())
}
