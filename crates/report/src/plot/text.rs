//! Text in plots: SVG neither breaks lines nor reports the width of a text.

use maud::{Markup, html};

use super::ink::{Ink, Role};

/// Height of the letters, in pixels.
pub(super) const LETTERS: f64 = 12.0;

/// Alignment of a text relative to its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// Returns the approximate width of a text, in pixels.
pub(super) fn width(text: &str) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' | '(' | ')' => 0.34,
        'm' | 'w' | 'M' | 'W' | '@' => 0.88,
        'A'..='Z' => 0.68,
        letter if u32::from(letter) >= 0x1100 => 1.0,
        _ => 0.57,
    };
    LETTERS * text.chars().map(letter).sum::<f64>()
}

/// Returns the text, or as much of it as fits, with an ellipsis.
pub(super) fn fitted(text: &str, room: f64) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut fitted = String::new();
    for letter in text.chars() {
        fitted.push(letter);
        if width(&fitted) + LETTERS > room {
            break;
        }
    }
    format!("{}…", fitted.trim_end())
}

/// Formats a number with `digits` digits after the decimal point, and with a minus sign as wide as a digit.
pub(super) fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|digit| matches!(digit, '0' | '.')) => digits.to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// Replaces characters that a file may not contain: XML excludes most control characters, even escaped ones.
pub(super) fn plain(text: &str) -> String {
    let shown = |letter: char| match letter {
        '\t' | '\n' | '\r' => ' ',
        letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => '\u{fffd}',
        letter => letter,
    };
    text.chars().map(shown).collect()
}

/// Writes a line of text. If it does not fit, its tooltip has the full text.
pub(super) fn line(ink: Ink, role: Role, [x, y]: [f64; 2], anchor: Anchor, text: &str, room: f64) -> Markup {
    let text = plain(text);
    let shown = fitted(&text, room);
    html! {
        text class=(role.class()) fill=[ink.fill(role)] x=(short(x)) y=(short(y)) text-anchor=(anchor.name()) {
            @if shown != text { title { (text) } }
            (shown)
        }
    }
}

/// Formats a coordinate with a precision of 0.1 pixels.
pub(super) fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_where_the_room_ends() {
        assert_eq!(fitted("texlens", 100.0), "texlens");
        let cut = fitted("a system with a name that goes on and on", 100.0);
        assert!(cut.ends_with('…') && width(&cut) <= 100.0 + LETTERS, "{cut}");
    }

    #[test]
    fn numbers_have_no_negative_zero() {
        assert_eq!(
            (number(-0.001, 2), number(-1.5, 1), number(2.0, 0)),
            ("0.00".to_owned(), "−1.5".to_owned(), "2".to_owned())
        );
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(plain("a\u{0}b\nc\u{ffff}"), "a\u{fffd}b c\u{fffd}");
    }
}
