//! Messages between the main thread and the workers, one module for each kind of worker.

pub mod compare;
pub mod import;
pub mod pdf;
pub mod reading;
pub mod score;
pub mod tex;

mod packed;

/// The id of a job. The main thread counts up.
pub type Job = u32;
