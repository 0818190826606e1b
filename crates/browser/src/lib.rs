//! The parts of the browser that the page and its workers both use: fetching files of the app, the caches that
//! store them and files of the user, and locks.
#![cfg(target_arch = "wasm32")]

pub mod engine;
pub mod fetch;
pub mod kept;
pub mod locks;
pub mod user_files;
