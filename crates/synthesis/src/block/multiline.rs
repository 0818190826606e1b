//! A display of several lines: lines of `align` meet at their first relation, those of `gather` are centred.

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

/// Puts `&` before the first relation outside of brackets, braces and environments; `None` if there is none.
fn aligned(formula: &str) -> Option<String> {
    let mut depth = 0_i32;
    let mut at = 0;
    while let Some(rest) = formula.get(at..).filter(|rest| !rest.is_empty()) {
        let length = match rest.strip_prefix('\\') {
            Some(name) => {
                let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
                let other = name.chars().next().map_or(0, char::len_utf8);
                1 + if letters > 0 { letters } else { other }
            }
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        let token = rest.get(..length)?;
        match token {
            "{" | "(" | "[" | "\\left" | "\\{" | "\\begin" => depth += 1,
            "}" | ")" | "]" | "\\right" | "\\}" | "\\end" => depth -= 1,
            _ if depth == 0 && RELATIONS.contains(&token) => {
                return Some(format!("{}&{rest}", formula.get(..at)?));
            }
            _ => {}
        }
        at += length;
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
