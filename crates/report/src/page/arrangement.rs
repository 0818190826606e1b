//! The order in which a page shows systems and samples: the best system first, and its worst samples first.

use std::cmp::Ordering;

use texlens_evaluate::{Evaluation, Kind, Measure, SampleResult, noun};
use texlens_metrics::{Direction, Score, info, leading};

use super::{anchors, scores};

/// The order of systems and samples, with what is the same for all samples.
#[derive(Debug)]
pub(crate) struct Arrangement<'e> {
    /// The samples by system, the best system first. Samples without a prediction come last.
    pub(super) groups: Vec<Group<'e>>,
    /// The id of each sample.
    anchors: Vec<String>,
    /// The samples before and after each sample, by its index.
    neighbours: Vec<[Option<usize>; 2]>,
    /// The metrics that the line of a sample shows.
    pub(super) columns: Vec<&'e str>,
    /// Whether error types were looked for.
    pub(super) has_errors: bool,
    /// Whether there is only one sample, which is then shown without a list.
    pub(super) is_single: bool,
}

/// The samples of one system.
#[derive(Debug)]
pub(super) struct Group<'e> {
    /// The name; `None` for samples without a prediction.
    pub(super) system: Option<&'e str>,
    pub(super) anchor: String,
    /// The primary score of the system at each level where it has one.
    pub(super) standing: Vec<Standing>,
    /// The indices of the samples, the worst first.
    pub(super) samples: Vec<usize>,
    /// The metrics that order the samples, by kind.
    pub(super) by: Vec<&'e str>,
}

/// A system's value of the primary measure of a level.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) level: Kind,
    pub(super) measure: Measure,
    pub(super) value: f64,
}

impl<'e> Arrangement<'e> {
    pub(crate) fn of(evaluation: &'e Evaluation) -> Self {
        let samples = &evaluation.samples;
        let mut groups: Vec<Group<'e>> = Vec::new();
        for (index, sample) in samples.iter().enumerate() {
            match groups.iter_mut().find(|group| group.system == sample.system()) {
                Some(group) => group.samples.push(index),
                None => groups.push(Group {
                    system: sample.system(),
                    anchor: String::new(),
                    standing: standing(evaluation, sample.system()),
                    samples: vec![index],
                    by: Vec::new(),
                }),
            }
        }
        groups.sort_by(better);
        let ids = anchors::of_systems(groups.iter().map(|group| group.system));
        for (group, id) in groups.iter_mut().zip(ids) {
            group.anchor = id;
            let chosen_by = evaluation.selection.as_ref().map(|selection| selection.lowest.as_str());
            group.sort(samples, chosen_by);
        }
        let order: Vec<usize> = groups.iter().flat_map(|group| group.samples.iter().copied()).collect();
        let mut neighbours = vec![[None; 2]; samples.len()];
        for (at, index) in order.iter().enumerate() {
            if let Some(neighbours) = neighbours.get_mut(*index) {
                let before = at.checked_sub(1).and_then(|before| order.get(before));
                *neighbours = [before, order.get(at + 1)].map(Option::<&usize>::copied);
            }
        }
        Self {
            groups,
            neighbours,
            anchors: anchors::of_samples(samples),
            columns: columns(samples),
            has_errors: samples.iter().any(|sample| !sample.error_types.is_empty()),
            is_single: samples.len() == 1,
        }
    }

    /// Returns the id of a sample.
    pub(super) fn anchor(&self, sample: usize) -> &str {
        self.anchors.get(sample).map_or("", String::as_str)
    }

    /// Returns the samples before and after a sample in the order in which they are shown.
    pub(super) fn neighbours(&self, sample: usize) -> [Option<usize>; 2] {
        self.neighbours.get(sample).copied().unwrap_or_default()
    }
}

/// Maximum number of metrics in the line of a sample.
const MAX_COLUMNS: usize = 6;

/// Returns the metrics for the line of a sample: those by which samples are sorted, with a value anywhere, or else the
/// first of all.
fn columns(samples: &[SampleResult]) -> Vec<&str> {
    let all = scores::columns(samples);
    let kinds = Kind::ALL
        .into_iter()
        .filter(|kind| samples.iter().any(|sample| sample.kind == *kind));
    let mut main: Vec<&str> = Vec::new();
    for info in kinds.flat_map(leading) {
        if all.contains(&info.id) && !main.contains(&info.id) {
            main.push(info.id);
        }
    }
    let mut shown = if main.is_empty() { all } else { main };
    shown.truncate(MAX_COLUMNS);
    shown
}

/// Returns the primary scores of a system.
fn standing(evaluation: &Evaluation, system: Option<&str>) -> Vec<Standing> {
    let of_level = evaluation.comparisons.iter().filter_map(|comparison| {
        let measure = comparison.primary()?;
        let summary = comparison
            .systems
            .iter()
            .find(|summary| Some(summary.system.as_str()) == system)?;
        Some(Standing {
            level: comparison.level,
            value: measure.of(summary)?.value?,
            measure,
        })
    });
    of_level.collect()
}

/// Orders systems by their score at the first level at which both have one, the better first. Those without a score come
/// last, and samples without a prediction after them.
fn better(a: &Group<'_>, b: &Group<'_>) -> Ordering {
    let common = a.standing.iter().find_map(|first| {
        let second = b.standing.iter().find(|second| second.level == first.level)?;
        let order = second.value.total_cmp(&first.value);
        Some(if first.measure.lower_is_better() {
            order.reverse()
        } else {
            order
        })
    });
    let has_score = |group: &Group<'_>| (group.system.is_none(), group.standing.is_empty());
    common.unwrap_or_else(|| has_score(a).cmp(&has_score(b)))
}

