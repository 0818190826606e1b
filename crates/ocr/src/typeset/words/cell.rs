//! A cell: glyphs that move together along a line, and whether they are text or mathematics.

use texlens_vocabulary::{BBox, Style};

use crate::typeset::mark::{Extent, Mark};
use crate::typeset::math;

/// Glyphs that move together along a line: a glyph with its accents, or a fraction or root with all its parts.
#[derive(Debug, Clone)]
pub(in crate::typeset) struct Cell<'a> {
    /// The marks of the cell, the glyph itself first.
    pub(in crate::typeset) marks: Vec<Mark<'a>>,
    pub(in crate::typeset) rules: Vec<BBox>,
    pub(in crate::typeset) bbox: BBox,
    pub(super) role: Role,
    /// Whether the cell stands above or below the line.
    pub(in crate::typeset) is_script: bool,
}

/// TeX's `\nulldelimiterspace` and `\scriptspace`, in em of 10 pt.
const BESIDE_FRACTION: f32 = 0.12;
const AFTER_SCRIPT: f32 = 0.05;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Mathematics in any context.
    Math,
    /// Text or mathematics, like its neighbours.
    Neutral,
    /// Text, unless the cell names an operator.
    Text,
}

impl<'a> Cell<'a> {
    pub(in crate::typeset) fn base(&self) -> Option<&Mark<'a>> {
        self.marks.first()
    }

    /// Reports whether the cell occurs only in mathematics.
    pub(in crate::typeset) fn is_math(&self) -> bool {
        self.role == Role::Math
    }

    pub(super) fn symbol(&self) -> &'a str {
        self.base().map_or("", |mark| mark.symbol)
    }

    pub(super) fn is_plain_letter(&self) -> bool {
        self.marks.len() == 1 && !self.is_script && self.base().is_some_and(Mark::is_letter)
    }

    pub(super) fn is_italic(&self) -> bool {
        self.role == Role::Text && self.base().is_some_and(|mark| mark.style == Style::Italic)
    }

    /// Returns the space that TeX puts before the cell in any context, in a line with this em: at both ends of a
    /// fraction.
    pub(super) fn lead(&self, em: f32) -> f32 {
        if self.is_fraction() { BESIDE_FRACTION * em } else { 0.0 }
    }

    /// Returns the space that TeX puts after the cell in any context. A letter of a formula has its italic correction,
    /// a script half a point.
    pub(super) fn trail(&self, em: f32) -> f32 {
        let Some(mark) = self.base().filter(|_| self.role == Role::Math) else {
            return 0.0;
        };
        if self.is_fraction() {
            return BESIDE_FRACTION * em;
        }
        let is_tall = self.bbox.height() > 1.6 * mark.size;
        let correction = mark.size * math::italic_correction(mark.symbol, mark.style, is_tall);
        correction + if self.is_script { AFTER_SCRIPT * em } else { 0.0 }
    }

    fn is_fraction(&self) -> bool {
        let has_parts = |rule: &BBox| {
            let is_over = |mark: &Mark<'_>| mark.bbox.middle() < rule.y0;
            self.marks.iter().any(is_over) && !self.marks.iter().all(is_over)
        };
        self.marks.len() > 1 && self.rules.iter().any(has_parts)
    }

    pub(super) fn is(&self, symbols: &str) -> bool {
        self.base().and_then(Mark::char).is_some_and(|c| symbols.contains(c))
    }
}
