//! The printed numbers in a range of LaTeX.

use std::ops::Range;

use texlens_latex::{Outline, Token, TokenKind};

/// A printed number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    /// The digits, decimal point, exponent and percent sign as printed, with the sign of a negative number and without
    /// thousands separators.
    pub(crate) written: String,
    /// A form that is equal for equal values: without percent sign, leading zeros, or trailing zeros of the fraction.
    pub(crate) value: String,
}

/// Commands with arguments that are not printed, and the number of those arguments. Their options in brackets are not
/// printed either.
const SILENT: [(&str, usize); 37] = [
    ("\\\\", 0),
    ("\\tabularnewline", 0),
    ("\\addlinespace", 0),
    ("\\makebox", 0),
    ("\\footnotemark", 0),
    ("\\toprule", 0),
    ("\\midrule", 0),
    ("\\bottomrule", 0),
    ("\\cmidrule", 1),
    ("\\cline", 1),
    ("\\hhline", 1),
    ("\\specialrule", 3),
    ("\\multicolumn", 2),
    ("\\multirow", 2),
    ("\\begin", 2),
    ("\\end", 1),
    ("\\rule", 2),
    ("\\hspace", 1),
    ("\\vspace", 1),
    ("\\phantom", 1),
    ("\\hphantom", 1),
    ("\\vphantom", 1),
    ("\\raisebox", 1),
    ("\\parbox", 1),
    ("\\resizebox", 2),
    ("\\scalebox", 1),
    ("\\includegraphics", 1),
    ("\\color", 1),
    ("\\textcolor", 1),
    ("\\cellcolor", 1),
    ("\\rowcolor", 1),
    ("\\columncolor", 1),
    ("\\arrayrulecolor", 1),
    ("\\fontsize", 2),
    ("\\setlength", 2),
    ("\\renewcommand", 2),
    ("\\label", 1),
];

/// The largest number of tokens of an argument. A longer one does not count as an argument, which bounds the time on
/// unclosed braces.
const MAX_ARGUMENT: usize = 64;

/// The character that represents `\,` between the digits of a number.
const THIN_SPACE: char = '\u{2009}';

/// Returns the numbers of `range` in order, in linear time.
///
/// A number is a run of digits with at most one decimal point. Groups of three digits after the first one to three
/// digits are joined if a comma (`,` or `{,}`) or a thin space (`\,`) separates them. `e` and digits are an exponent. A
/// minus sign belongs to the number unless a letter, digit or bracket comes right before it; a plus sign never does.
/// Digits right after a letter are part of a name. Arguments of layout commands are not printed and do not count.
pub(crate) fn numbers(outline: &Outline<'_>, range: &Range<usize>) -> Vec<Number> {
    scan(&printed(outline, range))
}

/// Returns the characters of `range` that may print, with commands as spaces and without the arguments of layout
/// commands. Linear time.
#[must_use]
pub fn printed(outline: &Outline<'_>, range: &Range<usize>) -> String {
    let source = outline.source;
    // An option before the range may end within a word.
    let first = outline.tokens.partition_point(|token| token.end <= range.start);
    let last = outline.tokens.partition_point(|token| token.start < range.end);
    let tokens = outline.tokens.get(first..last).unwrap_or_default();
    let mut out = String::with_capacity(range.len());
    // All bytes before this offset are not printed.
    let mut done = range.start;
    for (index, token) in tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.kind != TokenKind::Comment)
    {
        if token.end <= done {
            continue;
        }
        let text = source.get(token.start.max(done)..token.end).unwrap_or_default();
        match (token.kind, text) {
            (TokenKind::Command, "\\%") => out.push('%'),
            (TokenKind::Command, "\\,") => out.push(THIN_SPACE),
            (TokenKind::Command, _) => {
                out.push(' ');
                let rest = tokens.get(index + 1..).unwrap_or_default();
                done = arguments_end(source, rest, text).unwrap_or(token.end);
            }
            (TokenKind::BibEntry, _) => {}
            _ => out.push_str(text),
        }
    }
    out
}

/// Returns the offset after the arguments that the command does not print, if it has any. `rest` are the tokens after
/// the command.
pub(crate) fn arguments_end(source: &str, rest: &[Token], command: &str) -> Option<usize> {
    let mut groups = silent_arguments(command)?;
    let option = if command == "\\cmidrule" {
        ('(', ')')
    } else {
        ('[', ']')
    };
    let mut cursor = Cursor {
        source,
        rest,
        end: None,
    };
    cursor.take_star();
    loop {
        cursor.skip_blanks();
        if cursor.take_option(option) {
            continue;
        }
        if groups == 0 || !cursor.take_group() {
            return cursor.end;
        }
        groups -= 1;
    }
}

