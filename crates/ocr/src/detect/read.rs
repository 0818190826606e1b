//! Reads an image at the model's resolution: first the glyphs, tile by tile, then rules and figures.

use std::ops::ControlFlow;

use super::backend::Backend;
use super::error::DetectError;
use super::image::Ink;
use super::model::Model;
use super::{decode, figures, fit, links, rules, sizes, tiles};
use crate::{Glyph, PageGlyphs};

/// Finds every glyph, rule and figure of an image at the model's resolution.
pub(super) async fn read_ink<B: Backend>(
    ink: &Ink,
    model: &Model,
    backend: &mut B,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let ink = &*links::without_frames(ink);
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
    let mut glyphs: Vec<Glyph> = decode::strongest(finds, ink)
        .iter()
        .filter_map(|find| decode::glyph(find, model, ink.scale))
        .collect();
    sizes::even_out(&mut glyphs);
    fit::fit(&mut glyphs, ink);
    let bars = rules::Bars::of(ink);
    let rules = rules::rules(&bars, &glyphs, ink.scale);
    Ok(PageGlyphs {
        width: ink.width as f32 / ink.scale,
        height: ink.height as f32 / ink.scale,
        figures: figures::figures(ink, &bars, &glyphs),
        glyphs,
        rules,
        ..PageGlyphs::default()
    })
}
