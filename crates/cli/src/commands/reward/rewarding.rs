//! Rewards the completions of one page.

use serde_json::Value;
use texlens_evaluate::{CompletionReward, InputError, Parsed, Rewarder, Spread, TestSet, Text, pass_at};
use texlens_metrics::{Settings, Side};
use texlens_native::Verdicts;

use super::pages::{Bad, Completion, Item, Page};

/// The settings with which pages are rewarded.
pub(super) struct Setup {
    pub(super) settings: Settings,
    pub(super) tests: TestSet,
    /// The TeX engine, if completions are compiled.
    pub(super) verdicts: Option<Verdicts>,
    /// The numbers of completions for pass@k.
    pub(super) ks: Vec<usize>,
    /// Minimum reward of a completion that passes.
    pub(super) pass: f64,
}

/// The results for a page, or an error.
pub(super) enum Done {
    Page(PageRewards),
    Bad(Bad),
}

/// The rewards of a page.
pub(super) struct PageRewards {
    pub(super) id: Value,
    pub(super) completions: Vec<Rewarded>,
    /// The comparison of the rewards; `None` if there are none.
    pub(super) spread: Option<Spread>,
    /// pass@k for each `k`; `None` if there are fewer rewards.
    pub(super) pass_at: Vec<(usize, Option<f64>)>,
}

/// A completion with its reward, or with the reason why it has none.
pub(super) struct Rewarded {
    pub(super) line: usize,
    pub(super) index: u64,
    pub(super) outcome: Result<CompletionReward, String>,
}

impl PageRewards {
    /// Returns the number of completions that could not be rewarded.
    pub(super) fn failed(&self) -> usize {
        self.completions.iter().filter(|one| one.outcome.is_err()).count()
    }

    /// Returns the rewards of the completions that have one.
    pub(super) fn rewards(&self) -> Vec<f64> {
        let rewards = self.completions.iter().filter_map(|one| one.outcome.as_ref().ok());
        rewards.filter_map(|one| one.reward).collect()
    }
}

impl Setup {
    /// Rewards the completions of a page.
    pub(super) fn reward(&self, rewarder: &Rewarder<'_>, item: Item) -> Done {
        let page = match item {
            Item::Page(page) => page,
            Item::Bad(bad) => return Done::Bad(bad),
        };
        match self.completions(rewarder, &page) {
            Ok(completions) => Done::Page(self.compared(page.id, completions)),
            Err(error) => Done::Bad(Bad {
                id: page.id,
                line: page.line,
                error: error.to_string(),
            }),
        }
    }

    /// Rewards each completion. The reference is parsed once.
    fn completions(&self, rewarder: &Rewarder<'_>, page: &Page) -> Result<Vec<Rewarded>, InputError> {
        let reference = Text::from(&page.reference);
        let reference = Parsed::of(Side::Reference, &reference)?;
        let reward = |text: &Completion| {
            let text = Text::from(text.text.as_ref().map_err(String::clone)?);
            let compilation = self.verdicts.as_ref().and_then(|verdicts| verdicts.of(&text));
            let reward = rewarder.reward(&reference, &text, compilation.as_ref());
            reward.map_err(|error| error.to_string())
        };
        let rewarded = page.completions.iter().map(|completion| Rewarded {
            line: completion.line,
            index: completion.index,
            outcome: reward(completion),
        });
        Ok(rewarded.collect())
    }

    fn compared(&self, id: Value, completions: Vec<Rewarded>) -> PageRewards {
        let page = PageRewards {
            id,
            completions,
            spread: None,
            pass_at: Vec::new(),
        };
        let rewards = page.rewards();
        let passed = rewards.iter().filter(|reward| **reward >= self.pass).count();
        let at = |k: &usize| (*k, pass_at(rewards.len(), passed, *k));
        PageRewards {
            spread: Spread::of(&rewards),
            pass_at: self.ks.iter().map(at).collect(),
            ..page
        }
    }
}