/// Reports whether the command prints a reference or citation, which its argument names.
pub(crate) fn is_reference(command: &str) -> bool {
    command.starts_with("\\cite") || matches!(command, "\\ref" | "\\eqref" | "\\cref" | "\\Cref")
}

/// Returns the number of arguments that the command does not print; `None` if the command is not known.
pub(crate) fn silent_arguments(command: &str) -> Option<usize> {
    if is_reference(command) {
        return Some(1);
    }
    let known = SILENT.iter().find(|(name, _)| *name == command);
    known.map(|(_, groups)| *groups)
}

/// A cursor that takes one argument after another.
struct Cursor<'a> {
    source: &'a str,
    rest: &'a [Token],
    /// The offset after the last argument that was taken.
    end: Option<usize>,
}

impl Cursor<'_> {
    fn take(&mut self, tokens: usize, end: usize) {
        self.end = Some(end);
        self.rest = self.rest.get(tokens..).unwrap_or_default();
    }

    fn skip_blanks(&mut self) {
        let blanks = self
            .rest
            .iter()
            .take_while(|token| token.kind == TokenKind::Whitespace)
            .count();
        self.rest = self.rest.get(blanks..).unwrap_or_default();
    }

    fn take_star(&mut self) {
        if let Some(star) = self.rest.first().filter(|token| token.text(self.source) == "*") {
            self.take(1, star.end);
        }
    }

    /// Takes `[…]`. If a word continues after the closing bracket, nothing more can be taken.
    fn take_option(&mut self, (open, close): (char, char)) -> bool {
        let is_text = |token: &&Token| token.kind == TokenKind::Text;
        if !self
            .rest
            .first()
            .filter(is_text)
            .is_some_and(|token| token.text(self.source).starts_with(open))
        {
            return false;
        }
        for (index, token) in self.rest.iter().enumerate().take(MAX_ARGUMENT) {
            if let Some(at) = token.text(self.source).find(close) {
                let end = token.start + at + close.len_utf8();
                let tokens = if end == token.end { index + 1 } else { self.rest.len() };
                self.take(tokens, end);
                return true;
            }
        }
        false
    }

    fn take_group(&mut self) -> bool {
        let mut depth = 0_usize;
        for (index, token) in self.rest.iter().enumerate().take(MAX_ARGUMENT) {
            match token.kind {
                TokenKind::GroupOpen => depth += 1,
                TokenKind::GroupClose => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                let is_group = token.kind == TokenKind::GroupClose && index > 0;
                if is_group {
                    self.take(index + 1, token.end);
                }
                return is_group;
            }
        }
        false
    }
}

fn scan(printed: &str) -> Vec<Number> {
    // TeX sets `{,}` as a comma without a space after it.
    let text = printed.replace("{,}", ",");
    let mut numbers = Vec::new();
    let mut reader = Reader { text: &text, at: 0 };
    while reader.find_digit() {
        numbers.extend(reader.number());
    }
    numbers
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the character before byte `at`.
    fn before(&self, at: usize) -> Option<char> {
        self.text.get(..at)?.chars().next_back()
    }

    fn find_digit(&mut self) -> bool {
        let offset = self.rest().find(|c: char| c.is_ascii_digit());
        self.at += offset.unwrap_or_default();
        offset.is_some()
    }

    /// Reads the number whose first digit is at the current place; returns `None` if it is part of a name.
    fn number(&mut self) -> Option<Number> {
        let digit = self.at;
        let starts_with_point =
            self.before(digit) == Some('.') && !self.before(digit - 1).is_some_and(char::is_alphanumeric);
        let start = digit - usize::from(starts_with_point);
        let sign = if self.is_negative(start) { "-" } else { "" };
        let (integer, fraction) = if starts_with_point {
            (String::new(), self.digits())
        } else {
            (self.integer(), self.fraction())
        };
        let exponent = self.exponent();
        let percent = if self.rest().starts_with('%') { "%" } else { "" };
        if self.before(start).is_some_and(char::is_alphabetic) {
            return None;
        }
        let point = if fraction.is_empty() { "" } else { "." };
        Some(Number {
            written: format!("{sign}{integer}{point}{fraction}{exponent}{percent}"),
            value: value(sign, &integer, fraction, exponent),
        })
    }

    /// Whether the number that starts at byte `start` has a minus sign right before it.
    fn is_negative(&self, start: usize) -> bool {
        let sign = self.before(start).filter(|c| matches!(c, '-' | '\u{2212}'));
        let before = sign.and_then(|sign| self.before(start - sign.len_utf8()));
        sign.is_some() && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | ')' | ']' | '}'))
    }

    fn digits(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// Reads digits without the thousands separators between them.
    fn integer(&mut self) -> String {
        let mut integer = self.digits().to_owned();
        if integer.len() > 3 || integer.starts_with('0') {
            return integer;
        }
        while let Some(group) = self.thousands() {
            integer.push_str(group);
        }
        integer
    }

    /// Reads a thousands separator and three digits; returns the digits.
    fn thousands(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let group = rest.strip_prefix([',', THIN_SPACE, '\u{202f}'])?;
        let digits = group
            .get(..3)
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        let goes_on = group
            .get(3..)
            .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        if goes_on {
            return None;
        }
        self.at += rest.len() - group.len() + digits.len();
        Some(digits)
    }

    /// Reads a decimal point and the digits after it; returns the digits.
    fn fraction(&mut self) -> &'a str {
        let is_fraction = self
            .rest()
            .strip_prefix('.')
            .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        if !is_fraction {
            return "";
        }
        self.at += 1;
        self.digits()
    }

    /// Reads `e`, an optional sign and digits, unless a letter follows.
    fn exponent(&mut self) -> &'a str {
        let rest = self.rest();
        let Some(after) = rest.strip_prefix(['e', 'E']) else {
            return "";
        };
        let unsigned = after.strip_prefix(['+', '-']).unwrap_or(after);
        let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
        let tail = unsigned.get(digits..).unwrap_or_default();
        if digits == 0 || tail.starts_with(char::is_alphabetic) {
            return "";
        }
        let length = rest.len() - tail.len();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }
}

