//! Reads DVI files: the exact glyphs and rules of pages that TeX has set.
//!
//! [`pages`] executes the commands of the file with the widths of the fonts' metrics. With the feature `labels`,
//! [`read`] gives the page as a reader sees it: each code of a font has a symbol, an accented letter is a letter and an
//! accent, and a slash through an equals sign is one symbol. The typesetter of `texlens-ocr` reads such pages like
//! detected ones. They show what its rules do with perfect glyphs. They also make its tests: a few lines of LaTeX become
//! a page of glyphs.

mod bytes;
mod colour;
#[cfg(feature = "native")]
mod engine;
mod error;
#[cfg(feature = "labels")]
mod labels;
mod reader;
mod tfm;

pub use colour::Colour;
#[cfg(feature = "native")]
pub use engine::{Engine, EngineError};
pub use error::DviError;
#[cfg(feature = "labels")]
pub use labels::{Document, read};
pub use reader::{Bar, Font, Note, Page, Placed, pages};
