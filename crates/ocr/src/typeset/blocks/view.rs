//! A line and its surroundings, as the readers of blocks see them.

use texlens_vocabulary::BBox;

use super::block::{Block, ItemLabel};
use super::column::Column;
use super::look::Looks;
use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::mark::Extent;

/// The place of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) bbox: BBox,
    pub(super) baseline: f32,
    pub(super) size: f32,
}

/// A row, the blocks above it, and the rows below it.
pub(super) struct View<'v, 'a> {
    pub(super) row: &'v Row<'a>,
    /// The place of the line above the row in its column.
    pub(super) above: Option<Place>,
    /// The blocks that were read above the row.
    pub(super) blocks: &'v [Block<'a>],
    /// The rows that follow, in order.
    pub(super) rest: &'v [Row<'a>],
    pub(super) column: Column,
    pub(super) body: Body,
    pub(super) looks: &'v Looks,
    /// Whether neither a title nor text has been read so far.
    pub(super) untitled: bool,
    /// The label of the item in which the column before ended, as if it stood in this column.
    pub(super) open: Option<ItemLabel>,
    /// Whether the column before ended in the table of contents.
    pub(super) in_contents: bool,
}

impl<'v, 'a> View<'v, 'a> {
    /// Returns the row below.
    pub(super) fn below(&self) -> Option<&'v Row<'a>> {
        self.rest.first()
    }

    /// Returns the distance from the baseline above; infinite at the top.
    pub(super) fn gap_above(&self) -> f32 {
        self.above
            .map_or(f32::INFINITY, |above| self.row.line.baseline - above.baseline)
    }

    /// Returns the distance to the baseline below; infinite at the bottom.
    pub(super) fn gap_below(&self) -> f32 {
        self.below()
            .map_or(f32::INFINITY, |below| below.line.baseline - self.row.line.baseline)
    }

    /// Whether the row is centred in the column.
    pub(super) fn is_centred(&self) -> bool {
        (self.row.line.bbox.centre() - self.column.centre()).abs() < self.body.size
    }
}
