//! The reward of a completion.

use serde::Serialize;
use texlens_metrics::suite::reward::{self, RewardTest};
use texlens_metrics::{Kind, Outcome, Score, Settings, TEXOCR_GROUPS};
use texlens_vocabulary::Compilation;

use super::test_set::TestSet;
use crate::input::{InputError, Parsed};
use crate::scorer::Scorer;
use crate::text::Text;

/// Rewards completions of pages. Only the metrics whose unit tests count are calculated.
pub struct Rewarder<'s> {
    scorer: Scorer<'s>,
    tests: &'s TestSet,
}

/// The reward of a completion, with its unit tests.
#[derive(Debug, Clone, PartialEq)]
pub struct CompletionReward {
    /// The share of the tests that passed, by their weights; `None` if the page has no test.
    pub reward: Option<f64>,
    /// The tests of the page.
    pub tests: Vec<WeightedTest>,
    /// Metrics that are no tests of this page, with the reason.
    pub undefined: Vec<(&'static str, String)>,
}

/// A unit test of a completion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WeightedTest {
    /// The value and the threshold.
    pub test: RewardTest,
    /// What the test counts for; 1 unless the [`TestSet`] has another weight.
    pub weight: f64,
}

/// How many unit tests there are, and how many of them passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TestCounts {
    /// The number of tests that passed.
    pub passed: usize,
    /// The number of all tests.
    pub total: usize,
}

impl TestCounts {
    /// Counts a test.
    pub fn add(&mut self, test: &RewardTest) {
        self.passed += usize::from(test.is_passed());
        self.total += 1;
    }

    fn of<'t>(tests: impl Iterator<Item = &'t WeightedTest>) -> Self {
        let mut counts = Self::default();
        tests.for_each(|one| counts.add(&one.test));
        counts
    }
}

impl CompletionReward {
    /// Returns the counts of the groups `structural`, `usability` and `fidelity`.
    #[must_use]
    pub fn groups(&self) -> [(&'static str, TestCounts); 3] {
        TEXOCR_GROUPS.map(|(group, members)| {
            let tests = self.tests.iter();
            (
                group,
                TestCounts::of(tests.filter(|one| members.contains(&one.test.metric))),
            )
        })
    }

    /// Returns the counts of all tests.
    #[must_use]
    pub fn counts(&self) -> TestCounts {
        TestCounts::of(self.tests.iter())
    }
}

impl<'s> Rewarder<'s> {
    /// Creates a rewarder. The settings have the thresholds.
    #[must_use]
    pub fn new(settings: &'s Settings, tests: &'s TestSet) -> Self {
        Self {
            scorer: Scorer::of(Kind::Page, settings, tests.metrics()),
            tests,
        }
    }

