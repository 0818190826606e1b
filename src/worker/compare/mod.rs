//! Systems compared off the page's thread: ten thousand resamples for each metric take their time. One worker, which keeps the scores that it was given; giving a comparison up is ending it.

pub mod protocol;

#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod server;

#[cfg(target_arch = "wasm32")]
pub use client::CompareClient;
#[cfg(target_arch = "wasm32")]
pub use server::start_compare_worker;
