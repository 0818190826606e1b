//! What a text consists of, with the place of each part.

use std::ops::Range;

use crate::formula::{Formula, formulas};
use crate::heading::{Heading, headings};
use crate::lexer::{Token, TokenKind, lex};
use crate::running::running_text;
use crate::sentence::plain_sentences;

/// The parts of a LaTeX text. Made once for a text and shared by everything that looks at it.
#[derive(Debug, Clone)]
pub struct Outline<'a> {
    /// The text.
    pub source: &'a str,
    /// All of it, in order.
    pub tokens: Vec<Token>,
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Inline and displayed formulas in order.
    pub formulas: Vec<Formula>,
}

/// A heading and the text up to the next one of any level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<'a> {
    /// None for the text before the first heading.
    pub heading: Option<&'a Heading>,
    /// Bytes of the text.
    pub body: Range<usize>,
}

impl<'a> Outline<'a> {
    /// Reads a text, in linear time. Never fails.
    #[must_use]
    pub fn of(source: &'a str) -> Self {
        let tokens = lex(source);
        let headings = headings(source, &tokens);
        let formulas = formulas(source, &tokens);
        Self {
            source,
            tokens,
            headings,
            formulas,
        }
    }

    /// The text before the first heading, then one section for each heading.
    #[must_use]
    pub fn sections(&self) -> Vec<Section<'_>> {
        let starts = self.headings.iter().map(|heading| heading.range.start);
        let ends = starts.chain([self.source.len()]);
        let headings = std::iter::once(None).chain(self.headings.iter().map(Some));
        headings
            .zip(ends)
            .map(|(heading, end)| Section {
                heading,
                body: heading.map_or(0, |heading| heading.range.end)..end,
            })
            .collect()
    }

    /// Sentences without commands or mathematics in the running text of `body`, as byte ranges in order.
    #[must_use]
    pub fn plain_sentences(&self, body: Range<usize>) -> Vec<Range<usize>> {
        plain_sentences(self.source, &self.tokens, &self.formulas, body)
    }

    /// The words outside of formulas, headings, BibTeX entries, verbatim text and comments, one space apart: what a
    /// character error rate is measured on.
    #[must_use]
    pub fn running_text(&self) -> String {
        running_text(self)
    }

    /// BibTeX entries, in order.
    pub fn bibliography(&self) -> impl Iterator<Item = Range<usize>> {
        self.tokens
            .iter()
            .filter(|token| token.kind == TokenKind::BibEntry)
            .map(Token::range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_cover_the_text_around_the_headings() {
        let source = "lead \\section{A} a \\subsection{B} b";
        let outline = Outline::of(source);
        let sections = outline.sections();
        let bodies: Vec<_> = sections.iter().map(|section| &source[section.body.clone()]).collect();
        assert_eq!(bodies, ["lead ", " a ", " b"]);
        assert!(sections[0].heading.is_none());
        assert_eq!(&source[sections[2].heading.unwrap().title.clone()], "B");
    }

    #[test]
    fn an_empty_text_has_one_empty_section() {
        assert_eq!(
            Outline::of("").sections(),
            [Section {
                heading: None,
                body: 0..0
            }]
        );
    }
}
