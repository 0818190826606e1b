//! Messages between the main thread and the workers: one module per worker, and the [`frame`] that all of them share.

pub mod compare;
pub mod formulas;
pub mod frame;
pub mod image_to_text;
pub mod import;
pub mod latexbench;
pub mod leaderboard;
pub mod pdf;
pub mod ratings;
pub mod readers;
pub mod reading;
pub mod saving;
pub mod score;
pub mod synthesis;
pub mod tex;

pub use frame::{Heard, Job};
