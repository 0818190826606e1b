//! The bibliography: from entries as they were set to BibTeX.
//!
//! Bibliography styles (`.bst` files) print the fields of an entry in an order, with punctuation and in faces that are
//! the style's own; what they have in common is read back here: a list of names first (`format.names$`), blocks that end
//! with a full stop or a comma, titles in quotes or in one of the faces, numbers with their labels.

mod dates;
mod fields;
mod key;
mod links;
mod names;
mod numbers;
mod text;
mod tokens;
mod work;

#[cfg(test)]
mod tests;

use super::text::Piece;

/// An entry of the bibliography.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) bibtex: String,
}

/// Reads the words of an entry. Its key is the label, if it has one, else `Name_Year`. `None` without text.
pub(super) fn entry(pieces: &[Piece], label: Option<&str>) -> Option<Entry> {
    of_work(&fields::work(&text::runs(pieces)), label)
}

fn of_work(work: &work::Work, label: Option<&str>) -> Option<Entry> {
    let is_key = |c: char| !c.is_whitespace() && !"{},\"#%'()=\\~".contains(c);
    let label = label.map(|label| label.chars().filter(|c| is_key(*c)).collect::<String>());
    let key = label.filter(|label| !label.is_empty()).or_else(|| work.key())?;
    let bibtex = work.bibtex(&key);
    Some(Entry { key, bibtex })
}

/// Whether the words read as an entry: names and a year.
pub(super) fn is_entry(pieces: &[Piece]) -> bool {
    let work = fields::work(&text::runs(pieces));
    let is_dated = !work.year.is_empty() || !work.doi.is_empty();
    is_dated && !work.authors.names.is_empty()
}

/// Whether a link goes on in the next line: links are broken at their own punctuation (`\UrlBreaks`).
pub(super) fn is_open_link(word: &str) -> bool {
    let is_link = word.contains("://") || word.starts_with("10.") && word.contains('/');
    is_link && word.ends_with(|c: char| "/-_.?=&#%:~+".contains(c))
}
