//! The files of the TeX engine: their sizes and hashes are known without a request; the browser keeps them once fetched.

mod error;
mod files;
mod store;

pub use error::EngineError;
pub use files::{all, download, manifest, more_for_documents};
pub use store::{Store, is_kept};
