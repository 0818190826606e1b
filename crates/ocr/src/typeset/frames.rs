//! Frames around the text of links. hyperref draws them, and they are not part of the text.

use texlens_vocabulary::BBox;

use super::mark::{Extent, Mark, quantile};

/// Maximum number of rules examined; pages with more are drawings.
const MAX_RULES: usize = 400;
/// Upper bound of the offset between the ends of a frame's long sides, in em. A fraction in a fraction is narrower by
/// more.
const SLACK: f32 = 0.12;
/// Distance between the two long sides of a frame around words of one line, in em.
const HEIGHT: std::ops::Range<f32> = 0.6..2.2;
/// Symbols that the short sides of frames are read as.
const SIDES: &[&str] = &[
    "|", "\\|", "[", "]", "l", "I", "1", "j", "J", "/", "\\}", "\\{", "\\lfloor", "\\rfloor",
];
/// Maximum number of short sides examined.
const MAX_SIDES: usize = 1000;
/// Glyphs with at least this confidence are not sides of frames.
const SURE: f32 = 0.8;

/// Removes frames: the rules that are their long sides, and the symbols that were read from their short sides. O(n r +
/// r²) for n marks and r rules; r is bounded.
pub(super) fn remove<'a>(marks: Vec<Mark<'a>>, rules: Vec<BBox>) -> (Vec<Mark<'a>>, Vec<BBox>) {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let mut is_side = vec![false; rules.len()];
    let mut frames: Vec<BBox> = Vec::new();
    let end = rules.len().min(MAX_RULES);
    for (i, top) in rules.iter().enumerate().take(end) {
        for (j, bottom) in rules.iter().enumerate().take(end) {
            if are_sides(top, bottom, em) && is_line_between(top, bottom, &marks) {
                (is_side[i], is_side[j]) = (true, true);
                frames.push(top.union(bottom));
            }
        }
    }
    if frames.is_empty() {
        return (marks, rules);
    }
    let at_end = |mark: &Mark<'_>| frames.iter().any(|frame| stands_at_end(mark, frame));
    let sides: Vec<Mark<'_>> = marks
        .iter()
        .filter(|mark| mark.confidence < SURE && SIDES.contains(&mark.symbol) && at_end(mark))
        .take(MAX_SIDES)
        .copied()
        .collect();
    let is_side_glyph = |mark: &Mark<'_>| {
        let is_this = |side: &Mark<'_>| side.bbox == mark.bbox && side.symbol == mark.symbol;
        sides.iter().any(is_this) && !is_bracketed(mark, &sides)
    };
    let marks = marks.iter().filter(|mark| !is_side_glyph(mark)).copied().collect();
    let rules = rules.into_iter().zip(is_side).filter(|(_, is_side)| !is_side);
    (marks, rules.map(|(rule, _)| rule).collect())
}

/// Whether the mark is one of two brackets around a link, such as the number of a reference.
fn is_bracketed(mark: &Mark<'_>, sides: &[Mark<'_>]) -> bool {
    let partner = match mark.symbol {
        "[" => "]",
        "]" => "[",
        _ => return false,
    };
    sides.iter().any(|other| {
        let (left, right) = if partner == "]" { (mark, other) } else { (other, mark) };
        other.symbol == partner
            && left.bbox.x0 < right.bbox.x0
            && (left.baseline - right.baseline).abs() < 0.3 * mark.size
    })
}

fn are_sides(top: &BBox, bottom: &BBox, em: f32) -> bool {
    let slack = SLACK * em;
    (top.x0 - bottom.x0).abs() < slack
        && (top.x1 - bottom.x1).abs() < slack
        && HEIGHT.contains(&((bottom.y0 - top.y1) / em))
}

/// Whether the marks between two rules stand on one baseline and are not a radicand.
fn is_line_between(top: &BBox, bottom: &BBox, marks: &[Mark<'_>]) -> bool {
    let is_between = |mark: &&Mark<'_>| {
        let (x, y) = (mark.bbox.centre(), mark.bbox.middle());
        x > top.x0 && x < top.x1 && y > top.y1 && y < bottom.y0
    };
    let between: Vec<&Mark<'_>> = marks.iter().filter(is_between).collect();
    let em = quantile(between.iter().map(|mark| mark.size), 0.5);
    let baseline = quantile(between.iter().map(|mark| mark.baseline), 0.5);
    let off = between
        .iter()
        .filter(|mark| (mark.baseline - baseline).abs() > 0.12 * em)
        .count();
    let is_root = marks.iter().any(|mark| {
        mark.symbol == "\\sqrt"
            && (mark.bbox.x1 - top.x0).abs() < 0.35 * em
            && (mark.bbox.y0 - top.y0).abs() < 0.35 * em
    });
    !between.is_empty() && 4 * off < between.len() && !is_root
}

fn stands_at_end(mark: &Mark<'_>, frame: &BBox) -> bool {
    let x = mark.bbox.centre();
    let slack = 0.15 * mark.size;
    let at_end = (x - frame.x0).abs() < slack || (x - frame.x1).abs() < slack;
    at_end && mark.bbox.middle() > frame.y0 && mark.bbox.middle() < frame.y1
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::Style;

    fn mark(symbol: &'static str, x: f32, baseline: f32, confidence: f32) -> Mark<'static> {
        Mark {
            symbol,
            style: Style::Roman,
            bbox: BBox {
                x0: x,
                y0: baseline - 7.0,
                x1: x + 4.0,
                y1: baseline,
            },
            baseline,
            size: 10.0,
            confidence,
            glyph: None,
        }
    }

    fn rule(x0: f32, x1: f32, y: f32) -> BBox {
        BBox {
            x0,
            y0: y,
            x1,
            y1: y + 0.5,
        }
    }

    #[test]
    fn frames_go_with_their_sides() {
        let marks = vec![
            mark("|", 18.0, 30.0, 0.4),
            mark("a", 23.0, 30.0, 0.9),
            mark("l", 33.0, 30.0, 0.9),
            mark("]", 38.0, 30.0, 0.5),
        ];
        let (marks, rules) = remove(
            marks,
            vec![rule(20.0, 40.0, 20.0), rule(20.0, 40.0, 33.0), rule(0.0, 90.0, 50.0)],
        );
        let symbols: Vec<&str> = marks.iter().map(|mark| mark.symbol).collect();
        assert_eq!(symbols, ["a", "l"]);
        assert_eq!(rules, [rule(0.0, 90.0, 50.0)]);
    }

    #[test]
    fn fractions_above_each_other_are_no_frame() {
        let marks = || vec![mark("2", 20.0, 28.0, 0.9), mark("3", 20.0, 38.0, 0.9)];
        let rules = vec![rule(20.0, 24.0, 19.0), rule(20.0, 24.0, 40.0)];
        assert_eq!(remove(marks(), rules.clone()).1, rules);
        let nested = vec![rule(20.0, 24.0, 19.0), rule(17.0, 27.0, 31.0)];
        assert_eq!(remove(marks(), nested.clone()).1, nested);
    }
}
