//! The test `baseline`.

use std::sync::LazyLock;

use regex_lite::Regex;

use super::error::LoadError;
use super::fields::Fields;
use super::text::one_space;
use super::verdict::Verdict;
use crate::page_faults::{disallowed, trailing_repeats};
use crate::python::{is_alphanumeric, pattern};

/// The longest sequence whose repetition at the end is searched for.
const MAX_NGRAM: usize = 5;

/// A page must be usable: neither blank, nor ending in a loop, nor in a foreign script. Or it must be blank, if it
/// should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Baseline {
    /// The maximum number of letters and digits of a page that should be blank. If it is given, nothing else is
    /// checked.
    pub max_length: Option<usize>,
    /// Whether images are excluded from `max_length`.
    pub max_length_skips_image_alt_tags: bool,
    /// The maximum number of times that a sequence of up to 5 characters may be repeated at the end.
    pub max_repeats: usize,
    /// Whether Chinese and Japanese characters and emoji are rejected.
    pub check_disallowed_characters: bool,
}

impl Default for Baseline {
    fn default() -> Self {
        Self {
            max_length: None,
            max_length_skips_image_alt_tags: false,
            max_repeats: 30,
            check_disallowed_characters: true,
        }
    }
}

static IMAGE: LazyLock<Regex> = LazyLock::new(|| pattern(r"!\[.*?\]\(.*?\)"));

impl Baseline {
    pub(super) fn from_fields(fields: &mut Fields) -> Result<Self, LoadError> {
        let default = Self::default();
        Ok(Self {
            max_length: fields.count("max_length")?,
            max_length_skips_image_alt_tags: fields.flag("max_length_skips_image_alt_tags", false)?,
            max_repeats: fields.count("max_repeats")?.unwrap_or(default.max_repeats),
            check_disallowed_characters: fields.flag("check_disallowed_characters", true)?,
        })
    }

    pub(super) fn run(&self, markdown: &str) -> Verdict {
        if let Some(max_length) = self.max_length {
            return self.run_blank(markdown, max_length);
        }
        if !markdown.contains(is_alphanumeric) {
            return Verdict::fail("the page has no letter or digit");
        }
        let text = one_space(markdown);
        let characters: Vec<char> = text.chars().collect();
        for (length, repeats) in (1..=MAX_NGRAM).zip(ngram_repeats(&characters)) {
            if repeats > self.max_repeats {
                return Verdict::fail(format!("the last {length} characters stand {repeats} times in a row"));
            }
        }
        let foreign: Option<char> = markdown.chars().find(|c| disallowed(*c).is_some());
        match foreign.filter(|_| self.check_disallowed_characters) {
            Some(c) => Verdict::fail(format!("the page has {c:?}, a {}", disallowed(c).unwrap_or_default())),
            None if self.check_disallowed_characters => {
                Verdict::pass("the page is neither blank nor a loop, and in no foreign script")
            }
            None => Verdict::pass("the page is neither blank nor a loop"),
        }
    }

    fn run_blank(&self, markdown: &str, max_length: usize) -> Verdict {
        let count = |text: &str| text.chars().filter(|c| is_alphanumeric(*c)).count();
        let length = if self.max_length_skips_image_alt_tags {
            count(&IMAGE.replace_all(markdown, ""))
        } else {
            count(markdown)
        };
        if length > max_length {
            Verdict::fail(format!(
                "{length} letters and digits on a page that should have at most {max_length}"
            ))
        } else {
            Verdict::pass(format!(
                "{length} letters and digits on a page that may have {max_length}"
            ))
        }
    }
}

/// Returns how often the last 1 to 5 characters are repeated at the end.
fn ngram_repeats(characters: &[char]) -> impl Iterator<Item = usize> + '_ {
    (1..=MAX_NGRAM).map(|length| trailing_repeats(characters, length))
}
