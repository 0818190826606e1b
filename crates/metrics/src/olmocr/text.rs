//! The normalisation of both sides of a comparison.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::python::is_space;

/// Returns a text without Markdown emphasis. Line break tags become spaces. Marks and tags of bold and italic text are
/// removed if they are paired on one line. Runs of white space become one space. Characters are composed (NFC), and
/// quotes, dashes and similar characters become ASCII.
///
/// Underscores are emphasis too, so `a_1 and b_2` loses both. Linear time.
#[must_use]
pub fn normalise(markdown: &str) -> String {
    let text = without_tags(markdown, " ", |tag| {
        let rest = tag.strip_prefix("br")?;
        rest.strip_prefix('/').unwrap_or(rest).strip_prefix('>')
    });
    let text = without_pairs(&text, &["**"]);
    let text = without_pairs(&text, &["__"]);
    let text = without_tags(&text, "", |tag| emphasis_tag(tag, 'b'));
    let text = without_tags(&text, "", |tag| emphasis_tag(tag, 'i'));
    let text = without_pairs(&text, &["**", "__"]);
    let text = without_pairs(&text, &["*", "_"]);
    composed(one_space(&text)).chars().map(plain).collect()
}

/// Returns the text in NFC; most texts already are.
fn composed(text: String) -> String {
    match is_nfc_quick(text.chars()) {
        IsNormalized::Yes => text,
        IsNormalized::No | IsNormalized::Maybe => text.nfc().collect(),
    }
}

/// Replaces the tags that `after` recognises. Given the text after a `<`, `after` returns the text after the tag.
fn without_tags<'a>(text: &'a str, replacement: &str, after: impl Fn(&'a str) -> Option<&'a str>) -> Cow<'a, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        kept += before;
        match after(tag) {
            Some(after) => {
                kept += replacement;
                rest = after;
            }
            None => {
                kept.push('<');
                rest = tag;
            }
        }
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept += rest;
    Cow::Owned(kept)
}

fn emphasis_tag(tag: &str, name: char) -> Option<&str> {
    tag.strip_prefix('/')
        .unwrap_or(tag)
        .strip_prefix(name)?
        .strip_prefix('>')
}

/// Removes pairs of marks on one line, with or without text between them. Each mark outside a pair can open one, which
/// the nearest equal mark closes.
fn without_pairs<'a>(text: &'a str, marks: &[&str]) -> Cow<'a, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['*', '_']) {
        let (before, marked) = rest.split_at(at);
        kept += before;
        let pair = marks.iter().find_map(|mark| {
            let (content, after) = marked.strip_prefix(mark)?.split_once(mark)?;
            (!content.contains('\n')).then_some((content, after))
        });
        match pair {
            Some((content, after)) => {
                kept += content;
                rest = after;
            }
            None => {
                let (mark, after) = marked.split_at(1);
                kept += mark;
                rest = after;
            }
        }
    }
    if rest.len() == text.len() {
        return Cow::Borrowed(text);
    }
    kept += rest;
    Cow::Owned(kept)
}

/// Returns the first place of `what` from byte `from` on.
pub(super) fn find_from(text: &str, from: usize, what: &str) -> Option<usize> {
    text.get(from..)?.find(what).map(|at| from + at)
}

/// Replaces runs of white space by one space.
pub(super) fn one_space(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    let mut after_space = false;
    for c in text.chars() {
        let space = is_space(c);
        if !(space && after_space) {
            collapsed.push(if space { ' ' } else { c });
        }
        after_space = space;
    }
    collapsed
}

/// Returns the corresponding ASCII character, or the Greek mu for the micro sign.
const fn plain(c: char) -> char {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201a}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
        '\u{ff3f}' => '_',
        '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2014}' | '\u{2212}' => '-',
        '\u{b5}' => '\u{3bc}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emphasis_goes_where_it_is_paired_on_one_line() {
        for (markdown, expected) in [
            ("**bold** and *italic* and __b__ _i_", "bold and italic and b i"),
            ("<b>x</b><br>y<br/>z<i>w</i> <u>v</u>", "x y zw <u>v</u>"),
            ("a_1 and b_2, then c_3", "a1 and b2, then c_3"),
            ("***both***", "both"),
            ("2 * 3\n4 * 5", "2 * 3 4 * 5"),
            ("**open\nand** closed", "open and closed"),
            ("< b> a<b <", "< b> a<b <"),
        ] {
            assert_eq!(normalise(markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn white_space_and_typography_are_made_plain() {
        assert_eq!(normalise("a \n\t\u{1f}b\u{a0} c"), "a b c");
        assert_eq!(normalise("“x” – ‘y’ ＿ 5 \u{b5}m"), "\"x\" - 'y' _ 5 \u{3bc}m");
        assert_eq!(normalise("e\u{301}"), "é");
    }

    #[test]
    fn marks_without_end_take_linear_time() {
        for unit in ["*", "_", "* _\n", "**a\n", "<b", "__ *"] {
            let text = unit.repeat(20_000);
            assert!(normalise(&text).len() <= text.len());
        }
    }
}
