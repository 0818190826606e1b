//! Numbers and lengths.

use texlens_vocabulary::ErrorClass;

use super::symbol::Symbols;
use super::token::{Kind, Token};
use super::walk::Walk;

const UNITS: [&str; 13] = [
    "pt", "cm", "mm", "in", "em", "ex", "bp", "pc", "sp", "dd", "cc", "nd", "nc",
];

impl Walk<'_> {
    pub(super) fn number(&mut self, start: usize, end: usize) {
        let text = self.slice((start, end)).trim();
        if !is_number(text) {
            self.bad_number(start, end, "a number is needed");
        }
    }

    pub(super) fn length(&mut self, start: usize, end: usize) {
        let text = self.slice((start, end)).trim();
        if !is_length(text) {
            self.bad_number(start, end, "a length is needed");
        }
    }

    /// Handles an assignment such as `\parindent=3pt`: a length or a number must follow the register or primitive.
    pub(super) fn assignment(&mut self, token: Token, is_count: bool) {
        const LONGEST: usize = 24;
        let start = self.after_blanks(self.next);
        let equals = self
            .token(start)
            .is_some_and(|token| token.kind == Kind::Character('='));
        let start = if equals { self.after_blanks(start + 1) } else { start };
        let is_part = |at: &usize| {
            self.token(*at)
                .is_some_and(|token| matches!(token.kind, Kind::Character(_) | Kind::Space | Kind::Command))
        };
        let end = (start..start + LONGEST)
            .take_while(is_part)
            .last()
            .map_or(start, |last| last + 1);
        let text = self.slice((start, end)).trim_start();
        let fits = if is_count {
            text.trim_start_matches(['-', '+', ' '])
                .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '\\' | '`' | '"' | '\''))
        } else {
            is_length(text)
        };
        if !fits {
            let command = self.text(token);
            self.report(
                ErrorClass::Number,
                token.start,
                token.end,
                format!("`{command}` without its value"),
                "Write a number, and a unit if it is a length.",
            );
            return;
        }
        let value = |at: &usize| {
            self.token(*at).is_some_and(|token| {
                matches!(token.kind, Kind::Character(c) if c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+'))
            })
        };
        let digits = (start..end).take_while(value).count();
        let unit = if is_count || digits == 0 {
            usize::from(digits == 0)
        } else {
            2
        };
        self.next = start + digits + unit;
    }

    /// Checks a register for lengths, such as `\parindent`.
    pub(super) fn register(&mut self, start: usize, end: usize) {
        let name = self.slice((start, end)).trim();
        if !self.own_preamble && name.starts_with('\\') && !self.is_known(name) {
            let at = self.token(start).map_or(0, |token| token.start);
            self.unknown_command(at, name);
        }
    }

    /// Checks the name of a counter.
    pub(super) fn counter(&mut self, start: usize, end: usize) {
        let name = self.slice((start, end));
        let known = Symbols::get().has("counter", name) || self.user.has_environment(name) || self.own_preamble;
        if let (false, Some(token)) = (known, self.token(start)) {
            self.report(
                ErrorClass::UndefinedCommand,
                token.start,
                token.start + name.len(),
                format!("no counter is called `{name}`"),
                "Correct its name, or define it with \\newcounter.",
            );
        }
    }

    /// Checks the width of `\multirow`: a length, `*` for the natural width, or `=` for the width of the column.
    pub(super) fn row_width(&mut self, start: usize, end: usize) {
        if !matches!(self.slice((start, end)).trim(), "*" | "=") {
            self.length(start, end);
        }
    }

    fn bad_number(&mut self, start: usize, end: usize, what: &str) {
        let text = self.slice((start, end));
        let from = self.token(start).map_or(0, |token| token.start);
        self.report(
            ErrorClass::Number,
            from,
            from + text.len(),
            format!("{what}, not `{text}`"),
            "Write digits; a length also has a unit such as pt, cm or em.",
        );
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+', ' ']);
    digits.starts_with(['\\', '`', '"', '\''])
        || (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reports whether a text begins with a length: a factor and a unit, or another length.
pub(super) fn is_length(text: &str) -> bool {
    let unsigned = text.trim().trim_start_matches(['-', '+', ' ']);
    let factor = unsigned.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let has_factor = factor.len() < unsigned.len();
    let unit = factor.trim_start();
    if unit.starts_with('\\') {
        return true;
    }
    let unit = unit.strip_prefix("true").map_or(unit, str::trim_start);
    has_factor
        && UNITS
            .iter()
            .any(|known| unit.get(..2).is_some_and(|two| two.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{accepts, finds};
    use texlens_vocabulary::ErrorClass;

    #[test]
    fn bad_and_good_neighbours() {
        finds(
            ErrorClass::Number,
            &[
                "a\\vspace{b}",
                "a\\hspace{3}",
                "a\\\\[b]",
                "\\setcounter{section}{a} b",
                "\\parindent a",
                "\\begin{minipage}{a}b\\end{minipage}",
            ],
        );
        finds(
            ErrorClass::UndefinedCommand,
            &["\\setcounter{foo}{1} b", "\\setlength{\\foo}{1pt} b"],
        );
        accepts(&[
            "a\\vspace{-1.5em plus 1pt}\\hspace*{.5\\textwidth}\\\\[2pt] b",
            "\\parindent=3pt a \\setlength{\\parindent}{0cm}",
            "\\setcounter{section}{-1} a",
        ]);
    }
}
