//! Where segments stand on a page.

use std::ops::Range;

use texlens_draw::{Bounds, Drawing};

use crate::segment::SegmentKind;

/// Distance of two baselines from which on a glyph stands in another line, in points. A formula in a line of text is
/// less high.
const LINE: f64 = 7.0;

/// The marks of a segment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Span {
    /// The page on which it begins and ends, from 0.
    pub(crate) page: usize,
    pub(crate) last_page: usize,
    /// The glyphs, if it is on one page.
    pub(crate) glyphs: Range<usize>,
    /// The rules, among the rules of the page.
    pub(crate) rules: Range<usize>,
    /// The ink, in points from TeX's origin.
    pub(crate) top: f64,
    pub(crate) bottom: f64,
}

/// Reads the notes of pages: the span of each segment; `None` for segments that have none.
pub(crate) fn spans(pages: &[Drawing], segments: usize) -> Vec<Option<Span>> {
    let mut spans: Vec<Option<Span>> = vec![None; segments];
    for (page, drawing) in pages.iter().enumerate() {
        for note in &drawing.notes {
            let (is_end, number) = match (note.text.strip_prefix('b'), note.text.strip_prefix('e')) {
                (Some(number), _) => (false, number),
                (_, Some(number)) => (true, number),
                _ => continue,
            };
            let Some(span) = number.parse::<usize>().ok().and_then(|number| spans.get_mut(number)) else {
                continue;
            };
            match span {
                Some(span) if is_end => {
                    span.last_page = page;
                    span.glyphs.end = note.glyphs;
                    span.rules.end = note.rules;
                    if span.page == page {
                        (span.top, span.bottom) = extent(drawing, span);
                    }
                }
                None if !is_end => {
                    *span = Some(Span {
                        page,
                        last_page: usize::MAX,
                        glyphs: note.glyphs..note.glyphs,
                        rules: note.rules..note.rules,
                        top: 0.0,
                        bottom: 0.0,
                    });
                }
                _ => {}
            }
        }
    }
    spans
}

fn extent(drawing: &Drawing, span: &Span) -> (f64, f64) {
    let ink = marks(drawing, span)
        .filter_map(|mark| drawing.marks.get(mark)?.bounds())
        .reduce(Bounds::union);
    ink.map_or((0.0, 0.0), |ink| (ink.y0, ink.y1))
}

/// Returns the indices of a segment's marks in the drawing.
fn marks<'a>(drawing: &'a Drawing, span: &'a Span) -> impl Iterator<Item = usize> + 'a {
    let rules = span.rules.clone().map(|rule| drawing.glyphs + rule);
    span.glyphs.clone().chain(rules)
}

/// Returns the boxes of a segment's ink, in points from TeX's origin: one for each line of text and formulas in it, one
/// for everything else.
pub(crate) fn boxes(drawing: &Drawing, span: &Span, kind: SegmentKind) -> Vec<Bounds> {
    let is_in_line = matches!(kind, SegmentKind::Text | SegmentKind::InlineFormula);
    let mut boxes: Vec<Bounds> = Vec::new();
    let mut baseline: Option<f64> = None;
    for index in marks(drawing, span) {
        let Some(mark) = drawing.marks.get(index) else { continue };
        let Some(ink) = mark.bounds() else { continue };
        let is_same_line = !is_in_line || baseline.is_some_and(|baseline| (mark.y - baseline).abs() < LINE);
        // Rules come last: a fraction's bar belongs to the line that it is in.
        let line = match index >= drawing.glyphs && is_in_line {
            true => boxes
                .iter_mut()
                .find(|line| ink.y0 < line.y1 + LINE && ink.y1 > line.y0 - LINE),
            false => boxes.last_mut().filter(|_| is_same_line),
        };
        match line {
            Some(line) => *line = line.union(ink),
            None => {
                boxes.push(ink);
                baseline = Some(mark.y);
            }
        }
    }
    boxes
}

/// Widens the rules of a table by the one above and the one below it, which stand outside of its first and last cell.
pub(crate) fn with_outer_rules(span: &mut Span, drawing: &Drawing) {
    let rules = drawing.marks.len() - drawing.glyphs;
    span.rules.start = span.rules.start.saturating_sub(1);
    span.rules.end = (span.rules.end + 1).min(rules);
}