impl<'e> Group<'e> {
    /// Sorts the samples: documents, pages and formulas, each by the first of the leading metrics with a value, or else by
    /// the metric that chose the samples, the worst first. Samples without a value come last, and equal ones keep their
    /// order.
    fn sort(&mut self, samples: &[SampleResult], chosen_by: Option<&'e str>) {
        let sorted_by: Vec<(Kind, Option<&'e str>)> = [Kind::Document, Kind::Page, Kind::Formula]
            .into_iter()
            .map(|kind| {
                let own = self.samples.iter().filter_map(|index| samples.get(*index));
                let own: Vec<&SampleResult> = own.filter(|sample| sample.kind == kind).collect();
                let has_value = |id: &str| own.iter().any(|sample| value(sample, id).is_some());
                let mut ids = leading(kind).map(|info| info.id).chain(chosen_by);
                (kind, ids.find(|id| has_value(id)))
            })
            .collect();
        let key = |index: &usize| {
            let sample = samples.get(*index)?;
            let place = sorted_by.iter().position(|(kind, _)| *kind == sample.kind)?;
            let (_, by) = sorted_by.get(place)?;
            Some((place, by.and_then(|id| Some(sign(id) * value(sample, id)?))))
        };
        self.samples.sort_by(|a, b| {
            let ((a, x), (b, y)) = (key(a).unwrap_or_default(), key(b).unwrap_or_default());
            let [x, y] = [x, y].map(|value| value.unwrap_or(f64::INFINITY));
            a.cmp(&b).then(x.total_cmp(&y))
        });
        self.by = sorted_by.into_iter().filter_map(|(_, by)| by).collect();
    }

    /// Returns the number of samples and their order in words.
    pub(super) fn caption(&self, samples: &[SampleResult]) -> String {
        let count = self.samples.len();
        let mut kinds = self.samples.iter().filter_map(|index| Some(samples.get(*index)?.kind));
        let first = kinds.next();
        let things = match first.filter(|first| kinds.all(|kind| kind == *first)) {
            Some(kind) => noun(kind, count),
            None => "samples",
        };
        let by: Vec<String> = self.by.iter().map(|id| worst_first(id)).collect();
        match by.as_slice() {
            [_, ..] if count > 1 => format!("{count} {things}, {}", by.join(", then ")),
            _ => format!("{count} {things}"),
        }
    }
}

fn worst_first(id: &str) -> String {
    let end = if sign(id) > 0.0 { "lowest" } else { "highest" };
    let name = info(id).map_or(id, |info| info.name);
    format!("{end} {name} first")
}

fn sign(id: &str) -> f64 {
    match info(id).map(|info| info.direction) {
        Some(Direction::LowerIsBetter) => -1.0,
        _ => 1.0,
    }
}

fn value(sample: &SampleResult, id: &str) -> Option<f64> {
    sample
        .scores
        .iter()
        .find(|score| score.metric == id)
        .and_then(Score::value)
}

#[cfg(test)]
mod tests {
    use texlens_evaluate::Prediction;
    use texlens_metrics::Outcome;

    use super::*;

    fn sample(id: &str, system: Option<&str>, ds: Option<f64>) -> SampleResult {
        let outcome = ds.map_or_else(
            || Outcome::Undefined {
                reason: "none".to_owned(),
            },
            |value| Outcome::Defined { value, ratio: None },
        );
        SampleResult {
            id: id.to_owned(),
            kind: Kind::Page,
            prediction: system.map(|system| Prediction::given(system.to_owned(), String::new())),
            scores: vec![Score {
                metric: "ds".to_owned(),
                outcome,
                summary: String::new(),
                spans: Vec::new(),
                unlisted: 0,
            }],
            ..SampleResult::default()
        }
    }

    #[test]
    fn the_worst_samples_of_a_system_come_first() {
        let evaluation = Evaluation {
            samples: vec![
                sample("alone", None, None),
                sample("good", Some("A"), Some(0.9)),
                sample("none", Some("A"), None),
                sample("bad", Some("A"), Some(0.1)),
                sample("same", Some("A"), Some(0.1)),
                sample("other", Some("B"), Some(0.5)),
            ],
            ..Evaluation::default()
        };
        let arrangement = Arrangement::of(&evaluation);
        let order = arrangement
            .groups
            .iter()
            .flat_map(|group| group.samples.iter().copied());
        let order: Vec<usize> = order.collect();
        let names: Vec<&str> = order
            .iter()
            .map(|index| evaluation.samples[*index].id.as_str())
            .collect();
        assert_eq!(names, ["bad", "same", "good", "none", "other", "alone"]);
        assert_eq!(arrangement.neighbours(order[0]), [None, Some(order[1])]);
        assert_eq!(arrangement.neighbours(order[5]), [Some(order[4]), None]);
        assert_eq!(arrangement.neighbours(9), [None, None]);
        let captions = arrangement
            .groups
            .iter()
            .map(|group| group.caption(&evaluation.samples));
        assert_eq!(
            captions.collect::<Vec<_>>(),
            ["4 pages, lowest Document-level similarity first", "1 page", "1 page"]
        );
        assert_eq!(arrangement.columns, ["ds"]);
    }
}