/// Returns the form that all ways to write a value have in common.
fn value(sign: &str, integer: &str, fraction: &str, exponent: &str) -> String {
    let (integer, fraction) = (integer.trim_start_matches('0'), fraction.trim_end_matches('0'));
    if integer.is_empty() && fraction.is_empty() {
        return "0".to_owned();
    }
    let exponent = exponent.trim_start_matches(['e', 'E', '+']);
    format!("{sign}{integer}.{fraction}e{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: &str) -> Vec<String> {
        let found = numbers(&Outline::of(source), &(0..source.len()));
        found.into_iter().map(|number| number.written).collect()
    }

    fn assert_same_value(a: &str, b: &str, same: bool) {
        let [a, b] = [a, b].map(|text| scan(text).into_iter().map(|number| number.value).collect::<Vec<_>>());
        assert_eq!(a == b, same, "{a:?} {b:?}");
    }

    #[test]
    fn integers_decimals_signs_percent_and_exponents() {
        assert_eq!(written("1 & 2.50 & .5 & 3. & 007"), ["1", "2.50", ".5", "3", "007"]);
        assert_eq!(
            written("$-1$ & \u{2212}2 & +3 & (-4) & 5-6 & 7--8"),
            ["-1", "-2", "3", "-4", "5", "6", "7", "8"]
        );
        assert_eq!(written("85.2\\% & 4\\,\\%"), ["85.2%", "4"]);
        assert_eq!(
            written("1.2e-5 & 3E4 & 2em & 1.5.6"),
            ["1.2e-5", "3E4", "2", "1.5", "6"]
        );
        assert_eq!(
            written("4.2292 \\pm 0.0003 & 10^{-3}"),
            ["4.2292", "0.0003", "10", "-3"]
        );
    }

    #[test]
    fn thousands_are_joined_and_lists_are_not() {
        assert_eq!(
            written("1,234,567 & 1{,}234 & 12\\,345.5"),
            ["1234567", "1234", "12345.5"]
        );
        assert_eq!(
            written("44,45 & 1,2345 & 0,123 & 1, 234"),
            ["44", "45", "1", "2345", "0", "123", "1", "234"]
        );
    }

    #[test]
    fn digits_in_names_and_in_layout_do_not_count() {
        assert_eq!(written("x86 & H2O & 3D & \u{3b1}1"), ["3"]);
        assert_eq!(
            written(
                "\\multicolumn{2}{c}{1} & \\multirow[t]{2}{*}{3} \\\\[2pt]4 \\cmidrule(lr){2-3} \\cline{1-2} \\rule{1pt}{2pt}\
                 \\hspace*{1em} \\cite[p. 3]{12} \\textcolor{red}{5} \\begin{tabular}{p{3cm}}6\\end{tabular} % 7"
            ),
            ["1", "3", "4", "5", "6"]
        );
    }

    #[test]
    fn unclosed_arguments_print() {
        assert_eq!(written("\\rule{1 & 2"), ["1", "2"]);
        assert_eq!(written("\\\\[2 & 3"), ["2", "3"]);
        assert_eq!(written("\\rule"), Vec::<String>::new());
    }

    #[test]
    fn the_same_value_is_the_same() {
        assert_same_value("0.50", ".5", true);
        assert_same_value("85%", "85.0", true);
        assert_same_value("007", "7", true);
        assert_same_value("-0", "0.00", true);
        assert_same_value("1e5", "1E+5", true);
        assert_same_value("-1", "1", false);
        assert_same_value("10", "1", false);
        assert_same_value("0.1", "1", false);
    }
}
