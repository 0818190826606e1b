//! The TeX engine: pdfTeX as a WebAssembly program, run in a separate memory, and its verdicts on texts.
//!
//! The engine is a file beside the program, never a part of it; [`Manifest`] lists its files. [`Compiler`] takes these
//! files and runs texts through the engine. With the feature `native`, the engine runs natively. In a browser, it runs
//! by the browser's own WebAssembly, in a worker because a run blocks. Both give the engine the same environment, a
//! folder in memory, so that a text has the same verdict everywhere.

mod assembly;
#[cfg(any(feature = "native", target_arch = "wasm32"))]
mod engine;
mod lines;
mod moved;
mod source;
mod usage;

pub use assembly::{Assembly, MAX_BYTES, compile_pages};
#[cfg(any(feature = "native", target_arch = "wasm32"))]
pub use engine::{Artefact, ArtefactError, Compiler, Content, Limits, Manifest, Set};
pub use moved::Copied;
pub use source::{Form, Source};
pub use texlens_vocabulary::{Compilation, Limit, TexError};
pub use usage::Use;
