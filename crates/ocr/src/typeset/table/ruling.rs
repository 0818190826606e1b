//! Derives from the rules of a table the commands that drew them.
//!
//! `\hline`, `\cline` and `|` are `\arrayrulewidth` (0.4 pt) thick and touch. booktabs draws `\toprule` and
//! `\bottomrule` 0.08 em, `\midrule` 0.05 em and `\cmidrule` 0.03 em thick, with space around them and no vertical
//! rules.

use std::ops::Range;

use texlens_vocabulary::BBox;

use super::super::mark::Extent;
use super::grid::Grid;

/// Least ratio of the thicknesses of booktabs' rules: 8 to 5, less the loss in a raster.
const HEAVIER: f32 = 1.3;
/// Least thickness of heavy rules where there are no light ones to compare, in em.
const HEAVY: f32 = 0.065;
/// Rules nearer than this, in em, are pieces of one rule; `\doublerulesep` is 2 pt.
const SAME_PLACE: f32 = 0.09;

/// The rules of one table.
#[derive(Debug, Default)]
pub(super) struct Ruling {
    /// Horizontal rules, from top to bottom.
    pub(super) horizontal: Vec<BBox>,
    pub(super) vertical: Vec<BBox>,
}

/// A rule between rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RowRule {
    pub(super) columns: Range<usize>,
    /// Whether the ends are shortened, as by `\cmidrule(lr)`.
    pub(super) trimmed: bool,
}

impl Ruling {
    /// Reports whether the rules are those of booktabs.
    pub(super) fn is_booktabs(&self, em: f32) -> bool {
        let thickness = |rule: Option<&BBox>| rule.map_or(0.0, Extent::height);
        let (first, last) = (thickness(self.horizontal.first()), thickness(self.horizontal.last()));
        let inner = self.horizontal.iter().map(Extent::height).fold(f32::INFINITY, f32::min);
        let outer = first.min(last);
        self.vertical.is_empty() && outer > 0.0 && (outer >= HEAVIER * inner || inner > HEAVY * em)
    }

    /// Returns the heights of the horizontal rules over a column, or of all.
    pub(super) fn heights(&self, over: Option<(f32, f32)>) -> Vec<f32> {
        let is_over = |rule: &&BBox| over.is_none_or(|(x0, x1)| rule.x1.min(x1) - rule.x0.max(x0) > 0.5 * (x1 - x0));
        self.horizontal.iter().filter(is_over).map(Extent::middle).collect()
    }

    /// Returns the rules above each row of the grid, then those below the last row.
    pub(super) fn between_rows(&self, grid: &Grid<'_>) -> Vec<Vec<RowRule>> {
        let mut rules: Vec<Vec<RowRule>> = vec![Vec::new(); grid.rows.len() + 1];
        for rule in &self.horizontal {
            let row = grid.rows.partition_point(|baseline| *baseline < rule.middle());
            if let (Some(rules), Some(columns)) = (rules.get_mut(row), covered(rule, grid)) {
                let trimmed = is_trimmed(rule, &columns, grid);
                rules.push(RowRule { columns, trimmed });
            }
        }
        rules
    }

    /// Returns the number of vertical rules before each column, then the number after the last. Only rules along most
    /// of `from..to` count.
    pub(super) fn bars(&self, grid: &Grid<'_>, from: f32, to: f32) -> Vec<usize> {
        let mut bars = vec![0; grid.columns.len() + 1];
        for (x, length) in self.lengths(grid.em, from, to) {
            let before = grid.columns.partition_point(|column| 0.5 * (column.0 + column.1) < x);
            if let Some(count) = bars.get_mut(before).filter(|_| 2.0 * length > to - from) {
                *count += 1;
            }
        }
        bars
    }

    /// Returns the positions of the vertical rules and the length of each within `from..to`. Every row has separate
    /// rules.
    fn lengths(&self, em: f32, from: f32, to: f32) -> Vec<(f32, f32)> {
        let mut vertical: Vec<&BBox> = self.vertical.iter().collect();
        vertical.sort_by(|a, b| a.x0.total_cmp(&b.x0));
        let mut lengths: Vec<(f32, f32)> = Vec::new();
        for rule in vertical {
            let length = (rule.y1.min(to) - rule.y0.max(from)).max(0.0);
            match lengths.last_mut() {
                Some(last) if rule.centre() - last.0 < SAME_PLACE * em => last.1 += length,
                _ => lengths.push((rule.centre(), length)),
            }
        }
        lengths
    }

    /// Reports whether a row ends between two heights because a vertical rule does; `None` if vertical rules are not
    /// drawn row by row.
    pub(super) fn ends_row(&self, above: f32, below: f32) -> Option<bool> {
        let first = self.vertical.first()?;
        let is_piecewise = self
            .vertical
            .iter()
            .any(|rule| (rule.y0 - first.y0).abs() > 0.5 * rule.height() && rule.overlap_x(first) > 0.0);
        let is_inside = |y: f32| y > above && y < below;
        is_piecewise.then(|| {
            self.vertical
                .iter()
                .any(|rule| is_inside(rule.y0) || is_inside(rule.y1))
        })
    }
}

/// Returns the columns over which a horizontal rule extends.
fn covered(rule: &BBox, grid: &Grid<'_>) -> Option<Range<usize>> {
    let is_covered =
        |column: &(f32, f32)| rule.x0 < 0.5 * (column.0 + column.1) && rule.x1 > 0.5 * (column.0 + column.1);
    let first = grid.columns.iter().position(is_covered)?;
    let last = grid.columns.iter().rposition(is_covered)?;
    Some(first..last + 1)
}

fn is_trimmed(rule: &BBox, columns: &Range<usize>, grid: &Grid<'_>) -> bool {
    let edge = |column: usize| grid.columns.get(column).copied().unwrap_or_default();
    let (left, right) = (edge(columns.start).0, edge(columns.end.wrapping_sub(1)).1);
    columns.len() < grid.columns.len() && left - rule.x0 < 0.4 * grid.em && rule.x1 - right < 0.4 * grid.em
}
