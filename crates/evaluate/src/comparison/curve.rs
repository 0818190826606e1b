//! How hard pages are: each measure by the values of a factor, such as resolution or size of type.
//!
//! A factor is a tag. Means and intervals of a value are those of a comparison of its samples alone. The change from the
//! first value is paired: it is over the samples whose content has both values, as on pages that are made for an
//! experiment, and each draw takes a document with both. Without such samples, it is undefined.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use texlens_metrics::Kind;
use texlens_stats::bootstrap::Comparison as Paired;
use texlens_stats::{Bootstrap, Interval, StatsError, Units, describe};

use super::breakdown::{TagPart, order, tag_parts};
use super::column::Columns;
use super::measure::{Measure, measures};
use super::{Breakdown, Resampling, groups};
use crate::board::SampleScores;
use crate::parallel;
use crate::scorer::Scorer;

/// Every measure of every system by the values of a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The factor: the name of a tag.
    pub factor: String,
    /// Whether the order of the values means something, so that a line may lead from one to the next.
    pub is_ordered: bool,
    /// The kind of the samples.
    pub level: Kind,
    /// The systems.
    pub systems: Vec<String>,
    /// The values in their natural order: ascending if they are numbers, from easy to hard if their order is known,
    /// otherwise in the order of the dataset.
    pub values: Vec<FactorValue>,
    /// Number of values that are left out: see [`MAX_TAG_VALUES`](super::MAX_TAG_VALUES).
    pub more_values: usize,
    /// Number of samples without the tag, which are on no curve.
    pub without: usize,
    /// The points, by value of the factor, then by system, then by measure.
    pub points: Vec<Point>,
    /// The bootstrap of the intervals.
    pub resampling: Resampling,
}

/// A value of a factor.
#[derive(Debug, Clone, PartialEq)]
pub struct FactorValue {
    /// The value of the tag.
    pub value: String,
    /// The number, if all values are numbers with the same unit.
    pub number: Option<f64>,
    /// Number of samples.
    pub samples: usize,
    /// Number of documents of these samples, which are what the intervals draw.
    pub documents: usize,
    /// Number of missing predictions of each system, which are scored as empty.
    pub missing: Vec<usize>,
}

/// A measure of a system at a value of the factor.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Index of the value of the factor.
    pub at: usize,
    /// Index of the system.
    pub system: usize,
    /// The measure.
    pub measure: Measure,
    /// The mean over the samples with this value of the factor; `None` if the measure is undefined on all of them.
    pub value: Option<f64>,
    /// Confidence interval of the mean on other documents of this kind.
    pub interval: Option<Interval>,
    /// The reason why there is no mean or no interval; empty if both exist.
    pub note: String,
    /// Number of samples behind the mean.
    pub samples: usize,
    /// Number of documents of these samples.
    pub documents: usize,
    /// The change from the first value of the factor; `None` at the first.
    pub change: Option<Change>,
}

/// The change of a measure from the first value of the factor to another, on the samples whose content has both.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Number of pairs of samples on both of which the measure is defined.
    pub pairs: usize,
    /// The measure here less that at the first value of the factor; `None` without pairs.
    pub mean: Option<f64>,
    /// Confidence interval of the change on other documents of this kind.
    pub interval: Option<Interval>,
    /// Two-sided p-value of the hypothesis that there is no change, not corrected for the number of measures; only for
    /// metrics.
    pub p_value: Option<f64>,
    /// The reason why there is no change or no interval; empty if both exist.
    pub note: String,
}

impl Change {
    fn without(note: impl Into<String>) -> Self {
        Self {
            pairs: 0,
            mean: None,
            interval: None,
            p_value: None,
            note: note.into(),
        }
    }
}

impl Curve {
    /// Returns the points of a system on a measure, in the order of the values.
    pub fn line<'a>(&'a self, system: usize, measure: &'a Measure) -> impl Iterator<Item = &'a Point> {
        self.points
            .iter()
            .filter(move |point| point.system == system && point.measure == *measure)
    }
}

