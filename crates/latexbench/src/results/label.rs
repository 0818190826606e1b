//! Runs with the names that tables show.

use std::collections::BTreeMap;

use crate::run::BenchRun;

/// A run with the name of its model.
#[derive(Debug)]
pub(super) struct Labelled<'r> {
    /// The name of the model under test, with the label of the run if another run has the same model.
    pub(super) name: String,
    /// The name of the judge.
    pub(super) judge: Option<String>,
    pub(super) run: &'r BenchRun,
}

/// Names each run after its model. `runs` have labels that differ, for example the names of their folders.
pub(super) fn labelled(runs: &[(String, BenchRun)]) -> Vec<Labelled<'_>> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, run) in runs {
        *counts.entry(run.subject.endpoint.model()).or_default() += 1;
    }
    let name = |label: &str, run: &BenchRun| {
        let model = run.subject.endpoint.model();
        match counts.get(model) {
            Some(1) => model.to_owned(),
            _ => format!("{model} ({label})"),
        }
    };
    let runs = runs.iter().map(|(label, run)| Labelled {
        name: name(label, run),
        judge: run.judge.as_ref().map(|judge| judge.endpoint.model().to_owned()),
        run,
    });
    runs.collect()
}
