//! The kind of a formula: in a line of text, or displayed on one or several lines.

use crate::lexer::lex;
use crate::token::TokenKind;

/// Environments within a display whose lines are those of the display. Rows of matrices and cases are none.
const WITH_LINES: [&str; 5] = ["aligned", "alignedat", "gathered", "multlined", "split"];

/// The kind of a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FormulaKind {
    /// In a line of text.
    Inline,
    /// Displayed on one line.
    Display,
    /// Displayed on several lines.
    Multiline,
}

impl FormulaKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Inline, Self::Display, Self::Multiline];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inline => "inline",
            Self::Display => "display",
            Self::Multiline => "multiline",
        }
    }

    /// Returns the kind of a formula without its delimiters or environment. Takes linear time.
    #[must_use]
    pub fn of(formula: &str, is_display: bool) -> Self {
        match (is_display, lines(formula)) {
            (false, _) => Self::Inline,
            (true, ..=1) => Self::Display,
            (true, _) => Self::Multiline,
        }
    }
}

/// Counts the lines of a display. A `\\` at the end begins none.
fn lines(formula: &str) -> usize {
    let tokens = lex(formula);
    let mut tokens = tokens
        .iter()
        .map(|token| (token.kind, token.text(formula)))
        .filter(|(_, text)| !text.trim().is_empty());
    let (mut lines, mut is_begun, mut depth) = (0_usize, false, 0_usize);
    while let Some((kind, text)) = tokens.next() {
        match (kind, text) {
            (TokenKind::Command, "\\begin" | "\\end") => {
                let name: String = tokens
                    .by_ref()
                    .map(|(_, text)| text)
                    .take_while(|text| *text != "}")
                    .filter(|text| *text != "{")
                    .collect();
                if !WITH_LINES.contains(&name.trim_end_matches('*')) {
                    depth = if text == "\\begin" {
                        depth + 1
                    } else {
                        depth.saturating_sub(1)
                    };
                    is_begun = true;
                }
            }
            (TokenKind::Command, "\\\\") if depth == 0 => {
                lines += usize::from(is_begun);
                is_begun = false;
            }
            (_, "{") => depth += 1,
            (_, "}") => depth = depth.saturating_sub(1),
            _ => is_begun = true,
        }
    }
    lines + usize::from(is_begun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_matrices_are_no_lines() {
        for (formula, expected) in [
            ("x", FormulaKind::Display),
            ("", FormulaKind::Display),
            ("a &= b \\\\\n", FormulaKind::Display),
            ("a &= b \\\\ c &= d", FormulaKind::Multiline),
            ("\\begin{pmatrix} a \\\\ b \\end{pmatrix}", FormulaKind::Display),
            (
                "f = \\begin{cases} a \\\\ b \\end{cases} \\\\ g",
                FormulaKind::Multiline,
            ),
            ("\\begin{aligned} a \\\\ b \\end{aligned}", FormulaKind::Multiline),
            ("\\begin{aligned} a \\end{aligned}", FormulaKind::Display),
            ("\\sum_{\\substack{i \\\\ j}} x", FormulaKind::Display),
            ("\\begin{split", FormulaKind::Display),
            ("} \\\\ \\end{x} {", FormulaKind::Display),
        ] {
            assert_eq!(FormulaKind::of(formula, true), expected, "{formula}");
            assert_eq!(FormulaKind::of(formula, false), FormulaKind::Inline, "{formula}");
        }
    }
}
