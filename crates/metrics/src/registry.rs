//! The list of all metrics.

use std::sync::LazyLock;

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Group, Info, Input, Metric};
use crate::suite::{INFOS, METRICS};

static SORTED: LazyLock<Vec<&'static dyn Metric>> = LazyLock::new(|| {
    let mut metrics = METRICS.to_vec();
    metrics.sort_by_key(|metric| (metric.info().group, metric.info().id));
    metrics
});

/// Returns every metric, sorted by group and then by id.
#[must_use]
pub fn registry() -> &'static [&'static dyn Metric] {
    &SORTED
}

static SORTED_INFOS: LazyLock<Vec<&'static Info>> = LazyLock::new(|| {
    let mut infos = INFOS.to_vec();
    infos.sort_by_key(|info| (info.group, info.id));
    infos
});

/// Returns the description of every metric, in the order of [`registry`]. A program that only describes metrics does
/// not contain their code.
#[must_use]
pub fn infos() -> &'static [&'static Info] {
    &SORTED_INFOS
}

/// Returns the description of the metric with this id.
#[must_use]
pub fn info(id: &str) -> Option<&'static Info> {
    infos().iter().copied().find(|info| info.id == id)
}

/// Returns the metric with this id.
#[must_use]
pub fn metric(id: &str) -> Option<&'static dyn Metric> {
    registry().iter().copied().find(|metric| metric.info().id == id)
}

/// Returns the most prominent metrics for a kind of sample, in display order, without means over other metrics. The
/// first one represents the kind where there is room for a single value.
#[must_use]
pub fn headlines(kind: Kind) -> Vec<&'static Info> {
    placed(kind, |group| group != Group::Overall)
}

/// Returns the means over other metrics for a kind of sample, in display order.
#[must_use]
pub fn means(kind: Kind) -> Vec<&'static Info> {
    placed(kind, |group| group == Group::Overall)
}

/// Returns the metrics by which samples of a kind are sorted if a single value must decide: the mean of the defined
/// metrics, which almost every sample has, then the headlines.
pub fn leading(kind: Kind) -> impl Iterator<Item = &'static Info> {
    let mean = means(kind).into_iter().find(|info| info.id == "overall_defined");
    mean.into_iter().chain(headlines(kind))
}

/// Returns the short name of a metric; its id if it has none.
#[must_use]
pub fn label(id: &str) -> &str {
    let headline = info(id).and_then(|info| info.headline);
    headline.map_or(id, |headline| headline.label)
}

fn placed(kind: Kind, is_of: impl Fn(Group) -> bool) -> Vec<&'static Info> {
    let infos = infos().iter().copied();
    let place = |info: &Info| info.headline.filter(|_| is_of(info.group))?.place(kind);
    let mut placed: Vec<_> = infos.filter_map(|info| Some((place(info)?, info))).collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, info)| info).collect()
}

/// Scores one sample with every metric that is defined on its kind, in the order of the registry. `input.scores`
/// precedes the new scores, for metrics that read the scores of others; it is not returned.
#[must_use]
pub fn score_all(kind: Kind, input: &Input<'_>) -> Vec<Score> {
    let mut scores = input.scores.to_vec();
    for metric in registry().iter().filter(|metric| metric.info().kinds.contains(&kind)) {
        let score = metric.score(&Input {
            scores: &scores,
            ..*input
        });
        scores.push(score);
    }
    scores.split_off(input.scores.len())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::{Path, PathBuf};

    use super::*;

    #[test]
    fn headlines_have_places_of_their_own_among_kinds_they_are_defined_on() {
        for kind in [Kind::Formula, Kind::Page, Kind::Document] {
            for placed in [headlines(kind), means(kind)] {
                let places: Vec<_> = placed.iter().filter_map(|info| info.headline?.place(kind)).collect();
                let in_a_row: Vec<_> = (1..).take(placed.len()).collect();
                assert_eq!(places, in_a_row, "{kind:?}");
                assert!(placed.iter().all(|info| info.kinds.contains(&kind)), "{kind:?}");
            }
            assert!(!headlines(kind).is_empty(), "{kind:?}");
        }
    }

    fn files() -> Vec<PathBuf> {
        let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/suite");
        let entries = |folder: &Path| {
            fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect::<Vec<_>>()
        };
        entries(&suite).iter().flat_map(|folder| entries(folder)).collect()
    }

    #[test]
    fn the_registry_holds_every_file_of_the_suite_under_its_name() {
        let files: BTreeSet<String> = files()
            .iter()
            .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        let ids: BTreeSet<String> = registry().iter().map(|metric| metric.info().id.to_owned()).collect();
        assert_eq!(files, ids);
        assert_eq!(registry().len(), ids.len(), "no id twice");
    }

    #[test]
    fn settings_are_named_after_their_metric() {
        for metric in registry() {
            for parameter in metric.info().parameters {
                let prefix = format!("{}.", metric.info().id);
                assert!(
                    parameter.name().starts_with(&prefix),
                    "{} in {}",
                    parameter.name(),
                    metric.info().id
                );
            }
        }
    }

    #[test]
    fn every_file_follows_the_template() {
        for path in files() {
            let text = fs::read_to_string(&path).unwrap();
            let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("//! # ")).collect();
            assert_eq!(
                headings,
                [
                    "What it measures",
                    "Formula",
                    "Example",
                    "Range and direction",
                    "Edge cases",
                    "Deviations from the paper",
                    "Source"
                ],
                "{}",
                path.display()
            );
        }
    }
}
