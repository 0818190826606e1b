//! Sentences of the list of the formulas of all samples.

use super::count;
use crate::state::{FormulaFilter, FormulaItem, Sample};

/// Accessible name of the screen.
pub const SCREEN: &str = "Formulas of all samples";

/// Heading of the screen.
pub const TITLE: &str = "Formulas";

/// Label of the choice of the listed pairs.
pub const FILTER: &str = "Show";

/// Label of the choice between displayed and inline formulas.
pub const EXTENT: &str = "Formulas";

/// The choice of displayed and inline formulas.
pub const BOTH: &str = "inline and displayed";

/// The choice of inline formulas.
pub const INLINE: &str = "inline";

/// The choice of displayed formulas.
pub const DISPLAYED: &str = "displayed";

/// Label of the choice of the system.
pub const SYSTEM: &str = "System";

/// The choice of all systems.
pub const ALL_SYSTEMS: &str = "all systems";

/// Label of the choice of the order.
pub const ORDER: &str = "Order";

/// The choice of the order of the texts.
pub const IN_TEXT: &str = "as in the texts";

/// Name of the search field.
pub const SEARCH: &str = "Search samples by name, system, tag or LaTeX";

/// Shown in the empty search field.
pub const SEARCH_EMPTY: &str = "Search, tag:NAME";

/// Button that saves the list.
pub const EXPORT: &str = "Save the list";

/// Name of the saved list.
pub const FILE: &str = "formulas.jsonl";

/// Shown if no pair is listed.
pub const EMPTY: &str = "No formula pair fits these choices.";

/// Shown if no sample has formulas yet.
pub const NOTHING: &str = "No sample with a reference and a prediction is scored yet.";

/// Button that shows a pair in its sample.
pub const OPEN: &str = "Open";

/// Hint of the same button, with its key.
pub const OPEN_KEY: &str = "Open the sample (Enter)";

/// Link to a card.
pub const LINK: &str = "Link";

/// Hint of the same link.
pub const LINK_HINT: &str = "Copy the address of this card";

/// Shown while the formulas of a sample are determined.
pub const WAITING: &str = "Finding the formulas\u{2026}";

/// Accessible name of the part of the page with the formula.
pub const CROP: &str = "The formula on the page";

/// Label of the scores while they are computed.
pub const SCORING: &str = "scoring\u{2026}";

/// Name of the progress of valuing.
pub const PROGRESS: &str = "Scored formulas";

/// Returns the name of a filter.
#[must_use]
pub const fn filter(filter: FormulaFilter) -> &'static str {
    match filter {
        FormulaFilter::All => "all pairs",
        FormulaFilter::Different => "different LaTeX",
        FormulaFilter::SameLook => "different LaTeX, same look",
        FormulaFilter::NotCompiling => "does not compile",
        FormulaFilter::Missing => "missing",
        FormulaFilter::Extra => "extra",
    }
}

/// Returns the name of the order by a metric.
#[must_use]
pub fn worst(metric: &str) -> String {
    format!("worst {metric} first")
}

/// Returns the number of listed pairs.
#[must_use]
pub fn listed(pairs: usize) -> String {
    count(pairs, "pair")
}

/// Returns the progress of scoring all pairs.
#[must_use]
pub fn progress(done: usize, total: usize) -> String {
    format!("Scoring formulas: {done} of {total}")
}

/// Returns the title of a card.
#[must_use]
pub fn title(sample: &Sample, item: FormulaItem) -> String {
    match item.pair {
        Some(pair) => format!("{}, formula {}", sample.name, pair + 1),
        None => sample.name.clone(),
    }
}
