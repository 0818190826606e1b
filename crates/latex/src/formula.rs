//! Formulas: inline `$…$` and `\(…\)`; displayed `$$…$$`, `\[…\]` and the display environments.

use std::ops::Range;

use crate::argument::argument_open;
use crate::environment::{ENVIRONMENT_TOKENS, environment_name};
use crate::heading::is_heading;
use crate::token::{Token, TokenKind};

/// A formula in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// Whether the formula is displayed on separate lines.
    pub display: bool,
    /// Byte range including the delimiters or the environment.
    pub range: Range<usize>,
    /// Byte range between the delimiters, without the argument of `alignat` and similar environments.
    pub body: Range<usize>,
}

/// Environments that display a formula by themselves. A trailing star is removed before the look-up.
const DISPLAY_ENVIRONMENTS: [&str; 12] = [
    "equation",
    "align",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "flalign",
    "alignat",
    "xalignat",
    "xxalignat",
    "dmath",
    "IEEEeqnarray",
];

/// Display environments with an argument before the formula.
const WITH_ARGUMENT: [&str; 4] = ["alignat", "xalignat", "xxalignat", "IEEEeqnarray"];

/// Commands whose argument is text, so that `$` in it does not end the formula around it.
const TEXT_COMMANDS: [&str; 9] = [
    "\\text",
    "\\mbox",
    "\\hbox",
    "\\textrm",
    "\\textit",
    "\\textbf",
    "\\textsf",
    "\\textup",
    "\\intertext",
];

/// The delimiter of a displayed formula.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Display<'a> {
    /// `\[` and `\]`
    Brackets,
    /// `\begin` and `\end` of a display environment.
    Environment(&'a str),
}

/// A token that can delimit displayed formulas. A displayed formula extends from an opening mark to a closing mark of
/// its kind, with no other mark in between.
#[derive(Clone, Copy)]
enum Mark<'a> {
    Open(Display<'a>),
    Close(Display<'a>),
    Heading,
}

/// Returns all formulas in order. Formulas do not nest. An opening delimiter without its closing one is text: `$`, `$$`
/// and `\(` must be closed in their paragraph, the others before the next displayed formula or heading.
pub(crate) fn formulas(source: &str, tokens: &[Token]) -> Vec<Formula> {
    let closes = display_closes(source, tokens);
    let mut finder = InlineFinder {
        source,
        tokens,
        flat_until: 0,
    };
    let mut found = Vec::new();
    let mut index = 0;
    while index < tokens.len() {
        let span = match closes[index] {
            Some(close) => Some(Delimited::display(source, tokens, index, close)),
            None => finder.formula_at(index),
        };
        match span {
            Some(span) => {
                index = span.close.end;
                found.push(span.formula(tokens));
            }
            None => index += 1,
        }
    }
    found
}

/// A formula, given by the token ranges of its delimiters.
struct Delimited {
    display: bool,
    open: Range<usize>,
    close: Range<usize>,
}

impl Delimited {
    fn display(source: &str, tokens: &[Token], open: usize, close: usize) -> Self {
        let open_end = match environment_name(source, tokens, open) {
            Some(name) if WITH_ARGUMENT.contains(&name.trim_end_matches('*')) => {
                after_argument(source, tokens, open + ENVIRONMENT_TOKENS)
            }
            Some(_) => open + ENVIRONMENT_TOKENS,
            None => open + 1,
        };
        let close_end = close
            + if environment_name(source, tokens, close).is_some() {
                ENVIRONMENT_TOKENS
            } else {
                1
            };
        Self {
            display: true,
            open: open..open_end.min(close),
            close: close..close_end,
        }
    }

    fn formula(&self, tokens: &[Token]) -> Formula {
        let byte = |index: usize| {
            tokens
                .get(index)
                .map_or(tokens.last().map_or(0, |t| t.end), |t| t.start)
        };
        Formula {
            display: self.display,
            range: byte(self.open.start)..byte(self.close.end),
            body: byte(self.open.end)..byte(self.close.start),
        }
    }
}

/// Returns, for each token that opens a displayed formula by a bracket or an environment, the token that closes it.
fn display_closes(source: &str, tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closes = vec![None; tokens.len()];
    let mut next: Option<(usize, Display<'_>)> = None;
    for index in (0..tokens.len()).rev() {
        match mark(source, tokens, index) {
            Some(Mark::Open(kind)) => {
                closes[index] = next.filter(|(_, close)| *close == kind).map(|(at, _)| at);
                next = None;
            }
            Some(Mark::Close(kind)) => next = Some((index, kind)),
            Some(Mark::Heading) => next = None,
            None => {}
        }
    }
    closes
}

fn mark<'a>(source: &'a str, tokens: &[Token], index: usize) -> Option<Mark<'a>> {
    let token = tokens.get(index).filter(|token| token.kind == TokenKind::Command)?;
    match token.text(source) {
        "\\[" => Some(Mark::Open(Display::Brackets)),
        "\\]" => Some(Mark::Close(Display::Brackets)),
        "\\begin" => display_environment(source, tokens, index).map(Mark::Open),
        "\\end" => display_environment(source, tokens, index).map(Mark::Close),
        _ => is_heading(source, token).then_some(Mark::Heading),
    }
}

