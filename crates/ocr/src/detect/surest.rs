//! Reads an image at several scales and takes the reading with the highest confidence. This helps where the size of the
//! type cannot be told from the ink alone.

use std::ops::ControlFlow;

use super::backend::Backend;
use super::error::DetectError;
use super::image::GrayImage;
use super::model::Model;
use super::read::read_ink;
use crate::{Glyph, PageGlyphs};

/// Scales at which an image is read, relative to the most likely one.
const SIZES: [f32; 4] = [1.0, 0.8, 1.25, 1.6];
/// Confidence at which a glyph counts neither for a reading nor against it.
const DOUBTFUL: f32 = 0.5;

/// Returns the surest reading of an image whose type probably has a size. Only glyphs that `counts` accepts are
/// compared.
pub(super) async fn surest<B: Backend>(
    image: &GrayImage,
    likely: f32,
    counts: impl Fn(&Glyph) -> bool,
    model: &Model,
    backend: &mut B,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let mut readings = Vec::with_capacity(SIZES.len());
    for (done, size) in SIZES.into_iter().enumerate() {
        let step = |tile, tiles: usize| progress(done * tiles + tile, SIZES.len() * tiles);
        let reading = read_ink(&image.ink(likely * size), model, backend, step).await?;
        let counted = reading.glyphs.iter().filter(|glyph| counts(glyph));
        let worth: f32 = counted.map(|glyph| glyph.confidence - DOUBTFUL).sum();
        readings.push((worth, reading));
    }
    let surest = readings.into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
    Ok(surest.map(|(_, reading)| reading).unwrap_or_default())
}
