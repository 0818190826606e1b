//! ONNX Runtime Web in a worker: its builds, its sessions, and the adapters of WebGPU. `www/onnx-runtime.mjs` is its
//! other half.

mod adapter;
mod runtime;

pub use adapter::{Gpus, Limits, gpus};
pub use runtime::{Build, Device, External, Loaded, Runtime, RuntimeError, Stored, threads};
