//! LaTeX as TeX sets it, as pictures.

use texlens_appearance::drawings;
use texlens_draw::{Bounds, DrawError, Drawing, Frame, PAPER, PngError, Setter, Typeset};

/// A fragment is set on pages without numbers.
const FRAGMENT: Frame<'static> = Frame {
    prelude: "\\pagestyle{empty}",
    before: "",
    after: "",
};

/// The kind of a text that is drawn. None has a `\documentclass`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawingKind {
    /// The body of a document: whole pages.
    Page,
    /// A piece of a body, such as a paragraph or a table: no page number, cut at its ink.
    Fragment,
    /// A formula, with or without delimiters: set as a display, cut at its ink.
    Formula,
}

impl DrawingKind {
    /// Sets texts of this kind. The engine of the setter needs the files of [`texlens_tex::Use::Dvi`].
    ///
    /// # Errors
    /// If the engine cannot be used. A text with errors is set as far as possible, and the errors are in the result.
    pub fn set(self, setter: &Setter<'_>, texts: &[&str]) -> Result<Vec<Typeset>, DrawError> {
        match self {
            Self::Formula => drawings(setter, texts),
            Self::Fragment => texts.iter().map(|text| setter.framed(text, FRAGMENT)).collect(),
            Self::Page => texts.iter().map(|text| setter.body(text)).collect(),
        }
    }

    /// Returns a page as SVG.
    #[must_use]
    pub fn svg(self, page: &Drawing) -> String {
        page.to_svg(self.area(page), "g")
    }

    /// Returns a page as PNG.
    ///
    /// # Errors
    /// If the image would be too large.
    pub fn png(self, page: &Drawing, dpi: u16) -> Result<Vec<u8>, PngError> {
        page.to_png(self.area(page), dpi.into())
    }

    /// Returns the part of the paper that is drawn.
    fn area(self, page: &Drawing) -> Bounds {
        let ink = page.bounds().filter(|_| self != Self::Page);
        ink.unwrap_or(PAPER)
    }
}