fn display_environment<'a>(source: &'a str, tokens: &[Token], index: usize) -> Option<Display<'a>> {
    let name = environment_name(source, tokens, index)?;
    is_display_environment(name).then_some(Display::Environment(name))
}

/// Reports whether an environment of this name displays a formula, for example `align*`.
#[must_use]
pub fn is_display_environment(name: &str) -> bool {
    DISPLAY_ENVIRONMENTS.contains(&name.trim_end_matches('*'))
}

/// Returns the index after the argument in braces that follows at `from`, past an optional argument. Returns `from` if
/// no argument follows or the argument is not closed soon.
fn after_argument(source: &str, tokens: &[Token], from: usize) -> usize {
    const LONGEST: usize = 64;
    let Some(open) = argument_open(source, tokens, from) else {
        return from;
    };
    let mut depth = 0_usize;
    for (index, token) in tokens.iter().enumerate().skip(open).take(LONGEST) {
        match token.kind {
            TokenKind::GroupOpen => depth += 1,
            TokenKind::GroupClose if depth == 1 => return index + 1,
            TokenKind::GroupClose => depth -= 1,
            _ => {}
        }
    }
    from
}

/// Finds the formulas that end in their paragraph: `$…$`, `$$…$$` and `\(…\)`.
struct InlineFinder<'a> {
    source: &'a str,
    tokens: &'a [Token],
    /// Index up to which `$` is paired without regard to text arguments. The finder sets it to the end of a paragraph
    /// in which pairing with regard to them found no end. Searching such a broken paragraph again from each `$` would
    /// take quadratic time.
    flat_until: usize,
}

