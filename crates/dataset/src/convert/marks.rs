//! Marks in a text that stand for pieces of LaTeX, and their replacement by the pieces.

use super::{escape, unicode};

/// Delimiters of the number of a piece. They are private-use characters, which have no meaning in a text.
pub(super) const OPEN: char = '\u{e000}';
pub(super) const CLOSE: char = '\u{e001}';

/// Writes text as LaTeX, with marks replaced by their pieces.
pub(super) fn write(text: &str, pieces: &[String], out: &mut String) {
    each(text, pieces, out, &mut write_text);
}

/// Writes inline code, in which only the pieces of marks can be LaTeX.
pub(super) fn write_code(text: &str, pieces: &[String], out: &mut String) {
    let mut code = String::new();
    restore(text, pieces, &mut code);
    escape::literal(&code, out);
}

/// Writes text unchanged, with marks replaced by their pieces.
pub(super) fn restore(text: &str, pieces: &[String], out: &mut String) {
    each(text, pieces, out, &mut |text, out| out.push_str(text));
}

fn each(text: &str, pieces: &[String], out: &mut String, write: &mut dyn FnMut(&str, &mut String)) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        write(before, out);
        let (number, after) = after.split_once(CLOSE).unwrap_or(("", after));
        let piece = number.parse::<usize>().ok().and_then(|number| pieces.get(number));
        out.push_str(piece.map_or("", String::as_str));
        rest = after;
    }
    write(rest, out);
}

fn write_text(text: &str, out: &mut String) {
    for piece in unicode::pieces(text) {
        match piece {
            unicode::Piece::Text(text) => escape::text(text, out),
            unicode::Piece::Formula(formula) => {
                out.push('$');
                out.push_str(&unicode::in_formula(formula));
                out.push('$');
            }
        }
    }
}
