//! The runtime of the network, which the calling program supplies.

use super::tiles::Tile;

/// Runs the detector's graph: input `image` (f32, `[1, 1, height, width]`, ink), output `glyphs` (f32, `[n, 12]`, see
/// [`ROW`](super::ROW)).
pub trait Backend {
    /// Why a tile could not be run.
    type Error: std::error::Error;

    /// The rows of `glyphs`, one after the other.
    fn run(&mut self, tile: &Tile) -> impl Future<Output = Result<Vec<f32>, Self::Error>>;
}
