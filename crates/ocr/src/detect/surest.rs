//! Reads a small image at several scales: the network decides differently at each, so that the readings can vote
//! ([`vote`](super::vote)).

use std::ops::ControlFlow;

use super::backend::Backend;
use super::error::DetectError;
use super::image::GrayImage;
use super::model::Model;
use super::read::{seen, settled};
use super::trust;
use super::vote::{Reading, voted};
use crate::{Glyph, PageGlyphs};

/// What is known of the scale at which an image should be read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scale {
    /// It was measured on the letters.
    Measured(f32),
    /// There are few signs, so that it is likely only.
    Likely(f32),
}

impl Scale {
    const fn factor(self) -> f32 {
        match self {
            Self::Measured(factor) | Self::Likely(factor) => factor,
        }
    }

    /// Returns the scales at which the image is read first, relative to [`Self::factor`], and those at which it is read
    /// then, relative to the surest of the first. On 200 formulas, more scales were no better.
    const fn steps(self) -> (&'static [f32], &'static [f32]) {
        match self {
            Self::Measured(_) => (&[1.0, 0.9, 1.12, 0.8, 1.25], &[]),
            Self::Likely(_) => (&[1.0, 0.8, 1.25, 1.6], &[0.9, 1.12, 0.95, 1.06]),
        }
    }
}

/// Confidence at which a glyph counts neither for a reading nor against it.
const DOUBTFUL: f32 = 0.5;

/// Returns what the readings of an image at several scales agree on. Only glyphs that `counts` accepts say how much a reading
/// is worth.
pub(super) async fn surest<B: Backend>(
    image: &GrayImage,
    scale: Scale,
    counts: impl Fn(&Glyph) -> bool,
    model: &Model,
    backend: &mut B,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let (first, then) = scale.steps();
    let all = first.len() + then.len();
    let worth = |glyphs: &[Glyph]| -> f32 {
        let counted = glyphs.iter().filter(|glyph| counts(glyph));
        counted.map(|glyph| glyph.confidence - DOUBTFUL).sum()
    };
    // The ink of the surest reading, its worth, and its index.
    let mut leading = None;
    let mut readings: Vec<(f32, Vec<Glyph>)> = Vec::with_capacity(all);
    let mut factor = scale.factor();
    for (done, step) in first.iter().chain(then).enumerate() {
        if let (true, Some((_, _, at))) = (done == first.len(), &leading) {
            factor *= first.get(*at).copied().unwrap_or(1.0);
        }
        let part = |tile, tiles: usize| progress(done * tiles + tile, all * tiles);
        let (glyphs, ink) = seen(image, factor * step, model, backend, part).await?;
        if done == 0 && matches!(scale, Scale::Measured(_)) {
            let page = settled(glyphs.clone(), &ink);
            if !trust::is_print(&page, &ink) {
                return Ok(page);
            }
        }
        let worth = worth(&glyphs);
        if done < first.len() && leading.as_ref().is_none_or(|(_, best, _)| worth >= *best) {
            leading = Some((ink, worth, done));
        }
        readings.push((worth, glyphs));
    }
    let Some((ink, best, leading)) = leading else {
        return Ok(PageGlyphs::default());
    };
    let readings: Vec<Reading> = readings
        .into_iter()
        .enumerate()
        .map(|(at, (worth, glyphs))| match at == leading {
            true => Reading::leading(glyphs),
            false => Reading::beside(glyphs, worth, best),
        })
        .collect();
    Ok(settled(voted(&readings, leading), &ink))
}
