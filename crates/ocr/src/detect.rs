//! Image to glyphs: tiles go through a [`Backend`], its answers are decoded and merged.

/// A square of the page at the model's resolution, ready for the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Tile {
    /// Pixels across; a multiple of the model's stride.
    pub width: usize,
    /// Pixels down; a multiple of the model's stride.
    pub height: usize,
    /// Ink, row by row: 0 for paper, 1 for black.
    pub ink: Vec<f32>,
}

/// Runs the detector's graph: input `image` (f32, `[1, 1, height, width]`, ink), output `glyphs` (f32, `[n, 11]`).
pub trait Backend {
    /// Why a tile could not be run.
    type Error: std::error::Error;

    /// The rows of `glyphs`, one after the other.
    fn run(&mut self, tile: &Tile) -> impl Future<Output = Result<Vec<f32>, Self::Error>>;
}
