//! Lines of text that parsers give: items of lists, headings.

use crate::convert::{Block, Words};

/// Signs that begin an item of a list without numbers.
const BULLETS: [char; 9] = [
    '-', '*', '+', '\u{2022}', '\u{25e6}', '\u{25aa}', '\u{25cf}', '\u{b7}', '\u{2013}',
];

/// Returns an item of a list from its printed text. Its bullet or number is left out, since LaTeX prints it.
pub(super) fn item(text: &str, words: impl Fn(String) -> Words) -> Block {
    let (is_numbered, text) = split_item(text);
    Block::Item {
        is_numbered,
        depth: 0,
        words: words(text.to_owned()),
    }
}

/// Returns whether an item has a number, and its text without the bullet or the number.
fn split_item(text: &str) -> (bool, &str) {
    let text = text.trim();
    if let Some(rest) = text.strip_prefix(BULLETS) {
        // `-5` is no item, and `**bold**` has no bullet.
        return (
            false,
            if rest.starts_with(char::is_whitespace) {
                rest.trim_start()
            } else {
                text
            },
        );
    }
    let inner = text.strip_prefix('(').unwrap_or(text);
    let rest = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_number = rest.len() < inner.len();
    let rest = rest.strip_prefix(['.', ')']).filter(|_| has_number);
    match rest {
        Some(rest) if rest.starts_with(char::is_whitespace) => (true, rest.trim_start()),
        _ => (false, text),
    }
}

/// Returns the level of a heading from its printed number: 2 for `1.2 Methods`, 1 for `1 Methods` and `Methods`.
pub(super) fn level(heading: &str) -> u64 {
    let number = heading.split_whitespace().next().unwrap_or_default();
    let number = number.trim_end_matches('.');
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    if is_number {
        number.matches('.').count() as u64 + 1
    } else {
        1
    }
}

/// Splits a heading of Markdown into its level and its text. Level 0 means that it has no marks.
pub(super) fn split_heading(text: &str) -> (u64, &str) {
    let text = text.trim();
    let title = text.trim_start_matches('#');
    if title.starts_with(' ') {
        ((text.len() - title.len()) as u64, title.trim())
    } else {
        (0, text)
    }
}

/// Returns a paragraph for each part of a text between blank lines.
pub(super) fn paragraphs(text: &str, words: impl Fn(String) -> Words) -> Vec<Block> {
    let parts = text.split("\n\n").filter(|part| !part.trim().is_empty());
    parts.map(|part| Block::Paragraph(words(part.to_owned()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_lose_what_latex_prints() {
        for (text, expected) in [
            ("- a", (false, "a")),
            ("\u{2022} a", (false, "a")),
            ("1. a", (true, "a")),
            ("(2) a", (true, "a")),
            ("-5 degrees", (false, "-5 degrees")),
            ("**a** b", (false, "**a** b")),
            ("1.5 a", (false, "1.5 a")),
            ("[1] A", (false, "[1] A")),
        ] {
            assert_eq!(split_item(text), expected, "{text}");
        }
    }

    #[test]
    fn levels_of_headings() {
        for (text, expected) in [
            ("1 A", 1),
            ("1. A", 1),
            ("2.3 A", 2),
            ("2.3.1. A", 3),
            ("A", 1),
            ("v1.2 A", 1),
            ("", 1),
        ] {
            assert_eq!(level(text), expected, "{text}");
        }
        assert_eq!(split_heading("## A"), (2, "A"));
        assert_eq!(split_heading("#A"), (0, "#A"));
    }
}
