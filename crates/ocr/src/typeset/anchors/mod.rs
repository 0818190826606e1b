//! What the links and named places of a PDF file add to the LaTeX that was written from the glyphs: the keys of
//! citations, the levels of headings, addresses, and where headings and entries of the bibliography begin. Files without
//! them lose nothing.

mod addresses;
mod edits;
mod headings;
mod inside;
mod keys;
mod lines;
mod places;

use texlens_vocabulary::{PageGlyphs, Recognition};

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
        edits.extend(addresses::edits(page, recognition));
    }
    for (recognition, edits) in written.iter_mut().zip(edits) {
        edits::apply(recognition, edits);
    }
}
