//! Parts of the browser that the page and its workers both use: files of the app, the cache that keeps them, and locks.
#![cfg(target_arch = "wasm32")]

pub mod engine;
pub mod fetch;
pub mod kept;
pub mod locks;
