//! Finds tables: horizontal rules of one width above each other, the vertical rules that touch them, and rows beyond
//! the last rule. `\hline` is as wide as its table.

use texlens_vocabulary::BBox;

use super::super::columns::Region;
use super::super::lines::{self, Line};
use super::super::mark::{Extent, Mark, bounds};
use super::chunks;
use super::ruling::Ruling;

/// Most rules of a page with tables; more rules are drawings.
const MAX_RULES: usize = 1200;
/// Most places that are considered on one page.
const MAX_FRAMES: usize = 60;
/// Least width of a table, in em: narrower rules are bars of formulas.
const LEAST_WIDTH: f32 = 2.0;
/// Largest distance between the ends of rules that share their ends, in em.
const SAME_END: f32 = 0.2;
/// Largest distance of rules that touch, in em.
const TOUCH: f32 = 0.3;
/// Largest distance from the bottom of a row to the top of the next, in em.
const NEXT_ROW: f32 = 1.2;
/// Largest distance from the bottom of a row to the top of the next, in em, where rules enclose the table.
const ADJACENT: f32 = 0.6;
/// Blank height between two rules that no table reaches, in em.
const EMPTY: f32 = 4.0;
/// Distance of text from the rules above and below it, in em, beyond which it is no row: floats are at least 12 pt from
/// text.
const APART: f32 = 1.15;
/// Largest distance from the end of a table to the end of its rule, in em: `\tabcolsep` and some more.
const MARGIN: f32 = 1.5;
/// Largest gap between entries of one row, in em, where one of them stands beside the rules.
const BESIDE: f32 = 3.0;
/// Width of the widest entries beside the rules, in em.
const WIDEST_BESIDE: f32 = 14.0;
/// Number of lines between two rules that make running text.
const PROSE: usize = 2;

/// A place where a table may stand.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) bbox: BBox,
    pub(super) ruling: Ruling,
}

impl Frame {
    /// Reports whether a rule extends over the whole table.
    pub(super) fn is_across(&self, rule: &BBox, em: f32) -> bool {
        rule.width() > self.bbox.width() - em
    }
}

/// Returns the places of tables, the largest first. O((r + n) r) for n marks and r rules, r bounded.
pub(super) fn frames(marks: &[Mark<'_>], horizontal: &[BBox], vertical: &[BBox], em: f32) -> Vec<Frame> {
    if horizontal.len() + vertical.len() > MAX_RULES {
        return Vec::new();
    }
    let mut frames: Vec<Frame> = Vec::new();
    for stack in stacks(horizontal, em) {
        for run in runs(&stack, marks, em).into_iter().take(MAX_FRAMES) {
            frames.extend(frame(run, marks, horizontal, vertical, em));
        }
    }
    let area = |frame: &Frame| frame.bbox.width() * frame.bbox.height();
    frames.sort_by(|a, b| area(b).total_cmp(&area(a)));
    frames.truncate(MAX_FRAMES);
    frames
}

/// Groups rules with the same ends into stacks, each from top to bottom.
fn stacks(horizontal: &[BBox], em: f32) -> Vec<Vec<BBox>> {
    let mut rules: Vec<BBox> = horizontal.to_vec();
    rules.retain(|rule| rule.width() > LEAST_WIDTH * em);
    rules.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut stacks: Vec<Vec<BBox>> = Vec::new();
    for rule in rules {
        let is_same = |stack: &&mut Vec<BBox>| {
            stack.first().is_some_and(|first| {
                (first.x0 - rule.x0).abs() < SAME_END * em && (first.x1 - rule.x1).abs() < SAME_END * em
            })
        };
        match stacks.iter_mut().find(is_same) {
            Some(stack) => stack.push(rule),
            None => stacks.push(vec![rule]),
        }
    }
    stacks
}

/// The contents of the space between two rules of a stack.
#[derive(PartialEq)]
enum Between {
    Rows,
    Apart,
    /// The caption of an algorithm: the rule below it begins no table.
    Algorithm,
}

/// Cuts a stack where two rules enclose anything but rows of a table.
fn runs<'s>(stack: &'s [BBox], marks: &[Mark<'_>], em: f32) -> Vec<&'s [BBox]> {
    let mut runs = Vec::new();
    let (mut start, mut is_code) = (0, false);
    for at in 1..=stack.len() {
        let between = match stack.get(at - 1..=at) {
            Some([above, below]) => between(above, below, marks, em),
            _ => Between::Apart,
        };
        if between == Between::Rows {
            continue;
        }
        if let Some(run) = stack.get(start..at).filter(|_| !is_code) {
            runs.push(run);
        }
        is_code = between == Between::Algorithm;
        start = at;
    }
    runs
}

fn between(above: &BBox, below: &BBox, marks: &[Mark<'_>], em: f32) -> Between {
    let zone = BBox {
        y0: above.y1,
        y1: below.y0,
        ..above.union(below)
    };
    if crosses_sides(&zone, marks, em) {
        return Between::Apart;
    }
    let lines = lines_in(&zone, marks, em);
    if lines.iter().any(|line| begins_with(line, &["algorithm"])) {
        return Between::Algorithm;
    }
    let tops = lines.iter().map(|line| line.bbox.y0).chain([zone.y1]);
    let bottoms = std::iter::once(zone.y0).chain(lines.iter().map(|line| line.bbox.y1));
    let gaps: Vec<f32> = tops.zip(bottoms).map(|(top, bottom)| top - bottom).collect();
    let is_apart = matches!(gaps.as_slice(), [first, .., last] if first.min(*last) > APART * em);
    let is_empty = gaps.iter().any(|gap| *gap > EMPTY * em);
    let is_full = |line: &&Line<'_>| {
        line.bbox.width() > 0.8 * zone.width() && line.bbox.x0 < zone.x0 + 2.0 * em && !has_entries(line)
    };
    let is_prose = lines.iter().filter(is_full).count() >= PROSE;
    if is_empty || is_apart || is_prose || lines.iter().any(is_caption) {
        Between::Apart
    } else {
        Between::Rows
    }
}

/// Returns the lines inside a box.
fn lines_in<'a>(zone: &BBox, marks: &[Mark<'a>], em: f32) -> Vec<Line<'a>> {
    let marks = marks.iter().filter(|mark| holds(zone, &mark.bbox, TOUCH * em));
    lines::lines(Region {
        marks: marks.copied().collect(),
        rules: Vec::new(),
    })
}

