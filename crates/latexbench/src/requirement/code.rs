//! A program.

use serde::{Deserialize, Serialize};
use texlens_latex::TokenKind;

use crate::finding::{ErrorType, Findings};
use crate::view::View;

/// A program in a verbatim environment (`verbatim`, `lstlisting` or similar).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Code {
    /// The lines. A common indentation does not matter.
    pub lines: Vec<String>,
}

impl Code {
    pub(crate) fn check(&self, view: &View<'_>, findings: &mut Findings<'_>) {
        let tokens = view.outline.tokens.iter();
        let mut verbatim =
            tokens.filter(|token| token.kind == TokenKind::Verbatim && token.text(view.source).starts_with("\\begin"));
        let Some(token) = verbatim.next() else {
            return findings.add(
                ErrorType::Capability,
                view.end(),
                "There is no program",
                "Write the lines in a verbatim or lstlisting environment",
            );
        };
        let text = token.text(view.source);
        let lines: Vec<&str> = text.lines().collect();
        let lines = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
        let lines: Vec<&str> = lines
            .iter()
            .map(|line| line.trim_end())
            .filter(|line| !line.is_empty())
            .collect();
        if without_indentation(&lines) != self.lines {
            findings.add(
                ErrorType::Logical,
                token.range(),
                "The program is not the given one",
                "Copy its lines with their indentation",
            );
        }
    }
}

fn without_indentation<'a>(lines: &[&'a str]) -> Vec<&'a str> {
    let spaces = |line: &&str| line.len() - line.trim_start().len();
    let common = lines.iter().map(spaces).min().unwrap_or_default();
    lines.iter().map(|line| line.get(common..).unwrap_or(line)).collect()
}
