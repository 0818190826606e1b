//! Lines: TeX keeps the boxes of neighbouring lines apart, so a line is what stands between two horizontal gaps. The
//! gaps inside a formula (around fraction bars, between a large operator and its limits) are bridged.

use crate::page::{BBox, Style};

use super::columns::Region;
use super::mark::{Extent, Mark, bounds, mode, quantile};
use super::symbols::{self, Class};

/// Rules looked at in one region; pages with more are drawings.
const MAX_RULES: usize = 400;

/// One line of text, or one display with all its parts.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// By left edge.
    pub(super) marks: Vec<Mark<'a>>,
    pub(super) rules: Vec<BBox>,
    pub(super) bbox: BBox,
    /// The baseline that most of its full-size glyphs share.
    pub(super) baseline: f32,
    /// The em of its full-size glyphs.
    pub(super) size: f32,
}

impl<'a> Line<'a> {
    pub(super) fn new(mut marks: Vec<Mark<'a>>, rules: Vec<BBox>) -> Self {
        marks.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
        let size = quantile(marks.iter().map(|mark| mark.size), 0.75);
        let full = marks
            .iter()
            .filter(|mark| mark.size >= 0.88 * size && !mark.is_accent());
        Self {
            baseline: mode(full.map(|mark| mark.baseline), 0.12 * size),
            bbox: bounds(marks.iter().map(|mark| &mark.bbox)),
            size,
            marks,
            rules,
        }
    }

    /// Whether the mark is off the line's baseline; one smaller than the line's letters need not be far off.
    pub(super) fn is_script(&self, mark: &Mark<'_>) -> bool {
        let off = (mark.baseline - self.baseline).abs() / self.size;
        off > 0.13 || off > 0.08 && mark.size < 0.86 * self.size
    }
}

