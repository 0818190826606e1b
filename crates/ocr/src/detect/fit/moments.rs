//! Sums over the ink of a piece. Grey pixels count by their darkness, so that the centre and the spread are exact to a
//! small part of a pixel, whatever the resolution.

/// Variance that the pixels and the smoothing of a renderer add to that of a shape along each axis, in pixels².
const BLUR: f64 = 0.09;

/// Sums of darkness, and of darkness times position and products of positions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moments {
    /// First row, and the row after the last.
    rows: (usize, usize),
    ink: f64,
    x: f64,
    y: f64,
    xx: f64,
    yy: f64,
    xy: f64,
}

impl Default for Moments {
    fn default() -> Self {
        Self {
            rows: (usize::MAX, 0),
            ink: 0.0,
            x: 0.0,
            y: 0.0,
            xx: 0.0,
            yy: 0.0,
            xy: 0.0,
        }
    }
}

impl Moments {
    /// Adds a pixel.
    pub(super) fn add(&mut self, column: usize, row: usize, darkness: f32) {
        let (x, y, ink) = (column as f64 + 0.5, row as f64 + 0.5, f64::from(darkness.max(0.0)));
        self.rows = (self.rows.0.min(row), self.rows.1.max(row + 1));
        self.ink += ink;
        self.x += ink * x;
        self.y += ink * y;
        self.xx += ink * x * x;
        self.yy += ink * y * y;
        self.xy += ink * x * y;
    }

    /// Adds the ink of another piece.
    pub(super) fn join(&mut self, other: &Self) {
        self.rows = (self.rows.0.min(other.rows.0), self.rows.1.max(other.rows.1));
        self.ink += other.ink;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.yy += other.yy;
        self.xy += other.xy;
    }

    /// The amount of ink, in black pixels.
    pub(super) fn ink(&self) -> f32 {
        self.ink as f32
    }

    /// The upper and the lower edge of the ink, in pixels.
    pub(super) fn edges(&self) -> (f32, f32) {
        (self.rows.0 as f32, self.rows.1 as f32)
    }

    /// The distance between them, in pixels.
    pub(super) fn height(&self) -> f32 {
        let (top, bottom) = self.edges();
        (bottom - top).max(0.0)
    }

    /// The centre of the ink, in pixels; `None` without ink.
    pub(super) fn centre(&self) -> Option<(f32, f32)> {
        (self.ink > 0.0).then(|| ((self.x / self.ink) as f32, (self.y / self.ink) as f32))
    }

    /// The standard deviations of the ink across and down, in pixels.
    pub(super) fn spread(&self) -> (f32, f32) {
        let along = |sum: f64, squares: f64| {
            let mean = sum / self.ink;
            (squares / self.ink - mean * mean - BLUR).max(0.0).sqrt() as f32
        };
        if self.ink > 0.0 {
            (along(self.x, self.xx), along(self.y, self.yy))
        } else {
            (0.0, 0.0)
        }
    }

    /// The covariance of across and down, in pixels²: negative if the ink leans to the right.
    pub(super) fn slant(&self) -> f32 {
        if self.ink > 0.0 {
            (self.xy / self.ink - self.x / self.ink * (self.y / self.ink)) as f32
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grey_edges_move_the_centre_by_a_part_of_a_pixel() {
        let mut bar = Moments::default();
        // A bar from 2.25 to 5.
        for (column, darkness) in [(2, 0.75), (3, 1.0), (4, 1.0)] {
            bar.add(column, 7, darkness);
        }
        assert_eq!(bar.ink(), 2.75);
        let (x, y) = bar.centre().unwrap();
        assert!((x - f32::midpoint(2.25, 5.0)).abs() < 0.05, "{x}");
        assert_eq!(y, 7.5);
    }

    #[test]
    fn ink_that_leans_to_the_right_has_a_negative_slant() {
        let mut stroke = Moments::default();
        for step in 0..4 {
            stroke.add(10 - step, step, 1.0);
        }
        assert!((stroke.slant() + 1.25).abs() < 1e-6, "{}", stroke.slant());
    }

    #[test]
    fn nothing_has_no_centre() {
        assert_eq!(Moments::default().centre(), None);
        assert_eq!(Moments::default().spread(), (0.0, 0.0));
        assert_eq!(Moments::default().slant(), 0.0);
    }
}
