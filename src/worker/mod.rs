//! Work off the page's thread, and the page's handles on it: one worker reads pages, others ([`score`]) score texts, one
//! ([`tex`]) compiles them, one ([`pdf`]) draws pages of PDF files, one ([`compare`]) compares systems. All are kept alive by the same supervisor and speak through the same channel.

pub mod compare;
pub mod import;
pub mod pdf;
pub mod protocol;
pub mod score;
pub mod tex;

mod packed;

#[cfg(target_arch = "wasm32")]
mod channel;
#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod detector;
#[cfg(target_arch = "wasm32")]
mod port;
#[cfg(target_arch = "wasm32")]
mod provider;
#[cfg(target_arch = "wasm32")]
mod runtime;
#[cfg(target_arch = "wasm32")]
mod server;
#[cfg(target_arch = "wasm32")]
mod supervisor;
#[cfg(target_arch = "wasm32")]
mod timing;

#[cfg(target_arch = "wasm32")]
pub use client::WorkerClient;
#[cfg(target_arch = "wasm32")]
pub use server::start_worker;
