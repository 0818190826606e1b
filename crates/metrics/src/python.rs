//! Details of Python's text functions on which the official tools depend.

use regex_lite::Regex;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Whether `\s` of a regular expression and `strip` treat a character as white space: Unicode's white space and the
/// four ASCII separators.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c)
}

/// Returns `text.strip()`.
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// Returns `c.isalnum()`: true for letters and numbers, but not for marks, which Unicode counts as alphabetic.
pub(crate) fn is_alphanumeric(c: char) -> bool {
    let group = c.general_category_group();
    matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number)
}

/// Returns `re.compile(constant)`; a test compiles each constant.
#[expect(clippy::expect_used, reason = "patterns are constants")]
pub(crate) fn pattern(constant: &str) -> Regex {
    Regex::new(constant).expect("a valid pattern")
}

/// Returns `text.split()`.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_not_alphanumeric() {
        assert!("aé中5²½Ⅷ".chars().all(is_alphanumeric));
        assert!(!"_ \u{301}\u{93e}Ⓐ😀".chars().any(is_alphanumeric));
    }

    #[test]
    fn separators_are_white_space() {
        assert_eq!(strip("\u{1f} a\u{85}b \u{3000}"), "a\u{85}b");
        assert_eq!(words("\u{1c}a\u{85}b\n\n c").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(words("\u{200b}").count(), 1, "a zero-width space is none");
    }
}
