//! Matches formulas that stand in the prediction without delimiters.

use std::ops::Range;

use super::assignment::similarity;
use super::context::Window;
use super::locate::{Budget, Haystack, MAX_DISTANCE_RATIO, balanced};
use super::state::{Matching, Partner};
use super::symbols::{Symbol, is_letter, is_punctuation};

/// Share of a formula's symbols that may differ directly between the same words.
const MAX_TIGHT_RATIO: f64 = 0.34;

/// Share of a formula's symbols that may differ near the same words.
const MAX_NEAR_RATIO: f64 = 0.25;

/// Smallest similarity between a formula and the whole text between the words next to it.
const MIN_BETWEEN_SIMILARITY: f64 = 0.4;

/// Number of symbols from which a formula is searched for everywhere. At least one of them must not be a letter.
const DISTINCTIVE: usize = 4;

/// Searches for free formulas of the reference in the text of the prediction outside its formulas: between the same
/// words, otherwise everywhere, until the budget is spent.
pub(super) fn match_undelimited(matching: &mut Matching<'_>, text: Vec<Symbol>) {
    let mut haystack = Haystack::new(matching.prediction.source, text);
    let formulas = &matching.prediction.formulas;
    let whole = formulas.iter().map(|candidate| candidate.formula.range.clone());
    // The text between the parts of a split formula belongs to it.
    let split = matching.partners.iter().filter_map(|partner| match partner {
        Some(Partner::Parts(parts)) => Some(matching.prediction.bytes(parts)),
        _ => None,
    });
    for bytes in whole.chain(split) {
        haystack.take(haystack.within(&bytes));
    }
    let mut budget = Budget::new();
    for reference in matching.free_references() {
        if let Some(symbols) = search(matching, &haystack, reference, &mut budget) {
            let bytes = balanced(matching.prediction.source, haystack.bytes(&symbols));
            haystack.take(symbols);
            matching.set(reference, Partner::Text(bytes));
        }
    }
}

fn search(
    matching: &Matching<'_>,
    haystack: &Haystack<'_>,
    reference: usize,
    budget: &mut Budget,
) -> Option<Range<usize>> {
    let wanted = &matching.reference.formulas[reference].ids;
    let mut find = |region: Range<usize>, ratio: f64| {
        let limit = (wanted.len() as f64 * ratio) as usize;
        let is_paid = budget.take(wanted.len(), region.len());
        let found = is_paid.then(|| haystack.find(wanted, region, limit))?;
        found.map(|found| found.symbols)
    };
    let window = matching.context.window(reference);
    let near = window.and_then(|window| {
        let ratio = if window.tight { MAX_TIGHT_RATIO } else { MAX_NEAR_RATIO };
        find(haystack.within(&window.range), ratio)
    });
    let is_distinctive = wanted.len() >= DISTINCTIVE && !wanted.iter().all(|id| is_letter(*id));
    let between = || haystack.between(window.filter(|window| window.tight)?, wanted);
    let near = near.or_else(between);
    near.or_else(|| is_distinctive.then(|| find(0..haystack.len(), MAX_DISTANCE_RATIO))?)
}

impl Haystack<'_> {
    /// Returns the whole text between the two words next to a formula, if it is similar enough.
    fn between(&self, window: &Window, wanted: &[u32]) -> Option<Range<usize>> {
        let mut symbols = self.within(&window.range);
        while symbols.end > symbols.start && is_punctuation(self.id(symbols.end - 1)?) {
            symbols.end -= 1;
        }
        let is_like = !symbols.is_empty() && similarity(wanted, self.ids(&symbols)?) >= MIN_BETWEEN_SIMILARITY;
        is_like.then_some(symbols)
    }
}
