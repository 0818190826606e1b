//! The list of all metrics.

use std::sync::LazyLock;

use crate::metric::Metric;
use crate::suite::METRICS;

static SORTED: LazyLock<Vec<&'static dyn Metric>> = LazyLock::new(|| {
    let mut metrics = METRICS.to_vec();
    metrics.sort_by_key(|metric| (metric.info().group, metric.info().id));
    metrics
});

/// Every metric, by group and then by id.
#[must_use]
pub fn registry() -> &'static [&'static dyn Metric] {
    &SORTED
}

/// The metric with this id.
#[must_use]
pub fn metric(id: &str) -> Option<&'static dyn Metric> {
    registry().iter().copied().find(|metric| metric.info().id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::*;

    #[test]
    fn the_registry_holds_every_file_of_the_suite_under_its_name() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/suite");
        let files: BTreeSet<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| {
                entry
                    .unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
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
        for metric in registry() {
            let id = metric.info().id;
            let path = format!("{}/src/suite/{id}.rs", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read_to_string(path).unwrap();
            let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("//! # ")).collect();
            assert_eq!(
                headings,
                [
                    "What it measures",
                    "Formula",
                    "Range and direction",
                    "Edge cases",
                    "Deviations from the paper",
                    "Source"
                ],
                "{id}"
            );
        }
    }
}
