//! Pages of PDF files as images.
//!
//! [`Document::open`] reads a file, [`Document::render`] draws one page as a PNG at a resolution, which the image itself tells too. Both
//! know limits, and say what to do about a file that they refuse.
//!
//! The drawing is [hayro](https://github.com/LaurenzV/hayro)'s. It may panic on a damaged file, and a file can be made to take any time: whoever reads files of
//! strangers does it in a place that may die. In a browser that is a worker (`crates/pdf-web`); elsewhere [`contained`] is such a place.

#[cfg(not(target_arch = "wasm32"))]
mod contained;
mod document;
mod encode;
mod error;
mod raster;

#[cfg(not(target_arch = "wasm32"))]
pub use contained::{Lost, contained};
pub use document::{Document, Limits, Missing, PageImage, is_pdf};
pub use error::{OpenError, RenderError};
pub use raster::Raster;

/// Dots per inch, where nobody says otherwise: what most scanners and benchmarks use, and enough to tell subscripts.
pub const DEFAULT_DPI: u16 = 200;
