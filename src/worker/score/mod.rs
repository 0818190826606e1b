//! Scores off the page's thread, in as many workers as the machine has processors to spare: texts come in batches, since a
//! message costs more than a short formula.

pub mod protocol;

#[cfg(target_arch = "wasm32")]
mod client;
#[cfg(target_arch = "wasm32")]
mod server;
#[cfg(target_arch = "wasm32")]
mod texbleu;

#[cfg(target_arch = "wasm32")]
pub use client::{ScoreClient, lanes};
#[cfg(target_arch = "wasm32")]
pub use server::start_score_worker;
#[cfg(target_arch = "wasm32")]
pub(crate) use texbleu::evidence;
