//! Comparisons on parts of the samples, for example one column and two columns, or English and German.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use texlens_latex::{Difficulty, FormulaKind};
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
    if let Some(places) = order(&parts) {
        let mut placed: Vec<(f64, TagPart<'a>)> = places.into_iter().zip(parts).collect();
        placed.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        parts = placed.into_iter().map(|(_, part)| part).collect();
    }
    parts.extend(without.map(|samples| TagPart { value: None, samples }));
    (parts, more)
}

/// Returns the places of values whose order is known: numbers with the same unit, kinds of formulas, and difficulties.
pub(super) fn order(parts: &[TagPart<'_>]) -> Option<Vec<f64>> {
    let quantities: Option<Vec<(f64, &str)>> = parts.iter().map(TagPart::quantity).collect();
    if let Some(quantities) = quantities {
        let has_one_unit = quantities
            .windows(2)
            .all(|pair| matches!(pair, [(_, a), (_, b)] if a == b));
        return has_one_unit.then(|| quantities.iter().map(|(number, _)| *number).collect());
    }
    let scales = [
        FormulaKind::ALL.map(FormulaKind::name),
        Difficulty::ALL.map(Difficulty::name),
    ];
    scales.iter().find_map(|scale| {
        let place = |part: &TagPart<'_>| {
            let value = part.value.as_deref()?;
            scale.iter().position(|known| *known == value)
        };
        let places: Option<Vec<usize>> = parts.iter().map(place).collect();
        Some(places?.into_iter().map(|place| place as f64).collect())
    })
}

impl<'a> TagPart<'a> {
    /// Returns the number that the value is, with or without a unit, such as `10` or `10 pt`.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.quantity().map(|(number, _)| number)
    }

    /// Returns the number that the value is, and its unit.
    fn quantity(&self) -> Option<(f64, &str)> {
        let value = self.value.as_deref()?.trim();
        let (number, unit) = value.split_once(' ').unwrap_or((value, ""));
        let number: f64 = number.parse().ok()?;
        number.is_finite().then_some((number, unit.trim()))
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
