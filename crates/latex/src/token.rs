//! Tokens, the units of a source.

use std::ops::Range;

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// `\name`, or a backslash and one other character. A star belongs to the next token.
    Command,
    /// `{`
    GroupOpen,
    /// `}`
    GroupClose,
    /// One `$`; two in a row are two tokens.
    MathShift,
    /// One of `& # ^ _ ~`.
    Special,
    /// Text that TeX does not read: `%` up to the end of the line, without the line break; a branch of a conditional
    /// that is not taken, with the commands around it; an environment that prints nothing, such as `comment`; the text
    /// after the end of the document.
    Comment,
    /// `\verb|…|`, or a whole verbatim environment from `\begin` to `\end`.
    Verbatim,
    /// A BibTeX entry from `@` to its closing brace.
    BibEntry,
    /// White space with at most one line break.
    Whitespace,
    /// White space that contains a blank line.
    ParagraphBreak,
    /// Other characters up to white space or a special character: a word with its punctuation.
    Text,
}

/// A piece of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl Token {
    /// Returns the byte range in the source.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the text of the token. `source` must be the text that was lexed; with another text the result is empty
    /// or wrong.
    #[must_use]
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.range()).unwrap_or_default()
    }
}

/// Returns the length of the command at the start of `rest`. `rest` must begin with a backslash.
pub(crate) fn command_length(rest: &str) -> usize {
    let letters = rest.bytes().skip(1).take_while(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        1 + letters
    } else {
        1 + rest.chars().nth(1).map_or(0, char::len_utf8)
    }
}
