//! Comparisons on parts of the samples, for example one column and two columns, or English and German.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_stats::Bootstrap;

use super::model::{Breakdown, MAX_TAG_VALUES, TagSummary};
use super::steps::Comparing;
use crate::board::SampleScores;
use crate::parallel;
use crate::scorer::Scorer;

/// The samples with one value of a tag.
#[derive(Debug, Clone, PartialEq)]
pub struct TagPart<'a> {
    /// The value; `None` for samples without the tag.
    pub value: Option<String>,
    /// The samples in their order.
    pub samples: Vec<&'a SampleScores>,
}

/// Groups samples by the values of a tag, in the order of [`Breakdown::values`]. Also returns the number of values that
/// are left out.
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
    // The sort is stable: values with equally many samples stay in the order of their names.
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

    /// Returns the comparison of the part, without differences.
    #[must_use]
    pub fn comparing(&self, scorer: &'a Scorer<'a>, systems: &'a [String], bootstrap: &'a Bootstrap) -> Comparing<'a> {
        Comparing::new(scorer, systems, self.samples.iter().copied(), bootstrap)
    }
}

/// Compares the systems for each value of a tag. Each row is the result of [`Board::compare`](crate::Board::compare) on
/// its samples alone, and does not depend on the number of threads.
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
    /// Returns a row of a breakdown: the systems of [`Comparing::finish`].
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
