//! The tokens of TeX's mouth: single characters by category, without comments and the blanks that TeX skips.

use std::ops::Range;

use crate::lexer::Lexer;
use crate::token::{Token as Piece, TokenKind};

/// The kind of a token in TeX.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// `\name`, or a backslash and one other character.
    Command,
    /// `{`
    Open,
    /// `}`
    Close,
    /// `$`
    Shift,
    /// `&`
    Tab,
    /// `#`
    Parameter,
    /// `^`
    Superscript,
    /// `_`
    Subscript,
    /// Any other character.
    Character(char),
    /// Blanks with at most one line break.
    Space,
    /// White space that contains a blank line.
    Paragraph,
    /// `\verb|…|` or a verbatim environment.
    Verbatim,
    /// An argument that is read without categories, with its braces.
    Raw,
}

/// A token and its byte range in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Commands whose first argument is read without categories, unless the command itself stands in an argument.
const RAW_ARGUMENT: [&str; 4] = ["\\url", "\\href", "\\nolinkurl", "\\path"];

/// Returns the tokens of a source, in linear time, and the byte range of a conditional that never ends. BibTeX entries
/// give no tokens, since they are not compiled.
pub(super) fn tokens(source: &str) -> (Vec<Token>, Option<Range<usize>>) {
    let mut mouth = Mouth {
        source,
        tokens: Vec::with_capacity(source.len()),
        depth: 0,
        after_word: false,
    };
    let mut lexer = Lexer::of(source);
    while let Some(piece) = lexer.next() {
        mouth.take(&piece);
        if mouth.depth == 0
            && RAW_ARGUMENT.contains(&piece.text(source))
            && let Some(end) = raw_argument_end(source, piece.end)
        {
            mouth.push(Kind::Raw, piece.end, end);
            lexer.skip_to(end);
        }
    }
    (mouth.tokens, lexer.incomplete_conditional())
}

/// Returns the byte offset after the argument in braces at `from`, if the argument is closed on its line. A brace
/// counts even after a backslash.
fn raw_argument_end(source: &str, from: usize) -> Option<usize> {
    let rest = source.get(from..).filter(|rest| rest.starts_with('{'))?;
    let mut depth = 0_usize;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(from + at + 1);
                }
            }
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

struct Mouth<'a> {
    source: &'a str,
    tokens: Vec<Token>,
    /// Number of open braces.
    depth: usize,
    /// Whether the last token is a command of letters, after which blanks are skipped.
    after_word: bool,
}

impl Mouth<'_> {
    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.after_word = false;
        self.tokens.push(Token { kind, start, end });
    }

    fn take(&mut self, piece: &Piece) {
        let Piece { start, end, .. } = *piece;
        let text = piece.text(self.source);
        match piece.kind {
            TokenKind::Command => {
                self.push(Kind::Command, start, end);
                self.after_word = text.ends_with(|c: char| c.is_ascii_alphabetic());
            }
            TokenKind::GroupOpen => {
                self.depth += 1;
                self.push(Kind::Open, start, end);
            }
            TokenKind::GroupClose => {
                self.depth = self.depth.saturating_sub(1);
                self.push(Kind::Close, start, end);
            }
            TokenKind::MathShift => self.push(Kind::Shift, start, end),
            TokenKind::Special => self.push(special(text), start, end),
            TokenKind::Verbatim => self.push(Kind::Verbatim, start, end),
            TokenKind::Whitespace | TokenKind::ParagraphBreak => self.blanks(text, start),
            TokenKind::Text => self.characters(text, start),
            TokenKind::Comment | TokenKind::BibEntry => {}
        }
    }

    fn characters(&mut self, text: &str, start: usize) {
        for (at, c) in text.char_indices() {
            if at == 0 && self.join_carets(c, start + c.len_utf8()) {
                continue;
            }
            self.push(Kind::Character(c), start + at, start + at + c.len_utf8());
        }
    }

    /// Handles `^^c`, another notation for a character. When `c` is reached, the two carets are already tokens.
    fn join_carets(&mut self, c: char, end: usize) -> bool {
        let [.., first, second] = self.tokens.as_slice() else {
            return false;
        };
        let carets = first.kind == Kind::Superscript && second.kind == Kind::Superscript && first.end == second.start;
        let (Ok(code), start) = (u8::try_from(c), first.start) else {
            return false;
        };
        if !carets || second.end != end - 1 || code > 127 {
            return false;
        }
        self.tokens.truncate(self.tokens.len() - 2);
        self.push(Kind::Character(char::from(code ^ 64)), start, end);
        true
    }

    /// Adds the tokens of white space. For TeX, only ASCII blanks are blanks.
    fn blanks(&mut self, text: &str, start: usize) {
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r');
        let mut at = start;
        for run in text.split_inclusive(|c| !is_blank(c)) {
            let blank = run.trim_end_matches(|c| !is_blank(c));
            let breaks = blank.bytes().filter(|byte| *byte == b'\n').count();
            if breaks > 1 {
                self.push(Kind::Paragraph, at, at + blank.len());
            } else if !blank.is_empty() && !self.after_word {
                self.push(Kind::Space, at, at + blank.len());
            }
            self.characters(run.get(blank.len()..).unwrap_or_default(), at + blank.len());
            at += run.len();
        }
    }
}

fn special(text: &str) -> Kind {
    match text {
        "&" => Kind::Tab,
        "#" => Kind::Parameter,
        "^" => Kind::Superscript,
        "_" => Kind::Subscript,
        _ => Kind::Character('~'),
    }
}
