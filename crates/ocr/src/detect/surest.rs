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
/// Least number of glyphs of a reading, as a share of those of the fullest reading. Confidence does not make up for
/// fewer.
const FULL: f32 = 0.85;

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
        let found: Vec<f32> = reading
            .glyphs
            .iter()
            .filter(|glyph| counts(glyph))
            .map(|glyph| glyph.confidence)
            .collect();
        readings.push((reading, found));
    }
    let fullest = readings.iter().map(|(_, found)| found.len()).max().unwrap_or(0) as f32;
    let sureness = |confidences: &[f32]| confidences.iter().sum::<f32>() / confidences.len().max(1) as f32;
    let surest = readings
        .into_iter()
        .filter(|(_, found)| found.len() as f32 >= FULL * fullest)
        .max_by(|(_, a), (_, b)| sureness(a).total_cmp(&sureness(b)));
    Ok(surest.map(|(reading, _)| reading).unwrap_or_default())
}
