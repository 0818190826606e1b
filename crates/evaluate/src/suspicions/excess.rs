//! Checks for more text than the page can have.

use std::ops::Range;

use super::suspicion::{Suspicion, SuspicionKind, ink};
use crate::input::Parsed;

/// Largest ratio of the prediction's length to the reference's, with [`ALLOWED`] more characters.
const MOST_TIMES: usize = 3;

/// Number of characters that any prediction may have beyond its reference.
const ALLOWED: usize = 2000;

/// Largest number of characters of LaTeX on a page. A dense page of two columns with formulas has a third of it.
const MAX_PAGE: usize = 25_000;

/// Compares the lengths of the texts as TeX reads them, without white space.
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
    // A long page is acceptable if the reference has such pages.
    let long_reference = expected > MAX_PAGE * reference.pages.len().max(1);
    let page = prediction.pages.iter().find(page).filter(|_| !long_reference)?;
    let reason = format!("A page of the prediction has more than {MAX_PAGE} characters, which no page holds.");
    Some(Suspicion::new(SuspicionKind::TooMuchText, reason, vec![page.clone()]))
}
