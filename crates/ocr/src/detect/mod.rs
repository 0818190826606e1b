//! Image to glyphs. The page is resampled to the model's resolution and cut into tiles. A [`Backend`] runs the network
//! on each tile. The detections are merged, and their sizes are evened out along the lines. Rules and figures are read
//! from the ink.

mod again;
mod backend;
mod brackets;
mod components;
mod cut;
mod decode;
mod error;
mod figures;
mod fit;
mod image;
mod light;
mod links;
mod median;
mod model;
mod network;
mod orientation;
mod pieces;
mod read;
mod region;
mod rules;
mod scale;
mod sizes;
mod surest;
mod tails;
mod tiles;
mod timed;
mod tone;
mod trust;
mod turn;
mod unread;
mod upright;
mod vote;

use std::ops::ControlFlow;

pub use backend::Backend;
pub use decode::ROW;
pub use error::{DetectError, SelfCheckError};
pub use image::{ColourImage, GrayImage, ImageError, Ink, MAX_PIXELS, shown_size};
pub use model::{Golden, GoldenGlyph, Model, ModelError, Symbol};
pub use network::{Network, NetworkSetting};
pub use region::read_region;
pub use tiles::Tile;
pub use timed::{Stages, Timed};
pub use turn::turned_size;
pub use unread::fill_unread;

use crate::{Glyph, PageGlyphs};
use surest::{Scale, surest};
use upright::{Upright, upright};

/// Finds every glyph, rule and figure of a page, after setting the page upright ([`PageGlyphs::turn`]). If the model
/// knows nothing on the page, nothing is kept ([`PageGlyphs::doubt`]). `progress` receives the number of finished tiles
/// and the number of all tiles, before the first tile and after each. It may stop the work.
///
/// # Errors
/// Returns an error if the backend fails or the caller stops the work.
pub async fn read_page<B: Backend>(
    image: &GrayImage,
    model: &Model,
    backend: &mut B,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let image_cut_off = image.cut_off;
    let even = image.evenly_lit();
    let Upright {
        image,
        ink,
        pieces,
        turn,
    } = upright(&even, model, backend).await?;
    let (mut page, ink) = match (scale::measured(&ink, &pieces), scale::likely(&ink, &pieces)) {
        (measured, Some(likely)) => {
            let scale = measured.map_or(Scale::Likely(likely), Scale::Measured);
            (surest(&image, scale, |_| true, model, backend, progress).await?, ink)
        }
        (measured, None) => {
            let scale = measured.unwrap_or(1.0);
            let ink = if scale == 1.0 { ink } else { image.ink(scale) };
            (again::read(&image, &ink, model, backend, progress).await?, ink)
        }
    };
    page.doubt = trust::judge(&mut page, &ink);
    // A page without text keeps the orientation in which it was given.
    let (shown, turn) = if page.glyphs.is_empty() {
        (&*even, 0.0)
    } else {
        (&*image, turn)
    };
    Ok(PageGlyphs {
        width: shown.width as f32,
        height: shown.height as f32,
        turn,
        cut_off: image_cut_off,
        ..page
    })
}

/// Largest distance of a glyph of the golden picture from its recorded place along each axis, in pixels.
const GOLDEN_REACH: f32 = 1.0;

/// Checks a backend: runs the golden picture and compares the glyphs found with the recorded ones.
///
/// # Errors
/// Returns the backend's error, or a sentence that says what differs. The execution provider must not be used then.
pub async fn self_check<B: Backend>(model: &Model, backend: &mut B) -> Result<(), SelfCheckError<B::Error>> {
    let golden = &model.golden;
    let ink: Vec<f32> = golden.ink.iter().map(|&v| f32::from(v) / 255.0).collect();
    let tile = Tile {
        width: golden.width,
        height: golden.height,
        ink: ink.clone(),
    };
    let rows = backend.run(&tile).await.map_err(SelfCheckError::Backend)?;
    let core = tiles::core(&tile);
    let ink = Ink {
        width: golden.width,
        height: golden.height,
        values: ink,
        scale: 1.0,
    };
    let found: Vec<Glyph> = decode::strongest(decode::finds(&rows, core, model.threshold).collect(), &ink)
        .iter()
        .filter_map(|find| decode::glyph(find, model, 1.0))
        .collect();
    // A cell whose heat lies at the threshold may fall on either side of it.
    if found.len().abs_diff(golden.glyphs.len()) * 50 > golden.glyphs.len() {
        return Err(SelfCheckError::Differs(format!(
            "{} glyphs instead of {}",
            found.len(),
            golden.glyphs.len()
        )));
    }
    let there = |g: &Glyph, wanted: &GoldenGlyph| {
        g.symbol == wanted.symbol && (g.x - wanted.x).abs() < GOLDEN_REACH && (g.y - wanted.y).abs() < GOLDEN_REACH
    };
    let missing: Vec<_> = golden
        .glyphs
        .iter()
        .filter(|wanted| !found.iter().any(|g| there(g, wanted)))
        .collect();
    match missing.first() {
        Some(first) if missing.len() * 50 > golden.glyphs.len() => Err(SelfCheckError::Differs(format!(
            "{} of {} glyphs are missing, first `{}` at {}, {}",
            missing.len(),
            golden.glyphs.len(),
            first.symbol,
            first.x,
            first.y
        ))),
        _ => Ok(()),
    }
}
