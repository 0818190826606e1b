//! Relations with a line below, such as `\leq`, of which a network found the sign without the line. The line was read as
//! a rule.

use texlens_vocabulary::BBox;

use super::mark::{Extent, Mark};

/// The sign without the line, and with it.
const LINED: [(&str, &str); 8] = [
    ("<", "\\leq"),
    (">", "\\geq"),
    ("\\prec", "\\preceq"),
    ("\\succ", "\\succeq"),
    ("\\subset", "\\subseteq"),
    ("\\supset", "\\supseteq"),
    ("\\sqsubset", "\\sqsubseteq"),
    ("\\sqsupset", "\\sqsupseteq"),
];
/// Width of the line relative to the box of the sign, which has some room at both sides.
const WIDTH: std::ops::Range<f32> = 0.6..1.15;
/// Largest distance of the middle of the line from that of the sign, in em.
const CENTRED: f32 = 0.1;
/// Distance of the line below the baseline, in em.
const BELOW: std::ops::Range<f32> = 0.02..0.3;
/// Maximum number of rules examined on a page.
const MAX_RULES: usize = 400;

/// Joins signs with the lines below them. O(n r) for n marks and r rules; r is bounded.
pub(super) fn join<'a>(mut marks: Vec<Mark<'a>>, rules: &mut Vec<BBox>) -> Vec<Mark<'a>> {
    let mut examined = 0;
    rules.retain(|rule| {
        examined += 1;
        let found = marks
            .iter_mut()
            .take_while(|_| examined <= MAX_RULES)
            .find_map(|mark| Some((lined(mark, rule)?, mark)));
        let Some((symbol, mark)) = found else {
            return true;
        };
        mark.symbol = symbol;
        mark.bbox = mark.bbox.union(rule);
        false
    });
    marks
}

/// Returns the sign with its line, if the rule is the line of the sign.
fn lined(mark: &Mark<'_>, rule: &BBox) -> Option<&'static str> {
    let (_, with_line) = LINED.iter().find(|(sign, _)| *sign == mark.symbol)?;
    let em = mark.size;
    // Where glyphs are certain, a rule is a rule.
    let is_line = mark.confidence < 1.0
        && WIDTH.contains(&(rule.width() / mark.bbox.width()))
        && (rule.centre() - mark.bbox.centre()).abs() < CENTRED * em
        && BELOW.contains(&((rule.middle() - mark.baseline) / em));
    is_line.then_some(with_line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use texlens_vocabulary::Style;

    fn sign() -> Mark<'static> {
        Mark {
            symbol: "<",
            style: Style::Roman,
            bbox: BBox {
                x0: 10.0,
                y0: 4.6,
                x1: 17.8,
                y1: 10.4,
            },
            baseline: 10.0,
            size: 10.0,
            confidence: 0.9,
            glyph: Some(3),
        }
    }

    fn rule(x0: f32, y0: f32, x1: f32) -> BBox {
        let y1 = y0 + 0.4;
        BBox { x0, y0, x1, y1 }
    }

    #[test]
    fn a_sign_over_a_line_is_a_relation() {
        let mut rules = vec![rule(10.8, 11.2, 17.0), rule(50.0, 11.2, 56.2)];
        let marks = join(vec![sign()], &mut rules);
        assert_eq!(marks[0].symbol, "\\leq");
        assert_eq!(marks[0].bbox.y1, rule(10.8, 11.2, 17.0).y1);
        assert_eq!(rules, [rule(50.0, 11.2, 56.2)]);
    }

    #[test]
    fn under_a_certain_sign_a_rule_stays() {
        let mut rules = vec![rule(10.8, 11.2, 17.0)];
        let certain = Mark {
            confidence: 1.0,
            ..sign()
        };
        assert_eq!(join(vec![certain], &mut rules)[0].symbol, "<");
        assert_eq!(rules.len(), 1);
    }

    #[test]
    fn other_lines_stay() {
        for other in [rule(10.8, 5.0, 17.0), rule(5.0, 11.2, 30.0), rule(13.0, 14.0, 19.2)] {
            let mut rules = vec![other];
            assert_eq!(join(vec![sign()], &mut rules)[0].symbol, "<");
            assert_eq!(rules, [other]);
        }
    }
}
