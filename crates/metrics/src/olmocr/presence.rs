//! The tests `present` and `absent`.

use super::error::LoadError;
use super::fields::Fields;
use super::ratio::{partial_ratio, threshold};
use super::text::normalise;
use super::verdict::{Verdict, quoted};

/// A text that must, or must not, be on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Presence {
    /// The text, normalised.
    pub text: String,
    /// Whether case matters.
    pub case_sensitive: bool,
    /// The number of characters at the beginning of the page that are searched; 0 for no such limit.
    pub first_n: usize,
    /// The number of characters at the end of the page that are searched, after those at the beginning; 0 for no such
    /// limit.
    pub last_n: usize,
}

impl Presence {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        Ok(Self {
            text: fields.required_text("text")?,
            case_sensitive: fields.flag("case_sensitive", true)?,
            first_n: fields.count("first_n")?.unwrap_or(0),
            last_n: fields.count("last_n")?.unwrap_or(0),
        })
    }

    pub(super) fn run_present(&self, markdown: &str, max_diffs: usize) -> Verdict {
        let (best, needed) = self.similarity(markdown, max_diffs);
        if best >= needed {
            Verdict::pass(format!(
                "a passage has {best:.3} in common with {}, which needs {needed:.3}",
                quoted(&self.text)
            ))
        } else {
            Verdict::fail(format!(
                "the most similar passage has {best:.3} in common with {}, which needs {needed:.3}",
                quoted(&self.text)
            ))
        }
    }

    pub(super) fn run_absent(&self, markdown: &str, max_diffs: usize) -> Verdict {
        let (best, needed) = self.similarity(markdown, max_diffs);
        if best < needed {
            Verdict::pass(format!(
                "the most similar passage has {best:.3} in common with {}; {needed:.3} would count as there",
                quoted(&self.text)
            ))
        } else {
            Verdict::fail(format!(
                "a passage has {best:.3} in common with {}; {needed:.3} counts as there",
                quoted(&self.text)
            ))
        }
    }

    /// Returns the similarity of the most similar passage, and the required similarity.
    fn similarity(&self, markdown: &str, max_diffs: usize) -> (f64, f64) {
        let (mut text, mut page) = (self.text.clone(), normalise(markdown));
        if !self.case_sensitive {
            (text, page) = (text.to_lowercase(), page.to_lowercase());
        }
        let page = self.part(page);
        (partial_ratio(&text, &page), threshold(max_diffs, text.chars().count()))
    }

    /// Returns the part of the page that is searched.
    fn part(&self, page: String) -> String {
        if self.first_n == 0 && self.last_n == 0 {
            return page;
        }
        let length = page.chars().count();
        let first = page.chars().take(self.first_n);
        let last_start = if self.last_n == 0 {
            length
        } else {
            length.saturating_sub(self.last_n)
        };
        first.chain(page.chars().skip(last_start)).collect()
    }
}