/// Computes the curves of a factor from its breakdown, which has the means. `factors` are all factors of the experiment:
/// the two samples of a pair have the same values of the others. The result does not depend on the number of threads.
#[must_use]
pub(crate) fn curve(
    scorer: &Scorer<'_>,
    systems: &[String],
    samples: &[SampleScores],
    breakdown: &Breakdown,
    factors: &[String],
    bootstrap: &Bootstrap,
    threads: NonZeroUsize,
) -> Curve {
    let factor = breakdown.tag.as_str();
    let (mut parts, more_values) = tag_parts(samples, factor);
    let without = parts.iter().filter(|part| part.value.is_none());
    let without = without.map(|part| part.samples.len()).sum();
    parts.retain(|part| part.value.is_some());
    let order = order(&parts);
    if order.is_none() {
        let first = |part: &TagPart<'_>| {
            let is_first = |sample: &SampleScores| sample.tags.get(factor) == part.value.as_ref();
            samples.iter().position(is_first)
        };
        parts.sort_by_cached_key(first);
    }
    let is_numeric = order.is_some() && parts.iter().all(|part| part.number().is_some());
    let others: Vec<&String> = factors.iter().filter(|other| *other != factor).collect();
    let numbered: Vec<(usize, &TagPart<'_>)> = parts.iter().enumerate().collect();
    let of_value = |&(index, part): &(usize, &TagPart<'_>)| {
        let columns = Columns::of(scorer, part.samples.clone());
        let pairs = (parts.first().filter(|_| index > 0)).map(|first| Pairs::of(scorer, first, part, &others));
        let summary = breakdown.values.iter().find(|summary| summary.value == part.value);
        let summaries = summary.map(|summary| summary.systems.as_slice()).unwrap_or_default();
        let measures = measures(scorer.kind(), summaries);
        let mut points = Vec::new();
        for (system, summary) in summaries.iter().enumerate() {
            for measure in &measures {
                let Some(measured) = measure.of(summary) else { continue };
                let documents = documents(&columns, system, measure);
                let note = match (measured.value, measured.interval) {
                    (None, _) => measure.why_undefined(summary).unwrap_or_default(),
                    (_, None) => no_interval(documents),
                    _ => String::new(),
                };
                points.push(Point {
                    at: index,
                    system,
                    measure: measure.clone(),
                    value: measured.value,
                    interval: measured.interval,
                    note,
                    samples: measured.samples,
                    documents,
                    change: pairs.as_ref().map(|pairs| pairs.change(system, measure, bootstrap)),
                });
            }
        }
        let value = FactorValue {
            value: part.value.clone().unwrap_or_default(),
            number: part.number().filter(|_| is_numeric),
            samples: summary.map_or(0, |summary| summary.samples),
            documents: summary.map_or(0, |summary| summary.documents),
            missing: summaries.iter().map(|system| system.missing).collect(),
        };
        (value, points)
    };
    let (values, points): (Vec<FactorValue>, Vec<Vec<Point>>) =
        parallel::map(&numbered, threads, of_value).into_iter().unzip();
    Curve {
        factor: factor.to_owned(),
        is_ordered: order.is_some(),
        level: scorer.kind(),
        systems: systems.to_vec(),
        values,
        more_values,
        without,
        points: points.into_iter().flatten().collect(),
        resampling: bootstrap.into(),
    }
}

/// Returns the number of documents behind a mean.
fn documents(columns: &Columns<'_>, system: usize, measure: &Measure) -> usize {
    let of_scored = |sample: &&&SampleScores| {
        let scores = sample.systems.get(system);
        scores.is_some_and(|scores| scores.outcome.is_ok())
    };
    let documents: BTreeSet<&str> = match measure {
        Measure::Metric(id) => columns.defined(system, id).documents.into_iter().collect(),
        Measure::Mean(_) => {
            let scored = columns.samples.iter().filter(of_scored);
            scored.map(|sample| sample.document.as_str()).collect()
        }
    };
    documents.len()
}

