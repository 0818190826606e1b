//! A grid of any size: the part that is drawn, and where the keys lead.

use std::ops::Range;

/// Returns which of `count` rows or columns lie between `start` and `start + length`, with a margin on both sides. Each
/// takes `size`, and all lengths are in the same unit.
#[must_use]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Never negative, and no list is so long.
pub fn in_sight(start: f64, length: f64, margin: f64, size: f64, count: usize) -> Range<usize> {
    let first = ((start - margin) / size).max(0.0) as usize;
    let end = ((start + length + margin) / size).ceil().max(0.0) as usize;
    first.min(count)..end.min(count)
}

/// A place in a grid, with its heads: row 0 and column 0 are heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cursor {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

/// A key that moves in a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridKey {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// To the first column.
    RowStart,
    /// To the last column.
    RowEnd,
    /// To the first cell of all.
    GridStart,
    /// To the last cell of all.
    GridEnd,
    /// As many rows up as are in sight.
    PageUp,
    /// As many rows down as are in sight.
    PageDown,
}

impl GridKey {
    /// Returns what a key means, by its name in browsers.
    #[must_use]
    pub fn of(key: &str, has_control: bool) -> Option<Self> {
        Some(match (key, has_control) {
            ("ArrowLeft", false) => Self::Left,
            ("ArrowRight", false) => Self::Right,
            ("ArrowUp", false) => Self::Up,
            ("ArrowDown", false) => Self::Down,
            ("Home", false) => Self::RowStart,
            ("End", false) => Self::RowEnd,
            ("Home", true) => Self::GridStart,
            ("End", true) => Self::GridEnd,
            ("PageUp", false) => Self::PageUp,
            ("PageDown", false) => Self::PageDown,
            _ => return None,
        })
    }
}

impl Cursor {
    /// Returns where a key leads in a grid of `rows` and `columns`, heads included, of which `page` rows are in sight.
    #[must_use]
    pub fn moved(self, key: GridKey, rows: usize, columns: usize, page: usize) -> Self {
        let last = Self {
            row: rows.saturating_sub(1),
            column: columns.saturating_sub(1),
        };
        // What is shown may have become smaller.
        let Self { row, column } = self.within(rows, columns);
        let page = page.max(1);
        let at = |row: usize, column: usize| Self { row, column };
        match key {
            GridKey::Left => at(row, column.saturating_sub(1)),
            GridKey::Right => at(row, column.saturating_add(1).min(last.column)),
            GridKey::Up => at(row.saturating_sub(1), column),
            GridKey::Down => at(row.saturating_add(1).min(last.row), column),
            GridKey::RowStart => at(row, 0),
            GridKey::RowEnd => at(row, last.column),
            GridKey::GridStart => at(0, 0),
            GridKey::GridEnd => last,
            GridKey::PageUp => at(row.saturating_sub(page), column),
            GridKey::PageDown => at(row.saturating_add(page).min(last.row), column),
        }
    }

    /// Returns the nearest place in a grid of `rows` and `columns`.
    #[must_use]
    pub fn within(self, rows: usize, columns: usize) -> Self {
        Self {
            row: self.row.min(rows.saturating_sub(1)),
            column: self.column.min(columns.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: [GridKey; 10] = [
        GridKey::Left,
        GridKey::Right,
        GridKey::Up,
        GridKey::Down,
        GridKey::RowStart,
        GridKey::RowEnd,
        GridKey::GridStart,
        GridKey::GridEnd,
        GridKey::PageUp,
        GridKey::PageDown,
    ];

    #[test]
    fn what_is_drawn_does_not_grow_with_the_grid() {
        // The largest window, and the smallest cells.
        for count in [0, 1, 20, 10_000, 10_000_000] {
            #[allow(clippy::cast_precision_loss)]
            for start in [0.0, 48.0 * count as f64 / 2.0, 48.0 * count as f64 - 2_160.0, -50.0] {
                let rows = in_sight(start, 2_160.0, 600.0, 48.0, count);
                assert!(rows.len() <= 72 && rows.end <= count, "{count}: {rows:?}");
            }
        }
        assert_eq!(in_sight(4_800.0, 480.0, 48.0, 48.0, 10_000), 99..111);
        assert_eq!(in_sight(0.0, 480.0, 600.0, 48.0, 5), 0..5);
        assert_eq!(in_sight(1e12, 480.0, 600.0, 48.0, 5), 5..5);
    }

    #[test]
    fn keys_stay_within_the_grid() {
        let at = |row, column| Cursor { row, column };
        for (rows, columns) in [(0, 0), (1, 1), (3, 2), (10_000, 21)] {
            for start in [at(0, 0), at(2, 1), at(usize::MAX, usize::MAX)] {
                for key in KEYS {
                    for page in [0, 7, usize::MAX] {
                        let to = start.moved(key, rows, columns, page);
                        assert!(to.row < rows.max(1) && to.column < columns.max(1), "{key:?}: {to:?}");
                    }
                }
            }
        }
        let moved = |key| at(5, 3).moved(key, 10, 6, 3);
        assert_eq!(
            KEYS.map(moved),
            [
                at(5, 2),
                at(5, 4),
                at(4, 3),
                at(6, 3),
                at(5, 0),
                at(5, 5),
                at(0, 0),
                at(9, 5),
                at(2, 3),
                at(8, 3)
            ]
        );
        assert_eq!(GridKey::of("Home", true), Some(GridKey::GridStart));
        assert_eq!(GridKey::of("ArrowLeft", true), None, "this one is the browser's");
    }
}
