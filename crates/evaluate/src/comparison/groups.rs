//! TexOCR's arithmetic. The value of a metric is its mean over samples, the value of a group is the mean of its
//! metrics' values, and Overall is the mean of the groups' values. `overall_defined` is the mean of the values of those
//! of the nine metrics that have one.
//!
//! If a metric is undefined on some samples, a group's value is not the mean of the samples' group values. Those are
//! separate metrics (`structural`, ..., `overall`).

use std::collections::HashMap;

use texlens_metrics::{Group, info, infos};
use texlens_stats::{Bootstrap, Interval, StatsError, Units};

use super::GroupSummary;
use super::column::Columns;

/// The groups in the order of the paper's tables.
const GROUPS: [Group; 3] = Group::WITH_MEAN;

/// Sum and number of a metric's values in each document.
struct Totals {
    metric: &'static str,
    group: usize,
    documents: Vec<(f64, usize)>,
}

impl Totals {
    /// Returns the mean over the samples of these documents, or `None` if the metric is undefined on all of them.
    fn mean(&self, documents: &[usize]) -> Option<f64> {
        let drawn = documents.iter().filter_map(|&document| self.documents.get(document));
        let (sum, count) = drawn.fold((0.0, 0), |(sum, count), (s, c)| (sum + s, count + c));
        (count > 0).then(|| sum / count as f64)
    }
}

/// A rule that computes a value from the members' means.
struct Rule {
    id: &'static str,
    /// Index of the group; `None` for all groups.
    group: Option<usize>,
    /// Whether members without a value are left out. If so, all metrics weigh alike.
    lenient: bool,
}

pub(super) fn summarise(columns: &Columns<'_>, system: usize, bootstrap: &Bootstrap) -> Vec<GroupSummary> {
    let places = places(columns);
    let totals = all_totals(columns, system, &places);
    let summaries = rules(columns)
        .into_iter()
        .map(|rule| rule.summarise(&totals, places.count, bootstrap));
    summaries.collect()
}

