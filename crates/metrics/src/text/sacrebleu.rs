//! sacreBLEU's tokenisers, which return a text with spaces between its tokens.

use std::borrow::Cow;

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::python::is_space;

/// Tokenises a text like sacreBLEU's `13a`, that of mteval-v13a. It joins hyphenated words, resolves four HTML
/// entities, and splits off ASCII punctuation. Apostrophes, decimal points and commas in numbers, and inner hyphens
/// stay. White space separates the tokens.
#[must_use]
pub fn mteval_13a(text: &str) -> String {
    let mut text = Cow::Borrowed(text.trim_end_matches(is_space));
    for (from, to) in [("<skipped>", ""), ("-\n", ""), ("\n", " ")] {
        replace(&mut text, from, to);
    }
    if text.contains('&') {
        for (from, to) in [("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")] {
            replace(&mut text, from, to);
        }
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let is_point = |c| c == '.' || c == ',';
    let mut text = isolate(
        &text,
        |c| matches!(c, '{'..='~' | '['..='`' | '!'..='&' | '('..='+' | ':'..='@' | '/'),
    );
    // The original also adds spaces at both ends, so that a point there has a neighbour.
    if text.contains(is_point) {
        text = split_pairs(&format!(" {text} "), |c| !is_digit(c), is_point, Outer::After);
        text = split_pairs(&text, is_point, |c| !is_digit(c), Outer::Before);
    }
    if text.contains('-') {
        text = split_pairs(&text, is_digit, |c| c == '-', Outer::After);
    }
    text
}

/// Tokenises a text like sacreBLEU's `intl`, that of mteval-v14. It splits off all Unicode punctuation and symbols,
/// except for punctuation between two numbers. White space separates the tokens.
#[must_use]
pub fn mteval_v14_international(text: &str) -> String {
    let is_number = |c: char| c.general_category_group() == GeneralCategoryGroup::Number;
    let is_punctuation = |c: char| c.general_category_group() == GeneralCategoryGroup::Punctuation;
    let text = text.trim_end_matches(is_space);
    let text = split_pairs(text, |c| !is_number(c), is_punctuation, Outer::After);
    let text = split_pairs(&text, is_punctuation, |c| !is_number(c), Outer::Before);
    isolate(&text, |c| c.general_category_group() == GeneralCategoryGroup::Symbol)
}

fn replace(text: &mut Cow<'_, str>, from: &str, to: &str) {
    if text.contains(from) {
        *text = Cow::Owned(text.replace(from, to));
    }
}

/// Puts a space on each side of some characters.
fn isolate(text: &str, is_isolated: impl Fn(char) -> bool) -> String {
    let mut spaced = String::with_capacity(3 * text.len());
    for c in text.chars() {
        if is_isolated(c) {
            spaced.push(' ');
            spaced.push(c);
            spaced.push(' ');
        } else {
            spaced.push(c);
        }
    }
    spaced
}

/// The place of the second space of a pair; the first is between the two characters.
#[derive(PartialEq)]
enum Outer {
    Before,
    After,
}

/// Separates pairs of characters, from left to right. A character belongs to at most one pair.
fn split_pairs(text: &str, first: impl Fn(char) -> bool, second: impl Fn(char) -> bool, outer: Outer) -> String {
    let mut spaced = String::with_capacity(2 * text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let Some(next) = characters.next_if(|next| second(*next) && first(c)) else {
            spaced.push(c);
            continue;
        };
        if outer == Outer::Before {
            spaced.push(' ');
        }
        spaced.push(c);
        spaced.push(' ');
        spaced.push(next);
        if outer == Outer::After {
            spaced.push(' ');
        }
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::python::words;

    fn spaced(text: &str) -> String {
        words(text).collect::<Vec<_>>().join(" ")
    }

    /// The expected values are from sacrebleu 2.6.0.
    #[test]
    fn tokens_of_13a() {
        let cases = [
            ("\\frac{1}{2}", "\\ frac { 1 } { 2 }"),
            ("a.b..c 3.14, 1,000. x-y 5-3", "a . b . . c 3.14 , 1,000 . x-y 5 - 3"),
            (
                "it's &quot;so&amp;lt;\" hy-\nphen\nated \u{1f}",
                "it's \" so < \" hyphen ated",
            ),
            ("x<skipped>y", "xy"),
        ];
        for (text, tokens) in cases {
            assert_eq!(spaced(&mteval_13a(text)), tokens);
        }
    }

    /// The expected values are from sacrebleu 2.6.0.
    #[test]
    fn tokens_of_intl() {
        let cases = [
            ("\\frac{1}{2}", "\\ frac { 1 } { 2}"),
            ("α≤β, 3.14 ½.½ «x»", "α ≤ β , 3.14 ½.½ « x »"),
        ];
        for (text, tokens) in cases {
            assert_eq!(spaced(&mteval_v14_international(text)), tokens);
        }
    }
}