    /// Rewards a completion of a page. `compilation` is the engine's verdict on it; without it, `csr` is no test.
    ///
    /// # Errors
    /// If the completion is longer than [`MAX_BYTES`](crate::MAX_BYTES).
    pub fn reward(
        &self,
        reference: &Parsed<'_>,
        completion: &Text<'_>,
        compilation: Option<&Compilation>,
    ) -> Result<CompletionReward, InputError> {
        let scores = self.scorer.score_text(reference, completion, compilation)?;
        let score_of = |id: &str| scores.iter().find(|score| score.metric == id);
        let tests: Vec<WeightedTest> = reward::tests(&scores, self.scorer.settings())
            .into_iter()
            .filter_map(|test| {
                let weight = self.tests.weight(test.metric)?;
                Some(WeightedTest { test, weight })
            })
            .collect();
        Ok(CompletionReward {
            reward: share(&tests),
            tests,
            undefined: (self.tests.ids())
                .filter_map(|id| Some((id, reason(score_of(id)?)?.to_owned())))
                .collect(),
        })
    }
}

/// Returns the share of the tests that passed, by their weights; `None` if there are none.
fn share(tests: &[WeightedTest]) -> Option<f64> {
    let (mut passed, mut all) = (0.0, 0.0);
    for one in tests {
        all += one.weight;
        if one.test.is_passed() {
            passed += one.weight;
        }
    }
    (!tests.is_empty()).then(|| passed / all)
}

/// Returns the reason why a score has no value.
fn reason(score: &Score) -> Option<&str> {
    match &score.outcome {
        Outcome::Undefined { reason } => Some(reason),
        Outcome::Defined { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use texlens_vocabulary::Side;

    use super::*;

    const PAGE: &str =
        "\\section{Aim}\nWe show that every small thing is made of even smaller parts.\n\\[ a + b = c \\]";

    fn rewarded(tests: &TestSet, reference: &str, completion: &str) -> CompletionReward {
        let settings = Settings::default();
        let reference = Text::from(reference);
        let reference = Parsed::of(Side::Reference, &reference).unwrap();
        let rewarder = Rewarder::new(&settings, tests);
        rewarder.reward(&reference, &Text::from(completion), None).unwrap()
    }

    fn verdicts(reward: &CompletionReward) -> Vec<(&str, bool)> {
        reward
            .tests
            .iter()
            .map(|one| (one.test.metric, one.test.is_passed()))
            .collect()
    }

    #[test]
    fn the_reward_is_the_share_of_the_tests_that_pass() {
        // The formula is wrong, everything else is right.
        let reward = rewarded(&TestSet::default(), PAGE, &PAGE.replace("= c", "= d"));
        assert_eq!(
            verdicts(&reward),
            [
                ("sa", true),
                ("ds", true),
                ("baseline", true),
                ("ctp", true),
                ("fa", false)
            ]
        );
        assert_eq!((reward.reward, reward.counts().passed), (Some(0.8), 4));
        let groups = reward
            .groups()
            .map(|(group, counts)| (group, counts.passed, counts.total));
        assert_eq!(groups, [("structural", 1, 1), ("usability", 2, 2), ("fidelity", 1, 2)]);
        let undefined: Vec<&str> = reward.undefined.iter().map(|(id, _)| *id).collect();
        assert_eq!(undefined, ["cc", "rv", "csr", "ta"]);
    }

    #[test]
    fn tests_that_are_left_out_are_neither_passed_nor_failed() {
        let completion = PAGE.replace("= c", "= d");
        let reward = |name| rewarded(&TestSet::default().without(name).unwrap(), PAGE, &completion).reward;
        assert_eq!(reward("fa"), Some(1.0));
        assert_eq!(reward("sa"), Some(0.75));
        assert_eq!(reward("fidelity"), Some(1.0));
        assert_eq!(reward("structural"), Some(0.75));
        assert_eq!(reward("usability"), Some(2.0 / 3.0));
    }

    #[test]
    fn tests_count_by_their_weights() {
        let completion = PAGE.replace("= c", "= d");
        let tests = TestSet::default().weighted("fidelity", 3.0).unwrap();
        let reward = rewarded(&tests, PAGE, &completion);
        let weights: Vec<f64> = reward.tests.iter().map(|one| one.weight).collect();
        assert_eq!(weights, [1.0, 1.0, 1.0, 3.0, 3.0]);
        assert_eq!((reward.reward, reward.counts().passed), (Some(6.0 / 9.0), 4));
        // Equal weights give the reward without weights.
        let tests = ["structural", "usability", "fidelity"]
            .iter()
            .fold(TestSet::default(), |tests, group| tests.weighted(group, 3.0).unwrap());
        assert_eq!(rewarded(&tests, PAGE, &completion).reward, Some(0.8));
        assert_eq!(
            rewarded(&tests, PAGE, "").reward.map(f64::to_bits),
            Some(0.0_f64.to_bits())
        );
    }

    #[test]
    fn a_completion_cannot_remove_a_test() {
        let page = format!(
            "{PAGE} See \\cite{{a}} and Table~\\ref{{tab:x}}.\n\\begin{{table}}\\caption{{T}}\\label{{tab:x}}\
             \\begin{{tabular}}{{ll}} 1.5 & 2 \\\\ 30 & 4 \\end{{tabular}}\\end{{table}}\n@article{{a, title={{T}}}}"
        );
        let ids = |completion: &str| {
            let reward = rewarded(&TestSet::default(), &page, completion);
            reward.tests.iter().map(|one| one.test.metric).collect::<Vec<_>>()
        };
        assert_eq!(ids(&page), ["sa", "cc", "rv", "ds", "baseline", "ctp", "fa", "ta"]);
        for completion in ["", "  \n", "word", "\\section{Aim}", "\\begin{tabular}{l}"] {
            assert_eq!(ids(completion), ids(&page), "{completion:?}");
        }
    }

    #[test]
    fn a_page_without_any_test_has_no_reward() {
        let tests = TestSet::default().without("usability").unwrap();
        let reward = rewarded(&tests, "only words", "only words");
        assert_eq!((reward.reward, reward.counts().passed), (None, 0));
        assert_eq!(reward.undefined.len(), 6);
    }

    #[test]
    fn a_blank_completion_is_an_empty_one() {
        let tests = TestSet::default();
        assert_eq!(rewarded(&tests, PAGE, " \n"), rewarded(&tests, PAGE, ""));
    }
}
