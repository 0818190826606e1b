//! Signs of Markdown, by which it is told from plain text.

use texlens_latex::Markup;

use super::inline;

/// Signs within a line.
const SIGNS: [&str; 6] = ["**", "](", "```", "[^", "\\*", "<!--"];

/// Marks around words.
const MARKS: [&str; 4] = ["*", "_", "__", "~~"];

/// Elements of HTML that are signs, besides those for emphasis and the like.
const ELEMENTS: [&str; 18] = [
    "table", "tr", "td", "br", "hr", "img", "div", "span", "center", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5",
    "h6",
];

/// Elements whose start is no sign without an attribute: `<p>` may be a mean value.
const LETTERS: [&str; 2] = ["a", "p"];

/// Reports whether a text has any sign of Markdown. Text from a PDF (pypdf, pdftotext) has none: its indented lines are
/// no code, and `1. Introduction` is no list.
pub(super) fn has_markdown(text: &str) -> bool {
    Markup::guess(text) == Markup::Markdown
        || SIGNS.iter().any(|sign| text.contains(sign))
        // Doubled backticks are quotation marks of TeX.
        || (text.contains('`') && !text.contains("``"))
        || text.split('<').skip(1).any(begins_with_tag)
        || text.split('&').skip(1).any(begins_with_reference)
        || text.lines().any(|line| has_emphasis(line) || is_quote(line) || is_rule(line))
        || has_underlined_heading(text)
        || has_list(text)
}

/// Reports whether the text after `<` is the rest of a tag. In HTML, attributes have values; `a <b and c>` has none.
fn begins_with_tag(text: &str) -> bool {
    let (closes, text) = text.strip_prefix('/').map_or((false, text), |text| (true, text));
    let Some((tag, _)) = text.split_once('>') else {
        return false;
    };
    let length = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let (name, attributes) = tag.split_at(length);
    let name = name.to_lowercase();
    let has_attribute = attributes.starts_with(char::is_whitespace) && attributes.contains('=');
    if LETTERS.contains(&name.as_str()) {
        return closes || has_attribute;
    }
    let is_known = ELEMENTS.contains(&name.as_str()) || inline::command(&name).is_some();
    is_known && (has_attribute || attributes.trim_matches([' ', '/']).is_empty())
}

/// Reports whether the text after `&` is the rest of a reference to a character: `&nbsp;`, `&#8217;`.
fn begins_with_reference(text: &str) -> bool {
    /// Length of the longest name that counts, in bytes.
    const LONGEST: usize = 8;
    let Some(length) = text.bytes().take(LONGEST + 1).position(|byte| byte == b';') else {
        return false;
    };
    let name = text.get(..length).unwrap_or_default();
    match name.strip_prefix('#') {
        Some(number) => {
            let digits = number.trim_start_matches(['x', 'X']);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        }
        None => length > 1 && name.bytes().all(|byte| byte.is_ascii_alphanumeric()),
    }
}

/// Reports whether a line has words between marks.
fn has_emphasis(line: &str) -> bool {
    MARKS.into_iter().any(|mark| {
        let mut words = line.split_whitespace();
        let opens = |word: &str| {
            let inside = word.trim_start_matches(['(', '"']).strip_prefix(mark);
            inside.is_some_and(|inside| inside.starts_with(char::is_alphanumeric))
        };
        let closes = |word: &str| {
            let before = word
                .trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '"'])
                .strip_suffix(mark);
            before.is_some_and(|before| before.ends_with(char::is_alphanumeric))
        };
        words
            .find(|word| opens(word))
            .is_some_and(|first| closes(first) || words.any(closes))
    })
}

/// Reports whether a line is quoted: `> words`, but not `> 0.05`.
fn is_quote(line: &str) -> bool {
    line.trim_start().strip_prefix("> ").is_some_and(begins_with_word)
}

/// Reports whether a text begins with a word and not with a number or a sign. Lines of formulas in a PDF do not.
fn begins_with_word(text: &str) -> bool {
    let word = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_alphabetic) && chars.next().is_some_and(char::is_alphabetic)
}

/// Reports whether a line is a rule: three or more dashes, asterisks or underscores.
fn is_rule(line: &str) -> bool {
    ['-', '*', '_'].into_iter().any(|mark| {
        let is_of_mark = line.chars().all(|c| c == mark || c.is_whitespace());
        is_of_mark && line.matches(mark).count() > 2
    })
}

/// Reports whether a text has a heading with equals signs below it. Dashes below a heading are a rule as well.
fn has_underlined_heading(text: &str) -> bool {
    let mut is_after_text = false;
    text.lines().any(|line| {
        let line = line.trim();
        let is_underline = line.len() > 2 && line.bytes().all(|byte| byte == b'=');
        let is_heading = is_underline && is_after_text;
        is_after_text = !line.is_empty();
        is_heading
    })
}

/// Reports whether a text has an item `- a`, `* a` or `+ a`, or several numbered items with nothing between them but
/// blank lines and lines that are indented below their item.
fn has_list(text: &str) -> bool {
    // The indent of the last numbered item, while its list may go on.
    let mut item: Option<usize> = None;
    text.lines().any(|line| {
        let rest = line.trim_start();
        let indent = line.len() - rest.len();
        if rest.is_empty() {
            return false;
        }
        let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = digits.len() < rest.len() && (digits.starts_with(". ") || digits.starts_with(") "));
        let is_second = is_numbered && item.is_some();
        item = if is_numbered {
            Some(indent)
        } else {
            item.filter(|item| indent > item + 1)
        };
        let is_plus = || rest.strip_prefix("+ ").is_some_and(begins_with_word);
        rest.starts_with("- ") || rest.starts_with("* ") || is_plus() || is_second
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_has_signs() {
        for text in [
            "a __bold__ word",
            "a __bold word__.",
            "_a b_",
            "~~gone~~",
            "1. one\n\n2. two",
            "1. one\n   more\n2. two",
            "1) one\n\n   more\n\n   and more\n2) two",
            "+ item",
            "Heading\n===",
            "Heading\n---",
            "a\n\n* * *\n\nb",
            "___",
            "> quote",
            "> \"Quote",
            "a&nbsp;b",
            "&quot;a&quot;",
            "it&#8217;s",
            "it&#x2019;s",
            "<em>a</em>",
            "<strong>a",
            "<u>a</u>",
            "<p align=\"center\">",
            "a</p>",
            "a<br/>b",
            "a<br />b",
            "<TABLE border=1>",
            "x<sup>2</sup>",
            "<a href=\"b\">c</a>",
        ] {
            assert!(has_markdown(text), "{text}");
        }
    }

    #[test]
    fn plain_text_has_none() {
        for text in [
            "1. Introduction\nText\n2. Methods\nText",
            "    1. Introduction\n    Text\n    2. Methods",
            "p\n> 0.05",
            "> x",
            "a\n+ b\n+ 3",
            "-- a\n--",
            "===\na\n\n===",
            "AT&T; R&D;",
            "a & b; c",
            "&;&#;",
            "a <b and c>, <p> and <x>",
            "a < b > c",
            "<s> a </s> <mask>",
            "snake_case __init and a ~ b",
            "5 * 3 * 2",
        ] {
            assert!(!has_markdown(text), "{text}");
        }
    }
}
