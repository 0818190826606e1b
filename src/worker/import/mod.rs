//! What a person brings, off the page's thread: a worker lists thousands of files, says what it understood of them, and hands samples
//! over as fast as the page takes them.

pub mod protocol;

mod awaited;
mod desk;
mod held;
mod picture;

#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod server;

#[cfg(target_arch = "wasm32")]
pub use client::ImportClient;
pub use desk::{Desk, is_needed_at_once};
pub use picture::{PictureError, look};
#[cfg(target_arch = "wasm32")]
pub use server::start_import_worker;
