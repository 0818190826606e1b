//! White space as Python has it.

/// Unicode's white space and the four separators of ASCII, as `str.isspace`, `str.split` and `\s` have it.
pub(crate) fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// `str.strip`
pub(crate) fn strip(text: &str) -> &str {
    text.trim_matches(is_space)
}

/// `str.split`
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_white_space() {
        assert_eq!(strip("\u{1f} a\u{85}b \u{3000}"), "a\u{85}b");
        assert_eq!(words("\u{1c}a\u{85}b\n\n c").collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(words("\u{200b}").count(), 1, "a zero-width space is none");
    }
}
