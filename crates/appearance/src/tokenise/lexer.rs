//! The tokens of the parser: characters, commands and dashes.

use super::refused::Refused;

/// Whether white space is a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// White space is skipped.
    Math,
    /// A run of white space is the token of one space.
    Text,
}

/// A token and the place where the next one starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'a> {
    /// The text of the token; empty at the end of the input.
    pub(super) text: &'a str,
    /// The byte after the token.
    pub(super) end: usize,
}

/// A length: a number and a unit of two letters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Length<'a> {
    /// The number of units.
    pub(super) number: f64,
    /// The unit.
    pub(super) unit: &'a str,
}

/// The text to be split.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexer<'a>(pub(super) &'a str);

impl<'a> Lexer<'a> {
    /// Returns the token at a byte.
    pub(super) fn token(self, at: usize, mode: Mode) -> Result<Token<'a>, Refused> {
        let rest = self.rest(at);
        let visible = rest.trim_start_matches([' ', '\r', '\n', '\t']);
        let blank = rest.len() - visible.len();
        if blank > 0 && mode == Mode::Text {
            return Ok(Token {
                text: " ",
                end: at + blank,
            });
        }
        let text = visible.get(..token_length(visible)?).ok_or(Refused)?;
        Ok(Token {
            text,
            end: at + blank + text.len(),
        })
    }

    /// Returns the byte after the white space at a byte.
    pub(super) fn skip_blank(self, at: usize) -> usize {
        let rest = self.rest(at);
        at + (rest.len() - rest.trim_start().len())
    }

    /// Returns the length at a byte, and the byte after it.
    pub(super) fn length(self, at: usize) -> Result<(Length<'a>, usize), Refused> {
        let at = self.skip_blank(at);
        let rest = self.rest(at);
        let unsigned = rest.strip_prefix('-');
        let digits = unsigned.unwrap_or(rest).trim_start();
        let number = digits.get(..number_length(digits)).unwrap_or_default();
        let value: f64 = number.parse().map_err(|_| Refused)?;
        let after = digits.get(number.len()..).unwrap_or_default().trim_start();
        let unit = after.get(..2).ok_or(Refused)?;
        if !unit.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return Err(Refused);
        }
        let number = if unsigned.is_some() { -value } else { value };
        let end = self.0.len() - after.len() + unit.len();
        Ok((Length { number, unit }, end))
    }

    fn rest(self, at: usize) -> &'a str {
        self.0.get(at..).unwrap_or_default()
    }
}

/// Returns the length in bytes of the token at the start of a text that does not start with white space.
fn token_length(text: &str) -> Result<usize, Refused> {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return Ok(0) };
    match first {
        '-' if text.starts_with("---") => Ok(3),
        '-' if text.starts_with("--") => Ok(2),
        '\\' => {
            let name = chars.as_str();
            let letters = name.len() - name.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
            match name.chars().next() {
                Some(_) if letters > 0 => Ok(1 + letters),
                Some(c) if c <= '\u{ffff}' => Ok(1 + c.len_utf8()),
                _ => Err(Refused),
            }
        }
        // Control characters, line separators and private characters have no token.
        '\0'..=' ' | '\u{2028}' | '\u{2029}' | '\u{e000}'..='\u{f8ff}' => Err(Refused),
        _ => Ok(first.len_utf8()),
    }
}

/// Returns the length in bytes of the number at the start of a text, as in `1`, `1.`, `1.5` and `.5`.
fn number_length(text: &str) -> usize {
    let digits = |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let whole = digits(text);
    let Some(fraction) = text.get(whole..).and_then(|rest| rest.strip_prefix('.')) else {
        return whole;
    };
    match (whole, digits(fraction)) {
        (0, 0) => 0,
        (whole, decimals) => whole + 1 + decimals,
    }
}

#[cfg(test)]
mod tests {
    use super::{Length, Lexer, Mode};

    fn tokens(text: &str, mode: Mode) -> Vec<&str> {
        let mut found = Vec::new();
        let mut at = 0;
        loop {
            let token = Lexer(text).token(at, mode).unwrap();
            if token.text.is_empty() {
                return found;
            }
            found.push(token.text);
            at = token.end;
        }
    }

    #[test]
    fn characters_commands_and_dashes() {
        assert_eq!(
            tokens("a  --- \\alpha1\\{é", Mode::Math),
            ["a", "---", "\\alpha", "1", "\\{", "é"]
        );
        assert_eq!(tokens("a  b", Mode::Text), ["a", " ", "b"]);
        assert!(Lexer("\u{7}").token(0, Mode::Math).is_err());
    }

    #[test]
    fn lengths() {
        let expected = Length {
            number: -0.5,
            unit: "em",
        };
        assert_eq!(Lexer("{ -.5 em}").length(1).unwrap(), (expected, 8));
        for text in ["em", "1", "1 EM", ".pt"] {
            assert!(Lexer(text).length(0).is_err());
        }
    }
}
