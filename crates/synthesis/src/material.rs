//! What the blocks of a page are made of.

use std::collections::BTreeSet;

use texlens_stats::Choices;

use crate::corpus::Corpus;
use crate::formula::Formula;
use crate::language::Language;

/// Least complexity of a displayed formula: shorter ones look lost on a line of their own.
const LEAST_DISPLAYED: u32 = 12;
/// Number of draws before a corpus counts as used up.
const DRAWS: usize = 40;

/// A corpus with the formulas that fit a line of text or a display, by index.
#[derive(Debug)]
pub struct Supply<'c> {
    corpus: &'c Corpus,
    inline: Vec<usize>,
    display: Vec<usize>,
}

impl<'c> Supply<'c> {
    /// Sorts the formulas of a corpus.
    #[must_use]
    pub fn new(corpus: &'c Corpus) -> Self {
        let of = |fits: fn(&Formula) -> bool| {
            let formulas = corpus.formulas().iter().enumerate();
            formulas
                .filter(|(_, formula)| fits(formula))
                .map(|(index, _)| index)
                .collect()
        };
        Self {
            corpus,
            inline: of(Corpus::is_short),
            display: of(|formula| formula.complexity >= LEAST_DISPLAYED),
        }
    }

    /// Returns the corpus.
    #[must_use]
    pub fn corpus(&self) -> &'c Corpus {
        self.corpus
    }
}

/// What the blocks of one page are made of.
#[derive(Debug)]
pub(crate) struct Material<'s> {
    pub(crate) supply: &'s Supply<'s>,
    pub(crate) language: Language,
    /// The number of entries of the page's bibliography.
    pub(crate) entries: usize,
    /// Formulas that the page has already, or that do not compile, by index.
    pub(crate) avoided: BTreeSet<usize>,
    /// Formulas that are too high for a line of text.
    pub(crate) high: BTreeSet<usize>,
}

impl<'s> Material<'s> {
    /// Draws a formula for a line of text; `None` if too many are avoided.
    pub(crate) fn inline(&mut self, choices: &mut Choices) -> Option<(usize, &'s str)> {
        let supply = self.supply;
        self.draw(choices, &supply.inline, true)
    }

    /// Draws a formula for a display.
    pub(crate) fn display(&mut self, choices: &mut Choices) -> Option<(usize, &'s str)> {
        let supply = self.supply;
        self.draw(choices, &supply.display, false)
    }

    fn draw(&mut self, choices: &mut Choices, pool: &[usize], is_inline: bool) -> Option<(usize, &'s str)> {
        let index = (0..DRAWS).find_map(|_| {
            let index = *choices.member(pool)?;
            let is_avoided = self.avoided.contains(&index) || (is_inline && self.high.contains(&index));
            (!is_avoided).then_some(index)
        })?;
        self.avoided.insert(index);
        let formula = self.supply.corpus.formulas().get(index)?;
        Some((index, &formula.latex))
    }
}
