//! The visible tokens of a formula, each in a different colour.

use std::borrow::Cow;

use super::commands::Role;
use super::matching::MAX_TOKENS;
use crate::python::strip;

/// The maximum length of a token string, in bytes.
pub const MAX_BYTES: usize = 1 << 16;

/// The maximum nesting depth of commands whose arguments are walked.
const MAX_DEPTH: usize = 500;

/// The maximum number of steps, including repeated ones: the walk repeats itself on some nested fonts.
const MAX_LOOKS: usize = 1 << 20;

/// The visible tokens of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tokens {
    /// The tokens, in the order of their colours.
    pub tokens: Vec<String>,
    /// LaTeX that draws each token in its colour, with `\mathcolor` of `xcolor` and the model `RGB`. The colours have
    /// components that are multiples of 15. They are counted from (0, 0, 15), blue fastest; the i-th token has the i-th
    /// colour.
    pub coloured: String,
}

impl Tokens {
    /// Returns the red, green and blue components of the colour of the token with this index.
    #[must_use]
    pub const fn colour(index: usize) -> [u8; 3] {
        const STEP: usize = 15;
        const LEVELS: usize = 255 / STEP + 1;
        let number = index + 1;
        [
            (number / (LEVELS * LEVELS) % LEVELS * STEP) as u8,
            (number / LEVELS % LEVELS * STEP) as u8,
            (number % LEVELS * STEP) as u8,
        ]
    }
}

/// Returns the visible tokens of a normalised token string (see [`normalise`](super::normalise)). Both variants have
/// the same tokens.
///
/// Brackets, scripts, spacing and environments are not drawn and do not count. Fonts do not count, but their content
/// does. A fraction counts as its bar, a root as its sign, and an accent as itself; each counts besides its content.
///
/// The faults of the official walk are kept. The closing brace of a colour shifts the tokens after it. So, inside the
/// argument of a font, the last tokens after a fraction or accent are skipped.
///
/// Time is quadratic in the number of tokens at worst, and linear in practice.
///
/// # Errors
///
/// Fails if the string is longer than [`MAX_BYTES`], has more visible tokens than there are colours, or is nested too
/// deeply. It also fails where the official walk fails or does not end, because an argument or a brace is missing.
pub fn tokens(normalised: &str) -> Result<Tokens, TokensError> {
    if normalised.len() > MAX_BYTES {
        return Err(TokensError::TooLong {
            bytes: normalised.len(),
        });
    }
    let mut walk = Walk {
        list: strip(normalised).split(' ').map(Cow::Borrowed).collect(),
        tokens: Vec::new(),
        looks: 0,
        depth: 0,
    };
    let mut at = 0;
    while at < walk.list.len() {
        at = walk.step(at, false)?;
    }
    Ok(Tokens {
        coloured: walk.list.join(" "),
        tokens: walk.tokens,
    })
}

struct Walk<'a> {
    /// The tokens; those already visited include their colour.
    list: Vec<Cow<'a, str>>,
    tokens: Vec<String>,
    looks: usize,
    depth: usize,
}

