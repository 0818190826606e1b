//! Raised numbers that cite (`\bibpunct` of natbib with `super`, package cite with `superscript`, REVTeX and achemso if
//! the journal requires them). The mark of a footnote looks the same, but the note stands below the text with the mark.

use texlens_vocabulary::TokenKind;

use crate::typeset::text::Piece;

use super::merge::merged;
use super::numeric;

/// Maximum number of letters in a unit before a power, such as `cm` or `km`.
const LONGEST_UNIT: usize = 3;
/// Spaces in formulas.
const SPACES: &[&str] = &["\\!", "\\,", "\\:", "\\;", "{}", " "];
/// The largest power of a unit.
const LARGEST_POWER: u32 = 4;

/// Turns raised numbers behind words into citations. `entries` is the number of entries in the bibliography.
pub(super) fn citations(pieces: Vec<Piece>, entries: u32) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut rest = pieces.into_iter();
    while let Some(piece) = rest.next() {
        let found = out
            .last()
            .and_then(|before| citation(before, &piece, rest.as_slice(), entries));
        let Some((taken, keys)) = found else {
            out.push(piece);
            continue;
        };
        let parts = std::iter::once(piece).chain(rest.by_ref().take(taken)).collect();
        out.extend(merged(parts, format!("\\cite{{{}}}", keys.join(","))));
        if let Some(cited) = out.last_mut() {
            cited.kind = TokenKind::Text;
            cited.style = None;
        }
    }
    out
}

/// Returns the number of raised numbers that stand where citations do, and the number of citations in brackets.
pub(super) fn count(pieces: &[Piece]) -> (usize, usize) {
    let is_raised = |pair: &&[Piece]| matches!(pair, [word, mark] if follows(word, mark) && raised(mark).is_some());
    let raised = pieces.windows(2).filter(is_raised).count();
    let is_bracketed = |piece: &&Piece| {
        let inner = piece.latex.split_once('[').map(|(_, inner)| inner);
        piece.kind == TokenKind::Text && inner.is_some_and(|inner| inner.starts_with(|c: char| c.is_ascii_digit()))
    };
    (raised, pieces.iter().filter(is_bracketed).count())
}

/// Returns the number of pieces that a citation after a word takes behind its first one, and the keys of the citation.
fn citation(before: &Piece, piece: &Piece, rest: &[Piece], entries: u32) -> Option<(usize, Vec<String>)> {
    if !follows(before, piece) {
        return None;
    }
    let mut text = raised(piece)?;
    let mut taken = 0;
    // The dash of a range is a glyph of text and separates the numbers.
    while let Some([dash, last, ..]) = rest.get(taken..)
        && let (true, Some(last)) = (matches!(dash.latex.as_str(), "--" | "-"), raised(last))
    {
        text = format!("{text}--{last}");
        taken += 2;
    }
    let keys = numeric::numbers(&text)?;
    let is_entry = |key: &String| key.parse().is_ok_and(|number: u32| number <= entries);
    (keys.iter().all(is_entry) && !is_power(before, &keys)).then_some((taken, keys))
}

/// Whether the mark stands right behind a word or its punctuation.
fn follows(before: &Piece, mark: &Piece) -> bool {
    let is_word = before.kind == TokenKind::Text && !before.latex.ends_with(|c: char| c.is_ascii_digit());
    is_word && !mark.spaced && mark.around.0.is_empty()
}

/// Returns the numbers of a formula that consists only of a superscript of numbers.
fn raised(piece: &Piece) -> Option<String> {
    let inner = piece.latex.strip_prefix("$^{").and_then(|rest| rest.strip_suffix("}$"));
    let inner = inner.filter(|_| piece.kind == TokenKind::InlineMath)?;
    let plain = SPACES
        .iter()
        .fold(inner.replace("{,}", ","), |plain, space| plain.replace(space, ""));
    let are_numbers = plain.bytes().all(|b| b.is_ascii_digit() || b",;-".contains(&b));
    (are_numbers && plain.starts_with(|c: char| c.is_ascii_digit())).then_some(plain)
}

/// Whether the number is the power of a unit.
fn is_power(before: &Piece, keys: &[String]) -> bool {
    let is_unit = before.latex.len() <= LONGEST_UNIT && before.latex.bytes().all(|b| b.is_ascii_lowercase());
    let is_small = |key: &String| key.parse().is_ok_and(|number: u32| number <= LARGEST_POWER);
    is_unit && matches!(keys, [key] if is_small(key))
}
