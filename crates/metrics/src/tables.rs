//! Tables of two texts, by the numbers in them, and which is which.

use std::collections::HashMap;
use std::ops::Range;

use texlens_latex::{Outline, Table};

use crate::metric::Input;
use crate::numbers::{Number, numbers};

/// Tables of each side that are compared, to bound the time; those after them have no partner.
const MAX_TABLES: usize = 256;

/// A table with numbers.
pub(crate) struct NumberTable {
    /// Bytes of the table.
    pub(crate) range: Range<usize>,
    /// The numbers of its longest tabular, in order.
    pub(crate) numbers: Vec<Number>,
    /// Index of the page it starts on.
    page: usize,
    /// Their values, as numbers that are the same on both sides for the same value; sorted.
    values: Vec<u32>,
}

/// How much of the numbers of a table another one has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Overlap {
    /// Numbers of the reference that the prediction has too, as often as both have them.
    pub(crate) common: usize,
    /// Numbers of the reference.
    pub(crate) total: usize,
    /// Numbers that the reference has once and the prediction at least once.
    pub(crate) unique_common: usize,
    /// Numbers that the reference has once.
    pub(crate) unique: usize,
}

/// The tables of two texts.
pub(crate) struct Tables {
    /// Those with numbers.
    pub(crate) reference: Vec<NumberTable>,
    /// Those with numbers.
    pub(crate) prediction: Vec<NumberTable>,
    /// For each of the reference the index in the prediction, and their overlap.
    pub(crate) partners: Vec<Option<(usize, Overlap)>>,
}

impl Tables {
    /// Matches one to one: tables on the same page first, then any; of these, those with the largest share of common
    /// numbers first, then those nearest in order. Tables without a common number never match, nor do tables on different
    /// pages if only the same page counts.
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
    /// Share of the reference's numbers that are common.
    pub(crate) fn share(self) -> f64 {
        self.common as f64 / self.total as f64
    }

    /// Share of the numbers that the reference has once which the prediction has; `None` if it has no such number.
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
    outline.tables.iter().filter_map(table).collect()
}

/// Of two sorted lists.
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
