//! Reading order by recursive X-Y cut. A page has two columns if a gutter in its middle is free of ink and has text on
//! both sides. The left column is read first, and lines that cross the gutter divide the columns.

use std::collections::HashMap;

use texlens_vocabulary::{BBox, Style};

use super::mark::{Extent, Mark, bounds, quantile};
use super::symbols::AXIS;

/// Maximum number of glyphs of one line examined around a gutter.
const MAX_NEAR: usize = 200;
/// Maximum number of letters examined above and below a line; real pages have fewer there.
const MAX_AROUND: usize = 2000;
/// Maximum depth of columns inside columns; deeper pages do not exist.
const MAX_DEPTH: usize = 3;
/// Number of slices into which the search for a gutter divides the width of a region. Each slice is one bit.
const SLICES: usize = 512;
/// Height of the horizontal strips in which ink is searched for, in em. Every strip meets a line of text.
const STRIP: f32 = 1.3;
/// Upper bound of the number of strips of a page. A region with more is noise, which has no columns.
const MAX_STRIPS: usize = 2000;
/// Least number of strips with text on both sides of a wide gutter.
const LEAST_LINES: usize = 4;
/// Least number of strips with text on both sides of a narrow gutter.
const SURE_LINES: usize = 10;
/// Least share of these strips in which a wide gutter is free.
const ALL_BUT_FEW: f32 = 0.95;
/// Least width of a gutter, in em: wider than any space between words.
const LEAST_GUTTER: f32 = 0.55;
/// Width from which on a gutter is wide, in em.
const SURE_GUTTER: f32 = 0.85;
/// Distance from the gutter, in em, beyond which a line that crosses the gutter has glyphs on both sides.
const FAR_SIDE: f32 = 1.2;
/// Width of the part of the gutter that is free in every line, in em. Hyphens and full stops may hang into the rest.
const LEAST_FREE: f32 = 0.3;
/// Least share of strips in which a narrow gutter is free.
const LEAST_FREE_SHARE: f32 = 0.6;
/// Least share of each side that text in columns usually covers; tables and equation numbers cover less.
const LEAST_COVER: f32 = 0.5;
/// Least share of each side that text covers in a single strip; last lines of paragraphs are short.
const LEAST_COVER_OF_LINE: f32 = 0.25;

/// Quantile of the right edges of the glyphs that counts as the right edge of the columns.
const USUAL: f32 = 0.98;
/// Maximum height of consecutive lines that are too long for their column, in em.
const OVERFULL_LINES: f32 = 2.4;
/// Least distance from two columns to content that spans both, in em (`\dbltextfloatsep` is 2 em).
const NEAREST_ACROSS: f32 = 1.5;

/// Largest distance of a fraction bar from the axis of its line, in em.
const BESIDE_AXIS: f32 = 0.12;
/// Height of a numerator over its bar, and depth of a denominator below it, in em.
const HALF_FRACTION: f32 = 1.1;
/// Width from which on a rule is not taken for a fraction bar, in em.
const LONGEST_BAR: f32 = 15.0;
/// Height from which on a mark beside a line has to do with more than its letters, in em: a bracket or a large operator.
const TALL: f32 = 1.0;
/// Height from which on a mark is no bracket of a single line, in em.
const TALLEST: f32 = 8.0;

/// Distance from the gutter, in em, within which a word that sticks out of its column is followed.
const FAR_WORD: f32 = 8.0;
/// Upper bound of the gap between glyphs of one word, in em.
const INSIDE_WORD: f32 = 0.12;

/// A part of the page with one column of text.
#[derive(Debug, Default)]
pub(super) struct Region<'a> {
    pub(super) marks: Vec<Mark<'a>>,
    pub(super) rules: Vec<BBox>,
}

