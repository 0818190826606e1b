//! The TeX engine: pdfTeX as a WebAssembly program, run in a memory of its own, and what it says of a text.
//!
//! The engine is a file beside the program, never a part of it; [`Manifest`] lists what belongs to it. [`Compiler`] takes those files and runs texts
//! through the engine: natively with the feature `native`, in a browser by the browser's own WebAssembly, where it belongs into a worker because a
//! run blocks. Both give the engine the same world, a folder in memory, so that a text has one verdict everywhere.

mod assembly;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod engine;
mod lines;
mod source;

pub use assembly::{Assembly, MAX_BYTES, compile_pages};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use engine::{Artefact, ArtefactError, Compiler, Content, Limits, Manifest, Use};
pub use source::{Form, Source};
pub use texlens_vocabulary::{Compilation, Limit, TexError};
