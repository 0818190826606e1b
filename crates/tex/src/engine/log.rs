//! Reads the engine's log.
//!
//! Bytes, not characters: the engine shows and cuts lines without regard to UTF-8.

use std::ops::Range;

use texlens_latex::Diagnostic;
use texlens_vocabulary::TexError;

use super::advice::{Judgement, judge};
use super::culprit;
use super::placement::{Placement, Shown};
use super::unplaced;

/// Longest line that the engine writes into the log; a longer message goes on in the next.
const MAX_PRINT_LINE: usize = 10_000;
/// Most lines between an error and the line of the file that it is shown in.
const MAX_CONTEXT: usize = 60;
/// Longest message and excerpt that are kept, in bytes.
const MAX_KEPT: usize = 2_000;

/// What a log says.
#[derive(Debug, Default)]
pub(crate) struct LogReport {
    /// As many as were asked for.
    pub(crate) errors: Vec<TexError>,
    /// All of them.
    pub(crate) count: usize,
    /// Whether the engine gave up.
    pub(crate) fatal: bool,
    /// Whether the engine's own memory was used up.
    pub(crate) memory: bool,
}

/// One error as it stands in the log.
pub(crate) struct Entry<'a> {
    /// Without the exclamation mark, in one line.
    pub(crate) message: String,
    /// The first line of context: how the innermost text that was being read ends.
    pub(crate) context: &'a [u8],
    /// The token that the engine read too much, if it says so.
    pub(crate) read_again: Option<&'a [u8]>,
    /// Number and content of the line of the file.
    pub(crate) line: Option<(u32, Shown<'a>)>,
}

/// Reads the errors of a log.
pub(crate) fn read(log: &[u8], placement: &Placement<'_>, most: usize) -> LogReport {
    let lines: Vec<&[u8]> = log.split(|byte| *byte == b'\n').collect();
    let mut report = LogReport::default();
    for (index, line) in lines.iter().enumerate() {
        let Some(message) = error(line) else { continue };
        if message.trim_ascii_start().starts_with(b"==> Fatal error") {
            report.fatal = true;
            continue;
        }
        report.fatal |= message.starts_with(b"Emergency stop");
        report.memory |= message.starts_with(b"TeX capacity exceeded");
        report.count += 1;
        if report.errors.len() < most {
            let entry = entry(lines.get(index..).unwrap_or_default());
            let mut error = in_text(&entry, placement);
            // Once is enough: the check reads the whole text.
            if entry.line.is_none() && report.errors.is_empty() {
                unplaced::settle(&mut error, placement);
            }
            report.errors.push(error);
        }
    }
    report.fatal |= report.memory;
    report
}

/// The message of a line that begins an error.
fn error(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"! ")
        .or_else(|| line.starts_with(b"!pdfTeX error").then(|| line.get(1..))?)
}

fn entry<'a>(lines: &[&'a [u8]]) -> Entry<'a> {
    let length = lines
        .iter()
        .skip(1)
        .take(MAX_CONTEXT)
        .take_while(|line| error(line).is_none())
        .count()
        + 1;
    let lines = lines.get(..length).unwrap_or_default();
    let (message, used) = message(lines);
    let rest = lines.get(used..).unwrap_or_default();
    Entry {
        message,
        context: rest.first().copied().unwrap_or_default(),
        read_again: following(rest, b"<to be read again>"),
        line: rest.iter().enumerate().find_map(|(index, line)| {
            let (number, before) = file_line(line)?;
            let next = rest.get(index + 1).copied().unwrap_or_default();
            let after = next.get(line.len()..).unwrap_or_default();
            Some((number, Shown { before, after }))
        }),
    }
}

/// The message of an error, and how many lines it takes. LaTeX breaks its own and indents what follows.
fn message(lines: &[&[u8]]) -> (String, usize) {
    let mut used = 0;
    let mut bytes = Vec::new();
    for line in lines {
        bytes.extend_from_slice(line);
        used += 1;
        if line.len() != MAX_PRINT_LINE {
            break;
        }
    }
    let mut message = clean(error(&bytes).unwrap_or_default());
    if message.contains("Error:") {
        for line in lines
            .iter()
            .skip(used)
            .take_while(|line| line.starts_with(b" ") && !line.trim_ascii().is_empty())
        {
            message.push(' ');
            message.push_str(&clean(line));
            used += 1;
        }
    }
    (message, used)
}

/// The line behind the one that is this.
fn following<'a>(lines: &[&'a [u8]], mark: &[u8]) -> Option<&'a [u8]> {
    let at = lines.iter().position(|line| line.trim_ascii() == mark)?;
    lines.get(at + 1).map(|line| line.trim_ascii())
}

/// Reads `l.12 text`.
fn file_line(line: &[u8]) -> Option<(u32, &[u8])> {
    let rest = line.strip_prefix(b"l.")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()?;
    Some((number, rest.get(digits..)?.strip_prefix(b" ")?))
}

/// Bytes of the log as text, of limited length.
fn clean(bytes: &[u8]) -> String {
    let kept = bytes.get(..MAX_KEPT).unwrap_or(bytes);
    // Half characters at the ends come from cutting, not from the text.
    let start = kept.iter().take_while(|byte| (0x80..0xc0).contains(*byte)).count();
    let text = String::from_utf8_lossy(kept.get(start..).unwrap_or_default());
    text.trim().trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned()
}

/// An error with its place in the text.
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
        excerpt: entry.line.map(|(_, shown)| clean(shown.before)).unwrap_or_default(),
    }
}

/// A message in which the lines of the file are those of the text.
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
