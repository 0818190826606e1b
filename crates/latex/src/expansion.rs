//! Expansion of macros, within limits.

use std::collections::HashMap;
use std::ops::Range;

use crate::definition::{Meaning, brace_partners, bracket_close, definition, lex_brackets};
use crate::token::{Token, TokenKind};

/// Limits on the work of an expansion. The defaults are far beyond the needs of papers. They stop inputs of a few
/// hundred bytes that would expand to gigabytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExpansionLimits {
    /// Maximum number of macro calls.
    pub calls: usize,
    /// Maximum nesting of calls within the output of other calls.
    pub depth: usize,
    /// Maximum number of bytes that all calls produce, including bytes that later calls consume.
    pub bytes: usize,
}

impl Default for ExpansionLimits {
    fn default() -> Self {
        Self {
            calls: 1_000_000,
            depth: 100,
            bytes: 4 << 20,
        }
    }
}

/// The limit that an expansion reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpansionLimit {
    /// See [`ExpansionLimits::calls`].
    Calls,
    /// See [`ExpansionLimits::depth`].
    Depth,
    /// See [`ExpansionLimits::bytes`].
    Bytes,
}

impl ExpansionLimit {
    /// Describes the limit `value`, which a call of the macro `name` reached.
    fn reached(self, value: usize, name: &str) -> String {
        match self {
            Self::Calls => format!("more than {value} macro calls, the last one of `{name}`"),
            Self::Depth => {
                format!("macro calls more than {value} deep, the last one of `{name}`; does it call itself?")
            }
            Self::Bytes => format!("macros produce more than {value} bytes, the last one is `{name}`"),
        }
    }
}

/// The error of an expansion that was abandoned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} (called at byte {})", .limit.reached(*.value, .name), .range.start)]
pub struct ExpansionError {
    /// The limit that was reached.
    pub limit: ExpansionLimit,
    /// The value of the limit.
    pub value: usize,
    /// The macro whose call reached the limit.
    pub name: String,
    /// Byte range in the source of the outermost call that led to this call.
    pub range: Range<usize>,
}

/// A text without its macros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    /// The text, with its definitions removed and its macro calls replaced.
    pub text: String,
    /// The origin of each part of the text, in order and without gaps.
    pub origins: Vec<Origin>,
}

/// A part of an expanded text, with its position in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// Byte range in the expanded text.
    pub expanded: Range<usize>,
    /// Byte range in the source: of the same text, or of the macro call that produced this part.
    pub source: Range<usize>,
    /// Whether a macro call produced this part.
    pub by_macro: bool,
}

impl Expanded {
    /// Returns the byte offset in the source from which a byte of the expanded text comes: its position in the source,
    /// or the start of the macro call that produced it. Returns `None` beyond the end.
    #[must_use]
    pub fn source_of(&self, byte: usize) -> Option<usize> {
        let after = self.origins.partition_point(|origin| origin.expanded.end <= byte);
        let origin = self.origins.get(after)?;
        Some(if origin.by_macro {
            origin.source.start
        } else {
            origin.source.start + (byte - origin.expanded.start)
        })
    }
}

/// Replaces macro calls by their replacement text. A definition takes effect from its position onwards, and is removed.
///
/// As in TeX, arguments are groups or single tokens, and white space after a macro's name is dropped. Unlike in TeX,
/// definitions in the bodies of macros have no effect, groups do not limit the scope of a definition, and a call with
/// missing arguments stays as it is. Comments in bodies are dropped. Takes linear time in the length of the text and of
/// its expansion.
///
/// # Errors
/// Returns an error when a limit is reached, with the call that reached it.
pub fn expand(source: &str, limits: &ExpansionLimits) -> Result<Expanded, ExpansionError> {
    let tokens = lex_brackets(source);
    let closes = brace_partners(&tokens);
    Expander {
        source,
        tokens: &tokens,
        closes: &closes,
        limits,
        macros: HashMap::new(),
        next: 0,
        produced: Vec::new(),
        calls: 0,
        bytes: 0,
        out: Writer::default(),
    }
    .run()
}

/// A token of the input.
#[derive(Debug, Clone)]
struct Piece<'a> {
    kind: TokenKind,
    text: &'a str,
    /// Byte range in the source: of the token itself, or of the call that produced it.
    origin: Range<usize>,
    /// Number of nested calls that produced the token.
    depth: usize,
}

