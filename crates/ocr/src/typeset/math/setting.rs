//! How the rows of a formula are set, which tells what of their look is the author's.

use super::super::mark::Mark;

/// TeX's styles, as far as they can be told apart by what they do (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Display,
    Text,
    /// Scripts of every order.
    Script,
}

/// How a row is set.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) style: Style,
    /// The em of the text around the formula.
    pub(super) em: f32,
    /// Whether places are known to a hundredth of an em, as those of a DVI file are, and not only to a twentieth.
    pub(super) is_exact: bool,
    /// Whether its spaces are as wide as they are by nature: those of a formula in text stretch and shrink with its line.
    pub(super) is_rigid: bool,
}

impl Setting {
    /// Of a formula.
    pub(super) fn of(marks: &[Mark<'_>], style: Style, em: f32) -> Self {
        Self {
            style,
            em,
            // A detector is never wholly sure.
            is_exact: marks.iter().all(|mark| mark.confidence >= 1.0),
            is_rigid: style == Style::Display,
        }
    }

    /// Of a numerator or denominator.
    pub(super) fn part(self) -> Self {
        let style = match self.style {
            Style::Display => Style::Text,
            Style::Text | Style::Script => Style::Script,
        };
        self.boxed(style)
    }

    /// Of a cell of an array.
    pub(super) fn cell(self) -> Self {
        let style = if self.style == Style::Script {
            Style::Script
        } else {
            Style::Text
        };
        self.boxed(style)
    }

    /// Of a script.
    pub(super) fn script(self) -> Self {
        self.boxed(Style::Script)
    }

    /// Of the same row, as large as in a display.
    pub(super) fn display(self) -> Self {
        Self {
            style: Style::Display,
            ..self
        }
    }

    /// Of a row that TeX sets as a box of its natural width.
    pub(super) fn boxed(self, style: Style) -> Self {
        Self {
            style,
            is_rigid: true,
            ..self
        }
    }
}
