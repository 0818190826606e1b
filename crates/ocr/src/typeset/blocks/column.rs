//! What the readers of blocks measure lengths by: the size of the running text, edges and leading of a column.

use super::Row;
use crate::page::Style;
use crate::typeset::lines::Line;
use crate::typeset::mark::{Mark, mode, quantile};

/// What the running text is like.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Body {
    /// The em of most letters.
    pub(crate) size: f32,
    /// Whether bold is what running text is set in.
    pub(crate) is_bold: bool,
    /// Whether it has no serifs.
    pub(crate) is_sans: bool,
}

impl Body {
    /// What most letters of some pages, each with the scale that its sizes are measured by, are set in.
    pub(crate) fn of<'m, 'a: 'm>(pages: impl Iterator<Item = (&'m [Mark<'a>], f32)> + Clone) -> Self {
        let marks = || {
            pages
                .clone()
                .flat_map(|(marks, scale)| marks.iter().map(move |mark| (mark, scale)))
        };
        let letters = || marks().filter(|(mark, _)| mark.is_letter());
        let are_most =
            |fits: fn(Style) -> bool| 2 * letters().filter(|(mark, _)| fits(mark.style)).count() > letters().count();
        let relative = |(mark, scale): (&Mark<'_>, f32)| mark.size / scale;
        let size = quantile(letters().map(relative), 0.5);
        let size = if size > 0.0 {
            size
        } else {
            quantile(marks().map(relative), 0.5)
        };
        Self {
            size,
            is_bold: are_most(Style::is_bold),
            is_sans: are_most(Style::is_sans),
        }
    }

    /// The same on a page of another scale.
    pub(crate) fn at(self, scale: f32) -> Self {
        Self {
            size: self.size * scale,
            ..self
        }
    }
}

/// Edges and line distance of one column.
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
