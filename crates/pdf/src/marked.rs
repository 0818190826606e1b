//! What marked content says of the glyphs in it.

use crate::content::{Content, Mark, PlacedGlyph};

/// What the marked content of a page says of its glyphs.
pub(crate) struct Marks<'c> {
    marks: &'c [Mark],
    /// For each mark, whether it or one around it is a running head or a page number.
    is_pagination: Vec<bool>,
    /// For each mark, the number of its glyphs.
    glyphs: Vec<usize>,
}

impl<'c> Marks<'c> {
    pub(crate) fn of(content: &'c Content) -> Self {
        let mut is_pagination: Vec<bool> = Vec::with_capacity(content.marks.len());
        for mark in &content.marks {
            let around = mark.within.and_then(|within| is_pagination.get(within)).copied();
            is_pagination.push(mark.artifact.as_deref() == Some("Pagination") || around == Some(true));
        }
        let mut glyphs = vec![0; content.marks.len()];
        for glyph in &content.glyphs {
            if let Some(count) = glyph.mark.and_then(|mark| glyphs.get_mut(mark)) {
                *count += 1;
            }
        }
        Self {
            marks: &content.marks,
            is_pagination,
            glyphs,
        }
    }

    /// Reports whether a glyph belongs to a running head or a page number.
    pub(crate) fn is_pagination(&self, glyph: &PlacedGlyph) -> bool {
        let is = |mark: usize| self.is_pagination.get(mark) == Some(&true);
        glyph.mark.is_some_and(is)
    }

    /// Returns the text that a glyph alone stands for.
    pub(crate) fn text(&self, glyph: &PlacedGlyph) -> Option<&'c str> {
        let mark = glyph.mark.filter(|mark| self.glyphs.get(*mark) == Some(&1))?;
        self.marks.get(mark)?.text.as_deref()
    }
}
