//! More text than the page can have.

use std::ops::Range;

use super::suspicion::{Suspicion, SuspicionKind, ink};
use crate::input::Parsed;

/// How many times as long as the reference a prediction may be, beside [`ALLOWED`] characters more.
const MOST_TIMES: usize = 3;

/// Characters that any prediction may have beyond its reference.
const ALLOWED: usize = 2000;

/// Characters of LaTeX that a page holds at most: a dense page of two columns with its formulas has a third of it.
const MAX_PAGE: usize = 25_000;

/// By the length of what TeX reads of the texts, without white space.
pub(super) fn excess(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Option<Suspicion> {
    let [expected, text] = [reference, prediction].map(|side| side.outline.uncommented());
    let [expected, found] = [&expected, &text].map(|text| ink(text));
    let bound = MOST_TIMES * expected + ALLOWED;
    let page = |page: &&Range<usize>| text.get((*page).clone()).is_some_and(|page| ink(page) > MAX_PAGE);
    if found > bound {
        let times = found / expected.max(1);
        let reason = match expected {
            0 => format!("The prediction has {found} characters and the reference has none."),
            _ => format!("The prediction has {found} characters, {times} times as many as the reference."),
        };
        let beyond = text.char_indices().filter(|(_, c)| !c.is_whitespace()).nth(bound);
        let beyond = beyond.map_or(0, |(at, _)| at)..text.len();
        return Some(Suspicion::new(SuspicionKind::TooMuchText, reason, vec![beyond]));
    }
    // A long page is fine where the reference has such pages.
    let long_reference = expected > MAX_PAGE * reference.pages.len().max(1);
    let page = prediction.pages.iter().find(page).filter(|_| !long_reference)?;
    let reason = format!("A page of the prediction has more than {MAX_PAGE} characters, which no page holds.");
    Some(Suspicion::new(SuspicionKind::TooMuchText, reason, vec![page.clone()]))
}
