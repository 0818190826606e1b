//! The files of the TeX engine. Their sizes and hashes are known without a request; the browser stores each file once
//! it is fetched.

mod error;
mod files;
mod store;

pub use error::EngineError;
pub use files::{all, download, manifest};
pub use store::{Store, is_kept};