/// Cuts a page into regions, in reading order. `usual` is the x of the gutter on other pages of the document: a page of
/// displays and floats has too little text to show its own gutter. O(n log n) for n marks.
pub(super) fn reading_order<'a>(marks: Vec<Mark<'a>>, rules: Vec<BBox>, usual: Option<f32>) -> Vec<Region<'a>> {
    let mut regions = Vec::new();
    cut(Region { marks, rules }, 0, usual, &mut regions);
    regions
}

/// Returns the x of the gutter of a page, if the text of the page is in columns.
pub(super) fn gutter_of(marks: &[Mark<'_>]) -> Option<f32> {
    gutter(marks, &[], None).map(|gutter| gutter.x)
}

fn cut<'a>(region: Region<'a>, depth: usize, usual: Option<f32>, out: &mut Vec<Region<'a>>) {
    if region.marks.is_empty() {
        return;
    }
    let gutter = if depth < MAX_DEPTH {
        gutter(&region.marks, &region.rules, usual)
    } else {
        None
    };
    let Some(gutter) = gutter else {
        out.push(region);
        return;
    };
    for (part, in_columns) in bands(region, &gutter) {
        if in_columns {
            let (left, right) = split(part, gutter.x);
            cut(left, depth + 1, None, out);
            cut(right, depth + 1, None, out);
        } else {
            out.push(part);
        }
    }
}

/// The gutter between two columns of text.
struct Gutter {
    x: f32,
    /// The stretches in columns, from top to bottom. Content between them spans both columns.
    stretches: Vec<Stretch>,
}

/// One bit for each slice of the region's width.
type Slices = [u64; SLICES / 64];

/// Ink and text of a strip.
type Strip<'r> = (&'r Slices, &'r Slices);

/// A range of y.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    y0: f32,
    y1: f32,
}

