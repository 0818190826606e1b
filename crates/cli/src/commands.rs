//! One module for each subcommand.

pub(crate) mod about;
pub(crate) mod arguments;
pub(crate) mod compile;
pub(crate) mod correlate;
pub(crate) mod evaluate;
pub(crate) mod judge;
pub(crate) mod latexbench;
pub(crate) mod leaderboard;
pub(crate) mod make_pages;
pub(crate) mod ocr;
pub(crate) mod ratings;
pub(crate) mod read;
pub(crate) mod render;
pub(crate) mod reward;
pub(crate) mod score;
