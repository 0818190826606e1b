//! The interface to the runtime of the network. The calling program supplies the runtime.

use super::tiles::Tile;

/// Runs the detector's graph. The input is `image` (f32, `[1, 1, height, width]`, ink), the output is `glyphs` (f32,
/// `[n, 12]`, see [`ROW`](super::ROW)).
pub trait Backend {
    /// The error of a tile that could not be run.
    type Error: std::error::Error;

    /// Runs the graph on a tile and returns the rows of `glyphs`, one after the other.
    fn run(&mut self, tile: &Tile) -> impl Future<Output = Result<Vec<f32>, Self::Error>>;
}