/// A macro that is ready to be called.
#[derive(Clone)]
struct Macro<'a> {
    parameters: usize,
    default: Option<Vec<Part<'a>>>,
    body: Vec<Part<'a>>,
}

/// A piece of a body.
#[derive(Clone)]
enum Part<'a> {
    Text(TokenKind, &'a str),
    /// A parameter, counted from 0.
    Parameter(usize),
}

struct Expander<'a, 't> {
    source: &'a str,
    tokens: &'t [Token],
    closes: &'t [Option<usize>],
    limits: &'t ExpansionLimits,
    macros: HashMap<&'a str, Macro<'a>>,
    /// Index of the next token of the source.
    next: usize,
    /// Output of calls, read before the next token of the source; the next piece comes last. Its braces are balanced.
    produced: Vec<Piece<'a>>,
    calls: usize,
    bytes: usize,
    out: Writer,
}

impl<'a> Expander<'a, '_> {
    fn run(mut self) -> Result<Expanded, ExpansionError> {
        while self.next < self.tokens.len() || !self.produced.is_empty() {
            if self.produced.is_empty() && self.define() {
                continue;
            }
            let Some(piece) = self.read() else {
                break;
            };
            if piece.kind == TokenKind::Command && self.macros.contains_key(piece.text) {
                self.call(piece)?;
            } else {
                self.out.write(&piece);
            }
        }
        Ok(self.out.finish())
    }

    /// Carries out the definition at the next token. Reports whether there was one.
    fn define(&mut self) -> bool {
        let Some((found, after)) = definition(self.source, self.tokens, self.next, self.closes) else {
            return false;
        };
        self.next = after;
        let text = |range: Range<usize>| self.source.get(range).unwrap_or_default();
        let name = text(found.name);
        if found.keeps_earlier && self.macros.contains_key(name) {
            return true;
        }
        let body = text(found.body);
        let mut parts = parts(body, found.parameters);
        match found.meaning {
            Meaning::Body => {}
            Meaning::Operator => wrap_operator(&mut parts, false),
            Meaning::StarredOperator => wrap_operator(&mut parts, true),
            // Copies the present meaning of the other command, which stays even if that command is redefined later.
            Meaning::Command => {
                if let Some(other) = self.macros.get(body) {
                    let copy = other.clone();
                    self.macros.insert(name, copy);
                    return true;
                }
                if body == name {
                    return true;
                }
            }
        }
        let new = Macro {
            parameters: found.parameters,
            default: found.default.map(|range| self::parts(text(range), 0)),
            body: parts,
        };
        self.macros.insert(name, new);
        true
    }

    fn read(&mut self) -> Option<Piece<'a>> {
        if let Some(piece) = self.produced.pop() {
            return Some(piece);
        }
        let token = self.tokens.get(self.next)?;
        self.next += 1;
        Some(Piece {
            kind: token.kind,
            text: self.source.get(token.range())?,
            origin: token.range(),
            depth: 0,
        })
    }

    fn peek(&self) -> Option<(TokenKind, &'a str)> {
        if let Some(piece) = self.produced.last() {
            return Some((piece.kind, piece.text));
        }
        let token = self.tokens.get(self.next)?;
        Some((token.kind, self.source.get(token.range())?))
    }

    fn call(&mut self, name: Piece<'a>) -> Result<(), ExpansionError> {
        self.calls += 1;
        self.check(self.calls, self.limits.calls, ExpansionLimit::Calls, &name)?;
        self.check(name.depth + 1, self.limits.depth, ExpansionLimit::Depth, &name)?;
        let Some((parameters, has_default)) = self.macros.get(name.text).map(|m| (m.parameters, m.default.is_some()))
        else {
            return Ok(());
        };
        let mut arguments = Vec::new();
        let mut taken = Vec::new();
        self.skip_blank(&mut taken);
        for number in 0..parameters {
            let argument = if number == 0 && has_default {
                self.optional_argument(&mut taken)
            } else {
                match self.argument(&mut taken) {
                    Some(argument) => Some(argument),
                    None => {
                        self.leave(&name, &taken);
                        return Ok(());
                    }
                }
            };
            arguments.push(argument);
        }
        let end = taken.iter().map(|piece| piece.origin.end).max().unwrap_or(0);
        let origin = name.origin.start..end.max(name.origin.end);
        self.replace(&name, &origin, &arguments)
    }

    fn check(&self, value: usize, most: usize, limit: ExpansionLimit, name: &Piece<'a>) -> Result<(), ExpansionError> {
        if value <= most {
            return Ok(());
        }
        Err(ExpansionError {
            limit,
            value: most,
            name: name.text.to_owned(),
            range: name.origin.clone(),
        })
    }

    /// Writes a call with too few arguments unchanged.
    fn leave(&mut self, name: &Piece<'a>, taken: &[Piece<'a>]) {
        self.out.write(name);
        taken.iter().for_each(|piece| self.out.write(piece));
    }

    /// Reads a piece of a call.
    fn take(&mut self, taken: &mut Vec<Piece<'a>>) -> Option<Piece<'a>> {
        let piece = self.read()?;
        taken.push(piece.clone());
        Some(piece)
    }

    /// Skips white space and comments between a macro and its arguments.
    fn skip_blank(&mut self, taken: &mut Vec<Piece<'a>>) {
        while let Some((TokenKind::Whitespace | TokenKind::Comment, _)) = self.peek() {
            self.take(taken);
        }
    }

    /// Reads an argument: a group without its braces, or one character or command.
    fn argument(&mut self, taken: &mut Vec<Piece<'a>>) -> Option<Vec<Piece<'a>>> {
        self.skip_blank(taken);
        match self.peek()?.0 {
            TokenKind::ParagraphBreak | TokenKind::GroupClose | TokenKind::BibEntry | TokenKind::Verbatim => None,
            TokenKind::GroupOpen => self.group(taken),
            TokenKind::Text => {
                let word = self.read()?;
                let first = self.first_character(word);
                taken.push(first.clone());
                Some(vec![first])
            }
            _ => Some(vec![self.take(taken)?]),
        }
    }

    /// Splits off the first character of a word; the rest is read next.
    fn first_character(&mut self, word: Piece<'a>) -> Piece<'a> {
        let length = word.text.chars().next().map_or(0, char::len_utf8);
        let (first, others) = word.text.split_at_checked(length).unwrap_or((word.text, ""));
        let (mut head, mut tail) = (word.clone(), word);
        (head.text, tail.text) = (first, others);
        if head.depth == 0 {
            head.origin.end = head.origin.start + length;
            tail.origin.start = head.origin.end;
        }
        if !tail.text.is_empty() {
            self.produced.push(tail);
        }
        head
    }

    fn group(&mut self, taken: &mut Vec<Piece<'a>>) -> Option<Vec<Piece<'a>>> {
        if self.produced.is_empty() {
            // In the source, a brace may lack its partner. `closes` tells so beforehand, so that no search is in vain.
            self.closes.get(self.next).copied().flatten()?;
        }
        self.take(taken)?;
        let mut depth = 1_usize;
        let mut pieces = Vec::new();
        while let Some(piece) = self.take(taken) {
            match piece.kind {
                TokenKind::GroupOpen => depth += 1,
                TokenKind::GroupClose => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            pieces.push(piece);
        }
        Some(pieces)
    }

    /// Reads the argument in brackets, if brackets follow and are closed soon.
    fn optional_argument(&mut self, taken: &mut Vec<Piece<'a>>) -> Option<Vec<Piece<'a>>> {
        self.peek().filter(|(_, text)| *text == "[")?;
        let length = bracket_close(self.ahead().skip(1))?;
        self.take(taken)?;
        let argument: Vec<_> = (0..length).map_while(|_| self.take(taken)).collect();
        self.take(taken)?;
        Some(argument)
    }

    /// Returns the next pieces without reading them.
    fn ahead(&self) -> impl Iterator<Item = (TokenKind, &'a str)> {
        let produced = self.produced.iter().rev().map(|piece| (piece.kind, piece.text));
        let rest = self.tokens.iter().skip(self.next);
        produced.chain(rest.map(|token| (token.kind, self.source.get(token.range()).unwrap_or_default())))
    }

    /// Puts the replacement text of the macro before the rest of the input.
    fn replace(
        &mut self,
        name: &Piece<'a>,
        origin: &Range<usize>,
        arguments: &[Option<Vec<Piece<'a>>>],
    ) -> Result<(), ExpansionError> {
        let Some(called) = self.macros.get(name.text) else {
            return Ok(());
        };
        let depth = name.depth + 1;
        let piece = |kind, text| Piece {
            kind,
            text,
            origin: origin.clone(),
            depth,
        };
        let mut bytes = self.bytes;
        let mut body = Vec::new();
        for part in &called.body {
            let before = body.len();
            match part {
                Part::Text(kind, text) => body.push(piece(*kind, text)),
                Part::Parameter(number) => match arguments.get(*number) {
                    Some(Some(argument)) => {
                        let printed = argument.iter().filter(|piece| piece.kind != TokenKind::Comment);
                        body.extend(printed.map(|piece| Piece {
                            origin: origin.clone(),
                            depth: piece.depth.max(1),
                            ..piece.clone()
                        }));
                    }
                    Some(None) => body.extend(called.default.iter().flatten().filter_map(|part| match part {
                        Part::Text(kind, text) => Some(piece(*kind, text)),
                        Part::Parameter(_) => None,
                    })),
                    None => {}
                },
            }
            bytes += body.iter().skip(before).map(|piece| piece.text.len()).sum::<usize>();
            self.check(bytes, self.limits.bytes, ExpansionLimit::Bytes, name)?;
        }
        self.bytes = bytes;
        self.produced.extend(body.into_iter().rev());
        Ok(())
    }
}

/// Returns the pieces of a body that has `parameters` parameters.
fn parts(body: &str, parameters: usize) -> Vec<Part<'_>> {
    let tokens = lex_brackets(body);
    let mut parts = Vec::new();
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let text = body.get(token.range()).unwrap_or_default();
        if token.kind == TokenKind::Comment {
            continue;
        }
        if text == "#" && tokens.next_if(|next| next.text(body) == "#").is_none() {
            let digit = |next: &&Token| body.get(next.range())?.chars().next()?.to_digit(10);
            let number = tokens
                .peek()
                .and_then(digit)
                .and_then(|digit| usize::try_from(digit).ok());
            if let Some(number) = number.filter(|number| (1..=parameters).contains(number)) {
                parts.push(Part::Parameter(number - 1));
                let rest = tokens.next().and_then(|word| body.get(word.start + 1..word.end));
                let rest = rest.filter(|rest| !rest.is_empty());
                parts.extend(rest.map(|rest| Part::Text(TokenKind::Text, rest)));
                continue;
            }
        }
        parts.push(Part::Text(token.kind, text));
    }
    parts
}

/// Makes a body the argument of an operator command.
fn wrap_operator(parts: &mut Vec<Part<'_>>, starred: bool) {
    let star = starred.then_some(Part::Text(TokenKind::Text, "*"));
    let command = Part::Text(TokenKind::Command, "\\operatorname");
    let open = Part::Text(TokenKind::GroupOpen, "{");
    parts.splice(0..0, [command].into_iter().chain(star).chain([open]));
    parts.push(Part::Text(TokenKind::GroupClose, "}"));
}

/// Joins pieces into the expanded text.
#[derive(Default)]
struct Writer {
    text: String,
    origins: Vec<Origin>,
    /// Whether the last piece was a command whose name a following letter would extend.
    after_word: bool,
}

impl Writer {
    fn write(&mut self, piece: &Piece<'_>) {
        if self.after_word && piece.text.starts_with(|c: char| c.is_ascii_alphabetic()) {
            self.push(" ", piece.origin.start..piece.origin.start, true);
        }
        self.push(piece.text, piece.origin.clone(), piece.depth > 0);
        self.after_word = piece.kind == TokenKind::Command && piece.text.ends_with(|c: char| c.is_ascii_alphabetic());
    }

    fn push(&mut self, text: &str, source: Range<usize>, by_macro: bool) {
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        match self.origins.last_mut() {
            Some(last) if by_macro && last.by_macro && last.source == source => last.expanded.end = end,
            Some(last) if !by_macro && !last.by_macro && last.source.end == source.start => {
                last.expanded.end = end;
                last.source.end = source.end;
            }
            _ => self.origins.push(Origin {
                expanded: start..end,
                source,
                by_macro,
            }),
        }
    }

    fn finish(self) -> Expanded {
        Expanded {
            text: self.text,
            origins: self.origins,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(source: &str) -> String {
        expand(source, &ExpansionLimits::default()).unwrap().text
    }

    #[test]
    fn calls_are_replaced() {
        assert_eq!(
            expanded("\\newcommand{\\R}{\\mathbb{R}}$x\\in\\R$"),
            "$x\\in\\mathbb{R}$"
        );
        assert_eq!(
            expanded("\\def\\p#1#2{(#2,#1)}\\p{a}{b} \\p xyz \\p\\a{}"),
            "(b,a) (y,x)z (,\\a)"
        );
        assert_eq!(
            expanded("\\newcommand\\n[2][p]{\\|#2\\|_#1}\\n{x} \\n[q]{x} \\n[a b]{x}"),
            "\\|x\\|_p \\|x\\|_q \\|x\\|_a b"
        );
        assert_eq!(
            expanded("\\DeclareMathOperator*{\\amax}{arg\\,max}\\DeclareMathOperator\\T{tr}\\amax_x\\T A"),
            "\\operatorname*{arg\\,max}_x\\operatorname{tr}A"
        );
    }

    #[test]
    fn a_definition_holds_from_where_it_stands() {
        assert_eq!(
            expanded("\\a\\def\\a{1}\\a\\renewcommand\\a{2}\\a\\providecommand\\a{3}\\a"),
            "\\a122"
        );
        assert_eq!(
            expanded("\\def\\a{1}\\let\\b\\a\\def\\a{2}\\b\\a\\let\\c=\\alpha\\c"),
            "12\\alpha"
        );
    }

    #[test]
    fn macros_use_macros_and_arguments_beyond_themselves() {
        assert_eq!(
            expanded("\\def\\a#1{<#1>}\\def\\b{\\a}\\b{x} \\a{\\b{y}} \\a\\b"),
            "<x> <<y>> <<>>"
        );
    }

    #[test]
    fn commands_do_not_run_into_letters() {
        assert_eq!(expanded("\\def\\a#1{\\alpha#1}\\a{x} \\a{1}"), "\\alpha x \\alpha1");
        assert_eq!(expanded("\\def\\a{A}\\a b\\a\n\nc"), "AbA\n\nc");
    }

    #[test]
    fn bodies_lose_comments_and_keep_doubled_parameter_marks() {
        assert_eq!(expanded("\\def\\a#1{x% #1\n#1##1}\\a{y%\n}"), "x\ny\n#1");
    }

    #[test]
    fn missing_arguments_leave_the_call() {
        assert_eq!(expanded("\\def\\a#1#2{A}\\a{x"), "\\a{x");
        assert_eq!(expanded("\\def\\a#1#2{A}{\\a{x}}"), "{\\a{x}}");
    }

    #[test]
    fn positions_lead_back_to_the_source() {
        let source = "\\def\\a#1{[#1]}x \\a{y} z";
        let expanded = expand(source, &ExpansionLimits::default()).unwrap();
        assert_eq!(expanded.text, "x [y] z");
        let places: Vec<_> = (0..8).map(|byte| expanded.source_of(byte)).collect();
        let (x, call, z) = (Some(14), Some(16), Some(22));
        assert_eq!(places, [x, Some(15), call, call, call, Some(21), z, None]);
        assert_eq!(expanded.origins[1].source, 16..21);
    }

    #[test]
    fn explosions_end_with_an_error() {
        let limit = |source: &str, limits| expand(source, &limits).unwrap_err().limit;
        let mut laughs = "\\def\\a{ha}".to_owned();
        for (name, next) in ('b'..='z').zip('a'..='y') {
            laughs += &format!("\\def\\{name}{{{}}}", format!("\\{next}").repeat(10));
        }
        let laughs = format!("{laughs}\\z");
        let low = ExpansionLimits {
            calls: 10_000,
            depth: 100,
            bytes: 100_000,
        };
        assert_eq!(limit(&laughs, low), ExpansionLimit::Calls);
        assert_eq!(
            limit(&laughs, ExpansionLimits { bytes: 1000, ..low }),
            ExpansionLimit::Bytes
        );
        assert_eq!(limit("\\def\\a{\\a}\\a", low), ExpansionLimit::Depth);
        assert_eq!(limit("\\def\\a#1{\\a{#1#1}}\\a{x}", low), ExpansionLimit::Bytes);
    }

    #[test]
    fn errors_say_where_and_which() {
        let error = expand("x \\def\\a{\\a}\\a", &ExpansionLimits::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "macro calls more than 100 deep, the last one of `\\a`; does it call itself? (called at byte 12)"
        );
    }
}
