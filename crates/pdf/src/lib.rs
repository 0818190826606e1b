//! Pages of PDF files as images.
//!
//! [`Document::open`] reads a file, [`Document::render`] draws one page as a PNG at a resolution, which the image itself tells too. Both
//! know limits, and say what to do about a file that they refuse.
//!
//! The drawing is [hayro](https://github.com/LaurenzV/hayro)'s. It may panic on a damaged file, and a file can be made to take any time and
//! memory, which this crate does not bound. A program that reads untrusted files draws them in a process or worker with limits: the command in a
//! process of itself (`crates/cli/src/pdf.rs`), the app in a worker whose module has a largest memory (`crates/pdf-web`).

mod document;
mod encode;
mod error;
mod limits;
mod raster;

pub use document::{Document, Missing, PageImage, is_pdf};
pub use error::{OpenError, RenderError};
pub use limits::Limits;
pub use raster::Raster;

/// Dots per inch, where nobody says otherwise: what most scanners and benchmarks use, and enough to tell subscripts.
pub const DEFAULT_DPI: u16 = 200;
