//! The parts of the browser that the page and its workers both use: fetching files of the app, the cache that stores
//! them, and locks.
#![cfg(target_arch = "wasm32")]

pub mod engine;
pub mod fetch;
pub mod kept;
pub mod locks;
