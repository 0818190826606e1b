//! A line in its surroundings, as the readers of blocks see it.

use texlens_vocabulary::BBox;

use super::block::Block;
use super::column::Column;
use super::look::Looks;
use super::row::Row;
use crate::typeset::body::Body;
use crate::typeset::mark::Extent;

/// Where a line stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) bbox: BBox,
    pub(super) baseline: f32,
    pub(super) size: f32,
}

/// A row, what was read above it, and the rows below it.
pub(super) struct View<'v, 'a> {
    pub(super) row: &'v Row<'a>,
    /// The line above it in its column.
    pub(super) above: Option<Place>,
    /// What was read above it.
    pub(super) blocks: &'v [Block<'a>],
    /// The rows that follow, in order.
    pub(super) rest: &'v [Row<'a>],
    pub(super) column: Column,
    pub(super) body: Body,
    pub(super) looks: &'v Looks,
    /// No title and no text has been seen.
    pub(super) untitled: bool,
}

impl<'v, 'a> View<'v, 'a> {
    /// The row below.
    pub(super) fn below(&self) -> Option<&'v Row<'a>> {
        self.rest.first()
    }

    /// From the baseline above; infinite at the top.
    pub(super) fn gap_above(&self) -> f32 {
        self.above
            .map_or(f32::INFINITY, |above| self.row.line.baseline - above.baseline)
    }

    /// To the baseline below; infinite at the bottom.
    pub(super) fn gap_below(&self) -> f32 {
        self.below()
            .map_or(f32::INFINITY, |below| below.line.baseline - self.row.line.baseline)
    }

    /// Whether the row's middle is that of the column.
    pub(super) fn is_centred(&self) -> bool {
        (self.row.line.bbox.centre() - self.column.centre()).abs() < self.body.size
    }
}
