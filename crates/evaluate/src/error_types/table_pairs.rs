//! Matches the tables of a prediction with those of the reference.

use texlens_latex::{Markup, Outline};
use texlens_metrics::{MAX_MATCHED_TABLES, Side};

use super::grid::grids;
use super::table_corruption::partners;
use crate::input::{InputError, check_length};

/// A table of the reference with the matched table of the prediction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TablePair {
    /// LaTeX of the reference's tabular.
    pub reference: String,
    /// LaTeX of the prediction's tabular; `None` without a match.
    pub prediction: Option<String>,
}

/// Returns the tables of the reference in order, each with its match in the prediction. Tables with the most words in
/// common are matched first, the others in order, as for the error type `table_corruption`. A table is a tabular with at
/// least two rows and two columns. The first 256 tables of each side are matched.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn table_pairs(reference: &str, prediction: &str) -> Result<Vec<TablePair>, InputError> {
    check_length(Side::Reference, reference)?;
    check_length(Side::Prediction, prediction)?;
    let readable = [reference, prediction].map(|text| Markup::guess(text).readable(text));
    let outlines = [&readable[0], &readable[1]].map(|text| Outline::of(text));
    let [of_reference, of_prediction] = [&outlines[0], &outlines[1]].map(|outline| grids(outline, MAX_MATCHED_TABLES));
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