/// Returns the reason why a mean over so many documents has no interval.
fn no_interval(documents: usize) -> String {
    match documents {
        0 | 1 => format!("no interval: {documents} document, where at least 2 are needed"),
        _ => "no interval: the value is undefined for most draws of documents".to_owned(),
    }
}

/// The samples whose content has two values of a factor, in the same order.
struct Pairs<'a> {
    first: Columns<'a>,
    other: Columns<'a>,
}

impl<'a> Pairs<'a> {
    /// Pairs the samples of two values: those with the same content, of the same document, and with the same values of all
    /// other factors. If several samples agree in all of this, they are paired in their order, provided that both sides
    /// have equally many.
    fn of(scorer: &'a Scorer<'a>, first: &TagPart<'a>, other: &TagPart<'a>, factors: &[&String]) -> Self {
        let grouped = |part: &TagPart<'a>| {
            let mut groups: BTreeMap<_, Vec<&'a SampleScores>> = BTreeMap::new();
            for sample in &part.samples {
                if let Some(content) = sample.content {
                    let values: Vec<Option<&'a String>> =
                        factors.iter().map(|factor| sample.tags.get(*factor)).collect();
                    let key = (&sample.document, content, values);
                    groups.entry(key).or_default().push(sample);
                }
            }
            groups
        };
        let (mut firsts, others) = (grouped(first), grouped(other));
        let (mut of_first, mut of_other) = (Vec::new(), Vec::new());
        for (key, samples) in others {
            let same = firsts.remove(&key).unwrap_or_default();
            if same.len() == samples.len() {
                of_first.extend(same);
                of_other.extend(samples);
            }
        }
        Self {
            first: Columns::of(scorer, of_first),
            other: Columns::of(scorer, of_other),
        }
    }

    fn change(&self, system: usize, measure: &Measure, bootstrap: &Bootstrap) -> Change {
        if self.first.samples.is_empty() {
            return Change::without("no sample has the same content with both values");
        }
        match measure {
            Measure::Metric(id) => self.of_metric(system, id, bootstrap),
            Measure::Mean(id) => self.of_mean(system, id, bootstrap),
        }
    }

    fn of_metric(&self, system: usize, id: &str, bootstrap: &Bootstrap) -> Change {
        let (mut before, mut after, mut documents) = (Vec::new(), Vec::new(), Vec::new());
        let values = self.first.all(system, id).zip(self.other.all(system, id));
        for (sample, pair) in self.first.samples.iter().zip(values) {
            if let (Some(first), Some(other)) = pair {
                before.push(first);
                after.push(other);
                documents.push(&sample.document);
            }
        }
        let differences: Vec<f64> = after
            .iter()
            .zip(&before)
            .map(|(after, before)| after - before)
            .collect();
        let Ok(mean) = describe::mean(&differences) else {
            return Change::without("undefined with one of the values on every sample");
        };
        let paired: Result<Paired, StatsError> = bootstrap.difference(&Units::clusters(&documents), &after, &before);
        Change {
            pairs: differences.len(),
            mean: Some(mean),
            interval: paired.as_ref().ok().map(|paired| paired.difference.estimate.interval),
            p_value: paired.as_ref().ok().map(|paired| paired.p_value),
            note: match paired {
                Ok(_) => String::new(),
                Err(_) => no_interval(documents.iter().collect::<BTreeSet<_>>().len()),
            },
        }
    }

    fn of_mean(&self, system: usize, id: &str, bootstrap: &Bootstrap) -> Change {
        let Some((mean, interval)) = groups::change([&self.first, &self.other], system, id, bootstrap) else {
            return Change::without("undefined with one of the values");
        };
        let documents: BTreeSet<&str> = (self.first.samples.iter().map(|sample| sample.document.as_str())).collect();
        Change {
            pairs: self.first.samples.len(),
            mean: Some(mean),
            interval,
            p_value: None,
            note: interval.map_or_else(|| no_interval(documents.len()), |_| String::new()),
        }
    }
}
