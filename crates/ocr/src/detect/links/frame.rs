//! Dimensions of frames around links, and the bars of ink that they consist of.

use std::ops::Range;

use crate::detect::image::Ink;

/// Darkness above which a pixel may belong to a frame: some colours are as light as this in grey.
pub(super) const INK: f32 = 0.15;
/// Thickness of a frame's lines, in pixels at the model's resolution; a line of 1 pt has two.
pub(super) const THICKNESS: Range<usize> = 1..5;
/// Height of a frame around one line of text, in pixels at the model's resolution.
pub(super) const HEIGHT: Range<usize> = 10..64;
/// Width of the narrowest frame, around one digit, in pixels at the model's resolution.
pub(super) const WIDTH: usize = 8;
/// Largest difference from the colour of frames that touch others; the colour is known from frames that stand alone.
pub(super) const EXACT: f32 = 0.04;
/// Most rows by which a frame's sides may be longer where another frame touches it.
pub(super) const TOUCH: usize = 4;

/// A horizontal line of ink from one side of a frame to the other.
#[derive(Debug, Clone)]
pub(super) struct Bar {
    pub(super) columns: Range<usize>,
    pub(super) rows: Range<usize>,
}

/// Reports whether there is ink within a part of the page.
pub(super) fn holds_ink(ink: &Ink, columns: Range<usize>, mut rows: Range<usize>) -> bool {
    rows.any(|y| ink.row(y)[columns.clone()].iter().any(|&value| value > INK))
}
