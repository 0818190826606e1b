//! `--eval-results`: results for model cards on the Hugging Face Hub.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use texlens_evaluate::{Comparison, Filtered};
use texlens_report::{BenchmarkTask, to_eval_results};

use super::error::EvaluationError;
use super::files;
use crate::commands::arguments::Assignment;
use crate::date;
use crate::failure::Failure;
use crate::terminal::say;

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

/// Returns the tasks of each level. A task belongs to the first level that knows its metric.
pub(super) fn tasks<'c>(
    benchmark: Option<&Benchmark>,
    tasks: &[Assignment],
    comparisons: impl Iterator<Item = &'c Comparison>,
) -> Result<Vec<Vec<BenchmarkTask>>, EvaluationError> {
    let mut of_levels: Vec<_> = comparisons.map(|comparison| (comparison, Vec::new())).collect();
    let tasks = benchmark
        .into_iter()
        .flat_map(|benchmark| tasks.iter().map(move |task| (benchmark, task)));
    for (benchmark, (id, task)) in tasks {
        let mut found = of_levels.iter_mut().filter_map(|(comparison, tasks)| {
            let measure = comparison.measures().into_iter().find(|measure| measure.id() == id)?;
            Some((measure, tasks))
        });
        let (measure, tasks) = found.next().ok_or_else(|| EvaluationError::NoSuchMeasure(id.clone()))?;
        tasks.push(BenchmarkTask {
            dataset: benchmark.dataset.clone(),
            revision: benchmark.revision.clone(),
            task: task.clone(),
            measure,
        });
    }
    Ok(of_levels.into_iter().map(|(_, tasks)| tasks).collect())
}

/// Writes a file for each system.
pub(super) fn write(
    folder: &Path,
    systems: &[String],
    levels: &[(&Comparison, Vec<BenchmarkTask>)],
    filtered: Option<&Filtered>,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| files::unwritten(folder, error))?;
    let date = date::now();
    let mut taken = BTreeSet::new();
    for system in systems {
        let yaml = to_eval_results(system, levels, &date, filtered)?;
        tell_undefined(system, levels);
        let path = folder.join(files::name(system, "yaml", &mut taken));
        files::write(&path, yaml.as_bytes())?;
    }
    Ok(())
}

/// Prints to standard error which tasks have no result, and why.
fn tell_undefined(system: &str, levels: &[(&Comparison, Vec<BenchmarkTask>)]) {
    for (comparison, tasks) in levels {
        let Some(summary) = comparison.systems.iter().find(|summary| summary.system == system) else {
            continue;
        };
        for task in tasks {
            if let Some(why) = task.measure.why_undefined(summary) {
                let id = task.measure.id();
                let task = &task.task;
                say(format_args!(
                    "texlens: {system}: the task {task} has no result: {id} is undefined ({why})"
                ));
            }
        }
    }
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
