//! Citations by label: numbers in brackets, or the letters and year of style alpha.

use texlens_vocabulary::{Style, TokenKind};

use crate::typeset::text::Piece;

use super::merge::{merged, text};

/// Largest difference in a range; no citation has more entries.
const MAX_RANGE: u32 = 30;
/// Largest number of an entry. No bibliography has more entries: larger numbers in brackets are years.
const MAX_NUMBER: u32 = 1499;
/// Length of notes in citations that none reaches, in bytes.
const LONGEST_NOTE: usize = 40;
/// Maximum number of pieces in one citation, after the first.
const MAX_PIECES: usize = 40;

/// Turns formulas that look like intervals into text if the bibliography has all of their numbers. Citations look like
/// intervals if the space after their comma is as narrow as that of formulas (package cite).
pub(super) fn without_intervals(mut pieces: Vec<Piece>, entries: u32) -> Vec<Piece> {
    for piece in pieces.iter_mut().filter(|piece| piece.kind == TokenKind::InlineMath) {
        let inner = piece.latex.strip_prefix("$[").and_then(|rest| rest.strip_suffix("]$"));
        let keys = inner.and_then(numbers).filter(|keys| keys.len() > 1);
        let is_entry = |key: &String| key.parse().is_ok_and(|number: u32| number <= entries);
        if keys.is_some_and(|keys| keys.iter().all(is_entry)) {
            let end = piece.latex.len() - 1;
            piece.latex = std::mem::take(&mut piece.latex).slice(1..end);
            piece.kind = TokenKind::Text;
            piece.style = Some(Style::Roman);
        }
    }
    pieces
}

/// Turns `[1, 3--5]` into `\cite{1,3,4,5}`.
pub(super) fn citations(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut rest = pieces.into_iter();
    while let Some(piece) = rest.next() {
        let opens =
            piece.kind == TokenKind::Text && piece.style != Some(Style::Typewriter) && piece.latex.contains('[');
        let length = if opens {
            bracket_length(&piece, rest.as_slice())
        } else {
            None
        };
        let Some(length) = length else {
            out.push(piece);
            continue;
        };
        let parts: Vec<Piece> = std::iter::once(piece).chain(rest.by_ref().take(length)).collect();
        let text = without_raised_plus(&text(&parts));
        match citation(&text) {
            Some(citation) => out.extend(merged(parts, citation)),
            None => out.extend(parts),
        }
    }
    out
}

/// Writes the raised plus of style alpha as text. It stands for further names, and is read as a formula that may
/// include the year: `[BCD$^+$13]`.
fn without_raised_plus(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, formula)) = rest.split_once('$') {
        let Some((formula, after)) = formula.split_once('$') else {
            break;
        };
        let inner = formula
            .trim_start_matches("{}")
            .strip_prefix('^')
            .map(|inner| inner.replace(['{', '}'], ""));
        plain.push_str(before);
        match inner.filter(|inner| inner.starts_with('+') && inner.bytes().skip(1).all(|b| b.is_ascii_alphanumeric())) {
            Some(plus) => plain.push_str(&plus),
            None => plain.extend(["$", formula, "$"]),
        }
        rest = after;
    }
    plain + rest
}

/// Returns the number of pieces after the first up to the closing bracket, or `None` if the bracket is not closed soon.
fn bracket_length(first: &Piece, rest: &[Piece]) -> Option<usize> {
    let closes = |piece: &Piece| piece.latex.contains(']');
    if first
        .latex
        .rsplit_once('[')
        .is_some_and(|(_, inner)| inner.contains(']'))
    {
        return Some(0);
    }
    let may_stand = |piece: &&Piece| piece.kind == TokenKind::Text || !without_raised_plus(&piece.latex).contains('$');
    let inside = rest.iter().take(MAX_PIECES).take_while(may_stand);
    inside
        .enumerate()
        .find(|(_, piece)| closes(piece))
        .map(|(at, _)| at + 1)
}

/// Returns the text with its bracket as a citation.
fn citation(text: &str) -> Option<String> {
    let (before, inside) = text.split_once('[')?;
    let (inner, after) = inside.split_once(']')?;
    let (keys, note) = keys(inner)?;
    let note = note.map_or_else(String::new, |note| format!("[{}]", note.replacen(". ", ".~", 1)));
    // More citations may follow in the same word: "[1],[2]".
    let after = citation(after).unwrap_or_else(|| after.to_owned());
    Some(format!("{before}\\cite{note}{{{}}}{after}", keys.join(",")))
}

/// Returns the labels between brackets, and the note behind them. Numbers begin with 1, and ranges ascend.
fn keys(inner: &str) -> Option<(Vec<String>, Option<&str>)> {
    let mut keys: Vec<String> = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let (part, after) = rest.split_once([',', ';']).unwrap_or((rest, ""));
        match range(part.trim()).or_else(|| name(part.trim())) {
            Some(range) => keys.extend(range),
            None if !keys.is_empty() && is_note(rest.trim()) => return Some((keys, Some(rest.trim()))),
            None => return None,
        }
        rest = after;
    }
    (!keys.is_empty()).then_some((keys, None))
}

/// Returns the numbers of a list such as `1,3--5`, or `None` for other text.
pub(super) fn numbers(list: &str) -> Option<Vec<String>> {
    let parts: Option<Vec<Vec<String>>> = list.split([',', ';']).map(range).collect();
    parts.map(|parts| parts.concat())
}

/// Returns the numbers of `3` or `3--5`.
fn range(part: &str) -> Option<Vec<String>> {
    let (first, last) = part.split_once('-').unwrap_or((part, part));
    let (first, last): (u32, u32) = (first.parse().ok()?, last.trim_start_matches('-').parse().ok()?);
    let is_range = first > 0 && last >= first && last <= MAX_NUMBER && last - first <= MAX_RANGE;
    is_range.then(|| (first..=last).map(|number| number.to_string()).collect())
}

/// Returns a label of style alpha: letters of names and two digits of the year, such as `Knu84` or `BCD+13a`.
fn name(part: &str) -> Option<Vec<String>> {
    let letters = part
        .bytes()
        .take_while(|b| b.is_ascii_alphabetic() || *b == b'+')
        .count();
    let (names, year) = part.split_at_checked(letters)?;
    let suffix = year.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_label = (2..6).contains(&names.len())
        && names.contains(|c: char| c.is_ascii_uppercase())
        && year.len() - suffix.len() == 2
        && suffix.len() < 2
        && suffix.bytes().all(|b| b.is_ascii_lowercase());
    is_label.then(|| vec![part.to_owned()])
}

/// Whether the text can be the note of a citation, such as `p. 5`, `Theorem 3.2` or `and references therein`.
fn is_note(text: &str) -> bool {
    let word: String = text.chars().take_while(|c| c.is_alphabetic()).collect();
    let is_word = word.len() > 2 || text.starts_with(&format!("{word}."));
    text.len() < LONGEST_NOTE && !word.is_empty() && is_word && !text.contains(['{', '}', '[', '\\', '$'])
}
