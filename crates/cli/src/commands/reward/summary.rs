//! The rewards of all pages in tables, and as a plot.

use texlens_evaluate::{CurvePoint, RewardCurve, TestCounts, TestSet, WeightedTest};
use texlens_report::ResultTable;

use super::rewarding::{Done, PageRewards};

/// Sums over all pages, in constant memory.
pub(super) struct Summary {
    pages: usize,
    /// Pages with a reward.
    rewarded: usize,
    completions: usize,
    errors: usize,
    rewards: Mean,
    deviations: Mean,
    /// Pages whose rewards are all equal, or that have one: their advantages are 0.
    equal: usize,
    pass_at: Vec<(usize, Mean)>,
    /// How often each unit test applied and passed.
    tests: Vec<(&'static str, TestCounts)>,
    /// The best reward of `k` completions; only kept for a plot.
    curve: Option<RewardCurve>,
}

/// A mean of a growing sample.
#[derive(Clone, Copy, Default)]
struct Mean {
    count: usize,
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    fn shown(self) -> String {
        match self.count {
            0 => ResultTable::NONE.to_owned(),
            count => format!("{:.4}", self.sum / count as f64),
        }
    }
}

impl Summary {
    /// Creates an empty summary of these tests, and of pass@k for these numbers of completions.
    pub(super) fn new(tests: &TestSet, ks: &[usize], with_curve: bool) -> Self {
        Self {
            pages: 0,
            rewarded: 0,
            completions: 0,
            errors: 0,
            rewards: Mean::default(),
            deviations: Mean::default(),
            equal: 0,
            pass_at: ks.iter().map(|k| (*k, Mean::default())).collect(),
            tests: tests.ids().map(|id| (id, TestCounts::default())).collect(),
            curve: with_curve.then(RewardCurve::default),
        }
    }

    /// Adds a page, or an error.
    pub(super) fn add(&mut self, done: &Done) {
        match done {
            Done::Page(page) => self.add_page(page),
            Done::Bad(_) => self.errors += 1,
        }
    }

    fn add_page(&mut self, page: &PageRewards) {
        self.pages += 1;
        self.completions += page.completions.len();
        self.errors += page.failed();
        for reward in page.completions.iter().filter_map(|one| one.outcome.as_ref().ok()) {
            for WeightedTest { test, .. } in &reward.tests {
                if let Some((_, counts)) = self.tests.iter_mut().find(|(id, _)| *id == test.metric) {
                    counts.add(test);
                }
            }
        }
        let Some(spread) = page.spread else { return };
        self.rewarded += 1;
        let rewards = page.rewards();
        rewards.iter().for_each(|reward| self.rewards.add(*reward));
        spread
            .deviation
            .iter()
            .for_each(|deviation| self.deviations.add(*deviation));
        self.equal += usize::from(spread.min >= spread.max);
        for ((_, mean), (_, value)) in self.pass_at.iter_mut().zip(&page.pass_at) {
            value.iter().for_each(|value| mean.add(*value));
        }
        if let Some(curve) = &mut self.curve {
            curve.add(&rewards);
        }
    }

    /// Returns the number of lines and completions that could not be rewarded.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// Returns the curve of the best rewards, if it was asked for.
    pub(super) fn curve(&self) -> Vec<CurvePoint> {
        self.curve.as_ref().map(RewardCurve::points).unwrap_or_default()
    }

    /// Returns the tables.
    pub(super) fn tables(&self) -> [ResultTable; 2] {
        [self.of_rewards(), self.of_tests()]
    }

    fn of_rewards(&self) -> ResultTable {
        let row = |name: &str, value: String, pages: usize| vec![name.to_owned(), value, pages.to_string()];
        let mean = |name: &str, mean: Mean| row(name, mean.shown(), mean.count);
        let rewarded = self.rewarded;
        let mut rows = vec![
            row("completions", self.completions.to_string(), self.pages),
            row("errors", self.errors.to_string(), self.pages),
            row("mean reward", self.rewards.shown(), rewarded),
            mean("mean standard deviation within a page", self.deviations),
            row("pages with equal rewards", self.equal.to_string(), rewarded),
        ];
        rows.extend(self.pass_at.iter().map(|(k, at)| mean(&format!("pass@{k}"), *at)));
        ResultTable::new("Rewards".to_owned(), &["", "value", "pages"], rows)
    }

    fn of_tests(&self) -> ResultTable {
        let row = |(id, counts): &(&str, TestCounts)| {
            let share = match counts.total {
                0 => ResultTable::NONE.to_owned(),
                total => format!("{:.4}", counts.passed as f64 / total as f64),
            };
            vec![
                (*id).to_owned(),
                counts.passed.to_string(),
                counts.total.to_string(),
                share,
            ]
        };
        let rows = self.tests.iter().map(row).collect();
        ResultTable::new("Unit tests".to_owned(), &["test", "passed", "of", "share"], rows)
    }
}
