//! Edges and leading of a column. The readers of blocks measure lengths relative to them.

use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::lines::Line;
use crate::typeset::mark::{mode, quantile};

/// Edges and leading of one column.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) leading: f32,
}

impl Column {
    pub(super) fn of(rows: &[Row<'_>], body: Body) -> Self {
        let lines = || rows.iter().map(|row| &row.line);
        let letters = |line: &Line<'_>| line.marks.iter().filter(|mark| mark.is_letter()).count() as f32;
        let many = quantile(lines().map(letters), 0.8);
        let long = || lines().filter(|line| letters(line) >= 0.6 * many);
        let steps = rows.windows(2).filter_map(|pair| match pair {
            [a, b] => Some(b.line.baseline - a.line.baseline),
            _ => None,
        });
        let steps: Vec<f32> = steps
            .filter(|step| *step > 0.8 * body.size && *step < 2.5 * body.size)
            .collect();
        let usual = 1.25 * body.size;
        let leading = if steps.len() < 4 {
            quantile(steps, 0.0).clamp(0.9 * body.size, usual)
        } else {
            mode(steps, 0.1 * body.size)
        };
        Self {
            left: mode(long().map(|line| line.bbox.x0), 0.4 * body.size),
            right: mode(long().map(|line| line.bbox.x1), 0.4 * body.size),
            leading,
        }
    }

    pub(super) fn centre(&self) -> f32 {
        0.5 * (self.left + self.right)
    }

    pub(super) fn width(&self) -> f32 {
        self.right - self.left
    }
}
