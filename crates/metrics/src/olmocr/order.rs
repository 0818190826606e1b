//! The test `order`.

use super::error::{LoadError, RunError};
use super::fields::Fields;
use super::near::{Occurrence, near_matches};
use super::text::normalise;
use super::verdict::{Verdict, quoted};

/// A text that must occur before another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// The text that must come first, normalised.
    pub before: String,
    /// The text that must come later, normalised.
    pub after: String,
}

impl Order {
    pub(super) fn from_fields(fields: &mut Fields, max_diffs: usize) -> Result<Self, LoadError> {
        let order = Self {
            before: fields.required_text("before")?,
            after: fields.required_text("after")?,
        };
        let allowed = order.before.chars().count().min(order.after.chars().count()) / 2;
        if max_diffs > allowed {
            return Err(LoadError::MaxDiffsTooLarge { allowed });
        }
        Ok(order)
    }

    /// Passes if any occurrence of `before` starts before any occurrence of `after`.
    pub(super) fn run(&self, markdown: &str, max_diffs: usize) -> Result<Verdict, RunError> {
        let page: Vec<char> = normalise(markdown).chars().collect();
        let occurrences = |text: &str| near_matches(&text.chars().collect::<Vec<_>>(), &page, max_diffs);
        let starts = |found: Vec<Occurrence>| found.into_iter().map(|occurrence| occurrence.start);
        let Some(first) = starts(occurrences(&self.before)?).min() else {
            return Ok(Verdict::fail(format!("{} is not on the page", quoted(&self.before))));
        };
        let Some(last) = starts(occurrences(&self.after)?).max() else {
            return Ok(Verdict::fail(format!("{} is not on the page", quoted(&self.after))));
        };
        Ok(if first < last {
            Verdict::pass(format!("{} is before {}", quoted(&self.before), quoted(&self.after)))
        } else {
            Verdict::fail(format!(
                "{} is nowhere before {}",
                quoted(&self.before),
                quoted(&self.after)
            ))
        })
    }
}
