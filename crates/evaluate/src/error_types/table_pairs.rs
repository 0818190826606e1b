//! Which table of a prediction is which of the reference.

use texlens_latex::{Markup, Outline};
use texlens_metrics::Side;

use super::grid::grids;
use super::table_corruption::{MAX_TABLES, partners};
use crate::input::{InputError, check_length};

/// A table of the reference beside the one that was matched with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePair {
    /// LaTeX of the tabular.
    pub reference: String,
    /// That of the prediction; none where nothing was matched.
    pub prediction: Option<String>,
}

/// The tables of the reference in their order, each with the one of the prediction that has the most words in common with it, and then in order: as the error type
/// `table_corruption` matches them. A table is a tabular with two rows and two columns or more, the first 256 of each side.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn table_pairs(reference: &str, prediction: &str) -> Result<Vec<TablePair>, InputError> {
    check_length(Side::Reference, reference)?;
    check_length(Side::Prediction, prediction)?;
    let readable = [reference, prediction].map(|text| Markup::guess(text).readable(text));
    let outlines = [&readable[0], &readable[1]].map(|text| Outline::of(text));
    let [of_reference, of_prediction] = [&outlines[0], &outlines[1]].map(|outline| grids(outline, MAX_TABLES));
    let partners = partners(&of_reference, &of_prediction);
    let latex = |text: &str, range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
    let pair = |(grid, partner): (&super::grid::Grid, Option<usize>)| TablePair {
        reference: latex(&readable[0], grid.range.clone()),
        prediction: partner
            .and_then(|partner| of_prediction.get(partner))
            .map(|other| latex(&readable[1], other.range.clone())),
    };
    Ok(of_reference.iter().zip(partners).map(pair).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_matched_by_their_words() {
        let table = |first: &str| format!("\\begin{{tabular}}{{ll}} {first} & 1 \\\\ b & 2 \\end{{tabular}}");
        let reference = format!("{} text {}", table("sun"), table("moon"));
        let pairs = table_pairs(&reference, &format!("words {}", table("moon"))).unwrap();
        assert_eq!(pairs.len(), 2);
        assert_eq!(
            (pairs[0].reference.as_str(), &pairs[0].prediction),
            (table("sun").as_str(), &None)
        );
        assert_eq!(pairs[1].prediction, Some(table("moon")));
    }
}
