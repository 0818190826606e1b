//! The worker: recognition and scoring off the page's thread, and the page's handle on it.

pub mod protocol;

#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod detector;
#[cfg(target_arch = "wasm32")]
mod fetch;
#[cfg(target_arch = "wasm32")]
mod lock;
#[cfg(target_arch = "wasm32")]
mod provider;
#[cfg(target_arch = "wasm32")]
mod runtime;
#[cfg(target_arch = "wasm32")]
mod server;
#[cfg(target_arch = "wasm32")]
mod texbleu;

#[cfg(target_arch = "wasm32")]
pub use client::WorkerClient;
#[cfg(target_arch = "wasm32")]
pub use server::start_worker;
