//! texlens: the Yew front end and its worker, one WebAssembly module, and what other JavaScript may call in it.

#[cfg(target_arch = "wasm32")]
pub mod api;
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
