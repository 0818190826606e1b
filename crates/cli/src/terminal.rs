//! All output to standard output and standard error.
//!
//! Names, ids and messages contain text by others, and a terminal obeys control characters. Control characters are
//! shown as escapes: `\u{1b}` for people, `\u009b` in JSON. Line breaks and tabs are kept. The escapes are written here,
//! since libraries remove control characters or know one of the two forms.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};

use indicatif::{ProgressBar, ProgressStyle};

/// The form of escaped control characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Text for people.
    Text,
    /// Strings of JSON, where characters below U+0020 are already escaped.
    Json,
}

/// Locks standard output.
pub(crate) fn output(form: Form) -> Shown<BufWriter<StdoutLock<'static>>> {
    Shown {
        inner: BufWriter::new(io::stdout().lock()),
        form,
    }
}

/// Writes a line to standard error, so that standard output has results only.
pub(crate) fn say(line: impl Display) {
    // An error is ignored, since the exit code reports the failure, too.
    let _ = writeln!(errors(), "{line}");
}

/// Returns a line on standard error that shows progress until it is dropped; hidden if that is not a terminal. The
/// template must not contain text by others.
pub(crate) fn progress(total: usize, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(total as u64);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn errors() -> Shown<BufWriter<io::StderrLock<'static>>> {
    Shown {
        inner: BufWriter::new(io::stderr().lock()),
        form: Form::Text,
    }
}

/// A writer that shows control characters as escapes.
pub(crate) struct Shown<W: Write> {
    inner: W,
    form: Form,
}

impl<W: Write> Shown<W> {
    fn text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_control(*c)) {
            self.inner.write_all(rest.get(..at).unwrap_or_default().as_bytes())?;
            match self.form {
                Form::Text => write!(self.inner, "{}", c.escape_unicode())?,
                Form::Json => write!(self.inner, "\\u{:04x}", u32::from(c))?,
            }
            rest = rest.get(at + c.len_utf8()..).unwrap_or_default();
        }
        self.inner.write_all(rest.as_bytes())
    }
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for chunk in bytes.utf8_chunks() {
            self.text(chunk.valid())?;
            for byte in chunk.invalid() {
                write!(self.inner, "\\x{byte:02x}")?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reports whether a character is a control character other than a line break or tab, or changes the direction of
/// writing.
fn is_control(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &[u8], form: Form) -> String {
        let mut shown = Shown {
            inner: Vec::new(),
            form,
        };
        shown.write_all(text).unwrap();
        String::from_utf8(shown.inner).unwrap()
    }

    #[test]
    fn nothing_reaches_a_terminal_that_it_obeys() {
        for (given, text, json) in [
            ("plain äα\t\n", "plain äα\t\n", "plain äα\t\n"),
            (
                "\u{1b}[2J\r\u{7f}",
                "\\u{1b}[2J\\u{d}\\u{7f}",
                "\\u001b[2J\\u000d\\u007f",
            ),
            ("\u{9b}31m", "\\u{9b}31m", "\\u009b31m"),
            ("a\u{202e}b\u{2066}", "a\\u{202e}b\\u{2066}", "a\\u202eb\\u2066"),
        ] {
            assert_eq!(shown(given.as_bytes(), Form::Text), text);
            assert_eq!(shown(given.as_bytes(), Form::Json), json);
        }
        assert_eq!(shown(b"a\xff\x1b", Form::Text), "a\\xff\\u{1b}");
    }
}
