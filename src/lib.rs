//! texlens: the Yew front end and its workers, in one WebAssembly module. Code that needs no browser is in
//! `texlens-workspace`.
#![cfg(target_arch = "wasm32")]

pub mod app;
mod judge;
pub mod worker;
