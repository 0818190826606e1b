//! How complex a formula looks.
//!
//! Source: section 3.1 of *Benchmarking Document Parsers on Mathematical Formula Extraction from PDFs* (Pius Horn, Janis
//! Keuper).

use std::fmt;

use serde::Serialize;

use crate::lexer::lex;
use crate::token::TokenKind;

/// Counts commands, letters, digits, operators, brackets, punctuation marks, subscripts and superscripts: the "visual
/// complexity score" of the paper. `x^2+1` has 5.
///
/// The paper names the kinds and no details. Here, braces that only group count nothing, nor do `&`, `~` and white
/// space. A command counts once, whatever its name; `\begin{pmatrix}` and `\end{pmatrix}` are two. Takes linear time.
#[must_use]
pub fn complexity(formula: &str) -> u32 {
    let mut count = 0_u32;
    let mut names_environment = false;
    let mut is_name = false;
    for token in lex(formula) {
        let text = token.text(formula);
        match token.kind {
            TokenKind::Command => {
                names_environment = matches!(text, "\\begin" | "\\end");
                count = count.saturating_add(1);
            }
            _ if names_environment && text == "{" => is_name = true,
            _ if is_name && text == "}" => (is_name, names_environment) = (false, false),
            _ if is_name => {}
            _ => {
                let visible = text.chars().filter(|c| !c.is_whitespace() && !"{}&~%".contains(*c));
                count = count.saturating_add(u32::try_from(visible.count()).unwrap_or(u32::MAX));
            }
        }
    }
    count
}

/// The difficulty of a formula, by its complexity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Complexity up to 20.
    Simple,
    /// Complexity from 21 to 45.
    Average,
    /// Complexity from 46.
    Hard,
}

impl Difficulty {
    /// All difficulties.
    pub const ALL: [Self; 3] = [Self::Simple, Self::Average, Self::Hard];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Simple => "simple",
            Self::Average => "average",
            Self::Hard => "hard",
        }
    }

    /// Returns the difficulty of a complexity.
    #[must_use]
    pub const fn of(complexity: u32) -> Self {
        match complexity {
            ..=20 => Self::Simple,
            21..=45 => Self::Average,
            46.. => Self::Hard,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_is_counted() {
        assert_eq!(complexity("x^2+1"), 5);
        assert_eq!(complexity("\\alpha"), 1);
        assert_eq!(complexity("\\mathbb{R}"), 2);
        assert_eq!(
            complexity("f(x) = \\frac{a_1}{b}, \\quad x > 0"),
            5 + 1 + 3 + 1 + 1 + 1 + 3
        );
        assert_eq!(complexity("\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}"), 7);
        assert_eq!(complexity(""), 0);
    }
}
