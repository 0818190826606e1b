//! The bibliography: turns printed entries into BibTeX.
//!
//! Bibliography styles (`.bst` files) differ in the order, the punctuation and the faces of the fields of an entry.
//! This module relies on their common features: a list of names first (`format.names$`), blocks that end with a full
//! stop or a comma, titles in quotes or in a different face, numbers with their labels.

mod dates;
mod fields;
pub(super) mod key;
mod links;
pub(super) mod names;
mod numbers;
mod text;
pub(super) mod tokens;
mod work;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::text::Piece;
use names::Names;

/// The authors of the entry before. Styles print a dash if the same authors follow again (`\bysame`).
#[derive(Debug, Default)]
pub(super) struct Before(Names);

/// Reads the words of an entry and returns its BibTeX. The key is the label of the entry, if it has one, otherwise
/// `Name_Year` as the text cites the entry. Returns `None` if there is no text for a key.
pub(super) fn entry(
    pieces: &[Piece],
    label: Option<&str>,
    cited: &HashSet<String>,
    before: &mut Before,
) -> Option<String> {
    let mut work = fields::work(&text::runs(pieces));
    if work.authors.is_dash() {
        work.authors.clone_from(&before.0);
    }
    before.0.clone_from(&work.authors);
    let is_key = |c: &char| !c.is_whitespace() && !"{},\"#%'()=\\~".contains(*c);
    let label: String = label.unwrap_or_default().chars().filter(is_key).collect();
    let mut keys = work.keys().into_iter();
    let key = if label.is_empty() {
        let usual = keys.next()?;
        let other = keys.find(|key| cited.contains(key));
        other.filter(|_| !cited.contains(&usual)).unwrap_or(usual)
    } else {
        label
    };
    Some(work.bibtex(&key))
}

/// Whether the words read as an entry: names and a year or a DOI.
pub(super) fn is_entry(pieces: &[Piece]) -> bool {
    let work = fields::work(&text::runs(pieces));
    let is_dated = !work.year.is_empty() || !work.doi.is_empty();
    is_dated && !work.authors.names.is_empty()
}

/// Whether a link continues on the next line: links are broken after their punctuation (`\UrlBreaks`).
pub(super) fn is_open_link(word: &str) -> bool {
    let is_link =
        !word.starts_with("\\url{") && (word.contains("://") || word.starts_with("10.") && word.contains('/'));
    let is_scheme = matches!(word, "https:" | "http:");
    is_scheme || is_link && word.ends_with(|c: char| "/-_.?=&#%:~+".contains(c))
}
