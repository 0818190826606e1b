//! A display of several lines: lines of `align` meet at their first relation, those of `gather` are centred, and a long
//! line of `multline` is broken after a relation.

use texlens_latex::{TokenKind, lex};
use texlens_stats::Choices;

use crate::material::Material;
use crate::segment::{Piece, SegmentKind};

/// Relations at which lines meet.
const RELATIONS: [&str; 9] = ["=", "<", ">", "\\le", "\\leq", "\\ge", "\\geq", "\\approx", "\\equiv"];

pub(super) fn draw(choices: &mut Choices, material: &mut Material<'_>) -> Option<Vec<Piece>> {
    let announcement = material.language.announcement(choices);
    let count = choices.between(2, 4);
    let mut lines = Vec::with_capacity(count);
    let mut formulas = Vec::with_capacity(count);
    for _ in 0..count {
        let (index, latex) = material.inline(choices)?;
        formulas.push(index);
        lines.push(latex.to_owned());
    }
    let aligned: Option<Vec<String>> = lines.iter().map(|line| aligned(line)).collect();
    let star = choices.pick(["", "*", "*"]);
    let (environment, lines) = match aligned {
        Some(aligned) => ("align", aligned),
        None => ("gather", lines),
    };
    let delimiters = [
        format!("\\begin{{{environment}{star}}}\n"),
        format!("\n\\end{{{environment}{star}}}"),
    ];
    let content = lines.join(" \\\\\n");
    Some(vec![
        Piece::text(announcement),
        Piece::markup("\n"),
        Piece::formula(
            SegmentKind::DisplayFormula,
            [&delimiters[0], &delimiters[1]],
            content,
            formulas,
        ),
    ])
}

/// Puts `&` before the first relation outside of brackets and braces; `None` if there is none.
fn aligned(formula: &str) -> Option<String> {
    let mut depth = 0_i32;
    let mut at = 0;
    for token in lex(formula) {
        let text = token.text(formula);
        match text {
            "{" | "(" | "[" | "\\left" | "\\{" => depth += 1,
            "}" | ")" | "]" | "\\right" | "\\}" => depth -= 1,
            _ => {}
        }
        let is_relation = match token.kind {
            TokenKind::Command => RELATIONS.contains(&text),
            // Characters that stand together may be one token.
            _ => false,
        };
        let offset = match token.kind {
            TokenKind::Command => is_relation.then_some(0),
            _ => text.find(['=', '<', '>']),
        };
        if depth == 0
            && let Some(offset) = offset
        {
            let place = at + offset;
            return Some(format!("{}&{}", formula.get(..place)?, formula.get(place..)?));
        }
        at += text.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet_at_their_first_relation_outside_of_brackets() {
        assert_eq!(aligned("a = b = c").as_deref(), Some("a &= b = c"));
        assert_eq!(aligned("x_{i=1} \\leq y").as_deref(), Some("x_{i=1} &\\leq y"));
        assert_eq!(aligned("(a<b) > c").as_deref(), Some("(a<b) &> c"));
        assert_eq!(aligned("a + b"), None);
    }
}