/// Finds the gutter in the middle half of the region that the most strips of text leave free, if their text is in
/// columns. Otherwise returns the usual gutter, if some text of the region leaves that free.
fn gutter(marks: &[Mark<'_>], rules: &[BBox], usual: Option<f32>) -> Option<Gutter> {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let raster = Raster::new(marks, em)?;
    let at = |slice, is_known| {
        let stretches = free_stretches(marks, rules, raster.x_of(slice), em);
        gutter_at(&raster, slice, stretches, em, is_known)
    };
    let found = raster.freest(raster.half(LEAST_GUTTER * em));
    let found = found.and_then(|slice| at(slice, false));
    found.or_else(|| at(raster.slice_of(usual?), true))
}

/// Returns the gutter at a slice with these free stretches. A gutter that is known from other pages needs less evidence
/// from lines.
fn gutter_at(raster: &Raster, slice: usize, stretches: Vec<Stretch>, em: f32, is_known: bool) -> Option<Gutter> {
    let x = raster.x_of(slice);
    let (narrow, wide) = (raster.half(LEAST_GUTTER * em), raster.half(SURE_GUTTER * em));
    let is_text = |stretch: &Stretch| {
        let lines = raster.lines(stretch, slice);
        let sure = lines.len() >= LEAST_LINES && free_share(&lines, slice, wide) >= ALL_BUT_FEW;
        let likely = lines.len() >= SURE_LINES && free_share(&lines, slice, narrow) >= LEAST_FREE_SHARE;
        (sure || likely) && usual_cover(&lines, slice) >= LEAST_COVER
    };
    if !is_known && !stretches.iter().any(is_text) {
        return None;
    }
    let beside = |stretch: &Stretch| {
        let lines = raster.lines(stretch, slice);
        // In a few lines, spaces between words may all stand there.
        let half = if is_known || lines.len() < LEAST_LINES {
            wide
        } else {
            narrow
        };
        lines.len() > usize::from(is_known) && free_share(&lines, slice, half) >= LEAST_FREE_SHARE
    };
    let stretches: Vec<Stretch> = stretches.into_iter().filter(beside).collect();
    (!stretches.is_empty()).then_some(Gutter { x, stretches })
}

/// A raster of the ink and the text of a region.
struct Raster {
    around: BBox,
    strip: f32,
    ink: Vec<Slices>,
    /// Letters of text only: gaps between displays are not gutters.
    text: Vec<Slices>,
}

impl Raster {
    /// Returns `None` if the region is too narrow for columns or too high for a page.
    fn new(marks: &[Mark<'_>], em: f32) -> Option<Self> {
        let mut around = bounds(marks.iter().map(|mark| &mark.bbox));
        // Lines that are too long for their column do not widen the region.
        around.x1 = quantile(marks.iter().map(|mark| mark.bbox.x1), USUAL);
        let count = around.height() / (STRIP * em);
        if em <= 0.0 || around.width() < 20.0 * em || count >= MAX_STRIPS as f32 {
            return None;
        }
        let mut raster = Self {
            around,
            strip: STRIP * em,
            ink: vec![[0; SLICES / 64]; count as usize + 1],
            text: vec![[0; SLICES / 64]; count as usize + 1],
        };
        for mark in marks {
            let slack = 0.1 * mark.size;
            let (top, bottom) = (
                raster.row_of(mark.bbox.y0 + slack),
                raster.row_of((mark.bbox.y1 - slack).max(mark.bbox.y0 + slack)),
            );
            let (first, last) = (raster.slice_of(mark.bbox.x0), raster.slice_of(mark.bbox.x1));
            let fill = |rows: &mut Vec<Slices>| {
                for row in rows.iter_mut().take(bottom + 1).skip(top) {
                    (first..=last).for_each(|slice| row[slice / 64] |= 1 << (slice % 64));
                }
            };
            fill(&mut raster.ink);
            if mark.is_letter() && !matches!(mark.style, Style::MathItalic | Style::MathBoldItalic) {
                fill(&mut raster.text);
            }
        }
        raster.add_pictures(marks);
        Some(raster)
    }

    /// Counts a picture beside text as text, since it fills a column. Pictures side by side say nothing about columns.
    fn add_pictures(&mut self, marks: &[Mark<'_>]) {
        for picture in marks.iter().filter(|mark| mark.is_picture()) {
            let (first, last) = (self.slice_of(picture.bbox.x0), self.slice_of(picture.bbox.x1));
            let (top, bottom) = (self.row_of(picture.bbox.y0), self.row_of(picture.bbox.y1));
            let rows = self.text.iter_mut().take(bottom + 1).skip(top);
            for row in rows.filter(|row| row.iter().any(|word| *word != 0)) {
                (first..=last).for_each(|slice| row[slice / 64] |= 1 << (slice % 64));
            }
        }
    }

    fn row_of(&self, y: f32) -> usize {
        (((y - self.around.y0) / self.strip).max(0.0) as usize).min(self.ink.len() - 1)
    }

    fn slice_of(&self, x: f32) -> usize {
        (((x - self.around.x0) / self.slice_width()).max(0.0) as usize).min(SLICES - 1)
    }

    fn slice_width(&self) -> f32 {
        self.around.width() / SLICES as f32
    }

    /// Returns the x of the middle of a slice.
    fn x_of(&self, slice: usize) -> f32 {
        self.around.x0 + (slice as f32 + 0.5) * self.slice_width()
    }

    /// Returns the number of slices on each side of the middle slice of a gutter of the given width.
    fn half(&self, width: f32) -> usize {
        ((width / self.slice_width()) as usize).saturating_sub(1) / 2
    }

    /// Returns the slice in the middle half of the region around which the most strips with text on both sides are
    /// free, `half` slices to each side.
    fn freest(&self, half: usize) -> Option<usize> {
        let sided = |strip: &Strip<'_>, slice: usize| is_free(strip.0, slice, half) && has_columns(strip, slice);
        let range = SLICES / 4..SLICES * 3 / 4;
        let scores: Vec<usize> = range
            .clone()
            .map(|slice| {
                self.ink
                    .iter()
                    .zip(&self.text)
                    .filter(|strip| sided(strip, slice))
                    .count()
            })
            .collect();
        let most = scores.iter().copied().max().filter(|most| *most > 0)?;
        let best: Vec<usize> = (0..scores.len()).filter(|i| 100 * scores[*i] >= 99 * most).collect();
        Some(range.start + best.get(best.len() / 2)?)
    }

    /// Returns the strips of a stretch that hold text on both sides of the gutter.
    fn lines(&self, stretch: &Stretch, slice: usize) -> Vec<Strip<'_>> {
        // The first and the last strip may hold part of a line that crosses the gutter.
        let (top, bottom) = (
            self.row_of(stretch.y0 + self.strip),
            self.row_of(stretch.y1 - self.strip),
        );
        let rows = self.ink.iter().zip(&self.text).take(bottom + 1).skip(top);
        rows.filter(|strip| has_columns(strip, slice)).collect()
    }
}

/// Whether a strip holds text on both sides of the gutter.
fn has_columns((_, text): &Strip<'_>, slice: usize) -> bool {
    let (left, right) = (count(*text, 0..slice), count(*text, slice..SLICES));
    left as f32 >= LEAST_COVER_OF_LINE * slice as f32 && right as f32 >= LEAST_COVER_OF_LINE * (SLICES - slice) as f32
}

/// Returns the share of strips in which the gutter is free, `half` slices to each side of its middle.
fn free_share(lines: &[Strip<'_>], slice: usize, half: usize) -> f32 {
    let free = lines.iter().filter(|(ink, _)| is_free(*ink, slice, half)).count();
    free as f32 / lines.len().max(1) as f32
}

/// Returns the share of a side that text usually covers, for the side that is covered less.
fn usual_cover(lines: &[Strip<'_>], slice: usize) -> f32 {
    let cover = |side: std::ops::Range<usize>| {
        quantile(lines.iter().map(|(_, text)| count(*text, side.clone()) as f32), 0.6) / side.len().max(1) as f32
    };
    cover(0..slice).min(cover(slice..SLICES))
}

fn is_free(row: &[u64], slice: usize, half: usize) -> bool {
    (slice.saturating_sub(half)..=(slice + half).min(SLICES - 1)).all(|slice| !covers(row, slice))
}

fn covers(row: &[u64], slice: usize) -> bool {
    row.get(slice / 64).is_some_and(|word| word >> (slice % 64) & 1 == 1)
}

fn count(row: &[u64], slices: std::ops::Range<usize>) -> usize {
    let (first, last) = (slices.start / 64, slices.end / 64);
    let words = row.iter().enumerate().map(|(i, word)| {
        let from = if i == first {
            u64::MAX << (slices.start % 64)
        } else {
            u64::MAX
        };
        let to = if i == last {
            !(u64::MAX << (slices.end % 64))
        } else {
            u64::MAX
        };
        let inside = i >= first && i <= last;
        if inside {
            (word & from & to).count_ones() as usize
        } else {
            0
        }
    });
    words.sum()
}

/// Returns the stretches between the lines that cross the gutter. A line that crosses has glyphs on both sides. A glyph
/// that only hangs into the gutter does not cross, nor does the end of a formula that is too long for its column.
fn free_stretches(marks: &[Mark<'_>], rules: &[BBox], x: f32, em: f32) -> Vec<Stretch> {
    let mut near: Vec<&Mark<'_>> = marks
        .iter()
        .filter(|mark| mark.bbox.x1 > x - 3.0 * em && mark.bbox.x0 < x + 3.0 * em)
        .collect();
    near.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let goes_on = |mark: &Mark<'_>| {
        if mark.bbox.x0 < x - FAR_SIDE * em && mark.bbox.x1 > x + FAR_SIDE * em {
            // A mark this wide is a table or a picture.
            return true;
        }
        let start = near.partition_point(|other| other.baseline < mark.baseline - 0.12 * mark.size);
        let beside = |other: &&&Mark<'_>| other.baseline < mark.baseline + 0.12 * mark.size;
        let mut line = near.iter().skip(start).take_while(beside).take(MAX_NEAR);
        let far = FAR_SIDE * em;
        line.clone().any(|other| other.bbox.x1 < x - far) && line.any(|other| other.bbox.x0 > x + far)
    };
    let crossing =
        |mark: &&Mark<'_>| (x - 0.5 * LEAST_FREE * em) < mark.bbox.x1 && (x + 0.5 * LEAST_FREE * em) > mark.bbox.x0;
    let across = marks.iter().filter(crossing).filter(|mark| goes_on(mark));
    let (mut lines, mut axes): (Vec<(f32, f32)>, Vec<f32>) = across
        .map(|mark| {
            let top = mark.bbox.y0.min(mark.baseline - 0.7 * mark.size);
            let bottom = mark.bbox.y1.max(mark.baseline + 0.2 * mark.size);
            ((top, bottom), mark.baseline - AXIS * mark.size)
        })
        .unzip();
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut letters: Vec<&Mark<'_>> = marks.iter().filter(|mark| mark.is_letter()).collect();
    letters.sort_by(|a, b| a.baseline.total_cmp(&b.baseline));
    let mut lines = merged(lines);
    lines.retain(|line| !is_overfull(*line, &letters, x, em));
    axes.retain(|axis| {
        let first = lines.partition_point(|line| line.1 < *axis);
        lines.get(first).is_some_and(|line| line.0 <= *axis)
    });
    axes.sort_by(f32::total_cmp);
    lines.extend(beside_letters(marks, rules, &axes, em));
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut stretches = Vec::new();
    let mut y0 = f32::NEG_INFINITY;
    for (top, bottom) in merged(lines) {
        if top > y0 {
            stretches.push(Stretch { y0, y1: top });
        }
        y0 = y0.max(bottom);
    }
    stretches.push(Stretch { y0, y1: f32::INFINITY });
    let around = bounds(marks.iter().map(|mark| &mark.bbox));
    for stretch in &mut stretches {
        stretch.y0 = stretch.y0.max(around.y0);
        stretch.y1 = stretch.y1.min(around.y1);
    }
    stretches.retain(|stretch| stretch.y1 > stretch.y0);
    stretches
}

/// Returns the stretches of y that fractions and brackets take in lines with these axes, which are sorted.
fn beside_letters(marks: &[Mark<'_>], rules: &[BBox], axes: &[f32], em: f32) -> Vec<(f32, f32)> {
    let has_axis = |top: f32, bottom: f32| {
        let first = axes.partition_point(|axis| *axis < top);
        axes.get(first).is_some_and(|axis| *axis <= bottom)
    };
    let is_tall = |mark: &&Mark<'_>| !mark.is_picture() && (TALL * em..TALLEST * em).contains(&mark.bbox.height());
    let tall = marks.iter().filter(is_tall).map(|mark| (mark.bbox.y0, mark.bbox.y1));
    let bars = rules.iter().filter(|rule| rule.width() < LONGEST_BAR * em);
    let bars = bars
        .map(BBox::middle)
        .filter(|y| has_axis(y - BESIDE_AXIS * em, y + BESIDE_AXIS * em));
    tall.filter(|(top, bottom)| has_axis(*top, *bottom))
        .chain(bars.map(|y| (y - HALF_FRACTION * em, y + HALF_FRACTION * em)))
        .collect()
}

/// Merges stretches of y that overlap. The stretches are sorted by their tops.
fn merged(lines: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let mut merged: Vec<(f32, f32)> = Vec::new();
    for (top, bottom) in lines {
        match merged.last_mut() {
            Some(last) if top <= last.1 => last.1 = last.1.max(bottom),
            _ => merged.push((top, bottom)),
        }
    }
    merged
}

/// Whether the content that crosses the gutter at this height is a line too long for its column (an overfull box, The
/// TeXbook, chapter 6). Long web addresses are such lines. Both columns then go on closely above and below the line.
/// Content that spans both columns has space around it (`\dbltextfloatsep`) or more lines. `letters` are sorted by
/// baseline.
fn is_overfull((top, bottom): (f32, f32), letters: &[&Mark<'_>], x: f32, em: f32) -> bool {
    if bottom - top > OVERFULL_LINES * em {
        return false;
    }
    let near = NEAREST_ACROSS * em;
    // Left above, left below, right above, right below.
    let mut goes_on = [false; 4];
    let start = letters.partition_point(|mark| mark.baseline <= top - near);
    let end = bottom + near + em;
    let around = letters.iter().skip(start).take_while(|mark| mark.baseline < end);
    for mark in around.take(MAX_AROUND) {
        let side = if mark.bbox.x1 < x {
            0
        } else if mark.bbox.x0 > x {
            2
        } else {
            continue;
        };
        goes_on[side] |= mark.baseline < top + 0.3 * em;
        goes_on[side + 1] |= mark.baseline - 0.7 * mark.size > bottom - 0.3 * em;
    }
    goes_on == [true; 4]
}

/// Cuts a region where lines cross the gutter, and reports whether each part is in columns.
fn bands<'a>(region: Region<'a>, gutter: &Gutter) -> Vec<(Region<'a>, bool)> {
    let stretches = &gutter.stretches;
    // Part 2i + 1 is stretch i; the other parts span both columns.
    let mut parts: Vec<(Region<'a>, bool)> = (0..2 * stretches.len() + 1)
        .map(|i| (Region::default(), i % 2 == 1))
        .collect();
    let at = |y: f32| {
        let started = stretches.partition_point(|stretch| stretch.y0 <= y);
        let is_inside = started > 0 && stretches.get(started - 1).is_some_and(|stretch| y < stretch.y1);
        2 * started - usize::from(is_inside)
    };
    for mark in region.marks {
        if let Some((part, _)) = parts.get_mut(at(mark.bbox.middle())) {
            part.marks.push(mark);
        }
    }
    for rule in region.rules {
        if let Some((part, _)) = parts.get_mut(at(rule.middle())) {
            part.rules.push(rule);
        }
    }
    parts.retain(|(part, _)| !part.marks.is_empty());
    parts
}

fn split<'a>(region: Region<'a>, x: f32) -> (Region<'a>, Region<'a>) {
    let is_left = left_of(&region.marks, x);
    let mut sides = is_left.into_iter();
    let (left, right): (Vec<_>, Vec<_>) = region.marks.into_iter().partition(|_| sides.next().unwrap_or_default());
    let (left_rules, right_rules) = region.rules.into_iter().partition(|rule| rule.centre() < x);
    (
        Region {
            marks: left,
            rules: left_rules,
        },
        Region {
            marks: right,
            rules: right_rules,
        },
    )
}

/// Reports for each mark whether it belongs to the left column. Where TeX finds no break, a line sticks out of its
/// column (an overfull box, The TeXbook, chapter 14): a word that begins on the left belongs to that column up to its
/// end.
fn left_of(marks: &[Mark<'_>], x: f32) -> Vec<bool> {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let mut is_left: Vec<bool> = marks.iter().map(|mark| mark.bbox.centre() < x).collect();
    let mut near: Vec<usize> = (0..marks.len())
        .filter(|at| (marks[*at].bbox.centre() - x).abs() < FAR_WORD * em)
        .collect();
    near.sort_by(|a, b| marks[*a].bbox.x0.total_cmp(&marks[*b].bbox.x0));
    // The right end of the last word on the left, by line.
    let mut ends: HashMap<i64, f32> = HashMap::new();
    for at in near {
        let mark = &marks[at];
        let line = (mark.baseline / (0.2 * em)).round() as i64;
        let goes_on = |line: i64| {
            ends.get(&line)
                .is_some_and(|end| (mark.bbox.x0 - end).abs() < INSIDE_WORD * em)
        };
        is_left[at] |= (line - 1..=line + 1).any(goes_on);
        if is_left[at] {
            ends.insert(line, mark.bbox.x1);
        }
    }
    is_left
}
