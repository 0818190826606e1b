//! Dimensions of frames around links, and the bars of ink that they consist of.

use std::ops::Range;

use crate::detect::image::Ink;

/// Darker pixels may belong to a frame: some colours are as light as that in grey.
pub(super) const INK: f32 = 0.15;
/// How thick the lines of a frame are, in pixels at the model's resolution: a point has two.
pub(super) const THICKNESS: Range<usize> = 1..5;
/// How high a frame around one line of text is.
pub(super) const HEIGHT: Range<usize> = 10..64;
/// The narrowest frame, around one digit.
pub(super) const WIDTH: usize = 8;
/// The colour of frames that touch others is known, from those that stand alone.
pub(super) const EXACT: f32 = 0.04;
/// Rows by which the sides of a frame may be longer, where another frame touches it.
pub(super) const TOUCH: usize = 4;

/// A line of ink from edge to edge of a frame.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

/// Whether there is ink within a part of the page.
pub(super) fn holds_ink(ink: &Ink, columns: Range<usize>, mut rows: Range<usize>) -> bool {
    rows.any(|y| ink.row(y)[columns.clone()].iter().any(|&value| value > INK))
}
