//! The text of a cell as tokens.

use std::collections::HashMap;

use texlens_latex::normalise_formula;

/// The first number that is no character.
const FIRST_TAG: u32 = 0x11_0000;

/// Numbers for the tags of two tables that are compared.
#[derive(Debug, Default)]
pub(super) struct Tags(HashMap<String, u32>);

impl Tags {
    /// Returns the number of a tag; equal tags have equal numbers. The number after it stands for its end.
    pub(super) fn number(&mut self, tag: &str) -> u32 {
        let next = FIRST_TAG + 2 * self.0.len() as u32;
        *self.0.entry(tag.to_owned()).or_insert(next)
    }
}

/// The content of a cell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Content {
    /// Characters and tags of elements.
    pub(super) tokens: Vec<u32>,
    /// The number of elements in the cell.
    pub(super) elements: usize,
}

impl Content {
    /// Returns the characters without the tags.
    pub(super) fn text(&self) -> String {
        self.tokens.iter().filter_map(|token| char::from_u32(*token)).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }
}

/// Collects the content of a cell in the form that LaTeX, HTML and Markdown have in common: white space is one space,
/// and there is none at the ends; elements without content are omitted.
pub(super) struct Writer<'a> {
    tags: &'a mut Tags,
    content: Content,
    /// Whether there is white space before the next character.
    is_spaced: bool,
}

impl<'a> Writer<'a> {
    pub(super) fn new(tags: &'a mut Tags) -> Self {
        Self {
            tags,
            content: Content::default(),
            is_spaced: false,
        }
    }

    pub(super) fn space(&mut self) {
        self.is_spaced = true;
    }

    pub(super) fn character(&mut self, c: char) {
        if c.is_whitespace() {
            self.space();
        } else {
            self.pending_space();
            self.content.tokens.push(u32::from(c));
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        text.chars().for_each(|c| self.character(c));
    }

    /// Writes a formula, given without delimiters, between dollars, after the steps that make equal formulas equal.
    pub(super) fn formula(&mut self, latex: &str) {
        self.character('$');
        let mut is_word = false;
        for item in normalise_formula(latex) {
            // A letter after a command would become part of its name.
            if is_word && item.starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.space();
            }
            self.text(item);
            is_word = item.starts_with('\\') && item.ends_with(|c: char| c.is_ascii_alphabetic());
        }
        self.character('$');
    }

    pub(super) fn open(&mut self, tag: &str) {
        self.pending_space();
        let number = self.tags.number(tag);
        self.content.tokens.push(number);
        self.content.elements += 1;
    }

    pub(super) fn close(&mut self, tag: &str) {
        let number = self.tags.number(tag);
        if self.content.tokens.last() == Some(&number) {
            self.content.tokens.pop();
            self.content.elements -= 1;
        } else {
            self.content.tokens.push(number + 1);
        }
    }

    pub(super) fn finish(mut self) -> Content {
        let space = u32::from(' ');
        // A space may stand before an element without content.
        while self.content.tokens.last() == Some(&space) {
            self.content.tokens.pop();
        }
        self.content
    }

    fn pending_space(&mut self) {
        let space = u32::from(' ');
        let mut characters = self.content.tokens.iter().rev().filter(|token| **token < FIRST_TAG);
        if std::mem::take(&mut self.is_spaced) && characters.next().is_some_and(|last| *last != space) {
            self.content.tokens.push(space);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl Fn(&mut Writer<'_>)) -> (String, usize) {
        let mut tags = Tags::default();
        let mut writer = Writer::new(&mut tags);
        write(&mut writer);
        let content = writer.finish();
        (content.text(), content.tokens.len())
    }

    #[test]
    fn white_space_is_one_space_and_nothing_is_left_of_empty_elements() {
        assert_eq!(
            written(|cell| {
                cell.text("  a\n ");
                cell.open("b");
                cell.text(" c ");
                cell.close("b");
                cell.open("i");
                cell.close("i");
                cell.space();
            }),
            ("a c".to_owned(), 5)
        );
    }

    #[test]
    fn formulas_are_normalised() {
        let formula = |latex: &'static str| written(|cell| cell.formula(latex)).0;
        assert_eq!(formula("x_{2} \\le \\alpha y"), formula("x_2\\leq\\alpha  y"));
        assert_ne!(formula("\\alpha y"), formula("\\alphay"));
    }
}
