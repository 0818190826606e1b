//! The glyphs in the boxes of links.

use texlens_vocabulary::{BBox, PageGlyphs};

/// Glyphs of a page by the height of their centres.
pub(super) struct Inside {
    /// x and y of the centre, and the index of the glyph.
    centres: Vec<(f32, f32, u32)>,
}

impl Inside {
    /// Collects glyphs of a page by their indices.
    pub(super) fn of(page: &PageGlyphs, glyphs: impl Iterator<Item = u32>) -> Self {
        let centre = |index: u32| {
            let bbox = page.glyphs.get(index as usize)?.bbox();
            Some(((bbox.x0 + bbox.x1) / 2.0, (bbox.y0 + bbox.y1) / 2.0, index))
        };
        let mut centres: Vec<_> = glyphs.filter_map(centre).collect();
        centres.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.2.cmp(&b.2)));
        Self { centres }
    }

    /// Returns the indices of the glyphs whose centres lie in a box.
    pub(super) fn of_box(&self, bbox: BBox) -> impl Iterator<Item = u32> {
        self.within(bbox).map(|(_, index)| index)
    }

    /// Returns the glyphs whose centres lie in a box from left to right.
    pub(super) fn left_to_right(&self, bbox: BBox) -> Vec<u32> {
        let mut inside: Vec<(f32, u32)> = self.within(bbox).collect();
        inside.sort_by(|a, b| a.0.total_cmp(&b.0));
        inside.into_iter().map(|(_, index)| index).collect()
    }

    fn within(&self, bbox: BBox) -> impl Iterator<Item = (f32, u32)> {
        let first = self.centres.partition_point(|(_, y, _)| *y < bbox.y0);
        let last = self.centres.partition_point(|(_, y, _)| *y <= bbox.y1);
        let rows = self.centres.get(first..last).unwrap_or_default();
        rows.iter()
            .filter(move |(x, ..)| (bbox.x0..=bbox.x1).contains(x))
            .map(|(x, _, index)| (*x, *index))
    }
}
