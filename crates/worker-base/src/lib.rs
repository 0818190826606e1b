//! What workers of several modules share: the connection to the page (`Port`) and ONNX Runtime Web (`onnx`).
#![cfg(target_arch = "wasm32")]

pub mod onnx;
mod port;

pub use port::Port;
