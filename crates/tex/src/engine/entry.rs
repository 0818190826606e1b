//! One entry of the engine's log: an error, and the lines that the engine shows with it.
//!
//! Bytes, not characters: the engine shows and cuts lines without regard to UTF-8.

use super::placement::Shown;

/// Longest line that the engine writes into the log; a longer message goes on in the next.
const MAX_PRINT_LINE: usize = 10_000;
/// Most lines between an error and the line of the file that it is shown in.
const MAX_CONTEXT: usize = 60;
/// Longest message and excerpt that are kept, in bytes.
const MAX_KEPT: usize = 2_000;

/// An error as it stands in the log.
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

impl<'a> Entry<'a> {
    /// Reads the entry that the first of these lines begins.
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

    /// What the engine shows of the line of the file, up to the error.
    pub(crate) fn excerpt(&self) -> String {
        self.line.map(|(_, shown)| clean(shown.before)).unwrap_or_default()
    }
}

/// The message of a line that begins an error.
pub(crate) fn error(line: &[u8]) -> Option<&[u8]> {
    line.strip_prefix(b"! ")
        .or_else(|| line.starts_with(b"!pdfTeX error").then(|| line.get(1..))?)
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

/// The line after the first one that consists of this mark.
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
