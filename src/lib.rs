//! texlens: the Yew front end and its workers, one WebAssembly module. What needs no browser is in `texlens-workspace`.
#![cfg(target_arch = "wasm32")]

pub mod app;
mod judge;
pub mod worker;
