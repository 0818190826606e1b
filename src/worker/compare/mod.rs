//! Systems compared off the page's thread: ten thousand resamples for each metric take their time. One worker, which keeps the scores that it was given; giving a comparison up is ending it.

mod client;
mod server;

pub use client::CompareClient;
pub use server::start_compare_worker;
