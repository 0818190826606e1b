//! Work off the page's thread, and the page's handles on it: one worker reads pages, others ([`score`]) score texts, one
//! ([`tex`]) compiles them, one ([`pdf`]) draws pages of PDF files, one ([`compare`]) compares systems. All are kept alive by the same supervisor and speak through the same channel.

pub mod compare;
pub mod import;
pub mod pdf;
pub mod score;
pub mod tex;

mod channel;
mod client;
mod detector;
mod port;
mod provider;
mod runtime;
mod server;
mod supervisor;
mod timing;

pub use client::WorkerClient;
pub use server::start_worker;
