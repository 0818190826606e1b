//! Entries of the bibliography.

use std::ops::Range;

use crate::argument::{argument_open, keys};
use crate::environment::environment_name;
use crate::heading::is_heading;
use crate::token::{Token, TokenKind};

/// BibTeX entry types that do not stand for a work.
const AUXILIARY: [&str; 3] = ["string", "comment", "preamble"];

/// The syntax of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BibKind {
    /// `@article{key, …}`, as in a .bib file.
    BibTeX,
    /// `\bibitem{key} …`
    BibItem,
}

/// An entry of the bibliography.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BibEntry {
    /// The syntax in which the entry is written.
    pub kind: BibKind,
    /// Byte range of the entry. A `\bibitem` extends to the next entry, the end of the bibliography, a heading or the
    /// end of the text, without trailing white space.
    pub range: Range<usize>,
    /// Byte range of the key. `None` for `@string`, `@comment`, `@preamble` and an entry without a key.
    pub key: Option<Range<usize>>,
}

impl BibEntry {
    /// Reports whether the entry stands for a work: every `\bibitem`, and every BibTeX entry other than `@string`,
    /// `@comment` and `@preamble`. `source` is the text in which the entry was found.
    #[must_use]
    pub fn is_work(&self, source: &str) -> bool {
        source.get(self.range.clone()).is_some_and(is_work)
    }
}

/// Reports whether `entry`, the text of an entry, stands for a work.
fn is_work(entry: &str) -> bool {
    let kind = entry.strip_prefix('@').and_then(|rest| rest.split('{').next());
    let kind = kind.unwrap_or_default().trim();
    !AUXILIARY.iter().any(|auxiliary| kind.eq_ignore_ascii_case(auxiliary))
}

/// Returns all entries in order.
pub(crate) fn bibliography(source: &str, tokens: &[Token]) -> Vec<BibEntry> {
    let mut entries: Vec<BibEntry> = Vec::new();
    let mut open: Option<BibEntry> = None;
    let close = |open: &mut Option<BibEntry>, entries: &mut Vec<BibEntry>, end: usize| {
        if let Some(mut entry) = open.take() {
            entry.range = trimmed(source, entry.range.start..end);
            entries.push(entry);
        }
    };
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::BibEntry => {
                close(&mut open, &mut entries, token.start);
                entries.push(bibtex(source, token));
            }
            TokenKind::Command if token.text(source) == "\\bibitem" => {
                close(&mut open, &mut entries, token.start);
                open = Some(BibEntry {
                    kind: BibKind::BibItem,
                    range: token.range(),
                    key: bibitem_key(source, tokens, index),
                });
            }
            TokenKind::Command if open.is_some() && ends_bibliography(source, tokens, index) => {
                close(&mut open, &mut entries, token.start);
            }
            _ => {}
        }
    }
    close(&mut open, &mut entries, source.len());
    entries
}

fn ends_bibliography(source: &str, tokens: &[Token], index: usize) -> bool {
    is_heading(source, &tokens[index]) || environment_name(source, tokens, index) == Some("thebibliography")
}

fn bibitem_key(source: &str, tokens: &[Token], index: usize) -> Option<Range<usize>> {
    let keys = keys(source, tokens, argument_open(source, tokens, index + 1)?).keys;
    Some(keys.first()?.start..keys.last()?.end)
}

fn bibtex(source: &str, token: &Token) -> BibEntry {
    BibEntry {
        kind: BibKind::BibTeX,
        range: token.range(),
        key: bibtex_key(token.text(source)).map(|key| key.start + token.start..key.end + token.start),
    }
}

/// Returns the byte range of the key in `@type{key, …}`.
fn bibtex_key(entry: &str) -> Option<Range<usize>> {
    let open = entry.find('{')?;
    if !is_work(entry) {
        return None;
    }
    let body = entry.get(open + 1..)?;
    let length = body.find([',', '}', '{', '=', '\n']).unwrap_or(body.len());
    let key = trimmed(entry, open + 1..open + 1 + length);
    let is_field = body.get(length..).is_some_and(|rest| rest.starts_with(['=', '{']));
    (!key.is_empty() && !is_field).then_some(key)
}

/// Returns `range` without the white space at its ends.
fn trimmed(source: &str, range: Range<usize>) -> Range<usize> {
    let text = source.get(range.clone()).unwrap_or_default();
    let start = range.start + (text.len() - text.trim_start().len());
    start..start + text.trim().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outline;

    fn entries(source: &str) -> Vec<(BibKind, &str, Option<&str>)> {
        let outline = Outline::of(source);
        let entry = |entry: &BibEntry| {
            let key = entry.key.clone().map(|key| &source[key]);
            (entry.kind, &source[entry.range.clone()], key)
        };
        outline.bibliography().iter().map(entry).collect()
    }

    #[test]
    fn bibtex_entries_with_and_without_key() {
        assert_eq!(
            entries("@misc{ a:1 ,\n t={B}}\n@String{x = \"y\"} @book{2} @misc{title = {A}}"),
            [
                (BibKind::BibTeX, "@misc{ a:1 ,\n t={B}}", Some("a:1")),
                (BibKind::BibTeX, "@String{x = \"y\"}", None),
                (BibKind::BibTeX, "@book{2}", Some("2")),
                (BibKind::BibTeX, "@misc{title = {A}}", None),
            ]
        );
    }

    #[test]
    fn a_bibitem_reaches_to_the_next_one() {
        let source = "\\begin{thebibliography}{9}\n\\bibitem{a} A.\n\nMore.\n\\bibitem[B(1)]{b} B.\n\
                      \\end{thebibliography} text \\bibitem";
        assert_eq!(
            entries(source),
            [
                (BibKind::BibItem, "\\bibitem{a} A.\n\nMore.", Some("a")),
                (BibKind::BibItem, "\\bibitem[B(1)]{b} B.", Some("b")),
                (BibKind::BibItem, "\\bibitem", None),
            ]
        );
    }

    #[test]
    fn a_heading_or_a_bibtex_entry_ends_a_bibitem() {
        assert_eq!(
            entries("\\bibitem{a} A. \\section{B} c"),
            [(BibKind::BibItem, "\\bibitem{a} A.", Some("a"))]
        );
        assert_eq!(entries("\\bibitem{a} A.\n@misc{b}").len(), 2);
    }
}
