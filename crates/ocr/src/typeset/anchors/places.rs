//! Named places of a page, by height.

use texlens_vocabulary::{Anchor, PageGlyphs};

/// Returns the height of a line, about, which is the unit of distances here.
pub(super) fn line(page: &PageGlyphs) -> f32 {
    let mut sizes: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f32::total_cmp);
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    LEADING * size
}

/// The named places of a page that matter to one of the parts, from top to bottom.
pub(super) struct Places<'p, T>(Vec<(&'p Anchor, T)>);

impl<'p, T: Copy> Places<'p, T> {
    pub(super) fn new(page: &'p PageGlyphs, pick: impl Fn(&'p Anchor) -> Option<T>) -> Self {
        let picked = page.anchors.iter().filter_map(|anchor| Some((anchor, pick(anchor)?)));
        let mut places: Vec<_> = picked
            .filter(|(anchor, _)| anchor.x.is_finite() && anchor.y.is_finite())
            .collect();
        places.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        Self(places)
    }

    /// Returns the place with the least distance. Only places between these heights have one.
    pub(super) fn nearest(&self, [from, to]: [f32; 2], distance: impl Fn(&Anchor) -> Option<f32>) -> Option<T> {
        let first = self.0.partition_point(|(anchor, _)| anchor.y < from);
        let within = self.0.iter().skip(first).take_while(|(anchor, _)| anchor.y <= to);
        // A page of a book has few places at one height.
        let near = within
            .take(MOST)
            .filter_map(|(anchor, what)| Some((distance(anchor)?, *what)));
        near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, what)| what)
    }
}

/// Largest number of places that are compared with one heading or entry.
const MOST: usize = 100;

/// Distance of baselines in ems.
const LEADING: f32 = 1.2;
