//! Draws what TeX has set: the glyphs and rules of a DVI page, as vectors.
//!
//! [`OutlineFont`] holds the outlines of a font in the compact form in which texlens supplies them. A [`Drawing`] places
//! them as a DVI file says. It gives the ink of every mark, and becomes SVG or, with the feature `png`, pixels. [`Setter`]
//! runs the TeX engine on LaTeX and draws the result. With the feature `pdf`, drawings become PDF files.

mod drawing;
mod font;
mod outline;
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_file;
#[cfg(feature = "png")]
mod png;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod setter;
mod svg;
#[cfg(feature = "pdf")]
mod type1;
#[cfg(feature = "pdf")]
mod type1_names;

pub use drawing::{Drawing, Fonts, Ink, Mark, MarkKind, PAPER};
pub use font::{FontError, OutlineFont};
pub use outline::{Bounds, Outline, Point, Segment};
#[cfg(feature = "pdf")]
pub use pdf_file::to_pdf;
#[cfg(feature = "png")]
pub use png::{Pixels, PngError, grey_png};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use setter::{DrawError, Frame, Setter, Typeset};
pub use svg::SvgStyle;
