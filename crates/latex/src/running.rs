//! Running text: what a person reads between the formulas.

use std::ops::Range;

use crate::lexer::{Token, TokenKind};
use crate::outline::Outline;

/// Commands whose argument is a key, a name or a length and is not printed as it stands.
const KEYED: [&str; 12] = [
    "\\begin",
    "\\end",
    "\\label",
    "\\ref",
    "\\eqref",
    "\\autoref",
    "\\cref",
    "\\Cref",
    "\\url",
    "\\includegraphics",
    "\\vspace",
    "\\hspace",
];

/// The words outside of formulas, headings, BibTeX entries, verbatim text and comments, one space apart. Commands lose
/// their names and keep their arguments (`\emph{so}` is `so`), unless the argument is a key (`\cite{a}` is nothing).
pub(crate) fn running_text(outline: &Outline<'_>) -> String {
    let mut left_out: Vec<Range<usize>> = outline.formulas.iter().map(|f| f.range.clone()).collect();
    left_out.extend(outline.headings.iter().map(|h| h.range.clone()));
    left_out.sort_by_key(|range| range.start);
    let mut left_out = left_out.into_iter().peekable();
    let mut text = String::new();
    let mut space = false;
    let mut tokens = outline.tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        while left_out.next_if(|range| range.end <= token.start).is_some() {}
        if left_out.peek().is_some_and(|range| range.start <= token.start) {
            space = true;
            continue;
        }
        match token.kind {
            TokenKind::Text => push(&mut text, &mut space, token.text(outline.source)),
            TokenKind::Command => {
                let name = token.text(outline.source);
                if KEYED.contains(&name) || name.starts_with("\\cite") {
                    skip_arguments(&mut tokens, outline.source);
                    space = true;
                } else if !name.chars().skip(1).all(char::is_alphabetic) {
                    // An escaped character prints itself; an accent leaves its letter.
                    let printed = name
                        .get(1..)
                        .filter(|c| matches!(*c, "%" | "&" | "#" | "_" | "{" | "}" | "$"));
                    push(&mut text, &mut space, printed.unwrap_or_default());
                    space |= matches!(name, "\\ " | "\\\\");
                }
            }
            TokenKind::GroupOpen | TokenKind::GroupClose => {}
            _ => space = true,
        }
    }
    text
}

fn push(text: &mut String, space: &mut bool, word: &str) {
    if !word.is_empty() {
        if std::mem::take(space) && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// Passes over `*`, `[...]` and the first group that follow a command.
fn skip_arguments<'t>(tokens: &mut std::iter::Peekable<impl Iterator<Item = &'t Token>>, source: &str) {
    let mut optional = false;
    while let Some(token) =
        tokens.next_if(|t| optional || t.kind == TokenKind::Text && t.text(source).starts_with(['*', '[']))
    {
        if token.kind == TokenKind::ParagraphBreak {
            return;
        }
        let text = token.text(source);
        optional = (optional || text.contains('[')) && !text.contains(']');
    }
    if tokens.next_if(|t| t.kind == TokenKind::GroupOpen).is_none() {
        return;
    }
    let mut depth = 1usize;
    for token in tokens {
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose => depth -= 1,
            TokenKind::ParagraphBreak => return,
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Outline;

    fn text(source: &str) -> String {
        Outline::of(source).running_text()
    }

    #[test]
    fn formulas_and_headings_are_left_out() {
        assert_eq!(
            text("\\section{On $x$} We see $a+b$ and\n\\[ c \\] so."),
            "We see and so."
        );
    }

    #[test]
    fn arguments_stay_and_keys_go() {
        assert_eq!(
            text("\\emph{so} \\cite[p.~3]{key} it is, see~\\ref{fig:figure_1}."),
            "so it is, see ."
        );
    }

    #[test]
    fn characters_print_themselves() {
        assert_eq!(text("5\\% of R\\&D"), "5% of R&D");
    }

    #[test]
    fn what_is_cut_off_does_no_harm() {
        assert_eq!(text("a \\cite{b"), "a");
        assert_eq!(text("\\begin{"), "");
    }
}
