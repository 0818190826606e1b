//! Splits a source into tokens. The concatenated tokens equal the source.

use std::ops::Range;

use crate::token::{Token, TokenKind, command_length};
use crate::unread::Unread;

/// Environments whose content TeX does not read as commands.
const VERBATIM_ENVIRONMENTS: [&str; 8] = [
    "verbatim",
    "verbatim*",
    "Verbatim",
    "lstlisting",
    "minted",
    "comment",
    "filecontents",
    "filecontents*",
];

/// Verbatim environments that print nothing.
const UNPRINTED_ENVIRONMENTS: [&str; 3] = ["comment", "filecontents", "filecontents*"];

/// Maximum length of the argument of `\verb`, in bytes. TeX requires `\verb` to close on its line. The bound keeps an
/// unclosed `\verb` on a very long line cheap.
const MAX_VERB_BYTES: usize = 4096;

/// Splits a source into tokens, in linear time. Never fails: the characters of a command or environment that is cut off
/// become ordinary tokens.
#[must_use]
pub fn lex(source: &str) -> Vec<Token> {
    lex_pages(source, &[])
}

/// Returns the tokens of a document whose pages have the given byte ranges, in order. Each page may end with its own
/// end of the document, after which the next page begins.
pub(crate) fn lex_pages(source: &str, pages: &[Range<usize>]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(source.len() / 4);
    tokens.extend(Lexer::of_pages(source, pages));
    tokens
}

/// The place at which a page ends the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentEnd {
    /// Byte range of `\end{document}`, or of another command after which TeX reads nothing.
    pub command: Range<usize>,
    /// Byte range of the rest of the page after the command.
    pub rest: Range<usize>,
}

/// Returns the commands that end the document, in order: at most one for each page, whose byte ranges are `pages`.
/// Takes linear time.
#[must_use]
pub fn document_ends(source: &str, pages: &[Range<usize>]) -> Vec<DocumentEnd> {
    let mut lexer = Lexer::of_pages(source, pages);
    lexer.by_ref().for_each(drop);
    lexer.ends
}

/// Yields the tokens of a source one by one.
pub(crate) struct Lexer<'a> {
    source: &'a str,
    position: usize,
    previous: Option<TokenKind>,
    /// Verbatim environments known to have no `\end` in the rest of the source, so that the `\end` is not searched for
    /// again.
    unclosed: [bool; VERBATIM_ENVIRONMENTS.len()],
    /// End of the last line whose end was searched for.
    line_end: usize,
    /// The state of the parts that TeX skips.
    unread: Unread<'a>,
    /// Byte ranges of the pages, in order.
    pages: &'a [Range<usize>],
    /// The ends of the document found so far.
    ends: Vec<DocumentEnd>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn of(source: &'a str) -> Self {
        Self::of_pages(source, &[])
    }

    fn of_pages(source: &'a str, pages: &'a [Range<usize>]) -> Self {
        Self {
            source,
            position: 0,
            previous: None,
            unclosed: Default::default(),
            line_end: 0,
            unread: Unread::default(),
            pages,
            ends: Vec::new(),
        }
    }

    /// Returns the byte range of the command of a conditional that never ends and hides the rest of the text.
    /// Meaningful once all tokens have been read.
    pub(crate) fn incomplete_conditional(&self) -> Option<Range<usize>> {
        let start = self.unread.incomplete()?;
        let length = command_length(self.source.get(start..)?);
        Some(start..start + length)
    }

    /// Moves ahead to byte `position` and skips everything in between.
    pub(crate) fn skip_to(&mut self, position: usize) {
        self.position = self.position.max(position);
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let token = self.behind_the_end().or_else(|| self.next_token())?;
        self.position = token.end;
        self.previous = Some(token.kind);
        self.unread.token(&token);
        Some(token)
    }
}

