//! Displayed formulas of a page are read again at other scales, and the readings vote: a formula of forty glyphs is right
//! only if all of them are, and a page has so few that this costs little.

use std::ops::ControlFlow;

use super::backend::Backend;
use super::error::DetectError;
use super::image::{GrayImage, Ink};
use super::links;
use super::model::Model;
use super::read::{named, seen, settled};
use super::trust;
use super::vote::{Reading, voted};
use crate::typeset::typeset;
use crate::{BBox, Glyph, PageGlyphs, TokenKind};

/// Scales of the further readings, relative to that of the page.
const STEPS: [f32; 4] = [0.9, 1.12, 0.8, 1.25];
/// Margin around a formula that the network sees, in pixels at the model's resolution.
const MARGIN: f32 = 24.0;
/// Distance of a glyph's middle from the box of the formula to which it belongs, in em.
const AROUND: f32 = 0.3;
/// Most formulas of a page that are read again.
const MOST: usize = 64;

/// Reads a page's ink, and its displayed formulas again. `image` is the page of which `ink` was made.
pub(super) async fn read<B: Backend>(
    image: &GrayImage,
    ink: &Ink,
    model: &Model,
    backend: &mut B,
    mut progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let ink = &*links::without_frames(ink);
    let mut tiles = 0;
    let counted = |done, all| {
        tiles = all;
        progress(done, all)
    };
    let mut glyphs = named(ink, model, backend, counted).await?;
    let page = settled(glyphs.clone(), ink);
    let formulas = displayed(&page);
    if formulas.is_empty() || !trust::is_print(&page, ink) {
        return Ok(page);
    }
    for formula in formulas {
        let is_in = |glyph: &Glyph| formula.holds(&glyph.bbox());
        let (first, others): (Vec<Glyph>, Vec<Glyph>) = glyphs.into_iter().partition(is_in);
        let best = worth(&first);
        let mut readings = vec![Reading::leading(first)];
        let (part, x, y) = image.part(formula, MARGIN / ink.scale);
        for step in STEPS {
            // All tiles of the page are done; the caller may still stop the work.
            let stopped = |_, _| progress(tiles, tiles);
            let (found, _) = seen(&part, ink.scale * step, model, backend, stopped).await?;
            let found = found.into_iter().map(|glyph| glyph.moved(x as f32, y as f32));
            let found: Vec<Glyph> = found.filter(is_in).collect();
            let worth = worth(&found);
            readings.push(Reading::beside(found, worth, best));
        }
        glyphs = others;
        glyphs.extend(voted(&readings, 0));
    }
    Ok(settled(glyphs, ink))
}

/// How much a reading of a formula is worth.
fn worth(glyphs: &[Glyph]) -> f32 {
    glyphs.iter().map(|glyph| glyph.confidence).sum()
}

/// Returns the boxes of the displayed formulas, with some room around them.
fn displayed(page: &PageGlyphs) -> Vec<BBox> {
    let em = super::fit::body(&page.glyphs);
    let tokens = typeset(page).tokens;
    let formulas = tokens.iter().filter(|token| token.kind == TokenKind::DisplayMath);
    let boxes = formulas.map(|token| token.bbox.widened(AROUND * em));
    boxes.take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;

    fn glyph(symbol: &str, style: Style, x: f32, y: f32) -> Glyph {
        Glyph {
            symbol: symbol.to_owned(),
            style,
            x,
            y,
            width: 10.0,
            height: 9.0,
            depth: 0.0,
            size: 20.0,
            confidence: 0.9,
        }
    }

    /// Two lines of words, and a formula in the middle between them.
    fn page() -> PageGlyphs {
        let line = |y: f32| (0..36).map(move |at| glyph("n", Style::Roman, 60.0 + 10.0 * at as f32, y));
        let formula = ["x", "=", "y"].into_iter().enumerate().map(|(at, symbol)| {
            let style = if symbol == "=" { Style::Roman } else { Style::MathItalic };
            glyph(symbol, style, 220.0 + 16.0 * at as f32, 150.0)
        });
        PageGlyphs {
            width: 480.0,
            height: 300.0,
            glyphs: line(80.0)
                .chain(line(104.0))
                .chain(formula)
                .chain(line(196.0))
                .chain(line(220.0))
                .collect(),
            ..PageGlyphs::default()
        }
    }

    #[test]
    fn displayed_formulas_are_found_and_text_is_not() {
        let page = page();
        let boxes = displayed(&page);
        assert_eq!(boxes.len(), 1, "{boxes:?}");
        let inside: Vec<&str> = page
            .glyphs
            .iter()
            .filter(|glyph| boxes[0].holds(&glyph.bbox()))
            .map(|glyph| glyph.symbol.as_str())
            .collect();
        assert_eq!(inside, ["x", "=", "y"]);
    }

    #[test]
    fn text_alone_has_none() {
        let mut page = page();
        page.glyphs.retain(|glyph| glyph.symbol == "n");
        assert!(displayed(&page).is_empty());
        assert!(displayed(&PageGlyphs::default()).is_empty());
    }
}
