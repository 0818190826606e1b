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

pub(super) use key::key as citation_key;
