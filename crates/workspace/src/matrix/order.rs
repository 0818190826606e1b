//! Which rows are shown, and in which order.

use texlens_evaluate::Query;

use super::cell::CellState;
use super::change::differ;
use super::scores::Matrix;
use crate::ranking::{Sorted, by_name, by_value};
use crate::state::{MatrixChoice, MatrixFilter, MatrixOrder, Sample, SampleId, Samples};

impl Matrix {
    /// Returns where a sample is: the index of its row among those that are shown, and that of its system.
    #[must_use]
    pub fn place_of(&self, sample: SampleId, shown: &[usize]) -> Option<(usize, usize)> {
        let system = |row: &usize| self.cells(*row).iter().position(|cell| cell.sample == Some(sample));
        let mut places = (0..).zip(shown);
        places.find_map(|(position, row)| Some((position, system(row)?)))
    }

    /// Returns the indices of the rows that are shown, from top to bottom. Rows without a value to order by come last,
    /// and equal rows stay in the order of arrival.
    ///
    /// Takes time linear in the number of cells, and in the length of the texts if they are searched; a little more to
    /// order the rows.
    #[must_use]
    pub fn shown(&self, samples: &Samples, choice: &MatrixChoice) -> Vec<usize> {
        let query = Query::new(&choice.query);
        let rows = (0..self.rows.len()).filter(|row| {
            self.is_admitted(*row, samples, choice.filter)
                && (choice.tag.is_none() && choice.query.trim().is_empty()
                    || self
                        .samples_of(*row, samples)
                        .any(|sample| has_tag(sample, choice) && query.admits(sample.searched())))
        });
        let rows: Vec<usize> = rows.collect();
        let baseline = choice.baseline.as_deref().and_then(|name| self.system(name));
        let system = |name: &str| self.system(name);
        let is_reversed = choice.is_reversed;
        let (sorted, other_way) = match is_reversed {
            false => (Sorted::Rising, Sorted::Falling),
            true => (Sorted::Falling, Sorted::Rising),
        };
        match &choice.order {
            MatrixOrder::Arrival if is_reversed => rows.into_iter().rev().collect(),
            MatrixOrder::Arrival => rows,
            MatrixOrder::Name => self.by_name(&rows, sorted),
            // Unlike the others, this order begins with the highest value.
            MatrixOrder::Spread => ordered(&rows, other_way, |row| self.spread(row)),
            MatrixOrder::System(name) => match system(name) {
                Some(system) => ordered(&rows, sorted, |row| {
                    let value = self.cell(row, system)?.value?;
                    Some(if self.lower_is_better() { -value } else { value })
                }),
                None => rows,
            },
            MatrixOrder::Difference(name) => match system(name).zip(baseline) {
                Some((system, baseline)) => ordered(&rows, sorted, |row| self.gain(row, system, baseline)),
                None => rows,
            },
        }
    }

    fn by_name(&self, rows: &[usize], sorted: Sorted) -> Vec<usize> {
        let name = |row: &usize| self.rows.get(*row).map_or("", |row| row.name.as_str());
        let places = by_name(&rows.iter().map(name).collect::<Vec<_>>(), sorted).into_iter();
        places.filter_map(|place| rows.get(place).copied()).collect()
    }

    fn samples_of<'s>(&self, row: usize, samples: &'s Samples) -> impl Iterator<Item = &'s Sample> {
        let first = self.rows.get(row).map(|row| row.first);
        let of_systems = self.cells(row).iter().filter_map(|cell| cell.sample);
        let others = of_systems.filter(move |id| Some(*id) != first);
        let ids: Vec<_> = first.into_iter().chain(others).collect();
        ids.into_iter().filter_map(|id| samples.get(id)).map(|sample| &**sample)
    }

    fn is_admitted(&self, row: usize, samples: &Samples, filter: MatrixFilter) -> bool {
        match filter {
            MatrixFilter::All => true,
            MatrixFilter::Differing => self.is_differing(row),
            MatrixFilter::Missing => {
                let lacks = |state| matches!(state, CellState::Missing | CellState::Incomplete);
                self.cells(row).iter().any(|cell| lacks(cell.state))
            }
            MatrixFilter::Listed(filter) => self.samples_of(row, samples).any(|sample| filter.admits(sample)),
        }
    }

    /// Returns whether the cells of a row do not all look the same.
    fn is_differing(&self, row: usize) -> bool {
        let mut cells = self.cells(row).iter();
        let Some(first) = cells.next() else { return false };
        cells.any(|cell| match (first.value, cell.value) {
            (Some(a), Some(b)) => differ(a, b),
            (a, b) => a.is_some() != b.is_some() || first.state != cell.state,
        })
    }
}

fn has_tag(sample: &Sample, choice: &MatrixChoice) -> bool {
    let is_there = |[name, value]: &[std::rc::Rc<str>; 2]| sample.tags.get(&**name).is_some_and(|its| **its == **value);
    choice.tag.as_ref().is_none_or(is_there)
}

/// Orders rows by a value.
fn ordered(rows: &[usize], sorted: Sorted, value: impl Fn(usize) -> Option<f64>) -> Vec<usize> {
    let values: Vec<Option<f64>> = rows.iter().map(|row| value(*row)).collect();
    let places = by_value(&values, sorted).into_iter();
    places.filter_map(|place| rows.get(place).copied()).collect()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn each_row_is_valued_once_however_many_there_are() {
        let count = Cell::new(0);
        let value = |row: usize| {
            count.set(count.get() + 1);
            (!row.is_multiple_of(7)).then(|| f64::from(u32::try_from(row * 31 % 1_009).unwrap_or(0)))
        };
        let rows: Vec<usize> = (0..10_000).collect();
        let shown = ordered(&rows, Sorted::Falling, value);
        assert_eq!((count.get(), shown.len()), (10_000, 10_000));
        let values: Vec<Option<f64>> = shown.into_iter().map(value).collect();
        let valued = values.iter().take_while(|value| value.is_some()).count();
        assert!(
            values.iter().skip(valued).all(Option::is_none),
            "rows without a value come last"
        );
        assert!(values.iter().take(valued).is_sorted_by(|a, b| a >= b));
    }
}
