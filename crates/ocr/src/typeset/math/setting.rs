//! The setting of a formula's rows, which shows how much of their look comes from the author.

use super::super::mark::Mark;

/// TeX's styles, where their effects differ (The TeXbook, chapter 17).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Display,
    Text,
    /// Scripts of every order.
    Script,
}

/// The setting of a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting {
    pub(super) style: Style,
    /// The em of the text around the formula.
    pub(super) em: f32,
    /// Whether positions are exact to 0.01 em, as in a DVI file, and not only to 0.05 em.
    pub(super) is_exact: bool,
    /// Whether spaces have their natural width; those of a formula in text stretch and shrink with its line.
    pub(super) is_rigid: bool,
}

impl Setting {
    /// Returns the setting of a formula.
    pub(super) fn of(marks: &[Mark<'_>], style: Style, em: f32) -> Self {
        Self {
            style,
            em,
            // A detector is never fully confident.
            is_exact: marks.iter().all(|mark| mark.confidence >= 1.0),
            is_rigid: style == Style::Display,
        }
    }

    /// Returns the setting of a numerator or denominator.
    pub(super) fn part(self) -> Self {
        let style = match self.style {
            Style::Display => Style::Text,
            Style::Text | Style::Script => Style::Script,
        };
        self.boxed(style)
    }

    /// Returns the setting of a cell of an array.
    pub(super) fn cell(self) -> Self {
        let style = if self.style == Style::Script {
            Style::Script
        } else {
            Style::Text
        };
        self.boxed(style)
    }

    /// Returns the setting of a script.
    pub(super) fn script(self) -> Self {
        self.boxed(Style::Script)
    }

    /// Returns the setting of the same row in display style.
    pub(super) fn display(self) -> Self {
        Self {
            style: Style::Display,
            ..self
        }
    }

    /// Returns the setting of a row that TeX sets as a box of its natural width.
    pub(super) fn boxed(self, style: Style) -> Self {
        Self {
            style,
            is_rigid: true,
            ..self
        }
    }
}
