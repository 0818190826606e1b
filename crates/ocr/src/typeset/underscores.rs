//! Underscores. Fonts in the encoding OT1 have none, so `\_` sets a rule on the baseline (`\textunderscore`).

use texlens_vocabulary::BBox;

use super::mark::{Extent, Mark, quantile};

/// Width of the rule in em of the text, with room for rounding.
const WIDTH: std::ops::Range<f32> = 0.26..0.34;
/// Largest distance of the rule from the glyph beside it, in em. LaTeX sets a kern of 0.06 em before the rule.
const BESIDE: f32 = 0.1;
/// Largest distance of the lower edge of the rule from the baseline, in em.
const ON_BASELINE: f32 = 0.06;
/// Maximum number of short rules examined on a page.
const MAX_RULES: usize = 400;

/// Turns rules that are underscores into marks. O(n r) for n marks and r short rules; r is bounded.
pub(super) fn read<'a>(mut marks: Vec<Mark<'a>>, rules: &mut Vec<BBox>) -> Vec<Mark<'a>> {
    let em = quantile(marks.iter().map(|mark| mark.size), 0.5);
    let mut examined = 0;
    let mut found = Vec::new();
    // From left to right, since an underscore may follow another.
    rules.sort_by(|a, b| a.x0.total_cmp(&b.x0));
    rules.retain(|rule| {
        let is_short = rule.width() < em && examined < MAX_RULES;
        examined += usize::from(is_short);
        let mark = if is_short {
            underscore(rule, &marks, &found)
        } else {
            None
        };
        found.extend(mark);
        mark.is_none()
    });
    marks.extend(found);
    marks
}

/// Returns the underscore that a rule is, in the font of the glyph before or after it.
fn underscore<'a>(rule: &BBox, marks: &[Mark<'a>], found: &[Mark<'a>]) -> Option<Mark<'a>> {
    let is_beside = |mark: &&Mark<'a>| {
        let gap = (rule.x0 - mark.bbox.x1).abs().min((mark.bbox.x0 - rule.x1).abs());
        gap < BESIDE * mark.size
            && (mark.baseline - rule.y1).abs() < ON_BASELINE * mark.size
            && WIDTH.contains(&(rule.width() / mark.size))
    };
    let beside = marks.iter().chain(found).find(is_beside)?;
    Some(Mark {
        symbol: "_",
        bbox: *rule,
        baseline: beside.baseline,
        glyph: None,
        ..*beside
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::Style;

    fn letter(x0: f32) -> Mark<'static> {
        Mark {
            symbol: "a",
            style: Style::Typewriter,
            bbox: BBox {
                x0,
                y0: 90.0,
                x1: x0 + 10.0,
                y1: 100.0,
            },
            baseline: 100.0,
            size: 20.0,
            confidence: 1.0,
            glyph: Some(0),
        }
    }

    fn rule(x0: f32, y1: f32, width: f32) -> BBox {
        BBox {
            x0,
            y0: y1 - 0.8,
            x1: x0 + width,
            y1,
        }
    }

    #[test]
    fn short_rules_on_the_baseline_are_underscores() {
        let read = |rule: BBox| {
            let mut rules = vec![rule];
            let marks = super::read(vec![letter(0.0), letter(17.2)], &mut rules);
            (marks.len(), rules.len())
        };
        assert_eq!(read(rule(11.2, 100.0, 6.0)), (3, 0));
        // A fraction bar stands on the axis, and a rule below a word is longer.
        assert_eq!(read(rule(11.2, 95.0, 6.0)), (2, 1));
        assert_eq!(read(rule(11.2, 100.0, 12.0)), (2, 1));
        // Nothing stands beside it.
        assert_eq!(read(rule(60.0, 100.0, 6.0)), (2, 1));
    }
}