impl Walk<'_> {
    /// Colours the token at `at` and returns the index of the next step.
    fn step(&mut self, at: usize, in_brackets: bool) -> Result<usize, TokensError> {
        self.looks += 1;
        if self.looks > MAX_LOOKS {
            return Err(TokensError::TooComplex);
        }
        let token = self.token(at)?.to_owned();
        match Role::of(&token) {
            Role::Phantom => match self.token(at + 1)? {
                "{" => Ok(self.closing(at + 1)? + 1),
                _ => Ok(at + 2),
            },
            Role::Bar => self.bar(at, token),
            Role::Accent => self.accent(at, token),
            Role::Font => self.font(at),
            Role::Extensible => self.extensible(at, token),
            Role::Span => {
                let second = self.closing(at + 1)? + 1;
                let third = self.closing(second)? + 1;
                let end = self.closing(third)?;
                self.walk(third + 1, end, false)?;
                Ok(end + 1)
            }
            Role::Stack | Role::Hidden => {
                if self.is_lone_bracket(at, &token) {
                    self.paint(at, "", token, "}")?;
                }
                Ok(at + 1)
            }
            Role::Visible => {
                // In a subscript or in brackets, the colour needs an extra group.
                let (before, after) = if in_brackets || (at > 1 && self.token(at - 1)? == "_") {
                    ("{", "}}")
                } else {
                    ("", "}")
                };
                self.paint(at, before, token, after)?;
                Ok(at + 1)
            }
        }
    }

    /// Walks from `at` while it is before `end`. As in the official code, insertions on the way do not move `end`.
    fn walk(&mut self, mut at: usize, end: usize, in_brackets: bool) -> Result<(), TokensError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(TokensError::TooComplex);
        }
        while at < end {
            at = self.step(at, in_brackets)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn bar(&mut self, at: usize, token: String) -> Result<usize, TokensError> {
        let second = self.closing(at + 1)? + 1;
        let end = self.closing(second)?;
        self.paint(at, "", token, "")?;
        self.insert(end + 1, "}");
        Ok(at + 1)
    }

    fn accent(&mut self, at: usize, token: String) -> Result<usize, TokensError> {
        let end = self.closing(at + 1)?;
        // Without an extra group, a subscript after the argument would be part of the colour.
        let has_index = token != "\\underbrace" && self.list.get(end + 1).is_some_and(|next| next == "_");
        let (before, after) = if has_index { ("{", "}}") } else { ("", "}") };
        self.paint(at, before, token, "")?;
        self.insert(end + 1, after);
        Ok(at + 1)
    }

    fn font(&mut self, at: usize) -> Result<usize, TokensError> {
        let end = self.closing(at + 1)?;
        let only = at + 2;
        if end == only + 1 {
            let token = self.token(only)?.to_owned();
            self.paint(only, "", token, "}")?;
        } else {
            self.walk(only, end, false)?;
        }
        Ok(end + 1)
    }

    fn extensible(&mut self, at: usize, token: String) -> Result<usize, TokensError> {
        let argument = match self.token(at + 1)? {
            "[" => matching_brace(&self.list, at + 1, ["[", "]"])? + 1,
            _ => at + 1,
        };
        let end = self.closing(argument)?;
        self.paint(at, "", token, "")?;
        self.insert(end + 1, "}");
        if argument > at + 1 {
            self.walk(at + 2, argument - 1, true)?;
        }
        self.walk(argument + 1, end, false)?;
        Ok(end + 1)
    }

    /// Whether a token is a square bracket that does not enclose the degree of a root. As in Python, the place before
    /// the first token is the last token.
    fn is_lone_bracket(&self, at: usize, token: &str) -> bool {
        let is_root = |before: usize| {
            let place = at.checked_sub(before).unwrap_or(self.list.len().saturating_sub(before));
            self.list.get(place).is_some_and(|token| token == "\\sqrt")
        };
        match token {
            "[" => !is_root(1),
            "]" => at >= 3 && !is_root(3),
            _ => false,
        }
    }

    /// Gives the token at `at` the next colour.
    fn paint(&mut self, at: usize, before: &str, token: String, after: &str) -> Result<(), TokensError> {
        if self.tokens.len() >= MAX_TOKENS {
            return Err(TokensError::TooManyTokens);
        }
        let [red, green, blue] = Tokens::colour(self.tokens.len());
        if let Some(slot) = self.list.get_mut(at) {
            *slot = Cow::Owned(format!(
                "{before}\\mathcolor[RGB]{{{red},{green},{blue}}}{{{token}{after}"
            ));
        }
        self.tokens.push(token);
        Ok(())
    }

    fn insert(&mut self, at: usize, token: &'static str) {
        self.list.insert(at.min(self.list.len()), Cow::Borrowed(token));
    }

    fn closing(&self, at: usize) -> Result<usize, TokensError> {
        matching_brace(&self.list, at, ["{", "}"])
    }

    fn token(&self, at: usize) -> Result<&str, TokensError> {
        let before = || self.list.get(at.saturating_sub(1)).map(|token| token.to_string());
        self.list
            .get(at)
            .map(AsRef::as_ref)
            .ok_or_else(|| TokensError::MissingArgument {
                command: before().unwrap_or_default(),
                at,
            })
    }
}

