//! Links to addresses outside of the document: the address is the author's, also where the page prints a title instead, or
//! breaks it over two lines.

use std::collections::HashMap;
use std::ops::Range;

use texlens_vocabulary::{PageGlyphs, Recognition, TokenKind};

use super::edits::Edit;
use super::inside::Inside;
use crate::typeset::text::address;

/// Largest number of such links on a page.
const MOST_LINKS: usize = 2_000;
/// Largest number of bytes between two parts of one link: a space, or the end of a line.
const GAP: usize = 2;
/// The command that the typesetter writes for an address in typewriter type.
const URL: &str = "\\url{";
/// Commands that may stand in the text of a link.
const COMMANDS: [&str; 8] = [
    "textit",
    "textbf",
    "texttt",
    "textsf",
    "textsc",
    "textsl",
    "emph",
    "textsuperscript",
];

/// Returns the changes for the links of a page to addresses. Takes O(n log n) time for n glyphs, links and bytes of LaTeX.
pub(super) fn edits(page: &PageGlyphs, recognition: &Recognition) -> Vec<Edit> {
    let links: Vec<_> = page
        .links
        .iter()
        .filter_map(|link| Some((link.bbox, address(link.uri()?)?)))
        .take(MOST_LINKS)
        .collect();
    if links.is_empty() {
        return Vec::new();
    }
    let mut written: HashMap<u32, Range<usize>> = HashMap::new();
    for origin in &recognition.origins {
        let range = written.entry(origin.glyph).or_insert_with(|| origin.range.clone());
        *range = range.start.min(origin.range.start)..range.end.max(origin.range.end);
    }
    let inside = Inside::of(page, written.keys().copied());
    let mut parts: Vec<(Range<usize>, String)> = Vec::new();
    for (bbox, address) in links {
        let ranges = inside.of_box(bbox).filter_map(|glyph| written.get(&glyph));
        let whole = ranges.fold(None, |whole: Option<Range<usize>>, range| match whole {
            None => Some(range.clone()),
            Some(whole) => Some(whole.start.min(range.start)..whole.end.max(range.end)),
        });
        parts.extend(whole.map(|whole| (whole, address)));
    }
    parts.sort_by_key(|(range, _)| (range.start, range.end));
    let mut joined: Vec<(Range<usize>, String)> = Vec::new();
    for (range, address) in parts {
        match joined.last_mut() {
            Some((last, same)) if *same == address && range.start <= last.end + GAP => {
                last.end = last.end.max(range.end)
            }
            Some((last, _)) if range.start < last.end => {}
            _ => joined.push((range, address)),
        }
    }
    let latex = &recognition.latex;
    joined
        .into_iter()
        .filter(|(range, _)| is_text(recognition, range))
        .flat_map(|(range, address)| linked(latex, range, &address))
        .collect()
}

/// Reports whether a part consists of words: a link may also lie on a formula or on code.
fn is_text(recognition: &Recognition, range: &Range<usize>) -> bool {
    let first = recognition
        .tokens
        .partition_point(|token| token.range.end <= range.start);
    let tokens = recognition.tokens.get(first..).unwrap_or_default().iter();
    let mut tokens = tokens.take_while(|token| token.range.start < range.end).peekable();
    tokens.peek().is_some() && tokens.all(|token| token.kind == TokenKind::Text)
}

/// Returns the changes that make a part of the text a link to an address, if LaTeX takes one there.
fn linked(latex: &str, range: Range<usize>, address: &str) -> Vec<Edit> {
    let (Some(before), Some(text), Some(after)) = (
        latex.get(..range.start),
        latex.get(range.clone()),
        latex.get(range.end..),
    ) else {
        return Vec::new();
    };
    let line = before.rsplit('\n').next().unwrap_or_default();
    if is_record(line) {
        return Vec::new();
    }
    if let (Some(before), true) = (before.strip_suffix(URL), after.starts_with('}')) {
        let range = before.len()..range.end + 1;
        let latex = if is_printed(text, address) {
            format!("{URL}{address}}}")
        } else {
            format!("\\href{{{address}}}{{\\nolinkurl{{{text}}}}}")
        };
        return vec![Edit { range, latex }];
    }
    if !is_plain(text) {
        return Vec::new();
    }
    if is_printed(text, address) {
        // Links to addresses of mail have no need of a command.
        let latex = format!("{URL}{address}}}");
        return address
            .contains("://")
            .then_some(Edit { range, latex })
            .into_iter()
            .collect();
    }
    let at = |at: usize, latex: String| Edit { range: at..at, latex };
    vec![
        at(range.start, format!("\\href{{{address}}}{{")),
        at(range.end, "}".to_owned()),
    ]
}

