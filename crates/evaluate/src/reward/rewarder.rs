//! The reward of a completion.

use texlens_metrics::suite::reward::{self, RewardTest};
use texlens_metrics::{Kind, Outcome, Score, Settings};
use texlens_vocabulary::Compilation;

use super::test_set::TestSet;
use crate::input::{InputError, Parsed};
use crate::scorer::Scorer;
use crate::text::Text;

/// Rewards completions of pages. Only the metrics whose unit tests count are calculated.
pub struct Rewarder<'s> {
    scorer: Scorer<'s>,
}

/// The reward of a completion, with its unit tests.
#[derive(Debug, Clone, PartialEq)]
pub struct CompletionReward {
    /// The share of the tests that passed; `None` if the page has no test.
    pub reward: Option<f64>,
    /// The tests of the page.
    pub tests: Vec<RewardTest>,
    /// Metrics that are no tests of this page, with the reason.
    pub undefined: Vec<(&'static str, String)>,
}

impl CompletionReward {
    /// Returns the number of tests that passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.tests.iter().filter(|test| test.is_passed()).count()
    }
}

impl<'s> Rewarder<'s> {
    /// Creates a rewarder. The settings have the thresholds.
    #[must_use]
    pub fn new(settings: &'s Settings, tests: &TestSet) -> Self {
        // The metric `reward` counts the tests whose metrics were calculated.
        let metrics = tests.metrics().chain([reward::METRIC]);
        Self {
            scorer: Scorer::of(Kind::Page, settings, metrics),
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
        let metrics = self.scorer.metrics().iter().map(|metric| metric.info().id);
        let undefined = |id: &'static str| reason(score_of(id)?).map(|reason| (id, reason.to_owned()));
        Ok(CompletionReward {
            reward: score_of(reward::METRIC.info().id).and_then(Score::value),
            tests: reward::tests(&scores, self.scorer.settings()),
            undefined: (metrics.filter(|id| *id != reward::METRIC.info().id))
                .filter_map(undefined)
                .collect(),
        })
    }
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
            .map(|test| (test.metric, test.is_passed()))
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
        assert_eq!((reward.reward, reward.passed()), (Some(0.8), 4));
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
    fn a_completion_cannot_remove_a_test() {
        let page = format!(
            "{PAGE} See \\cite{{a}} and Table~\\ref{{tab:x}}.\n\\begin{{table}}\\caption{{T}}\\label{{tab:x}}\
             \\begin{{tabular}}{{ll}} 1.5 & 2 \\\\ 30 & 4 \\end{{tabular}}\\end{{table}}\n@article{{a, title={{T}}}}"
        );
        let ids = |completion: &str| {
            let reward = rewarded(&TestSet::default(), &page, completion);
            reward.tests.iter().map(|test| test.metric).collect::<Vec<_>>()
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
        assert_eq!((reward.reward, reward.passed()), (None, 0));
        assert_eq!(reward.undefined.len(), 6);
    }

    #[test]
    fn a_blank_completion_is_an_empty_one() {
        let tests = TestSet::default();
        assert_eq!(rewarded(&tests, PAGE, " \n"), rewarded(&tests, PAGE, ""));
    }
}
