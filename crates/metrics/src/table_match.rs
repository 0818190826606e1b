//! Which table of a prediction belongs to which table of the reference, by the words of their cells.

use std::cmp::Reverse;
use std::collections::HashMap;

/// The largest number of tables of each side that are matched, to limit the time.
pub const MAX_MATCHED_TABLES: usize = 256;

/// The texts of a table's cells, each with the number of cells that have it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellWords(HashMap<String, usize>);

impl CellWords {
    /// Counts the texts of cells. Empty texts do not count.
    #[must_use]
    pub fn of(texts: impl IntoIterator<Item = String>) -> Self {
        let mut words = HashMap::new();
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            *words.entry(text).or_default() += 1;
        }
        Self(words)
    }

    /// Returns the number of cells with equal text that both tables have.
    fn common(&self, other: &Self) -> usize {
        let common = |(word, count): (&String, &usize)| other.0.get(word).map_or(0, |others| *others.min(count));
        self.0.iter().map(common).sum()
    }
}

/// Returns the letters and digits of a cell's text in lower case, by which [`match_tables`] compares cells.
#[must_use]
pub fn cell_letters(text: &str) -> String {
    let letters = text.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns for each table of the reference the index of its partner. Tables with the most words in common are matched
/// first, the rest in order. Only the first [`MAX_MATCHED_TABLES`] of each side have partners.
#[must_use]
pub fn match_tables(reference: &[CellWords], prediction: &[CellWords]) -> Vec<Option<usize>> {
    let first = |tables: &[CellWords]| tables.len().min(MAX_MATCHED_TABLES);
    let mut pairs: Vec<(usize, usize, usize)> = Vec::new();
    for (index, table) in reference.iter().take(MAX_MATCHED_TABLES).enumerate() {
        let others = prediction.iter().take(MAX_MATCHED_TABLES).enumerate();
        let common = others.map(|(other, words)| (table.common(words), index, other));
        pairs.extend(common.filter(|(common, _, _)| *common > 0));
    }
    pairs.sort_by_key(|(common, index, other)| (Reverse(*common), index.abs_diff(*other)));
    let mut partners = vec![None; reference.len()];
    let mut is_free = vec![true; first(prediction)];
    for (_, index, other) in pairs {
        if let (Some(partner @ None), Some(free @ true)) = (partners.get_mut(index), is_free.get_mut(other)) {
            (*partner, *free) = (Some(other), false);
        }
    }
    let mut rest = (0..is_free.len()).filter(|other| is_free.get(*other) == Some(&true));
    let matched = partners.iter_mut().take(first(reference));
    for partner in matched.filter(|partner| partner.is_none()) {
        *partner = rest.next();
    }
    partners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &str) -> CellWords {
        CellWords::of(texts.split(' ').map(str::to_owned))
    }

    #[test]
    fn common_words_decide_and_the_rest_follows_in_order() {
        let reference = [words("a b c"), words("x"), words("d e")];
        let prediction = [words("d e e"), words("q"), words("c a")];
        assert_eq!(match_tables(&reference, &prediction), [Some(2), Some(1), Some(0)]);
        assert_eq!(match_tables(&reference, &prediction[..1]), [None, None, Some(0)]);
        assert_eq!(match_tables(&[], &prediction), []);
    }

    #[test]
    fn tables_beyond_the_limit_have_no_partner() {
        let many = vec![words("a"); MAX_MATCHED_TABLES + 1];
        assert_eq!(match_tables(&many, &many).last(), Some(&None));
    }

    #[test]
    fn letters_are_those_of_all_scripts() {
        assert_eq!(cell_letters(" Äb-1 \\% 中"), "äb1中");
    }
}
