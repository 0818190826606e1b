//! Pages of PDF files: their images, and the glyphs of their text.
//!
//! [`Document::open`] opens a file. [`Document::render`] draws one page as a PNG, which records its resolution.
//! [`Document::read`] reads the glyphs of a page from the file itself, without OCR, and says whether they can be trusted
//! ([`Way`]). All have limits; their errors advise what to do about a file that they refuse.
//!
//! [hayro](https://github.com/LaurenzV/hayro) does the drawing. It may panic on a damaged file, and a hostile file can
//! take any amount of time and memory, which this crate does not limit. A program that reads untrusted files should
//! draw and read them in a process or worker with limits. The command uses a separate process
//! (`crates/native/src/pdf.rs`), and the app a worker whose module has a maximum memory (`crates/pdf-web`).

mod bearings;
mod content;
mod document;
mod encode;
mod error;
mod figures;
mod interpret;
mod letters;
mod limits;
mod links;
mod marked;
mod meaning;
mod raster;
mod text;
mod way;

pub use content::{
    Anchor, Area, Character, Content, Font, Link, Mark, Outline, PlacedGlyph, Shape, Target, Visibility,
};
pub use document::{Document, Missing, PageImage, is_pdf};
pub use error::{OpenError, RenderError};
pub use limits::Limits;
pub use raster::Raster;
pub use text::Counts;
pub use way::{Obstacle, Reading, Way};

/// Default resolution in dots per inch: the one that most scanners and benchmarks use, and enough to distinguish
/// subscripts.
pub const DEFAULT_DPI: u16 = 200;
