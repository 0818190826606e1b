//! The running text of a document: its size, weight and shape. Lengths and styles are compared with it.

use texlens_vocabulary::Style;

use super::mark::{Mark, quantile};

/// The size and style of running text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    /// The median em of the letters.
    pub(super) size: f32,
    /// Whether running text is set in bold.
    pub(super) is_bold: bool,
    /// Whether running text has no serifs.
    pub(super) is_sans: bool,
}

impl Body {
    /// Measures the letters of some pages. Each page comes with its scale, by which its sizes are divided.
    pub(super) fn of<'m, 'a: 'm>(pages: impl Iterator<Item = (&'m [Mark<'a>], f32)> + Clone) -> Self {
        let marks = || {
            pages
                .clone()
                .flat_map(|(marks, scale)| marks.iter().map(move |mark| (mark, scale)))
        };
        let letters = || marks().filter(|(mark, _)| mark.is_letter());
        let are_most =
            |fits: fn(Style) -> bool| 2 * letters().filter(|(mark, _)| fits(mark.style)).count() > letters().count();
        let relative = |(mark, scale): (&Mark<'_>, f32)| mark.size / scale;
        let size = quantile(letters().map(relative), 0.5);
        let size = if size > 0.0 {
            size
        } else {
            quantile(marks().map(relative), 0.5)
        };
        Self {
            size,
            is_bold: are_most(Style::is_bold),
            is_sans: are_most(Style::is_sans),
        }
    }

    /// Returns the same running text on a page of another scale.
    pub(super) fn at(self, scale: f32) -> Self {
        Self {
            size: self.size * scale,
            ..self
        }
    }
}