/// The lines of a region, from top to bottom. O(n log n + n r) for n marks and r rules, r bounded.
pub(super) fn lines(region: Region<'_>) -> Vec<Line<'_>> {
    let bars: Vec<BBox> = region.rules.into_iter().take(MAX_RULES).collect();
    let pieces = pieces(&region.marks, &bars);
    let mut bands = merge_overlapping(pieces);
    join_limits(&mut bands, &region.marks);
    bands
        .into_iter()
        .filter(|band| !band.marks.is_empty())
        .map(|band| {
            let marks = band
                .marks
                .iter()
                .filter_map(|i| region.marks.get(*i))
                .copied()
                .collect();
            let rules = band.rules.iter().filter_map(|i| bars.get(*i)).copied().collect();
            Line::new(marks, rules)
        })
        .collect()
}

/// A stretch of y with the marks and rules (by index) in it.
#[derive(Debug, Default)]
struct Band {
    y0: f32,
    y1: f32,
    marks: Vec<usize>,
    rules: Vec<usize>,
}

/// The extent of a mark in y without its outermost tenth of an em: detected baselines are a little off, and no gap is
/// to be bridged for that. Nothing is cut off above the baseline of low marks or below that of others.
fn shortened(mark: &Mark<'_>) -> (f32, f32) {
    let (b, slack) = (&mark.bbox, 0.1 * mark.size);
    if b.height() > 1.5 * mark.size || b.height() < 0.35 * mark.size {
        return (b.y0, b.y1);
    }
    (b.y0 + slack, (b.y1 - slack).max(mark.baseline.min(b.y1)))
}

/// Accents reach to the letter above or below them.
fn reaching(mark: &Mark<'_>) -> (f32, f32) {
    let reach = 0.35 * mark.size;
    let is_high = mark.bbox.middle() < mark.baseline;
    if is_high {
        (mark.bbox.y0, mark.bbox.y1 + reach)
    } else {
        (mark.bbox.y0 - reach, mark.bbox.y1)
    }
}

/// Every mark and every rule as a band of its own.
fn pieces(marks: &[Mark<'_>], bars: &[BBox]) -> Vec<Band> {
    let mut pieces: Vec<Band> = Vec::with_capacity(marks.len() + bars.len());
    for (i, mark) in marks.iter().enumerate() {
        let (y0, y1) = if mark.is_accent() {
            reaching(mark)
        } else {
            shortened(mark)
        };
        pieces.push(Band {
            y0,
            y1,
            marks: vec![i],
            rules: vec![],
        });
    }
    for (i, bar) in bars.iter().enumerate() {
        let reach = radical_reach(bar, marks)
            .or_else(|| fraction_reach(bar, marks))
            .unwrap_or_else(|| line_reach(bar, marks));
        pieces.push(Band {
            y0: reach.0,
            y1: reach.1,
            marks: vec![],
            rules: vec![i],
        });
    }
    pieces
}

/// If the rule is the upper line of a root, down to the middle of its sign.
fn radical_reach(bar: &BBox, marks: &[Mark<'_>]) -> Option<(f32, f32)> {
    let is_sign = |mark: &&Mark<'_>| {
        let slack = 0.35 * mark.size;
        mark.symbol == "\\sqrt" && (mark.bbox.x1 - bar.x0).abs() < slack && (mark.bbox.y0 - bar.y0).abs() < slack
    };
    marks.iter().find(is_sign).map(|sign| (bar.y0, sign.bbox.middle()))
}

/// If the rule is a fraction bar, up and down to where it touches numerator and denominator. A bar is as wide as the
/// wider of the two, which tells it from the rules of a table.
fn fraction_reach(bar: &BBox, marks: &[Mark<'_>]) -> Option<(f32, f32)> {
    let inside = |mark: &&Mark<'_>| {
        mark.bbox.centre() > bar.x0
            && mark.bbox.centre() < bar.x1
            && (mark.bbox.middle() - bar.middle()).abs() < 2.0 * mark.size
    };
    let near: Vec<&Mark<'_>> = marks.iter().filter(inside).collect();
    let size = quantile(near.iter().map(|mark| mark.size), 0.8);
    if bar.height() > 0.3 * size {
        return None;
    }
    let over = stacked(
        near.iter().map(|mark| &mark.bbox).filter(|b| b.middle() < bar.y0),
        |b| (bar.y0 - b.y1, bar.y0 - b.y0),
        size,
    )?;
    let under = stacked(
        near.iter().map(|mark| &mark.bbox).filter(|b| b.middle() > bar.y1),
        |b| (b.y0 - bar.y1, b.y1 - bar.y1),
        size,
    )?;
    let overhang = (over.x0.min(under.x0) - bar.x0)
        .abs()
        .max((over.x1.max(under.x1) - bar.x1).abs());
    (overhang < 0.3 * size).then_some((over.y0 + 0.1 * size, under.y1 - 0.1 * size))
}

/// The extent of what stands on one side of a bar, up to the first gap; `None` if nothing is near or it has the wide
/// gaps of a table. `reach` gives the distances of a box's edges from the bar.
fn stacked<'b>(boxes: impl Iterator<Item = &'b BBox>, reach: impl Fn(&BBox) -> (f32, f32), em: f32) -> Option<BBox> {
    let mut boxes: Vec<&BBox> = boxes.collect();
    boxes.sort_by(|a, b| reach(a).0.total_cmp(&reach(b).0));
    let (mut edge, mut gap) = (0.0f32, 0.6 * em);
    let count = boxes.iter().take_while(|b| {
        let (near, far) = reach(b);
        let touches = near <= edge + gap;
        edge = edge.max(far);
        gap = 0.15 * em;
        touches
    });
    let count = count.count();
    boxes.truncate(count);
    boxes.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    let mut right = f32::INFINITY;
    let is_table = boxes.iter().any(|b| {
        let gap = b.x0 - right;
        right = if right.is_finite() { right.max(b.x1) } else { b.x1 };
        gap > 1.2 * em
    });
    (!boxes.is_empty() && !is_table).then(|| bounds(boxes))
}

/// A line over or under something reaches to what it is nearest to.
fn line_reach(bar: &BBox, marks: &[Mark<'_>]) -> (f32, f32) {
    let mut nearest: Option<(f32, &Mark<'_>)> = None;
    for mark in marks
        .iter()
        .filter(|mark| mark.bbox.centre() > bar.x0 && mark.bbox.centre() < bar.x1)
    {
        let gap = (mark.bbox.y0 - bar.y1).max(bar.y0 - mark.bbox.y1);
        if gap < 0.35 * mark.size && nearest.is_none_or(|(least, _)| gap < least) {
            nearest = Some((gap, mark));
        }
    }
    let Some((_, mark)) = nearest else {
        return (bar.y0, bar.y1);
    };
    (bar.y0.min(mark.bbox.middle()), bar.y1.max(mark.bbox.middle()))
}

fn merge_overlapping(mut pieces: Vec<Band>) -> Vec<Band> {
    pieces.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut bands: Vec<Band> = Vec::new();
    for piece in pieces {
        match bands.last_mut() {
            Some(band) if piece.y0 <= band.y1 => band.absorb(piece),
            _ => bands.push(piece),
        }
    }
    bands
}

impl Band {
    fn absorb(&mut self, other: Band) {
        self.y0 = self.y0.min(other.y0);
        self.y1 = self.y1.max(other.y1);
        self.marks.extend(other.marks);
        self.rules.extend(other.rules);
    }

    fn size(&self, marks: &[Mark<'_>]) -> f32 {
        quantile(
            self.marks.iter().filter_map(|i| marks.get(*i)).map(|mark| mark.size),
            0.75,
        )
    }
}

/// Joins bands of small glyphs with the neighbour whose operator they are limits of.
fn join_limits(bands: &mut Vec<Band>, marks: &[Mark<'_>]) {
    let mut joined: Vec<Band> = Vec::with_capacity(bands.len());
    for band in bands.drain(..) {
        match joined.last_mut() {
            Some(above) if are_limits(&band, above, marks) || are_limits(above, &band, marks) => above.absorb(band),
            _ => joined.push(band),
        }
    }
    *bands = joined;
}

fn are_limits(limits: &Band, main: &Band, marks: &[Mark<'_>]) -> bool {
    let size = main.size(marks);
    let gap = (limits.y0 - main.y1).max(main.y0 - limits.y1);
    let are_small = limits.marks.len() <= 60 && main.marks.len() <= 2000 && limits.size(marks) < 0.86 * size;
    if !are_small || gap > 0.45 * size {
        return false;
    }
    // Scripts of letters without ascenders leave a gap of a hair.
    if gap < 0.12 * size {
        return true;
    }
    let small: Vec<&Mark<'_>> = limits.marks.iter().filter_map(|i| marks.get(*i)).collect();
    let around = bounds(small.iter().map(|mark| &mark.bbox));
    main.marks.iter().filter_map(|i| marks.get(*i)).any(|mark| {
        let carries = symbols::class(mark.symbol) != Class::Ordinary
            || mark.style == Style::Roman && mark.is_letter()
            || mark.symbol.starts_with("brace-");
        carries && mark.bbox.overlap_x(&around) > 0.0 && small.iter().any(|s| s.bbox.overlap_x(&mark.bbox) > 0.0)
    })
}
