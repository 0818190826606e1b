//! Parts of the browser that the page and its workers both use: files of the app, the cache that keeps them, locks, and
//! the messages between page and worker.
#![cfg(target_arch = "wasm32")]

pub mod channel;
pub mod engine;
pub mod fetch;
pub mod kept;
pub mod locks;
