//! One metric of one system on all samples.

use std::collections::BTreeMap;

use texlens_metrics::{Metric, Outcome};
use texlens_stats::{Bootstrap, Units, describe};

use super::column::Columns;
use super::{MetricSummary, Reason};

/// Largest number of reasons that are listed separately. The others are counted together.
const MAX_REASONS: usize = 8;

pub(super) fn summarise(
    columns: &Columns<'_>,
    system: usize,
    metric: &dyn Metric,
    bootstrap: &Bootstrap,
) -> MetricSummary {
    let id = metric.info().id;
    let column = columns.defined(system, id);
    let resampled = bootstrap.mean(&Units::clusters(&column.documents), &column.values);
    MetricSummary {
        metric: id.to_owned(),
        mean: describe::mean(&column.values).ok(),
        interval: resampled.as_ref().ok().map(|resampled| resampled.estimate.interval),
        note: resampled.err().map(|error| error.to_string()).unwrap_or_default(),
        defined: column.values.len(),
        undefined: reasons(columns.outcomes(system, id)),
        pooled: pooled(columns, system, metric),
    }
}

/// Returns the reasons why a metric is undefined, the most frequent first.
fn reasons<'a>(outcomes: impl Iterator<Item = &'a Outcome>) -> Vec<Reason> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for outcome in outcomes {
        if let Outcome::Undefined { reason } = outcome {
            *counts.entry(reason).or_default() += 1;
        }
    }
    let mut reasons: Vec<_> = counts.into_iter().collect();
    reasons.sort_by_key(|&(_, samples)| std::cmp::Reverse(samples));
    let rest: usize = reasons.iter().skip(MAX_REASONS).map(|(_, samples)| samples).sum();
    reasons.truncate(MAX_REASONS);
    reasons.extend((rest > 0).then_some(("for other reasons", rest)));
    let reason = |(reason, samples): (&str, usize)| Reason {
        reason: reason.to_owned(),
        samples,
    };
    reasons.into_iter().map(reason).collect()
}

/// Returns the pooled value of the corpus, from the sums of the samples' counts.
fn pooled(columns: &Columns<'_>, system: usize, metric: &dyn Metric) -> Option<f64> {
    let pooled = metric.pooled()?;
    let mut sums: Vec<f64> = Vec::new();
    for sample in &columns.samples {
        let Some(Ok(scored)) = sample.systems.get(system).map(|scores| &scores.outcome) else {
            continue;
        };
        let counts = scored.counts.iter().find(|counts| counts.metric == metric.info().id)?;
        sums.resize(counts.values.len().max(sums.len()), 0.0);
        for (sum, count) in sums.iter_mut().zip(&counts.values) {
            *sum += count;
        }
    }
    if sums.is_empty() {
        return None;
    }
    pooled.value(&sums, columns.settings).filter(|value| value.is_finite())
}
