//! The symbols of fonts: what a reader sees in a glyph, by the class names of the detector.
//!
//! A glyph is known by its code in a font of TeX ([`Look::of`]), by its name in a font of a PDF ([`Face`]), by the
//! characters that it stands for ([`characters`]), or by its outline ([`Outline::known`]). [`Labels`] turns known glyphs into those of a page: an accented letter
//! becomes a letter and an accent, and a slash through an equals sign is one symbol. Readers of DVI and PDF files share
//! all of this, so the typesetter of `texlens-ocr` reads their pages alike.

mod faces;
mod labels;
mod outlines;
mod tables;
mod unicode;

pub use faces::{Face, brace_piece, tex_box};
pub use labels::{Labels, Place};
pub use outlines::Outline;
pub use tables::{Look, Meaning};
pub use unicode::{Read, characters};