/// Returns the index at which the brace that opens at `at` is closed.
pub(crate) fn matching_brace<T: AsRef<str>>(
    tokens: &[T],
    at: usize,
    [open, close]: [&'static str; 2],
) -> Result<usize, TokensError> {
    let unbalanced = TokensError::Unbalanced { brace: open, at };
    if tokens.get(at).is_none_or(|token| token.as_ref() != open) {
        return Err(unbalanced);
    }
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        if token.as_ref() == open {
            depth += 1;
        } else if token.as_ref() == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Ok(place);
            }
        }
    }
    Err(unbalanced)
}

/// The reason why a token string has no tokens. The official tools treat such a formula as one that cannot be typeset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TokensError {
    /// The string is longer than [`MAX_BYTES`].
    #[error("the formula has {bytes} bytes of tokens, more than {MAX_BYTES}; split it")]
    TooLong {
        /// The length of the string, in bytes.
        bytes: usize,
    },
    /// There are more visible tokens than colours.
    #[error("the formula has more than {MAX_TOKENS} visible tokens, the most that can be told apart; split it")]
    TooManyTokens,
    /// The string is nested too deeply.
    #[error("the formula is nested too deeply; simplify it")]
    TooComplex,
    /// A brace is not an opening one, or is never closed.
    #[error("token {at} should be a \u{201c}{brace}\u{201d} that is closed later; balance the braces")]
    Unbalanced {
        /// The expected opening brace.
        brace: &'static str,
        /// The index of the token at the failing step.
        at: usize,
    },
    /// The string ends before the argument of a command.
    #[error("the formula ends at token {at} before the argument of \u{201c}{command}\u{201d}; complete it")]
    MissingArgument {
        /// The name of the command.
        command: String,
        /// The index of the missing token.
        at: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(normalised: &str) -> Vec<String> {
        tokens(normalised).unwrap().tokens
    }

    #[test]
    fn visible_tokens_are_counted() {
        for (normalised, expected) in [
            ("x ^ { 2 } + y _ { 1 }", "x 2 + y 1"),
            ("\\frac { a } { b }", "\\frac a b"),
            ("\\mathrm { s i n } \\quad x", "s i n x"),
            ("\\sqrt [ 3 ] { x }", "\\sqrt 3 x"),
            ("[ 0 , 1 ]", "[ 0 , 1 ]"),
            ("\\hat { x } \\phantom { y } z", "\\hat x z"),
            ("\\overset { ! } { = }", "! ="),
            ("\\left( \\underline { x } \\right.", "\\left( \\underline x \\right."),
            ("\\begin{array} {ll} a & b \\\\ c \\end{array}", "a b c"),
            ("", ""),
        ] {
            assert_eq!(listed(normalised).join(" "), expected, "{normalised}");
        }
    }

    #[test]
    fn tokens_after_a_fraction_in_a_font_are_passed_over() {
        assert_eq!(listed("\\mathrm { \\frac { a } { b } c } d").join(" "), "\\frac a b d");
    }

    #[test]
    fn each_token_has_its_colour() {
        let painted = tokens("\\frac { x } { y }").unwrap().coloured;
        assert_eq!(
            painted,
            "\\mathcolor[RGB]{0,0,15}{\\frac { \\mathcolor[RGB]{0,0,30}{x} } { \\mathcolor[RGB]{0,0,45}{y} } }"
        );
        assert_eq!(Tokens::colour(16), [0, 0, 255]);
        assert_eq!(Tokens::colour(17), [0, 15, 0]);
        assert_eq!(Tokens::colour(MAX_TOKENS - 1), [255, 240, 60]);
    }

    #[test]
    fn broken_strings_are_errors_that_say_where() {
        for broken in ["\\hat {", "\\frac { a }", "\\phantom", "\\multicolumn { 1 }", "\\sqrt"] {
            assert!(!tokens(broken).unwrap_err().to_string().is_empty(), "{broken}");
        }
        let nested = "\\mathrm { a ".repeat(2000) + &"} ".repeat(2000);
        assert_eq!(tokens(nested.trim()), Err(TokensError::TooComplex));
        let many = "x ".repeat(MAX_TOKENS + 1);
        assert_eq!(tokens(&many), Err(TokensError::TooManyTokens));
    }
}
