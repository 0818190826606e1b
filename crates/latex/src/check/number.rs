//! Numbers and lengths.

use super::walk::Walk;
use crate::diagnostic::ErrorClass;

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

/// Whether a text begins with a length: a factor and a unit or another length.
fn is_length(text: &str) -> bool {
    let unsigned = text.trim_start_matches(['-', '+', ' ']);
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
