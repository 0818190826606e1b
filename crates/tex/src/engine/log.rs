//! Reads the engine's log.

use std::ops::Range;

use texlens_latex::Diagnostic;
use texlens_vocabulary::TexError;

use super::advice::{Judgement, judge};
use super::culprit;
use super::entry::{Entry, error};
use super::placement::Placement;
use super::unplaced;

/// Start of the line with which the engine gives up after 100 errors in one paragraph.
const TOO_MANY: &[u8] = b"(That makes 100 errors";

/// The content of a log.
#[derive(Debug, Default)]
pub(crate) struct LogReport {
    /// The first errors, as many as were requested.
    pub(crate) errors: Vec<TexError>,
    /// Number of all errors.
    pub(crate) count: usize,
    /// Whether the engine gave up.
    pub(crate) fatal: bool,
    /// Whether the engine's own memory was exhausted.
    pub(crate) memory: bool,
}

/// Reads the errors of a log.
pub(crate) fn read(log: &[u8], placement: &Placement<'_>, most: usize) -> LogReport {
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').collect();
    let mut report = LogReport::default();
    for (index, line) in lines.iter().enumerate() {
        // Without this line, a run that writes DVI would seem to reach the end: it names no fatal error.
        report.fatal |= line.starts_with(TOO_MANY);
        let Some(message) = error(line) else { continue };
        if message.trim_ascii_start().starts_with(b"==> Fatal error") {
            report.fatal = true;
            continue;
        }
        report.fatal |= message.starts_with(b"Emergency stop");
        report.memory |= message.starts_with(b"TeX capacity exceeded");
        report.count += 1;
        if report.errors.len() < most {
            let entry = Entry::read(lines.get(index..).unwrap_or_default());
            let mut error = in_text(&entry, placement);
            // Only for the first error, because the check reads the whole text.
            if entry.line.is_none() && report.errors.is_empty() {
                unplaced::settle(&mut error, placement);
            }
            report.errors.push(error);
        }
    }
    report.fatal |= report.memory;
    report
}

/// Converts an entry to an error with its position in the text.
fn in_text(entry: &Entry<'_>, placement: &Placement<'_>) -> TexError {
    let place = entry.line.and_then(|(number, shown)| placement.place(number, shown));
    let message = renumbered(&entry.message, placement);
    let Judgement { class, advice } = judge(&message);
    let range: Option<Range<usize>> = culprit::find(class, entry, placement, place);
    TexError {
        diagnostic: Diagnostic {
            class,
            message,
            advice: advice.to_owned(),
            range,
        },
        line: place.map(|place| place.line),
        column: place.map(|place| place.column),
        excerpt: entry.excerpt(),
    }
}

/// Converts the line numbers in a message from those of the file to those of the text.
fn renumbered(message: &str, placement: &Placement<'_>) -> String {
    const MARK: &str = "on input line ";
    let mut parts = message.split(MARK);
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(digits);
        let line = number.parse().ok().and_then(|number| placement.line(number));
        result.push_str(MARK);
        match line {
            Some(line) => result.push_str(&line.to_string()),
            None => result.push_str(number),
        }
        result.push_str(rest);
    }
    result
}
