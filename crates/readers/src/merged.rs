//! The sizes of pictures that are reduced, or merged from several pages.

/// The longest side of merged pages, in pixels, if no other is given.
const MERGED_SIDE: u32 = 4_000;

/// The grid in which pages are merged, row by row in reading order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Number of columns: as many as rows, or one more.
    pub columns: u32,
    /// Number of rows.
    pub rows: u32,
    /// The longest side of each page, to which larger ones are reduced.
    pub side: u32,
}

impl Grid {
    /// Returns the grid of this many pages, at least one. The merged picture is at most `longest_side` pixels a side, or
    /// 4,000.
    #[must_use]
    pub fn of(pages: usize, longest_side: Option<u32>) -> Self {
        let pages = u32::try_from(pages).unwrap_or(u32::MAX).max(1);
        let root = pages.isqrt();
        let columns = if root * root < pages { root + 1 } else { root };
        let rows = pages.div_ceil(columns);
        Self {
            columns,
            rows,
            side: (longest_side.unwrap_or(MERGED_SIDE) / columns).max(1),
        }
    }

    /// Returns width and height of the cells for pages of these sizes: those of the widest and of the highest page, once
    /// they are reduced.
    #[must_use]
    pub fn cell(&self, pages: impl IntoIterator<Item = (u32, u32)>) -> (u32, u32) {
        let reduced = pages.into_iter().map(|size| reduced_size(size, self.side));
        reduced.fold((1, 1), |(width, height), page| (width.max(page.0), height.max(page.1)))
    }
}

/// Returns width and height of a picture that is reduced so that no side is longer than `side`; the ratio stays.
#[must_use]
pub fn reduced_size((width, height): (u32, u32), side: u32) -> (u32, u32) {
    let longest = width.max(height);
    if longest <= side {
        return (width, height);
    }
    let scaled = |length: u32| {
        let length = (u64::from(length) * u64::from(side) + u64::from(longest) / 2) / u64::from(longest);
        u32::try_from(length).unwrap_or(side).max(1)
    };
    (scaled(width), scaled(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_as_wide_as_high_or_one_wider() {
        let of = |pages| {
            let grid = Grid::of(pages, None);
            (grid.columns, grid.rows, grid.side)
        };
        assert_eq!(of(1), (1, 1, 4_000));
        assert_eq!(of(2), (2, 1, 2_000));
        assert_eq!(of(3), (2, 2, 2_000));
        assert_eq!(of(5), (3, 2, 1_333));
        assert_eq!(of(20), (5, 4, 800));
        assert_eq!(Grid::of(4, Some(100)).cell([(600, 800), (300, 90)]), (50, 50));
    }

    #[test]
    fn reduced_pictures_keep_their_ratio() {
        assert_eq!(reduced_size((600, 800), 400), (300, 400));
        assert_eq!(reduced_size((600, 800), 800), (600, 800));
        assert_eq!(reduced_size((1_275, 1_650), 1_000), (773, 1_000));
        assert_eq!(reduced_size((1, 9_000), 10), (1, 10));
    }
}
