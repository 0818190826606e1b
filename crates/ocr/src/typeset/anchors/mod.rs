//! What the links and named places of a PDF file add to the LaTeX that was written from the glyphs: the keys of
//! citations, the levels of headings, and where headings and entries of the bibliography begin. Files without them lose nothing.

mod edits;
mod headings;
mod keys;
mod lines;

use texlens_vocabulary::{Anchor, PageGlyphs, Recognition};

use edits::Edit;
pub(super) use lines::Names;

/// Corrects the LaTeX of a document's pages. Takes O(n log n) time for n glyphs, links, places and bytes of
/// LaTeX.
pub(super) fn apply(pages: &[PageGlyphs], written: &mut [Recognition]) {
    if pages
        .iter()
        .all(|page| page.links.is_empty() && page.anchors.is_empty())
    {
        return;
    }
    let mut edits: Vec<Vec<Edit>> = keys::edits(pages, written);
    let has_chapters = pages
        .iter()
        .flat_map(|page| &page.anchors)
        .any(|anchor| anchor.name.starts_with("chapter."));
    for ((edits, page), recognition) in edits.iter_mut().zip(pages).zip(written.iter()) {
        edits.extend(headings::edits(page, recognition, has_chapters));
    }
    for (recognition, edits) in written.iter_mut().zip(edits) {
        edits::apply(recognition, edits);
    }
}

/// Returns the height of a line, about, which is the unit of distances here.
fn line(page: &PageGlyphs) -> f32 {
    let mut sizes: Vec<f32> = page.glyphs.iter().map(|glyph| glyph.size).collect();
    sizes.sort_by(f32::total_cmp);
    let size = sizes.get(sizes.len() / 2).copied().unwrap_or_default();
    LEADING * size
}

/// The named places of a page that matter to one of the parts, from top to bottom.
struct Places<'p, T>(Vec<(&'p Anchor, T)>);

impl<'p, T: Copy> Places<'p, T> {
    fn new(page: &'p PageGlyphs, pick: impl Fn(&'p Anchor) -> Option<T>) -> Self {
        let picked = page.anchors.iter().filter_map(|anchor| Some((anchor, pick(anchor)?)));
        let mut places: Vec<_> = picked
            .filter(|(anchor, _)| anchor.x.is_finite() && anchor.y.is_finite())
            .collect();
        places.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
        Self(places)
    }

    /// Returns the place with the least distance. Only places between these heights have one.
    fn nearest(&self, [from, to]: [f32; 2], distance: impl Fn(&Anchor) -> Option<f32>) -> Option<T> {
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
