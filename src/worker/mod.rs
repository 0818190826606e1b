//! The worker: recognition and scoring off the page's thread, and the page's handle on it.

pub mod protocol;

#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
mod client;

#[cfg(target_arch = "wasm32")]
pub use client::WorkerClient;
