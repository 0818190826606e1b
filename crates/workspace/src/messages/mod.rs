//! What page and workers say to each other, one worker a module.

pub mod compare;
pub mod import;
pub mod pdf;
pub mod reading;
pub mod score;
pub mod tex;

mod packed;

/// Names one piece of work; the page counts up.
pub type Job = u32;