impl Lexer<'_> {
    /// Returns the rest of a page whose end was reached, if the rest holds more than white space and marks such as the
    /// end of a fence.
    fn behind_the_end(&mut self) -> Option<Token> {
        let command = self.unread.end_before(self.position)?;
        let (start, end) = (self.position, self.page_end(command.end));
        self.unread.next_page();
        self.ends.push(DocumentEnd {
            rest: command.end..end.max(command.end),
            command,
        });
        let rest = self.source.get(start..end)?;
        rest.contains(char::is_alphanumeric).then_some(Token {
            kind: TokenKind::Comment,
            start,
            end,
        })
    }

    /// Returns the end of the page that contains the byte offset `place`.
    fn page_end(&self, place: usize) -> usize {
        let page = self.pages.partition_point(|page| page.end < place);
        let end = self.pages.get(page).map_or(self.source.len(), |page| page.end);
        self.source.floor_char_boundary(end)
    }

    fn next_token(&mut self) -> Option<Token> {
        let rest = self.source.get(self.position..)?;
        let (kind, length) = match rest.chars().next()? {
            '\\' => self.backslash(rest),
            '{' => (TokenKind::GroupOpen, 1),
            '}' => (TokenKind::GroupClose, 1),
            '$' => (TokenKind::MathShift, 1),
            '&' | '#' | '^' | '_' | '~' => (TokenKind::Special, 1),
            '%' => (TokenKind::Comment, rest.find('\n').unwrap_or(rest.len())),
            c if c.is_whitespace() => whitespace(rest),
            '@' if self.bib_entry_may_start() => match bib_entry_length(rest) {
                Some(length) => (TokenKind::BibEntry, length),
                None => (TokenKind::Text, word_length(rest)),
            },
            _ => (TokenKind::Text, word_length(rest)),
        };
        Some(Token {
            kind,
            start: self.position,
            end: self.position + length,
        })
    }

    fn backslash(&mut self, rest: &str) -> (TokenKind, usize) {
        let length = command_length(rest);
        let after = &rest[length..];
        let verbatim = match &rest[..length] {
            "\\begin" => self.verbatim_environment(after),
            "\\verb" => self.verb_length(after).map(|length| (TokenKind::Verbatim, length)),
            _ => None,
        };
        if let Some((kind, argument)) = verbatim {
            return (kind, length + argument);
        }
        let start = self.position;
        match self.unread.command(self.source, start..start + length) {
            Some(end) => (TokenKind::Comment, end - start),
            None => (TokenKind::Command, length),
        }
    }

    /// Returns the kind and length of `{name}…\end{name}` at the start of `after`, if that is a closed environment
    /// whose content TeX does not read as commands.
    fn verbatim_environment(&mut self, after: &str) -> Option<(TokenKind, usize)> {
        let argument = after.strip_prefix('{')?;
        let index = VERBATIM_ENVIRONMENTS
            .iter()
            .position(|name| argument.strip_prefix(name).is_some_and(|rest| rest.starts_with('}')))?;
        if self.unclosed[index] {
            return None;
        }
        let name = VERBATIM_ENVIRONMENTS[index];
        let end = format!("\\end{{{name}}}");
        let kind = if UNPRINTED_ENVIRONMENTS.contains(&name) {
            TokenKind::Comment
        } else {
            TokenKind::Verbatim
        };
        match after.find(&end) {
            Some(at) => Some((kind, at + end.len())),
            None => {
                self.unclosed[index] = true;
                None
            }
        }
    }

    /// Returns the length of `|…|` or `*|…|` at the start of `after`, for any delimiter, closed on the same line.
    fn verb_length(&mut self, after: &str) -> Option<usize> {
        let star = usize::from(after.starts_with('*'));
        let delimiter = after[star..].chars().next().filter(|c| !c.is_whitespace())?;
        let inside = star + delimiter.len_utf8();
        let line = after.get(inside..after.len().min(self.rest_of_line(after)))?;
        let near = line.get(..line.floor_char_boundary(MAX_VERB_BYTES))?;
        near.find(delimiter).map(|at| inside + at + delimiter.len_utf8())
    }

    /// Returns the length of the line at the start of `after`. `after` must be a suffix of the source. Each line is
    /// searched once.
    fn rest_of_line(&mut self, after: &str) -> usize {
        let start = self.source.len() - after.len();
        if self.line_end < start {
            self.line_end = start + after.find('\n').unwrap_or(after.len());
        }
        self.line_end - start
    }

    /// Reports whether a BibTeX entry may start here, at the start of a word. `@` after other characters belongs to an
    /// address or a column specifier.
    fn bib_entry_may_start(&self) -> bool {
        use TokenKind::{BibEntry, ParagraphBreak, Whitespace};
        self.previous
            .is_none_or(|kind| matches!(kind, Whitespace | ParagraphBreak | BibEntry))
    }
}

fn whitespace(rest: &str) -> (TokenKind, usize) {
    let length = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
    let breaks = rest[..length].bytes().filter(|b| *b == b'\n').count();
    (
        if breaks > 1 {
            TokenKind::ParagraphBreak
        } else {
            TokenKind::Whitespace
        },
        length,
    )
}

/// Returns the length of a run of ordinary characters, which includes at least the first character.
fn word_length(rest: &str) -> usize {
    rest.char_indices()
        .skip(1)
        .find(|(_, c)| ends_word(*c))
        .map_or(rest.len(), |(at, _)| at)
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\\' | '{' | '}' | '$' | '&' | '#' | '^' | '_' | '~' | '%')
}

/// Returns the length of the BibTeX entry at the start of `rest`. As in BibTeX, braces count everywhere and `%` starts
/// no comment. An entry that is never closed ends at its first blank line, at the next entry, or at the end.
fn bib_entry_length(rest: &str) -> Option<usize> {
    let open = bib_entry_head(rest.as_bytes())?;
    let mut depth = 0_usize;
    let mut blank_line = None;
    let mut line_is_blank = false;
    for (at, byte) in rest.bytes().enumerate().skip(open) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'\n' if line_is_blank && blank_line.is_none() => blank_line = Some(at),
            // Stops wherever an entry may start. Otherwise a flood of unclosed entries would be read to its end from
            // each entry.
            b'@' if rest[..at].ends_with(char::is_whitespace) && bib_entry_head(&rest.as_bytes()[at..]).is_some() => {
                return Some(blank_line.unwrap_or(at));
            }
            _ => {}
        }
        line_is_blank = byte == b'\n' || (line_is_blank && byte.is_ascii_whitespace());
    }
    Some(blank_line.unwrap_or(rest.len()))
}

