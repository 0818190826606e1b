//! Pass rates with intervals, as in the official script.

use std::collections::{BTreeMap, HashMap};

use texlens_metrics::olmocr::OFFICIAL_COMMIT;
use texlens_stats::Bootstrap;

use super::model::{Fate, PageVerdicts, PassRate, SystemVerdicts, TestedSystem, UnitTests, UnitVerdict};
use crate::comparison::Resampling;

impl UnitTests {
    /// Calculates the pass rates of the systems of these verdicts, in the order of their first ones.
    #[must_use]
    pub fn of_verdicts<'v>(
        verdicts: impl IntoIterator<Item = &'v SystemVerdicts>,
        bootstrap: &Bootstrap,
    ) -> Option<Self> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut systems: Vec<(String, Vec<PageVerdicts>)> = Vec::new();
        for SystemVerdicts { system, page } in verdicts {
            let place = *places.entry(system).or_insert(systems.len());
            match systems.get_mut(place) {
                Some((_, pages)) => pages.push(page.clone()),
                None => systems.push((system.clone(), vec![page.clone()])),
            }
        }
        Self::of(systems, bootstrap)
    }

    /// Calculates the pass rates of systems. `None` if there are no verdicts.
    ///
    /// The rates equal those of the official script; so do the intervals, up to the random draws. A system without
    /// predictions for some pages fails their tests, as with the script's option `--force`.
    #[must_use]
    pub fn of(systems: Vec<(String, Vec<PageVerdicts>)>, bootstrap: &Bootstrap) -> Option<Self> {
        let has_verdicts = |pages: &[PageVerdicts]| pages.iter().any(|page| !page.verdicts.is_empty());
        let systems: Vec<TestedSystem> = (systems.into_iter())
            .filter(|(_, pages)| has_verdicts(pages))
            .map(|(system, pages)| TestedSystem::of(system, pages, bootstrap))
            .collect();
        (!systems.is_empty()).then(|| Self {
            official_commit: OFFICIAL_COMMIT.to_owned(),
            resampling: Resampling {
                resamples: bootstrap.resamples(),
                seed: bootstrap.seed(),
                level: bootstrap.confidence().level(),
            },
            systems,
        })
    }
}

impl TestedSystem {
    fn of(system: String, pages: Vec<PageVerdicts>, bootstrap: &Bootstrap) -> Self {
        let verdicts = || pages.iter().flat_map(|page| &page.verdicts);
        let mut files: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        let mut kinds: BTreeMap<&str, Vec<&UnitVerdict>> = BTreeMap::new();
        for verdict in verdicts() {
            let passed = f64::from(u8::from(verdict.is_passed()));
            files.entry(&verdict.file).or_default().push(passed);
            kinds.entry(&verdict.kind).or_default().push(verdict);
        }
        let of_kind = |(name, verdicts): (&&str, &Vec<&UnitVerdict>)| {
            let share = |verdict: &&UnitVerdict| verdict.passes as f64 / verdict.repeats.max(1) as f64;
            let shares: Vec<f64> = verdicts.iter().map(share).collect();
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
            system,
            pages,
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
