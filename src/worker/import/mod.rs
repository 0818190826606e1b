//! What a person brings, off the page's thread: a worker lists thousands of files, says what it understood of them, and hands samples
//! over as fast as the page takes them.

mod client;
mod server;

pub use client::ImportClient;
pub use server::start_import_worker;
