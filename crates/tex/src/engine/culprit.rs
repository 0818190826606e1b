//! The bytes of the text that cause an error.

use std::ops::Range;

use texlens_latex::ErrorClass;

use super::entry::Entry;
use super::placement::{Place, Placement};

/// Returns the bytes that cause the error, if the log reveals them.
pub(crate) fn find(
    class: ErrorClass,
    entry: &Entry<'_>,
    placement: &Placement<'_>,
    place: Option<Place>,
) -> Option<Range<usize>> {
    if let Some(range) = unclosed_environment(&entry.message, placement) {
        return Some(range);
    }
    let read = placement.text().get(..place?.offset)?;
    match class {
        ErrorClass::Environment => environment(&entry.message, read),
        ErrorClass::UndefinedCommand => last_command(read, last_control_sequence(entry.context)?),
        ErrorClass::Character => last(read, character(&entry.message)?.encode_utf8(&mut [0; 4])),
        ErrorClass::Group
        | ErrorClass::Mode
        | ErrorClass::Alignment
        | ErrorClass::DoubleScript
        | ErrorClass::Delimiter
        | ErrorClass::List
        | ErrorClass::Definition => last_token(read, entry.read_again),
        _ => None,
    }
}

/// Returns the `\begin` of `\begin{x} on input line 7 ended by \end{y}`.
fn unclosed_environment(message: &str, placement: &Placement<'_>) -> Option<Range<usize>> {
    let (before, after) = message.split_once(" on input line ")?;
    let (number, _) = after.split_once(" ended by")?;
    let line = placement.range(placement.line(number.parse().ok()?)?)?;
    let begin = before.get(before.find("\\begin{")?..)?;
    let found = last(placement.text().get(line.clone())?, begin)?;
    Some(line.start + found.start..line.start + found.end)
}

/// Returns the `\begin` or `\end` that an error about an environment names.
fn environment(message: &str, read: &str) -> Option<Range<usize>> {
    if let Some((_, end)) = message.split_once(" ended by ") {
        return last(read, end.trim_end_matches('.'));
    }
    let name = message.split_once("Environment ")?.1.strip_suffix(" undefined.")?;
    last(read, &format!("\\begin{{{name}}}"))
}

/// Returns the character of `Unicode character ∞ (U+221E)`.
fn character(message: &str) -> Option<char> {
    let (_, code) = message.split_once("(U+")?;
    let (code, _) = code.split_once(')')?;
    char::from_u32(u32::from_str_radix(code, 16).ok()?)
}

fn last(text: &str, piece: &str) -> Option<Range<usize>> {
    let start = text.rfind(piece)?;
    Some(start..start + piece.len())
}

/// Returns the control sequence at the end of a line of context.
fn last_control_sequence(context: &[u8]) -> Option<&str> {
    let context = context.trim_ascii_end();
    let start = context.iter().rposition(|byte| *byte == b'\\')?;
    str::from_utf8(context.get(start..)?).ok()
}

/// Returns the last occurrence of a command that is not the start of a longer command.
fn last_command(read: &str, name: &str) -> Option<Range<usize>> {
    let is_word = name.ends_with(|last: char| last.is_ascii_alphabetic());
    read.rmatch_indices(name)
        .map(|(start, _)| start..start + name.len())
        .find(|range| {
            !is_word
                || !read
                    .get(range.end..)
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
        })
}

/// Returns the token directly before the error. If the engine names a token to be read again, it must be this one.
fn last_token(read: &str, read_again: Option<&[u8]>) -> Option<Range<usize>> {
    let read = read.trim_end_matches([' ', '\t']);
    if let Some(token) = read_again {
        let token = str::from_utf8(token).ok()?.trim_end();
        return read.ends_with(token).then(|| read.len() - token.len()..read.len());
    }
    let letters = read.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let start = read.len() - letters;
    if letters > 0 && read.get(..start)?.ends_with('\\') {
        return Some(start - 1..read.len());
    }
    let character = read
        .chars()
        .next_back()
        .filter(|character| !character.is_whitespace())?;
    let start = read.len() - character.len_utf8();
    let escaped = read.get(..start)?.ends_with('\\');
    Some(start - usize::from(escaped)..read.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_not_found_in_a_longer_one() {
        assert_eq!(last_command("\\foo \\foobar", "\\foo"), Some(0..4));
        assert_eq!(last_command("\\foo1 x", "\\foo"), Some(0..4));
        assert_eq!(last_command("\\foobar", "\\foo"), None);
    }

    #[test]
    fn the_last_token() {
        assert_eq!(last_token("a \\alpha ", None), Some(2..8));
        assert_eq!(last_token("x^", None), Some(1..2));
        assert_eq!(last_token("a \\\\", None), Some(2..4));
        assert_eq!(last_token("x∞", None), Some(1..4));
        assert_eq!(last_token("", None), None);
        assert_eq!(last_token("a \\alpha", Some(b"\\alpha ")), Some(2..8));
        assert_eq!(last_token("a \\alpha", Some(b"\\beta ")), None);
    }

    #[test]
    fn an_environment_is_blamed_where_it_began() {
        let source = crate::source::Source::fragment("a\n\\begin{b} \\end{c}");
        let placement = Placement::of(&source);
        let message = "LaTeX Error: \\begin{b} on input line 3 ended by \\end{c}.";
        assert_eq!(unclosed_environment(message, &placement), Some(2..11));
    }
}
