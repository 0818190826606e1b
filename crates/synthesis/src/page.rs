//! A page that is made.

use serde::Serialize;
use texlens_draw::{Bounds, Drawing, MarkKind};
use texlens_symbols::Look;

use crate::block::Block;
use crate::document::{body, clean};
use crate::layout::Layout;
use crate::place::{boxes, spans, with_outer_rules};
use crate::segment::{Segment, SegmentKind};
use crate::tally::Tally;

/// TeX's origin from the left and the upper edge of the paper, in points.
const INCH: f64 = 72.0;

/// A page with its LaTeX and the place of everything on it.
#[derive(Debug, Clone)]
pub struct MadePage {
    /// The number of the page, from 0. All variants of a page have the same.
    pub index: usize,
    /// What tells the page from its variants, for its name; empty if it has none.
    pub variant: String,
    /// The layout.
    pub layout: Layout,
    /// The blocks in reading order.
    pub blocks: Vec<Block>,
    /// The page as TeX sets it.
    pub drawing: Drawing,
    /// What happened while the page was made.
    pub tally: Tally,
    places: Vec<PlacedSegment>,
}

/// A segment and its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedSegment {
    /// What it is.
    pub kind: SegmentKind,
    /// The LaTeX with delimiters.
    pub latex: String,
    /// The boxes of its ink in points (1/72 inch) from the left and the upper edge of the paper: left, top, right,
    /// bottom. Text and formulas in it have a box for each line, everything else has one.
    pub boxes: Vec<[f64; 4]>,
    /// The first of its glyphs on the page, and the number of its glyphs.
    #[serde(skip)]
    pub glyphs: std::ops::Range<usize>,
}

/// A glyph and its place, in points from the left and the upper edge of the paper.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlacedGlyph {
    /// The symbol by the names of texlens's glyph detector; `None` for pieces of large delimiters and the like.
    pub symbol: Option<&'static str>,
    /// The TeX name of the font.
    pub font: String,
    /// The code in the font.
    pub code: u32,
    /// The size of the font.
    pub size: f64,
    /// The reference point, which is on the baseline.
    pub at: [f64; 2],
    /// The ink: left, top, right, bottom; `None` for a glyph without ink.
    #[serde(rename = "box")]
    pub ink: Option<[f64; 4]>,
    /// The segment, by its index; `None` for what belongs to none, such as the number of an equation.
    pub segment: Option<usize>,
}

impl MadePage {
    pub(crate) fn new(
        index: usize,
        variant: String,
        layout: Layout,
        blocks: Vec<Block>,
        segments: usize,
        drawing: Drawing,
        tally: Tally,
    ) -> Self {
        let spans = spans(std::slice::from_ref(&drawing), segments);
        let placed = |(segment, span): (&Segment, Option<crate::place::Span>)| {
            let mut span = span?;
            if segment.kind == SegmentKind::Table {
                with_outer_rules(&mut span, &drawing);
            }
            Some(PlacedSegment {
                kind: segment.kind,
                latex: segment.latex(),
                boxes: boxes(&drawing, &span, segment.kind).into_iter().map(on_paper).collect(),
                glyphs: span.glyphs,
            })
        };
        let all = blocks.iter().flat_map(Block::segments);
        let places = all.zip(spans).filter_map(placed).collect();
        Self {
            index,
            variant,
            layout,
            blocks,
            drawing,
            tally,
            places,
        }
    }

    /// Returns the number of the page with three digits at least, from 001.
    #[must_use]
    pub fn number(&self) -> String {
        format!("{:03}", self.index + 1)
    }

    /// Returns the name of the page: its number, and what tells it from its variants, such as `001-12pt-2col`.
    #[must_use]
    pub fn name(&self) -> String {
        self.number() + &self.variant
    }

    /// Returns the whole document, which gives this page after two runs of pdfLaTeX (citations need the second).
    #[must_use]
    pub fn latex(&self) -> String {
        clean(&self.layout, &self.blocks)
    }

    /// Returns the reference: what stands between `\begin{document}` and `\end{document}`.
    #[must_use]
    pub fn reference(&self) -> String {
        body(&self.blocks)
    }

    /// Returns the segments in reading order, each with its place.
    #[must_use]
    pub fn segments(&self) -> &[PlacedSegment] {
        &self.places
    }

    /// Returns the glyphs in the order in which TeX set them.
    #[must_use]
    pub fn glyphs(&self) -> Vec<PlacedGlyph> {
        let segment_of = |glyph: usize| self.places.iter().position(|place| place.glyphs.contains(&glyph));
        let marks = self.drawing.marks.iter().take(self.drawing.glyphs).enumerate();
        let placed = marks.filter_map(|(index, mark)| {
            let MarkKind::Glyph { name, code, size, .. } = &mark.kind else {
                return None;
            };
            let meaning = Look::of(name).and_then(|look| look.meaning(*code));
            Some(PlacedGlyph {
                symbol: meaning.map(|meaning| meaning.symbol),
                font: name.to_string(),
                code: *code,
                size: rounded(*size),
                at: [rounded(mark.x + INCH), rounded(mark.y + INCH)],
                ink: mark.bounds().map(on_paper),
                segment: segment_of(index),
            })
        });
        placed.collect()
    }

    /// Returns the boxes of the rules: fraction bars, roots, lines of tables.
    #[must_use]
    pub fn rules(&self) -> Vec<[f64; 4]> {
        let rules = self.drawing.marks.iter().skip(self.drawing.glyphs);
        rules.filter_map(|mark| mark.bounds().map(on_paper)).collect()
    }

    /// Returns the number of segments of a kind.
    #[must_use]
    pub fn count(&self, kind: SegmentKind) -> usize {
        self.blocks
            .iter()
            .flat_map(Block::segments)
            .filter(|segment| segment.kind == kind)
            .count()
    }

    /// Returns the paper, in points from TeX's origin.
    #[must_use]
    pub fn paper(&self) -> Bounds {
        let (width, height) = self.layout.paper.size();
        Bounds {
            x0: -INCH,
            y0: -INCH,
            x1: width - INCH,
            y1: height - INCH,
        }
    }
}

fn on_paper(ink: Bounds) -> [f64; 4] {
    [ink.x0, ink.y0, ink.x1, ink.y1].map(|length| rounded(length + INCH))
}

/// Rounds a length to thousandths of a point.
fn rounded(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}
