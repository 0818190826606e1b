//! Reads an image at the model's resolution: first the glyphs, tile by tile, then rules and figures.

use std::ops::ControlFlow;

use super::backend::Backend;
use super::error::DetectError;
use super::image::{GrayImage, Ink};
use super::model::Model;
use super::{brackets, decode, figures, fit, links, rules, sizes, tails, tiles};
use crate::{Glyph, PageGlyphs};

/// Finds every glyph, rule and figure of an image at the model's resolution.
pub(super) async fn read_ink<B: Backend>(
    ink: &Ink,
    model: &Model,
    backend: &mut B,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let ink = &*links::without_frames(ink);
    let glyphs = named(ink, model, backend, progress).await?;
    Ok(settled(glyphs, ink))
}

/// Returns the glyphs that the network finds in an image at a scale, and the ink that it saw.
pub(super) async fn seen<B: Backend>(
    image: &GrayImage,
    scale: f32,
    model: &Model,
    backend: &mut B,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<(Vec<Glyph>, Ink), DetectError<B::Error>> {
    let ink = links::without_frames(&image.ink(scale)).into_owned();
    let glyphs = named(&ink, model, backend, progress).await?;
    Ok((glyphs, ink))
}

/// Returns the glyphs as the network finds and names them. The ink must be free of frames.
pub(super) async fn named<B: Backend>(
    ink: &Ink,
    model: &Model,
    backend: &mut B,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<Vec<Glyph>, DetectError<B::Error>> {
    let places = tiles::places(ink);
    let mut finds = Vec::new();
    for (done, &place) in places.iter().enumerate() {
        if progress(done, places.len()).is_break() {
            return Err(DetectError::Cancelled);
        }
        let rows = backend
            .run(&tiles::cut(ink, place))
            .await
            .map_err(DetectError::Backend)?;
        finds.extend(decode::finds(&rows, place, model.threshold));
    }
    if progress(places.len(), places.len()).is_break() {
        return Err(DetectError::Cancelled);
    }
    let glyphs = decode::strongest(finds, ink);
    Ok(glyphs
        .iter()
        .filter_map(|find| decode::glyph(find, model, ink.scale))
        .collect())
}

/// Returns what stands on a page: glyphs with the sizes of their lines and the places of their ink, rules, figures.
pub(super) fn settled(mut glyphs: Vec<Glyph>, ink: &Ink) -> PageGlyphs {
    sizes::even_out(&mut glyphs);
    fit::fit(&mut glyphs, ink);
    tails::add(&mut glyphs, ink);
    let bars = rules::Bars::of(ink);
    let mut rules = rules::rules(&bars, &glyphs, ink.scale);
    let em = fit::body(&glyphs);
    brackets::gather(&bars, ink, &mut rules, &mut glyphs, em);
    PageGlyphs {
        width: ink.width as f32 / ink.scale,
        height: ink.height as f32 / ink.scale,
        figures: figures::figures(ink, &bars, &glyphs),
        glyphs,
        rules,
        ..PageGlyphs::default()
    }
}
