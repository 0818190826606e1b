//! Pass rates with intervals, as in the official script.

use std::collections::{BTreeMap, HashMap};
use std::num::NonZeroUsize;

use texlens_metrics::olmocr::OFFICIAL_COMMIT;
use texlens_stats::Bootstrap;

use super::differences::differences;
use super::model::{Fate, PageVerdicts, PassRate, SystemVerdicts, TestedSystem, UnitTests, UnitVerdict};
use crate::comparison::MAX_PAIRED;
use crate::parallel;

/// Returns the pages of each system with verdicts, in the order of the systems' first ones.
#[must_use]
pub fn tested_pages<'v>(
    verdicts: impl IntoIterator<Item = &'v SystemVerdicts>,
) -> Vec<(&'v str, Vec<&'v PageVerdicts>)> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut systems: Vec<(&str, Vec<&PageVerdicts>)> = Vec::new();
    for SystemVerdicts { system, page } in verdicts {
        let place = *places.entry(system).or_insert(systems.len());
        match systems.get_mut(place) {
            Some((_, pages)) => pages.push(page),
            None => systems.push((system, vec![page])),
        }
    }
    systems.retain(|(_, pages)| pages.iter().any(|page| !page.verdicts.is_empty()));
    systems
}

impl UnitTests {
    /// Calculates the pass rates of the systems of these verdicts, in the order of their first ones, and the differences
    /// of every two. `None` if there are no verdicts.
    ///
    /// The rates equal those of the official script; so do the intervals, up to the random draws. A system without
    /// predictions for some pages fails their tests, as with the script's option `--force`.
    #[must_use]
    pub fn of<'v>(
        verdicts: impl IntoIterator<Item = &'v SystemVerdicts>,
        bootstrap: &Bootstrap,
        threads: NonZeroUsize,
    ) -> Option<Self> {
        let tested = tested_pages(verdicts);
        let systems = parallel::map(&tested, threads, |(system, pages)| {
            TestedSystem::of(system, pages, bootstrap)
        });
        (!systems.is_empty()).then(|| {
            let pairs: Vec<_> = pairs(&tested).collect();
            let differences = parallel::map(&pairs, threads, |pair| differences(*pair, bootstrap));
            Self {
                differences: differences.into_iter().flatten().collect(),
                ..Self::of_systems(systems, bootstrap)
            }
        })
    }

    /// Returns the pass rates of these systems, without differences.
    #[must_use]
    pub fn of_systems(systems: Vec<TestedSystem>, bootstrap: &Bootstrap) -> Self {
        Self {
            official_commit: OFFICIAL_COMMIT.to_owned(),
            resampling: bootstrap.into(),
            systems,
            differences: Vec::new(),
        }
    }
}

/// Returns every two of the systems; with more than [`MAX_PAIRED`] systems, of the first of them only.
fn pairs<T>(systems: &[T]) -> impl Iterator<Item = [&T; 2]> {
    let paired = systems.iter().take(MAX_PAIRED).enumerate();
    paired.flat_map(|(place, first)| {
        systems
            .iter()
            .take(MAX_PAIRED)
            .skip(place + 1)
            .map(move |second| [first, second])
    })
}

impl TestedSystem {
    /// Calculates the pass rates of a system.
    #[must_use]
    pub fn of(system: &str, pages: &[&PageVerdicts], bootstrap: &Bootstrap) -> Self {
        let verdicts = || pages.iter().flat_map(|page| &page.verdicts);
        let mut files: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut kinds: BTreeMap<&str, Vec<&UnitVerdict>> = BTreeMap::new();
        for verdict in verdicts() {
            files.entry(&verdict.file).or_default().push(verdict.passed());
            kinds.entry(&verdict.kind).or_default().push(verdict);
        }
        let of_kind = |(name, verdicts): (&&str, &Vec<&UnitVerdict>)| {
            let shares: Vec<f64> = verdicts.iter().map(|verdict| verdict.share()).collect();
            PassRate {
                passed: verdicts.iter().filter(|verdict| verdict.is_passed()).count(),
                ..PassRate::of(name, &[&shares], bootstrap)
            }
        };
        let groups: Vec<&[f64]> = files.values().map(Vec::as_slice).collect();
        Self {
            score: PassRate::of("", &groups, bootstrap),
            kinds: kinds.iter().map(of_kind).collect(),
            files: (files.iter())
                .map(|(name, passed)| PassRate::of(name, &[passed], bootstrap))
                .collect(),
            missing: pages.iter().filter(|page| page.is_missing).count(),
            not_run: verdicts().filter(|verdict| verdict.fate == Fate::NotRun).count(),
            system: system.to_owned(),
            pages: pages.iter().map(|page| (*page).clone()).collect(),
        }
    }
}

impl PassRate {
    /// Returns the mean of the means of groups of tests, each test with the value 0, 1, or its share of repeats.
    fn of(name: &str, groups: &[&[f64]], bootstrap: &Bootstrap) -> Self {
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let means = groups.iter().map(|group| mean(group)).sum::<f64>();
        let estimate = bootstrap.mean_of_means(groups).ok();
        Self {
            name: name.to_owned(),
            value: means / groups.len().max(1) as f64,
            passed: groups
                .iter()
                .flat_map(|group| group.iter())
                .filter(|value| **value == 1.0)
                .count(),
            tests: groups.iter().map(|group| group.len()).sum(),
            interval: estimate.map(|resampled| resampled.estimate.interval),
        }
    }
}
