//! Classification of horizontal rules: fraction bars, lines over or under part of a formula, and rules that belong to
//! no formula, such as the lines of tables and the rule over footnotes.

use texlens_vocabulary::{BBox, Style};

use super::mark::{Extent, Mark, bounds, quantile};

/// Maximum number of rules examined in one region; pages with more are drawings.
const MAX_RULES: usize = 400;
/// Maximum number of marks examined beside a bar.
const MAX_BESIDE: usize = 400;
/// Number of text letters near a line from which on the line is not part of a formula.
const WORD: usize = 3;
/// Most letters of the name of an operator below a line.
const LONGEST_NAME: usize = 4;
/// Maximum number of text letters in a numerator or denominator.
const LONG_LINE: usize = 40;

/// A rule that belongs to the marks near it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bar {
    pub(super) bbox: BBox,
    /// Top (`y0`) and bottom (`y1`) of the part of the page that the rule holds together.
    pub(super) y0: f32,
    pub(super) y1: f32,
}

impl Bar {
    /// Whether the mark stands over or under the rule, within its reach.
    pub(super) fn holds(&self, mark: &Mark<'_>) -> bool {
        let (x, y) = (mark.bbox.centre(), mark.bbox.middle());
        x > self.bbox.x0 && x < self.bbox.x1 && y > self.y0 && y < self.y1
    }
}

