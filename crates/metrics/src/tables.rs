//! Tables of two texts, matched by the numbers in them.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Outline, Table};

use crate::metric::Input;
use crate::numbers::{Number, numbers};

/// The largest number of tables of each side that are compared, to bound the time. Later tables have no partner.
const MAX_TABLES: usize = 256;

/// A table with numbers.
pub(crate) struct NumberTable {
    /// The byte range of the table.
    pub(crate) range: Range<usize>,
    /// The numbers of the longest tabular of the table, in order.
    pub(crate) numbers: Vec<Number>,
    /// The index of the page on which the table starts.
    page: usize,
    /// The values of the numbers, sorted, as integers that are equal on both sides for equal values.
    values: Vec<u32>,
}

/// The overlap of the numbers of a table with those of another table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlap {
    /// The number of common numbers: each counts as often as it occurs on both sides.
    pub(crate) common: usize,
    /// The number of numbers of the reference.
    pub(crate) total: usize,
    /// The number of numbers that occur exactly once in the reference and at least once in the prediction.
    pub(crate) unique_common: usize,
    /// The number of numbers that occur exactly once in the reference.
    pub(crate) unique: usize,
}

/// The tables of two texts.
pub(crate) struct Tables {
    /// The tables of the reference that contain numbers.
    pub(crate) reference: Vec<NumberTable>,
    /// The tables of the prediction that contain numbers.
    pub(crate) prediction: Vec<NumberTable>,
    /// For each table of the reference, the index of its partner in the prediction, and their overlap.
    pub(crate) partners: Vec<Option<(usize, Overlap)>>,
}

impl Tables {
    /// Matches tables one to one. Tables on the same page are matched first. Within these groups, pairs with the
    /// largest share of common numbers come first, then those nearest in order. Tables without a common number never
    /// match. With `same_page_only`, nor do tables on different pages.
    pub(crate) fn align(input: &Input<'_>, same_page_only: bool) -> Self {
        let mut vocabulary = HashMap::new();
        let reference = tables(input.reference, input.reference_pages, &mut vocabulary);
        let prediction = tables(input.prediction, input.prediction_pages, &mut vocabulary);
        let on_same_page = |index: usize, other: usize| reference[index].page == prediction[other].page;
        let mut pairs: Vec<(usize, usize, Overlap)> = Vec::new();
        for (index, table) in reference.iter().enumerate().take(MAX_TABLES) {
            for (other, candidate) in prediction.iter().enumerate().take(MAX_TABLES) {
                let overlap = overlap(&table.values, &candidate.values);
                if overlap.common > 0 && (!same_page_only || on_same_page(index, other)) {
                    pairs.push((index, other, overlap));
                }
            }
        }
        pairs.sort_by(|a, b| {
            let page = on_same_page(b.0, b.1).cmp(&on_same_page(a.0, a.1));
            let share = b.2.share().total_cmp(&a.2.share());
            page.then(share).then_with(|| a.0.abs_diff(a.1).cmp(&b.0.abs_diff(b.1)))
        });
        let mut partners = vec![None; reference.len()];
        let mut is_taken = vec![false; prediction.len()];
        for (index, other, overlap) in pairs {
            if partners[index].is_none() && !is_taken[other] {
                partners[index] = Some((other, overlap));
                is_taken[other] = true;
            }
        }
        Self {
            reference,
            prediction,
            partners,
        }
    }
}

impl Overlap {
    /// Returns the share of the reference's numbers that are common.
    pub(crate) fn share(self) -> f64 {
        self.common as f64 / self.total as f64
    }

    /// Returns the share of the numbers that occur once in the reference which the prediction has; `None` if there are
    /// none.
    pub(crate) fn unique_share(self) -> Option<f64> {
        (self.unique > 0).then(|| self.unique_common as f64 / self.unique as f64)
    }
}

fn tables(outline: &Outline<'_>, pages: &[Range<usize>], vocabulary: &mut HashMap<String, u32>) -> Vec<NumberTable> {
    let mut value = |number: &Number| {
        let next = vocabulary.len() as u32;
        *vocabulary.entry(number.value.clone()).or_insert(next)
    };
    let table = |table: &Table| {
        let longest = table.tabulars.iter().max_by_key(|tabular| tabular.body.len())?;
        let numbers = numbers(outline, &longest.body);
        let mut values: Vec<u32> = numbers.iter().map(&mut value).collect();
        values.sort_unstable();
        (!numbers.is_empty()).then(|| NumberTable {
            range: table.range.clone(),
            numbers,
            page: pages.partition_point(|page| page.end <= table.range.start),
            values,
        })
    };
    outline.tables().iter().filter_map(table).collect()
}

/// Calculates the overlap of two sorted lists.
fn overlap(reference: &[u32], prediction: &[u32]) -> Overlap {
    let mut overlap = Overlap {
        common: 0,
        total: reference.len(),
        unique_common: 0,
        unique: 0,
    };
    let mut rest = prediction;
    for same in reference.chunk_by(|a, b| a == b) {
        let [value, ..] = same else { continue };
        let smaller = rest.iter().take_while(|other| *other < value).count();
        let equal = rest.iter().skip(smaller).take_while(|other| *other == value).count();
        rest = rest.get(smaller + equal..).unwrap_or_default();
        overlap.common += same.len().min(equal);
        overlap.unique += usize::from(same.len() == 1);
        overlap.unique_common += usize::from(same.len() == 1 && equal > 0);
    }
    overlap
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlap_counts_numbers_as_often_as_both_have_them() {
        let expected = Overlap {
            common: 3,
            total: 6,
            unique_common: 1,
            unique: 2,
        };
        assert_eq!(overlap(&[1, 1, 2, 2, 3, 4], &[0, 1, 1, 1, 3, 5]), expected);
        assert_eq!(overlap(&[1], &[]).unique_share(), Some(0.0));
        assert_eq!(overlap(&[1, 1], &[1]).unique_share(), None);
        assert_eq!(overlap(&[1, 1], &[1]).share(), 0.5);
    }
}
