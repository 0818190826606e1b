//! Macro definitions.

use std::ops::Range;

use crate::lexer::lex;
use crate::token::{Token, TokenKind};

/// The largest number of parameters that TeX allows.
const MAX_PARAMETERS: usize = 9;

/// The kind of replacement text of a macro.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// The body, with the parameters replaced.
    Body,
    /// `\operatorname{body}`
    Operator,
    /// `\operatorname*{body}`
    StarredOperator,
    /// Another command, given by [`Definition::body`].
    Command,
}

/// The definition of a macro, with byte ranges in the source that contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    /// Byte range of the whole definition.
    pub range: Range<usize>,
    /// Byte range of the macro's name, with its backslash.
    pub name: Range<usize>,
    /// The kind of replacement text.
    pub meaning: Meaning,
    /// Number of parameters, 0 to 9.
    pub parameters: usize,
    /// Byte range of the default of the first parameter, if that parameter is optional.
    pub default: Option<Range<usize>>,
    /// Byte range of the body, between its braces; for `\let`, of the other command.
    pub body: Range<usize>,
    /// Whether an earlier definition takes precedence (`\providecommand`).
    pub keeps_earlier: bool,
}

/// Splits a source into tokens in which each bracket is a separate token, so that optional arguments can be read.
pub(crate) fn lex_brackets(source: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for token in lex(source) {
        let text = token.text(source);
        if token.kind != TokenKind::Text || !text.contains(['[', ']']) {
            tokens.push(token);
            continue;
        }
        let mut start = token.start;
        for piece in text.split_inclusive(['[', ']']) {
            let word = piece.trim_end_matches(['[', ']']);
            for part in [word, &piece[word.len()..]] {
                if !part.is_empty() {
                    tokens.push(Token {
                        start,
                        end: start + part.len(),
                        ..token
                    });
                    start += part.len();
                }
            }
        }
    }
    tokens
}

/// Returns, for each opening brace, the index of its closing brace.
pub(crate) fn brace_partners(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closes = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::GroupOpen => open.push(index),
            TokenKind::GroupClose => {
                if let Some(opened) = open.pop() {
                    closes[opened] = Some(index);
                }
            }
            _ => {}
        }
    }
    closes
}

/// Returns the macro definitions of a text, in order. Omits definitions that are cut off or have delimited parameters.
#[must_use]
pub fn definitions(source: &str) -> Vec<Definition> {
    let tokens = lex_brackets(source);
    let closes = brace_partners(&tokens);
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        match definition(source, &tokens, index, &closes) {
            Some((definition, after)) => {
                found.push(definition);
                index = after;
            }
            None => index += 1,
        }
    }
    found
}

/// Returns the definition at token `index`, and the index after it. Reads `\newcommand`, `\renewcommand`,
/// `\providecommand` and `\DeclareRobustCommand`, starred or not; `\def`, `\gdef` and `\edef` with undelimited
/// parameters; `\DeclareMathOperator`, starred or not; and `\let` to a command. `tokens` come from [`lex_brackets`],
/// `closes` from [`brace_partners`].
pub(crate) fn definition(
    source: &str,
    tokens: &[Token],
    index: usize,
    closes: &[Option<usize>],
) -> Option<(Definition, usize)> {
    let command = tokens.get(index).filter(|token| token.kind == TokenKind::Command)?;
    let mut reader = Reader {
        source,
        tokens,
        index: index + 1,
        closes,
    };
    let mut found = Definition {
        range: command.range(),
        name: 0..0,
        meaning: Meaning::Body,
        parameters: 0,
        default: None,
        body: 0..0,
        keeps_earlier: false,
    };
    match command.text(source) {
        kind @ ("\\newcommand" | "\\renewcommand" | "\\providecommand" | "\\DeclareRobustCommand") => {
            reader.text("*");
            found.name = reader.name()?;
            found.parameters = reader.parameter_count()?;
            found.default = reader.default().ok()?;
            found.body = reader.group()?;
            found.keeps_earlier = kind == "\\providecommand";
        }
        "\\def" | "\\gdef" | "\\edef" => {
            found.name = reader.command()?;
            found.parameters = reader.numbered_parameters()?;
            found.body = reader.group()?;
        }
        "\\DeclareMathOperator" => {
            let starred = reader.text("*");
            found.meaning = if starred {
                Meaning::StarredOperator
            } else {
                Meaning::Operator
            };
            found.name = reader.name()?;
            found.body = reader.group()?;
        }
        "\\let" => {
            found.meaning = Meaning::Command;
            found.name = reader.command()?;
            reader.text("=");
            found.body = reader.command()?;
        }
        _ => return None,
    }
    found.range.end = tokens.get(reader.index.checked_sub(1)?)?.end;
    Some((found, reader.index))
}

/// The error of an optional argument that is not closed.
struct Cut;

