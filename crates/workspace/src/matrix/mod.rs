//! The matrix of samples and systems: one score of every prediction, and its difference to a baseline.
//!
//! [`Matrix::of`] takes the values from the scores that the state holds, and those of missing predictions from the
//! comparison. [`Matrix::shown`] filters and orders its rows. [`grid`] has what a grid of any size needs: which part is
//! in sight, and where the keys lead.

mod cell;
mod change;
pub mod grid;
mod order;
mod scores;

pub use cell::{CellState, MatrixCell};
pub use change::Change;
pub use scores::{Matrix, MatrixRow, metrics, reason, shown_metric};

#[cfg(test)]
mod tests;
