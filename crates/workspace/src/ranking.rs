//! Orders that lists, matrix, comparison and plots share. Equal things stay in the order of arrival.

use std::cmp::Ordering;

use alphanumeric_sort::compare_str;

/// A direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sorted {
    Rising,
    Falling,
}

impl Sorted {
    fn of(self, order: Ordering) -> Ordering {
        match self {
            Self::Rising => order,
            Self::Falling => order.reverse(),
        }
    }
}

/// Returns the places of values in their order. Places without a value come last in both directions.
pub(crate) fn by_value(values: &[Option<f64>], sorted: Sorted) -> Vec<usize> {
    let value = |place: usize| values.get(place).copied().flatten();
    in_order(values.len(), &|a, b| match (value(a), value(b)) {
        (Some(a), Some(b)) => sorted.of(a.total_cmp(&b)),
        (a, b) => b.is_some().cmp(&a.is_some()),
    })
}

/// Returns the places of names in natural order, `page 2` before `page 10`.
pub(crate) fn by_name(names: &[&str], sorted: Sorted) -> Vec<usize> {
    let name = |place: usize| names.get(place).copied().unwrap_or_default();
    in_order(names.len(), &|a, b| sorted.of(compare_str(name(a), name(b))))
}

/// Sorts places. The code of a sort is large, so there is one for all orders.
fn in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_comes_last_and_equal_values_keep_their_order() {
        let values = [None, Some(0.5), Some(-1.0), None, Some(0.5), Some(2.0)];
        assert_eq!(by_value(&values, Sorted::Rising), [2, 1, 4, 5, 0, 3]);
        assert_eq!(by_value(&values, Sorted::Falling), [5, 1, 4, 2, 0, 3]);
    }

    #[test]
    fn names_are_ordered_as_people_count() {
        let names = ["p10", "p2", "p2a", "p002", "q1", "p", "", "10", "9"];
        let ordered = |sorted| -> Vec<&str> {
            let places = by_name(&names, sorted).into_iter();
            places.map(|place| names[place]).collect()
        };
        let mut expected = ["", "9", "10", "p", "p2", "p002", "p2a", "p10", "q1"];
        assert_eq!(ordered(Sorted::Rising), expected);
        expected.reverse();
        assert_eq!(ordered(Sorted::Falling), expected);
    }
}
