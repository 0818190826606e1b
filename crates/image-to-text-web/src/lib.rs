//! The worker that reads with an image-to-text model of a person: checks, preprocessing and decoding of
//! `texlens-image-to-text`, with ONNX Runtime Web for the graphs. It is a module of its own, since the tokenizers are
//! nearly as large as all other workers together.
#![cfg(target_arch = "wasm32")]

mod archive;
mod error;
mod found;
mod graphs;
mod kept;
mod loaded;
mod server;

pub use server::start_image_to_text_worker;
