//! The tables of the app as text, to be copied: all rows, not only those in sight, with the numbers that the screen
//! shows. [`ResultTable`](texlens_report::ResultTable) writes them in each format.

mod compare;
mod matrix;
mod scores;

pub use compare::{breakdown, correlations, differences, leaderboard, scatter, unit_tests};
pub use matrix::matrix;
pub use scores::scores;
