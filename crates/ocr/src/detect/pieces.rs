//! Classifies the connected pieces of a page's ink: glyphs, straight lines or drawings.

use super::components::{Component, Components};
use super::image::Ink;
use super::median::median;
use super::rules::Bars;
use crate::{BBox, Glyph};

/// Least darkness of ink above that of the paper: lines of plots are often grey.
const INK: f32 = 0.2;
/// The paper is measured on one in this many pixels.
const SAMPLE: usize = 7;
/// Least confidence of a glyph that explains ink: what the network sees in figures is doubtful.
const SURE: f32 = 0.5;
/// Largest distance by which ink sticks out of the box of its glyph, in em.
const OVERHANG: f32 = 0.15;
/// Length of the shortest straight line, in em; strokes of letters are shorter.
const LINE: f32 = 1.0;
/// Pixels of the smallest piece; smaller ones are dust.
const DUST: usize = 4;
/// Width of the page's edge, in pixels: shadows of scans begin there.
const EDGE: f32 = 2.0;

/// A connected piece of ink, with the number of its pixels by cause.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Piece {
    pub(super) bbox: BBox,
    /// Pixels with neither of the other causes.
    pub(super) drawn: usize,
    /// Pixels in long straight bars, such as the rules of tables and the axes of plots.
    pub(super) line: usize,
    /// Pixels in the boxes of glyphs.
    pub(super) set: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Drawn,
    Line,
    Set,
}

impl Piece {
    pub(super) fn ink(&self) -> usize {
        self.drawn + self.line + self.set
    }

    fn add(&mut self, cause: Cause) {
        match cause {
            Cause::Drawn => self.drawn += 1,
            Cause::Line => self.line += 1,
            Cause::Set => self.set += 1,
        }
    }
}

/// Returns the boxes of the confident glyphs, in pixels of the ink.
pub(super) fn boxes(glyphs: &[Glyph], scale: f32) -> Vec<BBox> {
    let sure = glyphs.iter().filter(|glyph| glyph.confidence >= SURE);
    sure.map(|glyph| glyph.bbox().scaled(scale)).collect()
}

/// Returns the pieces of a page, without dust and without those that touch the page's edge. Linear in the number of
/// pixels.
pub(super) fn pieces(ink: &Ink, bars: &Bars, boxes: &[BBox], em: f32) -> Vec<Piece> {
    let causes = causes(ink, bars, boxes, em);
    let components = Components::of(ink, paper(ink) + INK);
    let mut pieces: Vec<Piece> = components.all.iter().map(empty).collect();
    for run in &components.runs {
        let row = run.y * ink.width;
        let (piece, causes) = (
            pieces.get_mut(run.component),
            causes.get(row + run.columns.start..row + run.columns.end),
        );
        if let (Some(piece), Some(causes)) = (piece, causes) {
            causes.iter().for_each(|cause| piece.add(*cause));
        }
    }
    let (right, bottom) = (ink.width as f32 - EDGE, ink.height as f32 - EDGE);
    let is_inside = |bbox: &BBox| bbox.x0 > EDGE && bbox.y0 > EDGE && bbox.x1 < right && bbox.y1 < bottom;
    pieces.retain(|piece| piece.ink() >= DUST && is_inside(&piece.bbox));
    pieces
}

fn empty(component: &Component) -> Piece {
    Piece {
        bbox: BBox {
            x0: component.x0 as f32,
            y0: component.y0 as f32,
            x1: (component.x1 + 1) as f32,
            y1: (component.y1 + 1) as f32,
        },
        ..Piece::default()
    }
}

/// Returns the median darkness: most of a page is paper.
fn paper(ink: &Ink) -> f32 {
    median(ink.values.iter().step_by(SAMPLE).copied()).unwrap_or_default()
}

/// Returns for each pixel the cause of its ink, should it have any.
fn causes(ink: &Ink, bars: &Bars, boxes: &[BBox], em: f32) -> Vec<Cause> {
    let mut causes = vec![Cause::Drawn; ink.width * ink.height];
    let mut fill = |bbox: &BBox, by: f32, cause: Cause| {
        let clip = |v: f32, most: usize| (v.max(0.0) as usize).min(most);
        let left = clip(bbox.x0 - by, ink.width);
        let right = clip((bbox.x1 + by).ceil(), ink.width).max(left);
        for y in clip(bbox.y0 - by, ink.height)..clip((bbox.y1 + by).ceil(), ink.height) {
            causes[y * ink.width + left..y * ink.width + right].fill(cause);
        }
    };
    let across = bars.across.iter().filter(|bar| bar.x1 - bar.x0 >= LINE * em);
    let down = bars.down.iter().filter(|bar| bar.y1 - bar.y0 >= LINE * em);
    across.chain(down).for_each(|bar| fill(bar, 1.0, Cause::Line));
    boxes.iter().for_each(|bbox| fill(bbox, OVERHANG * em, Cause::Set));
    causes
}
