//! Arguments of commands.

use std::ops::Range;

use crate::environment::{environment_name, float_kind};
use crate::heading::is_heading;
use crate::token::{Token, TokenKind};

/// Maximum number of tokens searched for the argument in braces, past a star and optional arguments. Without this
/// bound, a flood of commands with an open bracket would be searched to its end from each command.
const LONGEST_OPTIONS: usize = 64;

/// Returns the index of the brace that opens the argument. `from` is the index after the command or after an argument.
/// Skips white space, a star and arguments in brackets.
pub(crate) fn argument_open(source: &str, tokens: &[Token], from: usize) -> Option<usize> {
    let mut brackets = 0_usize;
    let mut braces = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(from).take(LONGEST_OPTIONS) {
        match token.kind {
            TokenKind::Whitespace | TokenKind::Comment => {}
            TokenKind::ParagraphBreak => return None,
            TokenKind::GroupOpen if brackets == 0 => return Some(index),
            TokenKind::GroupOpen => braces += 1,
            TokenKind::GroupClose => braces = braces.checked_sub(1)?,
            TokenKind::Text if braces == 0 => {
                let text = token.text(source);
                let text = text.strip_prefix('*').filter(|_| index == from).unwrap_or(text);
                brackets = brackets_after(text, brackets)?;
            }
            _ if brackets == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Returns the number of open brackets after `text`, or `None` if part of `text` is outside brackets.
fn brackets_after(text: &str, open: usize) -> Option<usize> {
    text.chars().try_fold(open, |open, c| match c {
        '[' => Some(open + 1),
        ']' => open.checked_sub(1),
        _ => (open > 0).then_some(open),
    })
}

/// Returns the index after the argument in braces that follows at `from`, or `None` if no argument follows. Skips a
/// star and optional arguments. An argument that is never closed ends with its paragraph.
pub(crate) fn after_argument(source: &str, tokens: &[Token], from: usize) -> Option<usize> {
    let open = argument_open(source, tokens, from)?;
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose if depth == 1 => return Some(index + 1),
            TokenKind::GroupClose => depth -= 1,
            TokenKind::ParagraphBreak => return Some(index),
            _ => {}
        }
    }
    Some(tokens.len())
}

/// The keys of one argument.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    /// Byte range of each key, without the white space around it. Empty keys are omitted.
    pub(crate) keys: Vec<Range<usize>>,
    /// Byte offset after the argument.
    pub(crate) end: usize,
    /// Index of the token after the argument.
    pub(crate) next: usize,
}

/// Returns the keys between commas in the group that opens at `open`. A group without its closing brace, or with a
/// command or group in it, ends at the first white space instead. Never reads past that point, so that floods take
/// linear time.
pub(crate) fn keys(source: &str, tokens: &[Token], open: usize) -> Keys {
    let inside = tokens.get(open + 1..).unwrap_or_default();
    let is_part = |token: &&Token| {
        use TokenKind::{Comment, Special, Text, Whitespace};
        matches!(token.kind, Text | Special | Whitespace | Comment)
    };
    let length = inside.iter().take_while(is_part).count();
    let (length, closed) = match inside.get(length) {
        Some(token) if token.kind == TokenKind::GroupClose => (length, true),
        _ => {
            let before_space = |token: &&Token| matches!(token.kind, TokenKind::Text | TokenKind::Special);
            (inside.iter().take_while(before_space).count(), false)
        }
    };
    let next = open + 1 + length + usize::from(closed);
    let mut reader = KeyReader::default();
    for token in inside.iter().take(length) {
        reader.take(source, token);
    }
    reader.finish();
    Keys {
        keys: reader.keys,
        end: next
            .checked_sub(1)
            .and_then(|last| tokens.get(last))
            .map_or(0, |token| token.end),
        next,
    }
}

#[derive(Default)]
struct KeyReader {
    keys: Vec<Range<usize>>,
    current: Option<Range<usize>>,
}

impl KeyReader {
    fn take(&mut self, source: &str, token: &Token) {
        match token.kind {
            TokenKind::Text => {
                let mut start = token.start;
                for piece in token.text(source).split_inclusive(',') {
                    let key = piece.trim_end_matches(',');
                    if !key.is_empty() {
                        self.extend(start..start + key.len());
                    }
                    if piece.ends_with(',') {
                        self.finish();
                    }
                    start += piece.len();
                }
            }
            TokenKind::Comment => self.finish(),
            TokenKind::Whitespace => {}
            _ => self.extend(token.range()),
        }
    }

