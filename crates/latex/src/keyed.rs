//! Commands whose argument is not running text.

use crate::argument::after_argument;
use crate::reference::{citation_arguments, reference_arguments};
use crate::token::{Token, TokenKind};

/// Commands other than references and citations with one argument that is a key, a name, a length, a file or an
/// address.
const KEYED: [&str; 17] = [
    "\\begin",
    "\\end",
    "\\label",
    "\\tag",
    "\\nocite",
    "\\url",
    "\\includegraphics",
    "\\input",
    "\\include",
    "\\bibliography",
    "\\bibliographystyle",
    "\\documentclass",
    "\\usepackage",
    "\\pagestyle",
    "\\thispagestyle",
    "\\vspace",
    "\\hspace",
];

/// Returns the index after the command at `index` and its arguments, if those are keys, names, lengths or the like
/// (`\ref{a}`, `\begin{b}`, `\cite[p.~3]{c}`) and so not running text. Returns `None` for other tokens.
#[must_use]
pub fn keyed_command_end(source: &str, tokens: &[Token], index: usize) -> Option<usize> {
    let command = tokens.get(index).filter(|token| token.kind == TokenKind::Command)?;
    let name = command.text(source);
    let keyed = || KEYED.contains(&name).then_some(1);
    let most = keyed()
        .or_else(|| reference_arguments(name))
        .or_else(|| citation_arguments(name))?;
    let mut end = index + 1;
    for _ in 0..most {
        let Some(after) = after_argument(source, tokens, end) else {
            break;
        };
        end = after;
    }
    Some(end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// Returns the rest of the source after the command at its start.
    fn rest(source: &str) -> Option<&str> {
        let tokens = lex(source);
        let end = keyed_command_end(source, &tokens, 0)?;
        Some(tokens.get(end).map_or("", |token| &source[token.start..]))
    }

    #[test]
    fn names_keys_and_lengths_are_passed() {
        assert_eq!(rest("\\begin{tabular}[t]{ll}"), Some("[t]{ll}"));
        assert_eq!(rest("\\cite[see][p.~3]{a,b} c"), Some(" c"));
        assert_eq!(rest("\\crefrange{a}{b}{c}"), Some("{c}"));
        assert_eq!(rest("\\hspace*{1em}a"), Some("a"));
        assert_eq!(rest("\\ref x{a}"), Some(" x{a}"));
    }

    #[test]
    fn text_is_not() {
        assert_eq!(rest("\\emph{a}"), None);
        assert_eq!(rest("\\citetext{a}"), None);
        assert_eq!(rest("a"), None);
    }

    #[test]
    fn an_argument_that_is_cut_off_ends_with_its_paragraph() {
        assert_eq!(rest("\\ref{a {b} c\n\nd"), Some("\n\nd"));
        assert_eq!(rest("\\ref{a"), Some(""));
        assert_eq!(rest("\\ref"), Some(""));
    }
}
