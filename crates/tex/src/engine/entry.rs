//! One entry of the engine's log: an error, and the lines that the engine shows with it.
//!
//! Lines are bytes, not characters: the engine shows and cuts lines without regard to UTF-8.

use super::placement::Shown;

/// Maximum length of a line of the log; a longer message continues on the next line.
const MAX_PRINT_LINE: usize = 10_000;
/// Maximum number of lines of an entry after the first, up to the line of the file in which the error occurs.
const MAX_CONTEXT: usize = 60;
/// Maximum length of a stored message or excerpt, in bytes.
const MAX_KEPT: usize = 2_000;

/// An error as the log shows it.
pub(crate) struct Entry<'a> {
    /// The message on one line, without the exclamation mark.
    pub(crate) message: String,
    /// The first line of context: the end of the innermost text that was being read.
    pub(crate) context: &'a [u8],
    /// The token that the engine will read again, if it names one.
    pub(crate) read_again: Option<&'a [u8]>,
    /// Number and content of the line of the file.
    pub(crate) line: Option<(u32, Shown<'a>)>,
}

impl<'a> Entry<'a> {
    /// Reads the entry that begins at the first of these lines.
    pub(crate) fn read(lines: &[&'a [u8]]) -> Self {
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
        Self {
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

    /// Returns the part of the file's line that the engine shows, up to the error.
    pub(crate) fn excerpt(&self) -> String {
        self.line.map(|(_, shown)| clean(shown.before)).unwrap_or_default()
    }
}

/// Returns the message of a line that begins an error.
pub(crate) fn error(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"! ")
        .or_else(|| line.starts_with(b"!pdfTeX error").then(|| line.get(1..))?)
}

/// Returns the message of an error and the number of its lines. LaTeX breaks its own messages and indents the
/// continuation.
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

/// Returns the line after the first line that consists of this mark.
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

/// Converts bytes of the log to text of limited length.
fn clean(bytes: &[u8]) -> String {
    let kept = bytes.get(..MAX_KEPT).unwrap_or(bytes);
    // Incomplete characters at the ends come from cutting, not from the text.
    let start = kept.iter().take_while(|byte| (0x80..0xc0).contains(*byte)).count();
    let text = String::from_utf8_lossy(kept.get(start..).unwrap_or_default());
    text.trim().trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned()
}