    fn extend(&mut self, range: Range<usize>) {
        match &mut self.current {
            Some(key) => key.end = range.end,
            None => self.current = Some(range),
        }
    }

    fn finish(&mut self) {
        self.keys.extend(self.current.take());
    }
}

/// Ends of all groups of a text. A group ends within its paragraph and section, and does not cross the border of a
/// float. A group that is unclosed there stays unclosed, so that one lost brace does not spoil the rest of the page.
#[derive(Debug)]
pub(crate) struct Groups {
    /// For each token that opens a group, the index of the token that closes the group or cuts it off.
    ends: Vec<usize>,
}

/// The end of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupEnd {
    /// Index of the closing brace.
    Closed(usize),
    /// Index of the token that cuts the group off, or the number of tokens if the text ends first.
    CutOff(usize),
}

impl Groups {
    pub(crate) fn of(source: &str, tokens: &[Token]) -> Self {
        let mut ends = vec![0; tokens.len()];
        let mut open: Vec<usize> = Vec::new();
        for (index, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::GroupOpen => open.push(index),
                TokenKind::GroupClose => {
                    if let Some(opened) = open.pop() {
                        ends[opened] = index;
                    }
                }
                _ if !open.is_empty() && cuts_off(source, tokens, index) => {
                    open.drain(..).for_each(|opened| ends[opened] = index);
                }
                _ => {}
            }
        }
        open.drain(..).for_each(|opened| ends[opened] = tokens.len());
        Self { ends }
    }

    /// Returns the end of the group that opens at token `open`.
    pub(crate) fn end(&self, tokens: &[Token], open: usize) -> GroupEnd {
        let end = self.ends.get(open).copied().unwrap_or(open);
        match tokens.get(end) {
            Some(token) if token.kind == TokenKind::GroupClose => GroupEnd::Closed(end),
            _ => GroupEnd::CutOff(end),
        }
    }

    /// Returns the index after the group that opens at token `open`, or `None` if the group is not closed.
    pub(crate) fn after(&self, tokens: &[Token], open: usize) -> Option<usize> {
        match self.end(tokens, open) {
            GroupEnd::Closed(close) => Some(close + 1),
            GroupEnd::CutOff(_) => None,
        }
    }
}

fn cuts_off(source: &str, tokens: &[Token], index: usize) -> bool {
    let token = &tokens[index];
    match token.kind {
        TokenKind::ParagraphBreak => true,
        TokenKind::Command => {
            is_heading(source, token)
                || environment_name(source, tokens, index).is_some_and(|n| float_kind(n).is_some())
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    /// Returns the keys of the argument after the command at the start of the source.
    fn read(source: &str) -> Option<Vec<&str>> {
        let tokens = lex(source);
        let open = argument_open(source, &tokens, 1)?;
        let keys = keys(source, &tokens, open).keys;
        Some(keys.into_iter().map(|range| &source[range]).collect())
    }

    #[test]
    fn keys_stand_between_commas() {
        assert_eq!(read("\\c{a_1, b c,%\n d,}").unwrap(), ["a_1", "b c", "d"]);
        assert_eq!(read("\\c{}").unwrap(), [""; 0]);
    }

    #[test]
    fn stars_and_options_come_before_the_argument() {
        assert_eq!(read("\\c* [see][{[1]} p.~$3$] {a}").unwrap(), ["a"]);
        assert_eq!(read("\\c x{a}"), None);
        assert_eq!(read("\\c[x {a}"), None);
        assert_eq!(read("\\c\n\n{a}"), None);
    }

    #[test]
    fn an_unclosed_argument_ends_at_white_space() {
        assert_eq!(read("\\c{a,b and text").unwrap(), ["a", "b"]);
        assert_eq!(read("\\c{a \\d{b}").unwrap(), ["a"]);
    }

    #[test]
    fn groups_end_in_their_paragraph() {
        let source = "{a{b}\n\n}{c}";
        let tokens = lex(source);
        let groups = Groups::of(source, &tokens);
        assert_eq!(groups.end(&tokens, 0), GroupEnd::CutOff(5));
        assert_eq!(groups.end(&tokens, 2), GroupEnd::Closed(4));
        assert_eq!(groups.after(&tokens, 7), Some(10));
    }
}
