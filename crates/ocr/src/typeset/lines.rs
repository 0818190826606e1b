//! Lines. TeX keeps the boxes of neighbouring lines apart, so a line is the content between two horizontal gaps. Gaps
//! inside a formula (around fraction bars, between a large operator and its limits) are bridged.

use texlens_vocabulary::{BBox, Style};

use super::bars::{self, Bar};
use super::columns::Region;
use super::mark::{Extent, Mark, bounds, mode, quantile};
use super::symbols::{self, AXIS, Class};

/// A line of text, or a display with all its parts.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    /// Sorted by left edge.
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

    /// Whether the mark is a script, off the line's baseline. The smaller the mark is beside the line's letters, the
    /// smaller the offset that counts. Quotes and dashes of text are never scripts, however inexactly they were read.
    pub(super) fn is_script(&self, mark: &Mark<'_>) -> bool {
        let off = (mark.baseline - self.baseline).abs() / self.size;
        let ratio = mark.size / self.size;
        let is_off = off > 0.3 || off > 0.13 && ratio < 0.93 || off > 0.08 && ratio < 0.86;
        is_off && !symbols::is_text_punctuation(mark.symbol)
    }
}

/// Returns the lines of a region, from top to bottom. O(n log n + n r) for n marks and r rules; r is bounded.
pub(super) fn lines(region: Region<'_>) -> Vec<Line<'_>> {
    let Region { marks, rules } = region;
    let bars = bars::bars(rules, &marks);
    let mut bands = merge_overlapping(pieces(&marks, &bars));
    join_limits(&mut bands, &marks);
    bands
        .into_iter()
        .flat_map(|band| band.split(&marks, &bars))
        .filter(|band| !band.marks.is_empty())
        .map(|band| {
            let rules = band.rules.iter().filter_map(|i| bars.get(*i)).map(|bar| bar.bbox);
            let marks = band.marks.iter().filter_map(|i| marks.get(*i)).copied();
            Line::new(marks.collect(), rules.collect())
        })
        .collect()
}

/// A range of y with the marks and rules (by index) in it.
#[derive(Debug, Default)]
struct Band {
    y0: f32,
    y1: f32,
    marks: Vec<usize>,
    rules: Vec<usize>,
}

/// Returns the vertical extent of a mark without a tenth of an em at its top and bottom. Detected baselines are a
/// little off, and this error must not bridge a gap. Very tall and very flat marks keep their extent, and no mark is
/// cut above its baseline.
fn shortened(mark: &Mark<'_>) -> (f32, f32) {
    let (b, slack) = (&mark.bbox, 0.1 * mark.size);
    if b.height() > 1.5 * mark.size || b.height() < 0.35 * mark.size {
        return (b.y0, b.y1);
    }
    (b.y0 + slack, (b.y1 - slack).max(mark.baseline.min(b.y1)))
}

/// Returns the vertical extent of an accent, extended to the letter above or below it.
fn reaching(mark: &Mark<'_>) -> (f32, f32) {
    let reach = 0.35 * mark.size;
    let is_high = mark.bbox.middle() < mark.baseline;
    if is_high {
        (mark.bbox.y0, mark.bbox.y1 + reach)
    } else {
        (mark.bbox.y0 - reach, mark.bbox.y1)
    }
}

/// Distance from a brace to the formula that it embraces, and to its label, in em.
const BESIDE_BRACE: f32 = 0.45;

fn is_brace(mark: &Mark<'_>) -> bool {
    matches!(mark.symbol, "\\overbrace" | "\\underbrace")
}

/// Returns a separate band for every mark and every rule.
fn pieces(marks: &[Mark<'_>], bars: &[Bar]) -> Vec<Band> {
    let mut pieces: Vec<Band> = Vec::with_capacity(marks.len() + bars.len());
    for (i, mark) in marks.iter().enumerate() {
        let (y0, y1) = if is_brace(mark) {
            (
                mark.bbox.y0 - BESIDE_BRACE * mark.size,
                mark.bbox.y1 + BESIDE_BRACE * mark.size,
            )
        } else if mark.is_accent() {
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
    pieces.extend(bars.iter().enumerate().map(|(i, bar)| Band {
        y0: bar.y0,
        y1: bar.y1,
        marks: vec![],
        rules: vec![i],
    }));
    pieces
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

/// Least number of letters on one baseline that make a line of text.
const LINE: usize = 8;
/// Two lines of text with at least this many letters are separate, whatever stands between them.
const LONG_LINE: usize = 25;
/// Delimiters below this confidence hold no lines together.
const DOUBTFUL: f32 = 0.5;

/// A baseline of text, with the letters (by index) on it.
struct Baseline {
    y: f32,
    letters: Vec<usize>,
}

impl Band {
    /// Splits a band into its lines of text, except lines that a fraction or a delimiter holds together. Two lines
    /// share a band if a part of a formula reaches over to the next line.
    fn split(self, marks: &[Mark<'_>], bars: &[Bar]) -> Vec<Band> {
        let em = self.size(marks);
        if self.y1 - self.y0 < 1.2 * em {
            return vec![self];
        }
        let baselines = self.baselines(marks, bars, em);
        if baselines.len() < 2 {
            return vec![self];
        }
        let nearest = |axis: f32| {
            let distance = |line: &Baseline| (line.y - AXIS * em - axis).abs();
            (0..baselines.len()).min_by(|a, b| distance(&baselines[*a]).total_cmp(&distance(&baselines[*b])))
        };
        let mut parts: Vec<Band> = baselines.iter().map(|_| Band::default()).collect();
        let held: Vec<&Bar> = self.rules.iter().filter_map(|i| bars.get(*i)).collect();
        for i in &self.rules {
            let at = bars.get(*i).and_then(|bar| nearest(bar.bbox.middle()));
            if let Some(part) = at.and_then(|at| parts.get_mut(at)) {
                part.rules.push(*i);
            }
        }
        for i in &self.marks {
            let Some(mark) = marks.get(*i) else { continue };
            let bar = held.iter().find(|bar| bar.holds(mark));
            let axis = bar.map_or(
                mark.bbox.middle().clamp(mark.baseline - 0.5 * em, mark.baseline),
                |bar| bar.bbox.middle(),
            );
            if let Some(part) = nearest(axis).and_then(|at| parts.get_mut(at)) {
                part.marks.push(*i);
            }
        }
        parts
    }

    fn baselines(&self, marks: &[Mark<'_>], bars: &[Bar], em: f32) -> Vec<Baseline> {
        let is_text = |i: &usize| {
            marks.get(*i).is_some_and(|mark| {
                let is_math = matches!(mark.style, Style::MathItalic | Style::MathBoldItalic);
                mark.is_letter() && !is_math && mark.size > 0.86 * em
            })
        };
        let y = |i: &usize| marks.get(*i).map_or(0.0, |mark| mark.baseline);
        let mut letters: Vec<usize> = self.marks.iter().copied().filter(is_text).collect();
        letters.sort_by(|a, b| y(a).total_cmp(&y(b)));
        let groups = letters
            .chunk_by(|a, b| y(b) - y(a) < 0.15 * em)
            .filter(|group| group.len() >= LINE);
        let mut lines: Vec<Baseline> = Vec::new();
        for group in groups {
            let line = Baseline {
                y: quantile(group.iter().map(y), 0.5),
                letters: group.to_vec(),
            };
            match lines.last_mut() {
                Some(last) if line.y - last.y < 0.8 * em || self.holds_together(last, &line, marks, bars) => {
                    last.letters.extend(line.letters);
                }
                _ => lines.push(line),
            }
        }
        lines
    }

    /// Whether the two lines are numerator and denominator, or rows between delimiters.
    fn holds_together(&self, above: &Baseline, below: &Baseline, marks: &[Mark<'_>], bars: &[Bar]) -> bool {
        if above.letters.len().min(below.letters.len()) >= LONG_LINE {
            return false;
        }
        let is_fraction = self.rules.iter().filter_map(|i| bars.get(*i)).any(|bar| {
            let held = |line: &Baseline| {
                let held = line
                    .letters
                    .iter()
                    .filter(|i| marks.get(**i).is_some_and(|mark| bar.holds(mark)));
                2 * held.count() > line.letters.len()
            };
            bar.bbox.middle() > above.y - AXIS && bar.bbox.middle() < below.y && held(above) && held(below)
        });
        let is_fenced = self.marks.iter().filter_map(|i| marks.get(*i)).any(|mark| {
            symbols::is_delimiter(mark.symbol)
                && mark.confidence >= DOUBTFUL
                && mark.bbox.y0 < above.y
                && mark.bbox.y1 > below.y - AXIS * mark.size
        });
        is_fraction || is_fenced
    }
}

/// Joins bands of small glyphs to the neighbour whose operator they are limits of.
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
    // Scripts of letters without ascenders leave a tiny gap.
    if gap < 0.12 * size {
        return true;
    }
    let small: Vec<&Mark<'_>> = limits.marks.iter().filter_map(|i| marks.get(*i)).collect();
    let around = bounds(small.iter().map(|mark| &mark.bbox));
    main.marks.iter().filter_map(|i| marks.get(*i)).any(|mark| {
        let carries = symbols::class(mark.symbol) != Class::Ordinary
            || mark.style == Style::Roman && mark.is_letter()
            || is_brace(mark);
        carries && mark.bbox.overlap_x(&around) > 0.0 && small.iter().any(|s| s.bbox.overlap_x(&mark.bbox) > 0.0)
    })
}