/// Returns the index of the bracket that closes an optional argument. `inside` yields the tokens after its opening
/// bracket. Returns `None` if the argument has more than `LONGEST` tokens.
pub(crate) fn bracket_close<'a>(inside: impl Iterator<Item = (TokenKind, &'a str)>) -> Option<usize> {
    const LONGEST: usize = 64;
    let mut depth = 0_usize;
    for (index, (kind, text)) in inside.take(LONGEST).enumerate() {
        match kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose => depth = depth.checked_sub(1)?,
            TokenKind::ParagraphBreak => return None,
            TokenKind::Text if depth == 0 && text == "]" => return Some(index),
            _ => {}
        }
    }
    None
}

/// Reads the parts of a definition one after another, and skips white space and comments between them.
struct Reader<'a> {
    source: &'a str,
    tokens: &'a [Token],
    index: usize,
    closes: &'a [Option<usize>],
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<&Token> {
        while let Some(token) = self.tokens.get(self.index) {
            if !matches!(token.kind, TokenKind::Whitespace | TokenKind::Comment) {
                return Some(token);
            }
            self.index += 1;
        }
        None
    }

    /// Reports whether the next token is `text`, and if so skips it.
    fn text(&mut self, text: &str) -> bool {
        let source = self.source;
        let is_next = self.peek().is_some_and(|token| token.text(source) == text);
        self.index += usize::from(is_next);
        is_next
    }

    fn command(&mut self) -> Option<Range<usize>> {
        let range = self.peek().filter(|token| token.kind == TokenKind::Command)?.range();
        self.index += 1;
        Some(range)
    }

    /// Reads `\name` or `{\name}`.
    fn name(&mut self) -> Option<Range<usize>> {
        if !self.text("{") {
            return self.command();
        }
        let name = self.command()?;
        self.text("}").then_some(name)
    }

    fn group(&mut self) -> Option<Range<usize>> {
        let open = self.peek().filter(|token| token.kind == TokenKind::GroupOpen)?.end;
        let close = self.closes.get(self.index).copied().flatten()?;
        self.index = close + 1;
        Some(open..self.tokens.get(close)?.start)
    }

    /// Reads the number of parameters, such as `[2]`; 0 if there are no brackets.
    fn parameter_count(&mut self) -> Option<usize> {
        if !self.text("[") {
            return Some(0);
        }
        let source = self.source;
        let count = self
            .peek()?
            .text(source)
            .parse()
            .ok()
            .filter(|count| *count <= MAX_PARAMETERS)?;
        self.index += 1;
        self.text("]").then_some(count)
    }

    /// Reads the default in brackets after the number of parameters, if there is one. Fails if the brackets are not
    /// closed.
    fn default(&mut self) -> Result<Option<Range<usize>>, Cut> {
        if !self.text("[") {
            return Ok(None);
        }
        let inside = self.tokens.get(self.index..).unwrap_or_default();
        let length = bracket_close(inside.iter().map(|token| (token.kind, token.text(self.source)))).ok_or(Cut)?;
        let range = |tokens: &[Token]| Some(tokens.first()?.start..tokens.get(length)?.start);
        self.index += length + 1;
        range(inside).map(Some).ok_or(Cut)
    }

    /// Reads `#1#2` and so on, without anything in between, and returns the number of parameters.
    fn numbered_parameters(&mut self) -> Option<usize> {
        let source = self.source;
        for count in 0..=MAX_PARAMETERS {
            if !self.text("#") {
                return Some(count);
            }
            let number = self.tokens.get(self.index).map(|token| token.text(source));
            if number?.parse() != Ok(count + 1) {
                return None;
            }
            self.index += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name, the number of parameters, the default and the body of each definition.
    fn found(source: &str) -> Vec<(&str, usize, Option<&str>, &str)> {
        let definition = |d: Definition| {
            (
                &source[d.name],
                d.parameters,
                d.default.map(|default| &source[default]),
                &source[d.body],
            )
        };
        definitions(source).into_iter().map(definition).collect()
    }

    #[test]
    fn every_form() {
        assert_eq!(
            found(
                "\\newcommand{\\a}{A} \\renewcommand*\\b[2]{#1#2}\n\\providecommand{\\c}[2] [x{]}y]{C} \
                 \\def\\d#1#2{D} \\DeclareMathOperator*{\\e}{e} \\let\\f=\\g \\let\\h\\i"
            ),
            [
                ("\\a", 0, None, "A"),
                ("\\b", 2, None, "#1#2"),
                ("\\c", 2, Some("x{]}y"), "C"),
                ("\\d", 2, None, "D"),
                ("\\e", 0, None, "e"),
                ("\\f", 0, None, "\\g"),
                ("\\h", 0, None, "\\i"),
            ]
        );
    }

    #[test]
    fn what_is_cut_off_or_delimited_is_none() {
        for source in [
            "\\newcommand{\\a}{A",
            "\\newcommand{a}{A}",
            "\\newcommand\\a[10]{A}",
            "\\newcommand\\a[1][x{A}",
            "\\def\\a#1.{A}",
            "\\def\\a#2{A}",
            "\\let\\a=b",
            "\\newcommand",
            "%\\def\\a{A}",
        ] {
            assert_eq!(found(source), [], "{source}");
        }
    }

    #[test]
    fn the_range_is_that_of_the_whole() {
        let source = "x \\newcommand \\a [1] {A} y";
        assert_eq!(definitions(source)[0].range, 2..24);
    }
}
