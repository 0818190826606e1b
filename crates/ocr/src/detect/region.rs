//! Reads a part of a page again, by itself.

use std::ops::ControlFlow;

use texlens_vocabulary::{BBox, Glyph, PageGlyphs, ReadFrom};

use super::backend::Backend;
use super::components::dark_pieces;
use super::error::DetectError;
use super::image::GrayImage;
use super::model::Model;
use super::surest::{Scale, surest};
use super::{scale, trust};

/// Margin around the region that the network sees too: a share of the region's height, and at least so many pixels.
const MARGIN: f32 = 0.5;
const LEAST_MARGIN: f32 = 24.0;

/// Reads a region at several sizes, whose readings vote. This improves type of another
/// size than the page's. Glyphs, rules and figures whose middle lies in the region are replaced; all others stay.
/// Lengths are in pixels of the page.
///
/// # Errors
/// Returns an error if the backend fails or the caller stops the work.
pub async fn read_region<B: Backend>(
    image: &GrayImage,
    page: &PageGlyphs,
    region: BBox,
    model: &Model,
    backend: &mut B,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Result<PageGlyphs, DetectError<B::Error>> {
    let even = image.evenly_lit();
    let image = even.turned(page.turn);
    let margin = (MARGIN * (region.y1 - region.y0)).max(LEAST_MARGIN);
    let (part, x, y) = image.part(region, margin);
    let usual = measured(&part).or_else(|| measured(&image)).unwrap_or(1.0);
    let (x, y) = (x as f32, y as f32);
    let of_part = region.moved(-x, -y);
    let is_inside = |glyph: &Glyph| of_part.holds(&glyph.bbox());
    let reading = surest(&part, Scale::Likely(usual), is_inside, model, backend, progress).await?;
    Ok(replaced(page, region, moved(reading, x, y)))
}

/// Returns the page with the contents of the region taken from another reading.
fn replaced(page: &PageGlyphs, region: BBox, reading: PageGlyphs) -> PageGlyphs {
    let outside = |bbox: BBox| !region.holds(&bbox);
    let glyphs = page.glyphs.iter().filter(|glyph| outside(glyph.bbox())).cloned();
    let rules = page.rules.iter().filter(|rule| outside(rule.bbox)).copied();
    let figures = page.figures.iter().filter(|figure| outside(**figure)).copied();
    let fresh_glyphs = reading.glyphs.into_iter().filter(|glyph| !outside(glyph.bbox()));
    let fresh_rules = reading.rules.into_iter().filter(|rule| !outside(rule.bbox));
    let fresh_figures = reading.figures.into_iter().filter(|figure| !outside(*figure));
    let glyphs: Vec<Glyph> = glyphs.chain(fresh_glyphs).collect();
    let figures: Vec<BBox> = figures.chain(fresh_figures).collect();
    PageGlyphs {
        doubt: trust::doubt_after(page.doubt, &glyphs, &figures),
        glyphs,
        rules: rules.chain(fresh_rules).collect(),
        figures,
        read_from: read_from(&page.read_from),
        width: page.width,
        height: page.height,
        turn: page.turn,
        cut_off: page.cut_off,
        unread: page
            .unread
            .iter()
            .filter(|glyph| outside(glyph.bbox()))
            .cloned()
            .collect(),
        links: page.links.clone(),
        anchors: page.anchors.clone(),
    }
}

/// Returns what a page was read from after a part of it was read again from its image.
fn read_from(before: &ReadFrom) -> ReadFrom {
    let mut after = before.clone();
    if let ReadFrom::Text { remarks, .. } = &mut after {
        remarks.retain(|remark| remark != PART);
        remarks.push(PART.to_owned());
    }
    after
}

/// Remark on a page that was read from the text of a PDF file, except for a part.
const PART: &str = "a part was read from the image";

/// Returns the scale measured on the letters of an image; `None` if there is too little text.
fn measured(image: &GrayImage) -> Option<f32> {
    let ink = image.ink(1.0);
    scale::measured(&ink, &dark_pieces(&ink))
}

fn moved(mut reading: PageGlyphs, x: f32, y: f32) -> PageGlyphs {
    reading.glyphs = reading.glyphs.into_iter().map(|glyph| glyph.moved(x, y)).collect();
    let rules = reading.rules.iter_mut().map(|rule| &mut rule.bbox);
    rules
        .chain(&mut reading.figures)
        .for_each(|bbox| *bbox = bbox.moved(x, y));
    reading
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::{Rule, Style};

    fn glyph(symbol: &str, x: f32, y: f32) -> Glyph {
        Glyph {
            symbol: symbol.to_owned(),
            style: Style::Roman,
            x,
            y,
            width: 10.0,
            height: 10.0,
            depth: 0.0,
            size: 20.0,
            confidence: 1.0,
        }
    }

    fn page(glyphs: Vec<Glyph>) -> PageGlyphs {
        let bbox = BBox {
            x0: 40.0,
            y0: 40.0,
            x1: 60.0,
            y1: 41.0,
        };
        PageGlyphs {
            width: 100.0,
            height: 100.0,
            glyphs,
            rules: vec![Rule { bbox }],
            ..PageGlyphs::default()
        }
    }

    #[test]
    fn only_what_lies_in_the_region_is_replaced() {
        let region = BBox {
            x0: 0.0,
            y0: 0.0,
            x1: 50.0,
            y1: 50.0,
        };
        let old = page(vec![glyph("a", 10.0, 20.0), glyph("b", 60.0, 20.0)]);
        let new = moved(page(vec![glyph("c", 0.0, 10.0), glyph("d", 50.0, 10.0)]), 10.0, 10.0);
        let found = replaced(&old, region, new);
        let symbols: Vec<&str> = found.glyphs.iter().map(|glyph| glyph.symbol.as_str()).collect();
        assert_eq!(symbols, ["b", "c"]);
        // The middle of the old rule lies on the region's edge, and so outside; the new one is farther out.
        assert_eq!(found.rules, old.rules);
    }
}
