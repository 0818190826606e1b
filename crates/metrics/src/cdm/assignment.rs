//! Optimal assignment of rows to columns.

/// Returns, for each row, the column assigned to it, so that the sum of costs is smallest. As many rows as possible get
/// a column; if there are more rows than columns, the others are `None`.
///
/// The algorithm is that of successive shortest augmenting paths (Jonker and Volgenant, rectangular by Crouse 2016).
/// Ties are resolved as in SciPy's `linear_sum_assignment`, so that equal costs give SciPy's assignment; the library
/// `pathfinding` does not promise that, and takes no floating-point costs. Costs must be finite. At worst, it takes
/// O(s² l) evaluations of `cost` for sides s ≤ l, in O(s + l) memory. The paths of formulas are short.
pub(crate) fn assign(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> f64) -> Vec<Option<usize>> {
    if columns < rows {
        let row_of_column = Solver::new(columns, rows).solve(|column, row| cost(row, column));
        let mut column_of_row = vec![None; rows];
        for (column, row) in row_of_column.into_iter().enumerate() {
            if let Some(slot) = row.and_then(|row| column_of_row.get_mut(row)) {
                *slot = Some(column);
            }
        }
        column_of_row
    } else {
        Solver::new(rows, columns).solve(cost)
    }
}

/// The state of the search, for at most as many rows as columns.
struct Solver {
    row_duals: Vec<f64>,
    column_duals: Vec<f64>,
    column_of_row: Vec<Option<usize>>,
    row_of_column: Vec<Option<usize>>,
    /// The length of the shortest path from the current row to each column.
    distance: Vec<f64>,
    /// The row from which the shortest path enters each column.
    predecessor: Vec<usize>,
    /// The rows and columns that the search has settled.
    rows_seen: Vec<bool>,
    columns_seen: Vec<bool>,
}

impl Solver {
    fn new(rows: usize, columns: usize) -> Self {
        Self {
            row_duals: vec![0.0; rows],
            column_duals: vec![0.0; columns],
            column_of_row: vec![None; rows],
            row_of_column: vec![None; columns],
            distance: vec![0.0; columns],
            predecessor: vec![0; columns],
            rows_seen: vec![false; rows],
            columns_seen: vec![false; columns],
        }
    }

    fn solve(mut self, cost: impl Fn(usize, usize) -> f64) -> Vec<Option<usize>> {
        for row in 0..self.row_duals.len() {
            let Some((sink, length)) = self.shortest_path(row, &cost) else {
                break;
            };
            self.update_duals(row, length);
            self.augment(row, sink);
        }
        self.column_of_row
    }

    /// Returns the nearest free column from `start` and its distance; `None` if no path exists.
    fn shortest_path(&mut self, start: usize, cost: impl Fn(usize, usize) -> f64) -> Option<(usize, f64)> {
        self.rows_seen.fill(false);
        self.columns_seen.fill(false);
        self.distance.fill(f64::INFINITY);
        let mut remaining: Vec<usize> = (0..self.column_duals.len()).rev().collect();
        let (mut row, mut length) = (start, 0.0);
        loop {
            self.rows_seen[row] = true;
            let (mut nearest, mut shortest) = (None, f64::INFINITY);
            for (at, &column) in remaining.iter().enumerate() {
                let candidate = length + cost(row, column) - self.row_duals[row] - self.column_duals[column];
                if candidate < self.distance[column] {
                    self.predecessor[column] = row;
                    self.distance[column] = candidate;
                }
                let distance = self.distance[column];
                let free = self.row_of_column[column].is_none();
                if distance < shortest || (distance == shortest && free) {
                    shortest = distance;
                    nearest = Some(at);
                }
            }
            length = shortest;
            let column = remaining.swap_remove(nearest?);
            self.columns_seen[column] = true;
            match self.row_of_column[column] {
                None => return Some((column, length)),
                Some(next) => row = next,
            }
        }
    }

    fn update_duals(&mut self, start: usize, length: f64) {
        self.row_duals[start] += length;
        for row in (0..self.row_duals.len()).filter(|row| *row != start && self.rows_seen[*row]) {
            if let Some(column) = self.column_of_row[row] {
                self.row_duals[row] += length - self.distance[column];
            }
        }
        for column in (0..self.column_duals.len()).filter(|column| self.columns_seen[*column]) {
            self.column_duals[column] -= length - self.distance[column];
        }
    }

    /// Moves the assignments along the path, so that `sink` is assigned and `start` has a column.
    fn augment(&mut self, start: usize, sink: usize) {
        let mut column = Some(sink);
        while let Some(taken) = column {
            let row = self.predecessor[taken];
            self.row_of_column[taken] = Some(row);
            column = self.column_of_row[row].replace(taken);
            if row == start {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(costs: &[Vec<f64>], assignment: &[Option<usize>]) -> f64 {
        assignment
            .iter()
            .enumerate()
            .filter_map(|(row, column)| column.map(|column| costs[row][column]))
            .sum()
    }

    /// Returns the smallest sum over all assignments, by trying each of them.
    fn smallest(costs: &[Vec<f64>], row: usize, used: &mut Vec<bool>, left: usize) -> f64 {
        if left == 0 {
            return 0.0;
        }
        if row == costs.len() {
            return f64::INFINITY;
        }
        let mut best = smallest(costs, row + 1, used, left);
        for column in 0..used.len() {
            if !used[column] {
                used[column] = true;
                best = best.min(costs[row][column] + smallest(costs, row + 1, used, left - 1));
                used[column] = false;
            }
        }
        best
    }

    #[test]
    fn the_sum_is_the_smallest_of_all_ways() {
        let mut seed = 7_u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(seed >> 29)
        };
        for (rows, columns) in [(1, 1), (3, 3), (2, 5), (5, 2), (4, 4), (5, 5), (0, 3), (3, 0)] {
            for _ in 0..20 {
                let costs: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
                let assignment = assign(rows, columns, |row, column| costs[row][column]);
                assert_eq!(assignment.iter().flatten().count(), rows.min(columns));
                let expected = smallest(&costs, 0, &mut vec![false; columns], rows.min(columns));
                assert_eq!(total(&costs, &assignment), expected, "{costs:?}");
            }
        }
    }

    /// The expected values are from SciPy 1.17.
    #[test]
    fn ties_are_resolved_as_scipy_does() {
        let equal = assign(3, 4, |_, _| 1.0);
        assert_eq!(equal, [Some(0), Some(1), Some(2)]);
        let more_rows = assign(4, 2, |_, _| 0.5);
        assert_eq!(more_rows, [Some(0), Some(1), None, None]);
    }
}
