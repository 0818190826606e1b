//! The TeX engine: pdfTeX as a WebAssembly program, run in a memory of its own, and what it says of a text.

mod assembly;
mod compilation;
mod lines;
mod source;

pub use assembly::{Assembly, MAX_BYTES, compile_pages};
pub use compilation::{Compilation, Limit, TexError};
pub use source::{Form, Source};