/// Returns the offset of the brace if `bytes` starts with `@type{` or `@type {`.
fn bib_entry_head(bytes: &[u8]) -> Option<usize> {
    let letters = bytes
        .strip_prefix(b"@")?
        .iter()
        .take_while(|b| b.is_ascii_alphabetic())
        .count();
    let blanks = bytes[1 + letters..].iter().take_while(|b| **b == b' ').count();
    let open = 1 + letters + blanks;
    (letters > 0 && bytes.get(open) == Some(&b'{')).then_some(open)
}

#[cfg(test)]
mod tests {
    use super::TokenKind::{
        BibEntry, Command, Comment, GroupClose, GroupOpen, MathShift, ParagraphBreak, Special, Text, Verbatim,
        Whitespace,
    };
    use super::*;

    fn kinds(source: &str) -> Vec<(TokenKind, &str)> {
        lex(source)
            .iter()
            .map(|token| (token.kind, token.text(source)))
            .collect()
    }

    #[test]
    fn commands_groups_and_words() {
        assert_eq!(
            kinds("\\section*{A b}\\% x_1"),
            [
                (Command, "\\section"),
                (Text, "*"),
                (GroupOpen, "{"),
                (Text, "A"),
                (Whitespace, " "),
                (Text, "b"),
                (GroupClose, "}"),
                (Command, "\\%"),
                (Whitespace, " "),
                (Text, "x"),
                (Special, "_"),
                (Text, "1"),
            ]
        );
    }

    #[test]
    fn a_comment_hides_commands_and_leaves_the_line_break() {
        assert_eq!(
            kinds("a% $\n\nb"),
            [(Text, "a"), (Comment, "% $"), (ParagraphBreak, "\n\n"), (Text, "b")]
        );
    }

    #[test]
    fn verbatim_is_one_token() {
        assert_eq!(kinds("\\verb|$%|$"), [(Verbatim, "\\verb|$%|"), (MathShift, "$")]);
        assert_eq!(kinds("\\verb*+a+b"), [(Verbatim, "\\verb*+a+"), (Text, "b")]);
        let environment = "\\begin{verbatim}\n\\section{x}\n\\end{verbatim}";
        assert_eq!(kinds(environment), [(Verbatim, environment)]);
    }

    #[test]
    fn unclosed_verbatim_is_an_ordinary_command() {
        assert_eq!(kinds("\\verb|a\nb|")[0], (Command, "\\verb"));
        assert_eq!(kinds("\\begin{verbatim}\n$x$")[0], (Command, "\\begin"));
    }

    #[test]
    fn bibtex_entries_keep_percent_signs_and_nested_braces() {
        let entry = "@misc{1,\n  url = {http://a.b/c%20d},\n  title = {{A} B}\n}";
        let source = format!("{entry}\n@book{{2}}\nafter");
        assert_eq!(
            kinds(&source),
            [
                (BibEntry, entry),
                (Whitespace, "\n"),
                (BibEntry, "@book{2}"),
                (Whitespace, "\n"),
                (Text, "after")
            ]
        );
    }

    #[test]
    fn an_unclosed_bibtex_entry_ends_at_the_blank_line_or_the_next_entry() {
        assert_eq!(kinds("@misc{1, title={A\n\nText")[0], (BibEntry, "@misc{1, title={A\n"));
        assert_eq!(
            kinds("@misc{1, title={A\n@misc{2}")[0],
            (BibEntry, "@misc{1, title={A\n")
        );
        assert_eq!(kinds("@misc{1, title={A")[0], (BibEntry, "@misc{1, title={A"));
        assert_eq!(
            kinds("@misc{1\u{a0}@misc{2}")[0],
            (BibEntry, "@misc{1\u{a0}"),
            "after any white space"
        );
    }

    #[test]
    fn other_at_signs_are_text() {
        assert_eq!(kinds("me@mit{x}")[0], (Text, "me@mit"));
        assert_eq!(kinds("{@{}l}")[1], (Text, "@"));
        assert_eq!(kinds("@ x"), [(Text, "@"), (Whitespace, " "), (Text, "x")]);
    }

    #[test]
    fn a_lone_backslash_and_multibyte_characters() {
        assert_eq!(kinds("\\"), [(Command, "\\")]);
        assert_eq!(
            kinds("\\é–\u{a0}é"),
            [(Command, "\\é"), (Text, "–"), (Whitespace, "\u{a0}"), (Text, "é")]
        );
    }
}
