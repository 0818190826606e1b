//! texlens: the Yew front end and its workers, one WebAssembly module.

pub mod app;
pub mod blob;
pub mod brought;
#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod judge;
#[cfg(target_arch = "wasm32")]
mod kept;
#[cfg(target_arch = "wasm32")]
mod locks;
pub mod picture;
pub mod worker;
