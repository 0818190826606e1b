//! The differences of two systems on the same unit tests.

use std::collections::{BTreeMap, HashMap};

use texlens_stats::{Bootstrap, describe};

use super::model::{PageVerdicts, UNIT_TESTS, UnitVerdict, rate_id};
use crate::comparison::{Difference, Subject};

/// Returns the differences of the score and of each type of test, over the tests that both systems have. They are
/// paired: each draw takes the verdicts of both systems on a test, and draws tests within each file, as for the rates.
#[must_use]
pub fn differences(systems: [&(&str, Vec<&PageVerdicts>); 2], bootstrap: &Bootstrap) -> Vec<Difference> {
    let verdicts = common(systems.map(|(_, pages)| pages.as_slice()));
    let mut files: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for [first, second] in verdicts {
        files
            .entry(&first.file)
            .or_default()
            .push(first.passed() - second.passed());
        kinds
            .entry(&first.kind)
            .or_default()
            .push(first.share() - second.share());
    }
    let names = systems.map(|(system, _)| *system);
    let files: Vec<&[f64]> = files.values().map(Vec::as_slice).collect();
    let score = difference(
        names,
        UNIT_TESTS.to_owned(),
        "the score of the unit tests".to_owned(),
        &files,
        bootstrap,
    );
    let of_kind = |(kind, values): (&&str, &Vec<f64>)| {
        let name = format!("unit tests of type {kind}");
        difference(names, rate_id(kind), name, &[values], bootstrap)
    };
    score.into_iter().chain(kinds.iter().filter_map(of_kind)).collect()
}

/// Returns the verdicts of both systems on the tests that both have.
fn common<'s>([first, second]: [&'s [&'s PageVerdicts]; 2]) -> impl Iterator<Item = [&'s UnitVerdict; 2]> {
    // Several datasets may have pages of one name, in the same order for both systems.
    let mut pages: HashMap<&str, Vec<&PageVerdicts>> = HashMap::new();
    for page in second.iter().rev() {
        pages.entry(&page.sample).or_default().push(page);
    }
    let both = first.iter().filter_map(move |page| {
        let other = pages.get_mut(page.sample.as_str())?.pop()?;
        Some(page.verdicts.iter().zip(&other.verdicts))
    });
    let is_same = |[first, second]: &[&UnitVerdict; 2]| first.file == second.file && first.id == second.id;
    both.flatten().map(|(first, second)| [first, second]).filter(is_same)
}

/// Returns a difference of rates, or `None` without a test.
fn difference(
    names: [&str; 2],
    metric: String,
    name: String,
    groups: &[&[f64]],
    bootstrap: &Bootstrap,
) -> Option<Difference> {
    let means = groups.iter().map(|group| describe::mean(group).ok());
    let mean = describe::mean(&means.collect::<Option<Vec<f64>>>()?).ok()?;
    let paired = bootstrap.mean_of_mean_differences(groups).ok();
    let differences = groups.concat();
    let subject = Subject {
        metric,
        name,
        noun: if differences.len() == 1 { "test" } else { "tests" },
        is_lower_better: false,
        is_rate: true,
        no_interval: "too many tests for an interval",
    };
    Some(subject.difference(names, &differences, mean, paired.as_ref()))
}