impl InlineFinder<'_> {
    fn formula_at(&mut self, index: usize) -> Option<Delimited> {
        let token = self.tokens.get(index)?;
        match token.kind {
            TokenKind::MathShift if self.is_double(index) => {
                let close = self.paragraph(index + 2).find(|at| self.is_double(*at))?;
                Some(Delimited {
                    display: true,
                    open: index..index + 2,
                    close: close..close + 2,
                })
            }
            TokenKind::MathShift => {
                let close = self.closing_shift(index + 1)?;
                Some(Delimited {
                    display: false,
                    open: index..index + 1,
                    close: close..close + 1,
                })
            }
            TokenKind::Command if token.text(self.source) == "\\(" => {
                let close = self.closing_parenthesis(index + 1)?;
                Some(Delimited {
                    display: false,
                    open: index..index + 1,
                    close: close..close + 1,
                })
            }
            _ => None,
        }
    }

    fn is_double(&self, index: usize) -> bool {
        let shift = |at: usize| {
            self.tokens
                .get(at)
                .is_some_and(|token| token.kind == TokenKind::MathShift)
        };
        shift(index) && shift(index + 1)
    }

    /// Returns the indices of the rest of the paragraph.
    fn paragraph(&self, from: usize) -> impl Iterator<Item = usize> {
        (from..self.tokens.len()).take_while(|at| !self.ends_paragraph(&self.tokens[*at]))
    }

    fn ends_paragraph(&self, token: &Token) -> bool {
        token.kind == TokenKind::ParagraphBreak || is_heading(self.source, token)
    }

    fn closing_parenthesis(&self, from: usize) -> Option<usize> {
        for (index, token) in self.tokens.iter().enumerate().skip(from) {
            match token.text(self.source) {
                "\\)" => return Some(index),
                "\\(" => return None,
                _ if self.ends_paragraph(token) => return None,
                _ => {}
            }
        }
        None
    }

    fn closing_shift(&mut self, from: usize) -> Option<usize> {
        if from >= self.flat_until {
            match self.closing_shift_outside_text(from) {
                Ok(close) => return Some(close),
                Err(end) => self.flat_until = end,
            }
        }
        self.paragraph(from)
            .find(|at| self.tokens[*at].kind == TokenKind::MathShift)
    }

    /// Returns the index of the first `$` outside the arguments of text commands, or else the end of the paragraph as
    /// the error.
    fn closing_shift_outside_text(&self, from: usize) -> Result<usize, usize> {
        let mut depth = 0_usize;
        let mut text_depth = None;
        let mut previous_is_text_command = false;
        for (index, token) in self.tokens.iter().enumerate().skip(from) {
            match token.kind {
                TokenKind::GroupOpen => {
                    depth += 1;
                    if previous_is_text_command && text_depth.is_none() {
                        text_depth = Some(depth);
                    }
                }
                TokenKind::GroupClose => {
                    if text_depth == Some(depth) {
                        text_depth = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                TokenKind::MathShift if text_depth.is_none() => return Ok(index),
                _ if self.ends_paragraph(token) => return Err(index),
                _ => {}
            }
            previous_is_text_command =
                token.kind == TokenKind::Command && TEXT_COMMANDS.contains(&token.text(self.source));
        }
        Err(self.tokens.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexer::lex;

    fn bodies(source: &str) -> Vec<(bool, &str)> {
        formulas(source, &lex(source))
            .into_iter()
            .map(|f| (f.display, &source[f.body]))
            .collect()
    }

    #[test]
    fn every_delimiter() {
        assert_eq!(
            bodies(
                "$a$ \\(b\\) $$c$$ \\[d\\] \\begin{equation*}e\\end{equation*} \\begin{alignat}{2}f\\end{alignat} \
                 \\begin{eqnarray}g\\end{eqnarray} \\begin{IEEEeqnarray*}{rCl}h\\end{IEEEeqnarray*}"
            ),
            [
                (false, "a"),
                (false, "b"),
                (true, "c"),
                (true, "d"),
                (true, "e"),
                (true, "f"),
                (true, "g"),
                (true, "h")
            ]
        );
    }

    #[test]
    fn arguments_before_a_display_are_no_part_of_it() {
        for before in ["{rCl}", "[\\relax]{rCl}", "[t]{r@{\\,}C@{}l}", " {rCl}"] {
            let source = format!("\\begin{{IEEEeqnarray}}{before}[a]+b\\end{{IEEEeqnarray}}");
            assert_eq!(bodies(&source), [(true, "[a]+b")], "{before}");
        }
        // An unclosed argument stays part of the body.
        let source = "\\begin{alignat}{2 a\\end{alignat}";
        assert_eq!(bodies(source), [(true, "{2 a")]);
    }

    #[test]
    fn ranges_include_the_delimiters() {
        let source = "x \\begin{align}a&=b\\end{align} y";
        let formula = &formulas(source, &lex(source))[0];
        assert_eq!(&source[formula.range.clone()], "\\begin{align}a&=b\\end{align}");
    }

    #[test]
    fn adjacent_inline_formulas_are_two() {
        assert_eq!(bodies("$a$$b$"), [(false, "a"), (false, "b")]);
    }

    #[test]
    fn mathematics_in_a_text_argument_belongs_to_the_formula_around_it() {
        assert_eq!(
            bodies("$a \\text{ if $b$ } c$ $d$"),
            [(false, "a \\text{ if $b$ } c"), (false, "d")]
        );
        assert_eq!(bodies("\\[a \\mbox{ if $b$}\\]"), [(true, "a \\mbox{ if $b$}")]);
    }

    #[test]
    fn escaped_commented_and_verbatim_dollars_do_not_count() {
        assert_eq!(bodies("\\$5 % $\n\\verb|$| $x$"), [(false, "x")]);
    }

    #[test]
    fn an_unclosed_delimiter_is_text() {
        assert_eq!(bodies("$a\n\n$b$"), [(false, "b")]);
        assert_eq!(bodies("\\(a \\(b\\)"), [(false, "b")]);
        assert_eq!(bodies("\\[a \\begin{equation}b\\end{equation}"), [(true, "b")]);
        assert_eq!(bodies("\\begin{align}a \\section{B} $c$ \\end{align}"), [(false, "c")]);
        assert_eq!(bodies("$$a\n\n$$b$$"), [(true, "b")]);
    }

    #[test]
    fn an_unclosed_text_argument_loses_no_later_formula() {
        assert_eq!(
            bodies("$a \\text{ if $ b $c$"),
            [(false, "a \\text{ if "), (false, "c")]
        );
    }

    #[test]
    fn displays_may_hold_blank_lines() {
        assert_eq!(bodies("\\[\n\na\n\n\\]"), [(true, "\n\na\n\n")]);
    }
}