/// Reports whether a line begins an entry for BibTeX or one of its fields, as in `  url = {https://`.
fn is_record(line: &str) -> bool {
    let name = line.split_once('=').map_or("", |(name, _)| name.trim());
    let is_field = line.starts_with(' ') && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_field || line.starts_with('@')
}

/// Reports whether a printed address is this one, up to spaces and hyphens where it was broken, and a slash at its end.
fn is_printed(text: &str, address: &str) -> bool {
    let letters = |text: &str| {
        let text: String = text
            .chars()
            .filter(|c| !c.is_whitespace() && !"\\-/".contains(*c))
            .collect();
        text.to_ascii_lowercase()
    };
    letters(text) == letters(address)
}

/// Reports whether a text can be the argument of a command: part of a line and of a cell, whose groups are closed, without formulas and
/// other commands than those of fonts.
fn is_plain(text: &str) -> bool {
    let mut depth = 0_usize;
    let mut rest = text;
    if text.trim().is_empty() || text.starts_with('@') || text.contains(['\n', '$']) {
        return false;
    }
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '{' => depth += 1,
            '&' => return false,
            '}' if depth == 0 => return false,
            '}' => depth -= 1,
            '\\' => {
                let name = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
                if name > 0 && !rest.get(..name).is_some_and(|name| COMMANDS.contains(&name)) {
                    return false;
                }
                let length = if name > 0 {
                    name
                } else {
                    rest.chars().next().map_or(0, char::len_utf8)
                };
                rest = rest.get(length..).unwrap_or_default();
            }
            _ => {}
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(latex: &str, part: &str, address: &str) -> String {
        let start = latex.find(part).unwrap_or_default();
        let mut recognition = Recognition {
            latex: latex.to_owned(),
            ..Recognition::default()
        };
        let edits = linked(latex, start..start + part.len(), address);
        super::super::edits::apply(&mut recognition, edits);
        recognition.latex
    }

    #[test]
    fn a_title_becomes_a_link_and_a_printed_address_the_author_s() {
        let doi = "https://doi.org/10.1/a\\%b";
        assert_eq!(
            applied("see \\emph{the paper} here", "the paper", doi),
            format!("see \\emph{{\\href{{{doi}}}{{the paper}}}} here")
        );
        assert_eq!(
            applied(
                "at \\url{https://a.org/lo ng} now",
                "https://a.org/lo ng",
                "https://a.org/lo-ng"
            ),
            "at \\url{https://a.org/lo-ng} now"
        );
        assert_eq!(
            applied("at \\url{www.a.org}", "www.a.org", "https://www.a.org/x"),
            "at \\href{https://www.a.org/x}{\\nolinkurl{www.a.org}}"
        );
    }

    #[test]
    fn what_cannot_be_an_argument_stays() {
        let printed = "http://a.org/b";
        assert_eq!(applied(printed, printed, printed), "\\url{http://a.org/b}");
        assert_eq!(applied("me@ a.org", "me@ a.org", "me@a.org"), "me@ a.org");
        for text in [
            "one\ntwo",
            "@misc{a, b}",
            "a $x$ b",
            "a} b",
            "\\cite{a}",
            "{a",
            "a & b",
            " ",
        ] {
            assert_eq!(applied(text, text, "https://a.org"), text);
        }
        let field = "@misc{a,\n  title = {the title},\n}";
        assert_eq!(applied(field, "the title", "https://a.org"), field);
        assert_eq!(
            applied("50\\% off", "50\\% off", "https://a.org"),
            "\\href{https://a.org}{50\\% off}"
        );
    }
}
