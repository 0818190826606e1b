//! texlens: the Yew front end and its worker, one WebAssembly module.

pub mod app;
pub mod worker;