/// Returns the change of a group's value from the first samples to the second, with its interval. The samples are in
/// pairs, each of one document. Returns `None` if the value is undefined on one side.
pub(super) fn change(
    [first, second]: [&Columns<'_>; 2],
    system: usize,
    group: &str,
    bootstrap: &Bootstrap,
) -> Option<(f64, Option<Interval>)> {
    let places = places(first);
    let rule = rules(first).into_iter().find(|rule| rule.id == group)?;
    let [before, after] = [first, second].map(|columns| all_totals(columns, system, &places));
    let change = |drawn: &[usize]| Some(rule.value(&after, drawn)? - rule.value(&before, drawn)?);
    let documents: Vec<usize> = (0..places.count).collect();
    let value = change(&documents)?;
    let resampled = bootstrap.statistic(&Units::samples(places.count), |drawn| change(drawn).ok_or(TOO_FEW));
    Some((value, resampled.ok().map(|resampled| resampled.estimate.interval)))
}

/// The error of a draw on which a value is undefined.
const TOO_FEW: StatsError = StatsError::TooFew { needed: 1, found: 0 };

/// Returns the rules whose metrics were requested.
fn rules(columns: &Columns<'_>) -> Vec<Rule> {
    let complete = GROUPS
        .iter()
        .enumerate()
        .filter(|(_, group)| is_complete(columns, **group));
    let mut rules: Vec<Rule> = complete
        .filter_map(|(index, group)| {
            Some(Rule {
                id: group.mean()?,
                group: Some(index),
                lenient: false,
            })
        })
        .collect();
    if rules.len() == GROUPS.len() {
        rules.extend(
            [("overall", false), ("overall_defined", true)].map(|(id, lenient)| Rule {
                id,
                group: None,
                lenient,
            }),
        );
    }
    rules
}

/// Returns the sums of all requested metrics of the three groups.
fn all_totals(columns: &Columns<'_>, system: usize, places: &Places) -> Vec<Totals> {
    let of_metric = |(metric, group)| Totals {
        metric,
        group,
        documents: totals(columns, system, metric, places),
    };
    members(columns).map(of_metric).collect()
}

/// Returns the requested metrics of the three groups.
fn members(columns: &Columns<'_>) -> impl Iterator<Item = (&'static str, usize)> {
    columns.metrics.iter().filter_map(|id| {
        let group = info(id)?.group;
        let index = GROUPS.iter().position(|known| *known == group)?;
        Some((*id, index))
    })
}

/// Reports whether all metrics of a group were requested.
fn is_complete(columns: &Columns<'_>, group: Group) -> bool {
    let mut of_group = infos().iter().filter(|info| info.group == group);
    of_group.all(|info| columns.metrics.contains(&info.id))
}

/// The index of each sample's document. Documents are in the order of their first samples.
struct Places {
    of_sample: Vec<usize>,
    count: usize,
}

fn places(columns: &Columns<'_>) -> Places {
    let mut known: HashMap<&str, usize> = HashMap::new();
    let of_sample = columns.samples.iter().map(|sample| {
        let next = known.len();
        *known.entry(&sample.document).or_insert(next)
    });
    let of_sample = of_sample.collect();
    let count = known.len();
    Places { of_sample, count }
}

fn totals(columns: &Columns<'_>, system: usize, metric: &str, places: &Places) -> Vec<(f64, usize)> {
    let mut totals = vec![(0.0, 0); places.count];
    for (value, &place) in columns.all(system, metric).zip(&places.of_sample) {
        if let (Some(value), Some((sum, count))) = (value, totals.get_mut(place)) {
            *sum += value;
            *count += 1;
        }
    }
    totals
}

impl Rule {
    fn summarise(&self, totals: &[Totals], documents: usize, bootstrap: &Bootstrap) -> GroupSummary {
        let members: Vec<&Totals> = self.members(totals).collect();
        let everything: Vec<usize> = (0..documents).collect();
        let without = members.iter().filter(|member| member.mean(&everything).is_none());
        let value = self.value(totals, &everything);
        let units = Units::samples(documents);
        let resampled = value.and_then(|_| {
            let statistic = |drawn: &[usize]| self.value(totals, drawn).ok_or(TOO_FEW);
            bootstrap.statistic(&units, statistic).ok()
        });
        GroupSummary {
            group: self.id.to_owned(),
            value,
            interval: resampled.map(|resampled| resampled.estimate.interval),
            undefined: without.map(|member| member.metric.to_owned()).collect(),
            members: members.iter().map(|member| member.metric.to_owned()).collect(),
        }
    }

    fn members<'a>(&self, totals: &'a [Totals]) -> impl Iterator<Item = &'a Totals> {
        let group = self.group;
        totals
            .iter()
            .filter(move |totals| group.is_none_or(|group| totals.group == group))
    }

    fn value(&self, totals: &[Totals], documents: &[usize]) -> Option<f64> {
        match self.group {
            Some(group) => self.group_value(group, totals, documents),
            None if self.lenient => self.mean(totals.iter().map(|member| member.mean(documents))),
            None => {
                let groups = (0..GROUPS.len()).map(|group| self.group_value(group, totals, documents));
                self.mean(groups)
            }
        }
    }

    fn group_value(&self, group: usize, totals: &[Totals], documents: &[usize]) -> Option<f64> {
        let members = totals.iter().filter(|totals| totals.group == group);
        self.mean(members.map(|member| member.mean(documents)))
    }

    /// Returns the mean of the values. A lenient rule leaves undefined values out; otherwise, one of them makes the
    /// mean undefined.
    fn mean(&self, values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0_usize);
        for value in values {
            match value {
                Some(value) => {
                    sum += value;
                    count += 1;
                }
                None if self.lenient => {}
                None => return None,
            }
        }
        (count > 0).then(|| sum / count as f64)
    }
}
