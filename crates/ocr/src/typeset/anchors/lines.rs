//! The lines below named places.

use texlens_vocabulary::{Anchor, BBox, PageGlyphs};

use super::places::line;
use super::{headings, keys};
use crate::typeset::named::Named;

/// Largest distance of a line from the place above it, in lines: downwards, and to the side.
const BELOW: f32 = 2.5;
const ASIDE: f32 = 12.0;
/// Largest number of places that name lines of one page.
const MOST: usize = 1_000;
/// A baseline that is less far below a place belongs to the line before, in lines: hyperref raises places by a line.
const RAISED: f32 = 0.2;

/// The named places of a page that name lines.
#[derive(Debug)]
pub(in crate::typeset) struct Names<'p> {
    places: Vec<(&'p Anchor, Named)>,
    line: f32,
}

impl<'p> Names<'p> {
    pub(in crate::typeset) fn of(page: &'p PageGlyphs) -> Self {
        let named = |anchor: &'p Anchor| {
            let named = if keys::author_key(&anchor.name).is_some() {
                Named::Entry
            } else if headings::stands_alone(&anchor.name) {
                Named::Heading
            } else {
                return None;
            };
            Some((anchor, named))
        };
        Self {
            places: page.anchors.iter().filter_map(named).take(MOST).collect(),
            line: line(page),
        }
    }

    /// Returns what the places say about the lines of a column, which are given from top to bottom by baseline and box.
    /// Takes O(p log n) time for p places and n lines.
    pub(in crate::typeset) fn name(&self, lines: &[(f32, BBox)]) -> Vec<Option<Named>> {
        let mut names = vec![None; lines.len()];
        for (anchor, named) in &self.places {
            let at = lines.partition_point(|(baseline, _)| *baseline <= anchor.y + RAISED * self.line);
            let Some((_, bbox)) = lines.get(at) else { continue };
            let is_near = bbox.y0 - anchor.y < BELOW * self.line && (bbox.x0 - anchor.x).abs() < ASIDE * self.line;
            if let Some(name) = names.get_mut(at).filter(|_| is_near) {
                *name = Some(*named);
            }
        }
        names
    }
}
