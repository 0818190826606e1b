//! `--eval-results`: results for model cards on the Hugging Face Hub.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use texlens_evaluate::{Comparison, Filtered, Measure};
use texlens_report::{BenchmarkTask, to_eval_results};

use super::error::EvaluationError;
use super::files;
use crate::commands::arguments::Assignment;
use crate::date;
use crate::failure::Failure;

/// A dataset of the Hub, with its revision if it is stated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Benchmark {
    dataset: String,
    revision: Option<String>,
}

/// Reads `ORG/NAME` or `ORG/NAME@REVISION`.
pub(super) fn benchmark(argument: &str) -> Result<Benchmark, String> {
    let (dataset, revision) = match argument.split_once('@') {
        Some((dataset, revision)) => (dataset, Some(revision)),
        None => (argument, None),
    };
    let is_name = |part: &str| {
        let is_known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        !part.is_empty() && part.chars().all(is_known)
    };
    let is_id = dataset
        .split_once('/')
        .is_some_and(|(organisation, name)| is_name(organisation) && is_name(name));
    if !is_id || revision.is_some_and(str::is_empty) {
        return Err("it must be ORG/NAME or ORG/NAME@REVISION, for example org/pages".to_owned());
    }
    Ok(Benchmark {
        dataset: dataset.to_owned(),
        revision: revision.map(str::to_owned),
    })
}

/// Writes a file for each system. A task has the value of the first level that knows its metric.
pub(super) fn write(
    folder: &Path,
    benchmark: &Benchmark,
    tasks: &[Assignment],
    comparisons: &[&Comparison],
    filtered: Option<&Filtered>,
) -> Result<(), Failure> {
    let mut of_levels: Vec<(&Comparison, Vec<BenchmarkTask>)> =
        comparisons.iter().map(|comparison| (*comparison, Vec::new())).collect();
    for (id, task) in tasks {
        let mut found = of_levels.iter_mut().filter_map(|(comparison, tasks)| {
            let measure = comparison.measures().into_iter().find(|measure| measure.id() == id)?;
            Some((measure, tasks))
        });
        let (measure, tasks): (Measure, _) = found.next().ok_or_else(|| EvaluationError::NoSuchMeasure(id.clone()))?;
        tasks.push(BenchmarkTask {
            dataset: benchmark.dataset.clone(),
            revision: benchmark.revision.clone(),
            task: task.clone(),
            measure,
        });
    }
    fs::create_dir_all(folder).map_err(|error| files::unwritten(folder, error))?;
    let date = date::now();
    let mut taken = BTreeSet::new();
    let systems = comparisons.first().map_or(&[][..], |comparison| &comparison.systems);
    for (index, system) in systems.iter().enumerate() {
        let mut entries = Vec::new();
        for (comparison, tasks) in &of_levels {
            if let Some(system) = comparison.systems.get(index) {
                entries.extend(tasks.iter().map(|task| (*comparison, system, task)));
            }
        }
        let yaml = to_eval_results(&entries, &date, filtered)?;
        let path = folder.join(files::name(&system.system, "yaml", &mut taken));
        files::write(&path, yaml.as_bytes())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_benchmark_is_a_dataset_of_the_hub() {
        let of = |dataset: &str, revision: Option<&str>| {
            Ok(Benchmark {
                dataset: dataset.to_owned(),
                revision: revision.map(str::to_owned),
            })
        };
        assert_eq!(benchmark("org/pages-1.0"), of("org/pages-1.0", None));
        assert_eq!(benchmark("org/pages@1a2b"), of("org/pages", Some("1a2b")));
        for wrong in [
            "pages",
            "org/",
            "/pages",
            "org/a/b",
            "org/pages@",
            "https://hub/org/pages",
            "org/a b",
        ] {
            assert!(benchmark(wrong).is_err(), "{wrong}");
        }
    }
}
