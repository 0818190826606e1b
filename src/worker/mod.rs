//! The page's handles on its workers, one file each: [`reading`] of pages, [`score`], [`tex`], [`formulas`], [`pdf`],
//! [`import`], [`image_to_text`], [`latexbench`], [`leaderboard`], [`ratings`], [`readers`], [`synthesis`], [`compare`] and
//! [`saving`]. All use the same supervisor, which keeps a worker alive. The workers themselves are in the crates
//! `texlens-workers` and `texlens-image-to-text-web`.

pub mod asking;
pub mod compare;
pub mod formulas;
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

mod supervisor;

/// The number of images that a worker with ONNX Runtime reads before another one takes its place. Loading a model again
/// costs little beside so many, and what runtime and drivers do not give back cannot add up over thousands of pages.
const IMAGES: u32 = 100;