pub(super) fn holds(frame: &BBox, bbox: &BBox, slack: f32) -> bool {
    let (x, y) = (bbox.centre(), bbox.middle());
    x > frame.x0 - slack && x < frame.x1 + slack && y > frame.y0 && y < frame.y1
}

/// Reports whether text continues beyond the sides of the box.
fn crosses_sides(zone: &BBox, marks: &[Mark<'_>], em: f32) -> bool {
    marks.iter().any(|mark| {
        let y = mark.baseline - 0.3 * mark.size;
        let near = |x: f32, side: f32| (0.0..0.5 * em).contains(&(x - side));
        y > zone.y0 && y < zone.y1 && (near(mark.bbox.x0, zone.x1) || near(zone.x0, mark.bbox.x1))
    })
}

/// Reports whether a line has a gap like those between the entries of a row.
fn has_entries(line: &Line<'_>) -> bool {
    let mut right = f32::INFINITY;
    line.marks.iter().any(|mark| {
        let gap = mark.bbox.x0 - right;
        right = if right.is_finite() {
            right.max(mark.bbox.x1)
        } else {
            mark.bbox.x1
        };
        gap > chunks::GAP * line.size
    })
}

/// Reports whether the line begins with a name and its number: `Table 3`.
fn begins_with(line: &Line<'_>, names: &[&str]) -> bool {
    let text: String = line.marks.iter().take(12).map(|mark| mark.symbol).collect();
    let text = text.to_lowercase();
    let number = |rest: &str| {
        rest.trim_start_matches('.')
            .starts_with(|c: char| c.is_ascii_digit() || "ivx".contains(c))
    };
    names.iter().any(|name| text.strip_prefix(name).is_some_and(number))
}

pub(super) fn is_table_caption(line: &Line<'_>) -> bool {
    begins_with(line, &["table", "tab."])
}

fn is_caption(line: &Line<'_>) -> bool {
    begins_with(line, &["table", "figure", "fig"])
}

/// Returns the place of a table with the given rules, which have the same ends.
fn frame(run: &[BBox], marks: &[Mark<'_>], horizontal: &[BBox], vertical: &[BBox], em: f32) -> Option<Frame> {
    let mut bbox = bounds(run);
    let touching = touching(&mut bbox, vertical, em);
    if touching.is_empty() {
        // Three rules or more enclose most tables: rows beyond them must be nearer.
        let reach = if run.len() > 2 { ADJACENT } else { NEXT_ROW };
        grow(&mut bbox, marks, horizontal, reach * em, em);
        widen(&mut bbox, marks, em);
    }
    let slack = TOUCH * em;
    let margin = MARGIN * em;
    let is_inside = |rule: &&BBox| {
        rule.x0 > bbox.x0 - margin
            && rule.x1 < bbox.x1 + margin
            && rule.y0 > bbox.y0 - slack
            && rule.y1 < bbox.y1 + slack
    };
    let mut horizontal: Vec<BBox> = horizontal.iter().filter(is_inside).copied().collect();
    horizontal.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let has_rows = run.len() > 1 || bbox.height() > 2.0 * em;
    let has_caption = lines_in(&bbox, marks, em).iter().any(is_caption);
    (has_rows && !has_caption).then_some(Frame {
        bbox,
        ruling: Ruling {
            horizontal,
            vertical: touching,
        },
    })
}

/// Returns the vertical rules that touch the box, directly or through other rules. The box grows with them.
fn touching(bbox: &mut BBox, vertical: &[BBox], em: f32) -> Vec<BBox> {
    let slack = TOUCH * em;
    let mut rules: Vec<BBox> = vertical.to_vec();
    rules.retain(|rule| rule.centre() > bbox.x0 - slack && rule.centre() < bbox.x1 + slack);
    rules.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut out = Vec::new();
    let mut take = |rules: &mut Vec<BBox>, bbox: &mut BBox| {
        rules.retain(|rule| {
            let touches = rule.y0 < bbox.y1 + slack && rule.y1 > bbox.y0 - slack;
            if touches {
                bbox.y0 = bbox.y0.min(rule.y0);
                bbox.y1 = bbox.y1.max(rule.y1);
                out.push(*rule);
            }
            !touches
        });
    };
    take(&mut rules, bbox);
    rules.reverse();
    take(&mut rules, bbox);
    out
}

/// Extends a box to the rows above and below it, each at most `reach` from the one before.
fn grow(bbox: &mut BBox, marks: &[Mark<'_>], horizontal: &[BBox], reach: f32, em: f32) {
    let beside = |above: bool| {
        let stretch = BBox {
            y0: if above { f32::NEG_INFINITY } else { bbox.y1 },
            y1: if above { bbox.y0 } else { f32::INFINITY },
            ..*bbox
        };
        lines_in(&stretch, marks, em)
    };
    let (above, below) = (beside(true), beside(false));
    let is_row = |line: &Line<'_>, gap: f32, bbox: &BBox| {
        let extent = BBox {
            x0: bbox.x0,
            x1: bbox.x1,
            ..line.bbox
        };
        gap < reach && has_entries(line) && !is_caption(line) && !crosses_sides(&extent, marks, em)
    };
    // A head of some columns, with a rule under it.
    let is_head = |line: &Line<'_>, bbox: &BBox| {
        let inside = line.bbox.x0 > bbox.x0 && line.bbox.x1 < bbox.x1;
        let is_under = |rule: &BBox| {
            rule.overlap_x(&line.bbox) > 0.0 && rule.middle() > line.baseline && rule.middle() < bbox.y0 + TOUCH * em
        };
        let gap = bbox.y0 - line.bbox.y1;
        gap < reach && inside && !is_caption(line) && horizontal.iter().any(is_under)
    };
    for line in above.iter().rev() {
        if !(is_row(line, bbox.y0 - line.bbox.y1, bbox) || is_head(line, bbox)) {
            break;
        }
        bbox.y0 = line.bbox.y0;
    }
    for line in &below {
        if !is_row(line, line.bbox.y0 - bbox.y1, bbox) {
            break;
        }
        bbox.y1 = line.bbox.y1;
    }
}

/// Reports whether the lines in a frame begin and end where its rules do. Paragraphs in columns of a given width (`p`,
/// `X`) may end earlier; then the rules decide.
pub(super) fn fills(lines: &[Line<'_>], frame: &Frame, em: f32) -> bool {
    let extent = bounds(lines.iter().map(|line| &line.bbox));
    let across = frame.ruling.horizontal.iter().filter(|rule| frame.is_across(rule, em));
    let is_sure = across.count() > 2 || frame.ruling.vertical.len() > 2;
    extent.x0 - frame.bbox.x0 < MARGIN * em && (is_sure || frame.bbox.x1 - extent.x1 < MARGIN * em)
}

/// Extends a box to entries that stand beside the rules: `\cline` extends over some columns only. Such entries are on
/// the baselines of the rows, unlike text in another column of the page.
fn widen(bbox: &mut BBox, marks: &[Mark<'_>], em: f32) {
    let rows: Vec<f32> = lines_in(bbox, marks, em).iter().map(|line| line.baseline).collect();
    for is_left in [true, false] {
        let distance = |mark: &Mark<'_>| {
            if is_left {
                bbox.x0 - mark.bbox.x1
            } else {
                mark.bbox.x0 - bbox.x1
            }
        };
        let is_level = |mark: &&Mark<'_>| mark.bbox.middle() > bbox.y0 && mark.bbox.middle() < bbox.y1;
        let mut beside: Vec<&Mark<'_>> = marks
            .iter()
            .filter(is_level)
            .filter(|mark| distance(mark) > -TOUCH * em)
            .collect();
        beside.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let mut end = 0.0;
        let near = beside.iter().take_while(|mark| {
            let is_near = distance(mark) - end < BESIDE * em;
            end = distance(mark).max(end) + mark.bbox.width();
            is_near
        });
        let block: Vec<&Mark<'_>> = near.copied().collect();
        let is_on_row =
            |mark: &&Mark<'_>| mark.size < 0.86 * em || rows.iter().any(|row| (mark.baseline - row).abs() < 0.2 * em);
        let is_between = |mark: &&Mark<'_>| {
            rows.windows(2)
                .any(|pair| matches!(pair, [a, b] if (0.5 * (a + b) - mark.baseline).abs() < 0.2 * em))
        };
        let extent = bounds(block.iter().map(|mark| &mark.bbox));
        let fits = block.iter().all(is_on_row) || block.iter().all(is_between);
        if !block.is_empty() && fits && extent.width() < WIDEST_BESIDE * em {
            *bbox = BBox {
                x0: bbox.x0.min(extent.x0),
                x1: bbox.x1.max(extent.x1),
                ..*bbox
            };
        }
    }
}
