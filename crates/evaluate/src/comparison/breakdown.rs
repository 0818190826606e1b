//! Systems on parts of the samples: those with one column and those with two, those in English and those in German.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_stats::Bootstrap;

use super::model::{Breakdown, MAX_TAG_VALUES, TagSummary};
use super::steps::Comparing;
use crate::board::SampleScores;
use crate::parallel;
use crate::scorer::Scorer;

/// The samples with one value of a tag, to be compared.
#[derive(Debug, Clone, PartialEq)]
pub struct TagPart<'a> {
    /// None for samples without the tag.
    pub value: Option<String>,
    /// In their order.
    pub samples: Vec<&'a SampleScores>,
}

/// Sorts samples by the values of a tag, in the order of [`Breakdown::values`], and says how many values are left out.
#[must_use]
pub(crate) fn tag_parts<'a>(samples: &'a [SampleScores], tag: &str) -> (Vec<TagPart<'a>>, usize) {
    let mut by_value: BTreeMap<Option<&str>, Vec<&SampleScores>> = BTreeMap::new();
    for sample in samples {
        let value = sample.tags.get(tag).map(String::as_str);
        by_value.entry(value).or_default().push(sample);
    }
    let without = by_value.remove(&None);
    let mut parts: Vec<TagPart<'a>> = by_value
        .into_iter()
        .map(|(value, samples)| TagPart {
            value: value.map(str::to_owned),
            samples,
        })
        .collect();
    // The sort is stable: what has equally many samples stays in the order of the names.
    parts.sort_by_key(|part| Reverse(part.samples.len()));
    let more = parts.len().saturating_sub(MAX_TAG_VALUES);
    parts.truncate(MAX_TAG_VALUES);
    if parts.iter().all(|part| part.number().is_some()) {
        parts.sort_by(|a, b| f64::total_cmp(&a.number().unwrap_or_default(), &b.number().unwrap_or_default()));
    }
    parts.extend(without.map(|samples| TagPart { value: None, samples }));
    (parts, more)
}

impl<'a> TagPart<'a> {
    fn number(&self) -> Option<f64> {
        self.value
            .as_ref()?
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    }

    /// Its comparison, without differences.
    #[must_use]
    pub fn comparing(&self, scorer: &'a Scorer<'a>, systems: &'a [String], bootstrap: &'a Bootstrap) -> Comparing<'a> {
        Comparing::new(scorer, systems, self.samples.iter().copied(), bootstrap)
    }
}

/// Puts the scores of the samples together by the values of a tag. Each row is what [`compare`](super::compare) would say of its samples alone, and does not
/// depend on the number of threads.
#[must_use]
pub(crate) fn breakdown(
    scorer: &Scorer<'_>,
    systems: &[String],
    samples: &[SampleScores],
    tag: &str,
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Breakdown {
    let (parts, more_values) = tag_parts(samples, tag);
    Breakdown {
        tag: tag.to_owned(),
        values: parallel::map(&parts, threads, |part| {
            let comparing = part.comparing(scorer, systems, bootstrap);
            let results = (0..comparing.steps()).map(|step| comparing.step(step)).collect();
            comparing.summary(part.value.clone(), results)
        }),
        more_values,
    }
}

impl Comparing<'_> {
    /// A row of a breakdown: what [`Comparing::finish`] says of the systems.
    #[must_use]
    pub fn summary(&self, value: Option<String>, results: Vec<Option<super::StepResult>>) -> TagSummary {
        let comparison = self.finish(results);
        TagSummary {
            value,
            samples: comparison.samples,
            documents: comparison.documents,
            systems: comparison.systems,
        }
    }
}
