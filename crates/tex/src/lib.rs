//! The TeX engine: pdfTeX as a WebAssembly program, run in a memory of its own, and what it says of a text.

mod compilation;

pub use compilation::{Compilation, Limit, TexError};
