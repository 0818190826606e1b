//! The running text of a document: its size, weight and shape, which lengths and styles are compared with.

use texlens_vocabulary::Style;

use super::mark::{Mark, quantile};

/// What the running text is like.
#[derive(Debug, Clone, Copy)]
pub(super) struct Body {
    /// The em of most letters.
    pub(super) size: f32,
    /// Whether bold is what running text is set in.
    pub(super) is_bold: bool,
    /// Whether it has no serifs.
    pub(super) is_sans: bool,
}

impl Body {
    /// What most letters of some pages, each with the scale that its sizes are measured by, are set in.
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

    /// The same on a page of another scale.
    pub(super) fn at(self, scale: f32) -> Self {
        Self {
            size: self.size * scale,
            ..self
        }
    }
}
