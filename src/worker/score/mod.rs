//! Scores off the page's thread, in as many workers as the machine has processors to spare: texts come in batches, since a
//! message costs more than a short formula.

mod client;
mod server;
mod texbleu;

pub use client::{ScoreClient, lanes};
pub use server::start_score_worker;
pub(crate) use texbleu::evidence;
