//! Running text: the text that a person reads between the formulas.

use std::ops::Range;

use crate::keyed::keyed_command_end;
use crate::outline::Outline;
use crate::token::TokenKind;

impl Outline<'_> {
    /// Returns the words outside formulas, headings, BibTeX entries, verbatim text and comments, separated by single
    /// spaces. A character error rate is measured on this text. Commands lose their names and keep their arguments
    /// (`\emph{so}` gives `so`), unless the argument is a key (`\cite{a}` gives nothing).
    #[must_use]
    pub fn running_text(&self) -> String {
        let mut left_out: Vec<Range<usize>> = self.formulas().iter().map(|f| f.range.clone()).collect();
        left_out.extend(self.headings().iter().map(|h| h.range.clone()));
        left_out.sort_by_key(|range| range.start);
        let mut left_out = left_out.into_iter().peekable();
        let mut text = String::new();
        let mut space = false;
        let (source, tokens) = (self.source, &self.tokens);
        let mut index = 0;
        while let Some(token) = tokens.get(index) {
            while left_out.next_if(|range| range.end <= token.start).is_some() {}
            if left_out.peek().is_some_and(|range| range.start <= token.start) {
                space = true;
                index += 1;
                continue;
            }
            let keyed = keyed_command_end(source, tokens, index);
            match token.kind {
                _ if keyed.is_some() => space = true,
                TokenKind::Text => push(&mut text, &mut space, token.text(source)),
                TokenKind::Command => command(&mut text, &mut space, token.text(source)),
                TokenKind::GroupOpen | TokenKind::GroupClose => {}
                _ => space = true,
            }
            index = keyed.unwrap_or(index + 1);
        }
        text
    }
}

/// Prints a command. An escaped character gives the character; an accent gives nothing, so that its letter remains.
fn command(text: &mut String, space: &mut bool, name: &str) {
    if name.chars().skip(1).all(char::is_alphabetic) {
        return;
    }
    let escaped = name.strip_prefix('\\');
    let printed = escaped.filter(|c| matches!(*c, "%" | "&" | "#" | "_" | "{" | "}" | "$"));
    push(text, space, printed.unwrap_or_default());
    *space |= matches!(name, "\\ " | "\\\\");
}

/// Prints a word, after a space if one is due.
fn push(text: &mut String, space: &mut bool, word: &str) {
    if !word.is_empty() {
        if std::mem::take(space) && !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
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
        assert_eq!(text("As \\cite [p.] {key} has it. \\bibliography{refs}"), "As has it.");
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