/// Returns the rules that are part of formulas. O(n r) for n marks and r rules; r is bounded.
pub(super) fn bars(mut rules: Vec<BBox>, marks: &[Mark<'_>]) -> Vec<Bar> {
    rules.truncate(MAX_RULES);
    let reach = |bar: &BBox| {
        radical_reach(bar, marks)
            .or_else(|| fraction_reach(bar, &rules, marks))
            .or_else(|| line_reach(bar, marks))
    };
    rules
        .iter()
        .filter_map(|bbox| reach(bbox).map(|(y0, y1)| Bar { bbox: *bbox, y0, y1 }))
        .collect()
}

/// Returns the reach of a rule that is the upper line of a root: from the rule down to the middle of the radical sign.
fn radical_reach(bar: &BBox, marks: &[Mark<'_>]) -> Option<(f32, f32)> {
    let is_sign = |mark: &&Mark<'_>| {
        let slack = 0.35 * mark.size;
        mark.symbol == "\\sqrt" && (mark.bbox.x1 - bar.x0).abs() < slack && (mark.bbox.y0 - bar.y0).abs() < slack
    };
    marks.iter().find(is_sign).map(|sign| (bar.y0, sign.bbox.middle()))
}

/// Returns the reach of a fraction bar: from just below the top of the numerator to just above the bottom of the
/// denominator. A bar is as wide as the wider of the two, unlike the rules of a table. Neither goes on beside the bar,
/// unlike the lines of text around a rule.
fn fraction_reach(bar: &BBox, rules: &[BBox], marks: &[Mark<'_>]) -> Option<(f32, f32)> {
    let inside = |mark: &&Mark<'_>| {
        mark.bbox.centre() > bar.x0
            && mark.bbox.centre() < bar.x1
            && (mark.bbox.middle() - bar.middle()).abs() < 2.0 * mark.size
    };
    let near: Vec<&Mark<'_>> = marks.iter().filter(inside).collect();
    let size = quantile(near.iter().map(|mark| mark.size), 0.8);
    if bar.height() > 0.3 * size || is_beside_text(bar, &near) || goes_on(bar, &near, rules, marks) {
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

/// Whether a whole line of words stands over or under the rule.
fn is_beside_text(bar: &BBox, near: &[&Mark<'_>]) -> bool {
    let is_text =
        |mark: &&&Mark<'_>| mark.is_letter() && !matches!(mark.style, Style::MathItalic | Style::MathBoldItalic);
    let (over, under): (Vec<&Mark<'_>>, Vec<&Mark<'_>>) = near
        .iter()
        .filter(is_text)
        .copied()
        .partition(|mark| mark.bbox.middle() < bar.y0);
    over.len().max(under.len()) > LONG_LINE
}

/// Whether the line of letters next to the rule goes on beyond one of its ends.
fn goes_on(bar: &BBox, near: &[&Mark<'_>], rules: &[BBox], marks: &[Mark<'_>]) -> bool {
    let next = |above: bool| {
        near.iter()
            .filter(|mark| mark.is_letter() && (mark.bbox.middle() < bar.y0) == above)
            .min_by(|a, b| distance(&a.bbox, bar).total_cmp(&distance(&b.bbox, bar)))
    };
    let is_beside = |mark: &Mark<'_>, letter: &Mark<'_>| {
        let em = letter.size;
        let gap = (mark.bbox.x0 - bar.x1).max(bar.x0 - mark.bbox.x1);
        (mark.baseline - letter.baseline).abs() < 0.08 * em
            && (mark.size / em).ln().abs() < 0.15
            && mark.is_letter()
            && (-0.3 * em..em).contains(&gap)
            && !(mark.bbox.centre() > bar.x0 && mark.bbox.centre() < bar.x1)
    };
    // Fractions side by side have their numerators on one line.
    let has_bar = |mark: &Mark<'_>| {
        rules.iter().any(|rule| {
            (rule.middle() - bar.middle()).abs() < 0.15 * mark.size
                && mark.bbox.centre() > rule.x0
                && mark.bbox.centre() < rule.x1
        })
    };
    [next(true), next(false)].into_iter().flatten().any(|letter| {
        let mut beside = marks.iter().filter(|mark| is_beside(mark, letter)).take(MAX_BESIDE);
        beside.any(|mark| !has_bar(mark))
    })
}

fn distance(bbox: &BBox, bar: &BBox) -> f32 {
    (bbox.y0 - bar.y1).max(bar.y0 - bbox.y1)
}

/// Returns the extent of the boxes on one side of a bar, up to the first gap. Returns `None` if no box is near or if
/// the boxes have the wide gaps of a table. `reach` returns the distances of a box's near and far edges from the bar.
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

/// Returns the reach of a line over or under part of a formula: to the middle of the nearest mark. Underlined words are
/// not searched for, and overlined words do not exist. An underscore reaches only over itself.
fn line_reach(bar: &BBox, marks: &[Mark<'_>]) -> Option<(f32, f32)> {
    let mut within: Vec<&Mark<'_>> = marks
        .iter()
        .filter(|mark| mark.bbox.centre() > bar.x0 && mark.bbox.centre() < bar.x1)
        .filter(|mark| distance(&mark.bbox, bar) < 0.5 * mark.size)
        .collect();
    within.sort_by(|a, b| a.bbox.x0.total_cmp(&b.bbox.x0));
    let nearest = within
        .iter()
        .filter(|mark| distance(&mark.bbox, bar) < 0.35 * mark.size)
        .min_by(|a, b| distance(&a.bbox, bar).total_cmp(&distance(&b.bbox, bar)));
    let Some(mark) = nearest else {
        return is_underscore(bar, marks).then_some((bar.y0, bar.y1));
    };
    let is_text =
        |mark: &Mark<'_>| mark.is_letter() && !matches!(mark.style, Style::MathItalic | Style::MathBoldItalic);
    // Names of operators are no words: a symbol or a bracket follows them.
    let is_upright = |at: usize| within.get(at).is_some_and(|mark| is_text(mark));
    let count = (0..within.len()).filter(|at| is_upright(*at)).count();
    let names = (1..within.len())
        .filter(|at| is_upright(at - 1) && !is_upright(*at))
        .count();
    (count < WORD || count <= LONGEST_NAME * names && count < within.len() / 2 + 1)
        .then(|| (bar.y0.min(mark.bbox.middle()), bar.y1.max(mark.bbox.middle())))
}

/// Whether the bar is a short rule at the foot of a letter.
fn is_underscore(bar: &BBox, marks: &[Mark<'_>]) -> bool {
    marks.iter().any(|mark| {
        let gap = (mark.bbox.x0 - bar.x1).max(bar.x0 - mark.bbox.x1) / mark.size;
        bar.width() < 0.7 * mark.size && gap < 0.3 && (bar.y0 - mark.baseline).abs() < 0.3 * mark.size
    })
}
