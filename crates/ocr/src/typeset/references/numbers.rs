//! Numbers behind a name: "Figure 3" refers to a figure. Labels follow from the printed numbers, so the target may
//! stand on another page.

use std::borrow::Cow;
use std::collections::HashSet;

use texlens_vocabulary::{Style, TokenKind};

use crate::typeset::text::Piece;

/// Words before a number, with the first part of the label to which they refer.
const NAMES: &[(&str, &str)] = &[
    ("figure", "fig:figure"),
    ("figures", "fig:figure"),
    ("fig", "fig:figure"),
    ("figs", "fig:figure"),
    ("fig.", "fig:figure"),
    ("figs.", "fig:figure"),
    ("table", "tab:table"),
    ("tables", "tab:table"),
    ("tab.", "tab:table"),
    ("section", "sec:section"),
    ("sections", "sec:section"),
    ("sec.", "sec:section"),
    ("sect.", "sec:section"),
    ("secs.", "sec:section"),
    ("chapter", "sec:section"),
    ("chapters", "sec:section"),
    ("chap.", "sec:section"),
    ("appendix", "sec:section"),
    ("appendices", "sec:section"),
    ("equation", "eq:equation"),
    ("equations", "eq:equation"),
    ("eq", "eq:equation"),
    ("eqs", "eq:equation"),
    ("eq.", "eq:equation"),
    ("eqs.", "eq:equation"),
    ("eqn.", "eq:equation"),
    ("eqns.", "eq:equation"),
    ("algorithm", "alg:algorithm"),
    ("algorithms", "alg:algorithm"),
    ("theorem", "thm:theorem"),
    ("theorems", "thm:theorem"),
    ("thm.", "thm:theorem"),
    ("lemma", "thm:lemma"),
    ("lemmas", "thm:lemma"),
    ("proposition", "thm:proposition"),
    ("propositions", "thm:proposition"),
    ("prop.", "thm:proposition"),
    ("corollary", "thm:corollary"),
    ("corollaries", "thm:corollary"),
    ("cor.", "thm:corollary"),
    ("definition", "thm:definition"),
    ("definitions", "thm:definition"),
];

/// Words between the numbers of a list.
const LINKS: &[&str] = &["and", "or", "to", "through", "\\&"];
/// Turns `Figure 3` into `Figure~\ref{fig:figure_3}`, and links the other numbers of a list.
pub(super) fn references(mut pieces: Vec<Piece>) -> Vec<Piece> {
    // The label of the last name, and whether the next number may belong to the same list.
    let mut current: Option<&'static str> = None;
    let mut in_list = false;
    for i in 0..pieces.len() {
        let before = i.checked_sub(1).and_then(|before| pieces.get(before));
        let named = word_before(&pieces, i).and_then(|word| name(&word));
        let takes_letters = before.is_some_and(|before| before.latex.to_lowercase().contains("appendi"));
        let Some(piece) = pieces.get_mut(i) else { break };
        if let Some(label) = named {
            current = Some(label);
        }
        let Some(label) = current.filter(|_| named.is_some() || in_list) else {
            current = None;
            continue;
        };
        if in_list && LINKS.contains(&piece.latex.as_str()) {
            continue;
        }
        let is_text = piece.kind == TokenKind::Text && piece.spaced && piece.style != Some(Style::Typewriter);
        match reference(&piece.latex, label, takes_letters).filter(|_| is_text) {
            Some((reference, after)) => {
                in_list = matches!(without_part(&after), "" | "," | ")" | "),");
                let tie = if named.is_some() { "~" } else { " " };
                piece.latex.rewrite(format!("{tie}{reference}{after}"));
                piece.spaced = false;
            }
            None => (current, in_list) = (None, false),
        }
    }
    pieces
}

/// Returns the text without the letter of a part, as in "Figs. 1a and 2(b)".
fn without_part(after: &str) -> &str {
    let inner = after.strip_prefix('(').unwrap_or(after);
    let rest = inner.strip_prefix(|c: char| c.is_ascii_lowercase()).unwrap_or(inner);
    if inner.len() < after.len() {
        rest.strip_prefix(')').unwrap_or(after)
    } else if rest.starts_with(char::is_alphabetic) {
        after
    } else {
        rest
    }
}

/// Returns a number, or a range of two, as references, and the rest of the word.
fn reference(word: &str, label: &str, takes_letters: bool) -> Option<(String, String)> {
    let open = if word.starts_with('(') { "(" } else { "" };
    let body = word.trim_start_matches('(');
    let is_roman = label == "tab:table" || label == "sec:section";
    let (number, after) = split_number(body)
        .or_else(|| roman(body).filter(|_| is_roman))
        .or_else(|| letter(body).filter(|_| takes_letters))?;
    let first = format!("{open}\\ref{{{label}_{number}}}");
    // "3--5", "(3)--(5)"
    let close = if after.starts_with(')') && !open.is_empty() {
        ")"
    } else {
        ""
    };
    let second = after
        .get(close.len()..)
        .and_then(|rest| rest.strip_prefix("--"))
        .filter(|rest| !rest.starts_with('-'));
    let last =
        second.and_then(|rest| split_number(rest.trim_start_matches('(')).map(|last| (rest.starts_with('('), last)));
    match last {
        Some((opens, (last, after))) => {
            let open = if opens { "(" } else { "" };
            Some((
                format!("{first}{close}--{open}\\ref{{{label}_{last}}}"),
                after.to_owned(),
            ))
        }
        None => Some((first, after.to_owned())),
    }
}

/// Turns numbers in parentheses alone, such as `(4)`, into `\eqref{eq:equation_4}`. The equation must exist, and a word
/// must stand before the number, not the punctuation of an enumeration.
pub(super) fn equations(mut pieces: Vec<Piece>, known: &HashSet<String>) -> Vec<Piece> {
    let mut after_equation = false;
    for i in 1..pieces.len() {
        let Some([before, piece]) = pieces.get_mut(i - 1..=i) else {
            break;
        };
        let is_link = LINKS.contains(&before.latex.as_str());
        let is_word = before.kind == TokenKind::Text
            && before.latex.ends_with(char::is_alphabetic)
            && name(&before.latex).is_none();
        let follows = if is_link { after_equation } else { is_word };
        let number = piece.latex.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        let number =
            number.filter(|(number, after)| known.contains(*number) && after.len() < 3 && !after.contains('\\'));
        let is_text = piece.kind == TokenKind::Text && piece.spaced && piece.style == Some(Style::Roman);
        match number.filter(|_| follows && is_text) {
            Some((number, after)) => {
                let reference = format!("\\eqref{{eq:equation_{number}}}{after}");
                piece.latex.rewrite(reference);
                after_equation = true;
            }
            None => after_equation &= LINKS.contains(&piece.latex.as_str()),
        }
    }
    pieces
}

/// Splits a word after a Roman number in capitals, as in `Table IV`.
fn roman(word: &str) -> Option<(&str, &str)> {
    let length = word.bytes().take_while(|b| b"IVXL".contains(b)).count();
    let (number, after) = word.split_at_checked(length)?;
    let ends = !after.starts_with(|c: char| c.is_alphanumeric());
    ((1..6).contains(&length) && ends).then_some((number, after))
}

/// Splits a word after the letter of an appendix.
fn letter(word: &str) -> Option<(&str, &str)> {
    let (letter, after) = word.split_at_checked(1)?;
    let is_letter = letter.bytes().all(|b| b.is_ascii_uppercase()) && !after.starts_with(|c: char| c.is_alphanumeric());
    is_letter.then_some((letter, after))
}

/// Returns the word before a piece. It may be two pieces: TeX breaks words at the ends of lines, also "Fig-ure".
fn word_before(pieces: &[Piece], at: usize) -> Option<Cow<'_, str>> {
    let last = pieces
        .get(at.checked_sub(1)?)
        .filter(|last| last.kind == TokenKind::Text)?;
    let first = at.checked_sub(2).and_then(|first| pieces.get(first));
    Some(
        match first.filter(|first| !last.spaced && first.kind == TokenKind::Text) {
            Some(first) => Cow::Owned(format!("{}{}", first.latex, last.latex)),
            None => Cow::Borrowed(last.latex.as_str()),
        },
    )
}

/// Returns the label that a word names.
fn name(word: &str) -> Option<&'static str> {
    let word = word.trim_start_matches(['(', '[']).to_lowercase();
    let known = NAMES.iter().find(|(name, _)| *name == word);
    known.map(|(_, label)| *label)
}

/// Splits a word after a number such as `3`, `2.1` or `A.2`.
pub(in super::super) fn split_number(word: &str) -> Option<(&str, &str)> {
    let lettered = word.len() > 2 && word.starts_with(|c: char| c.is_ascii_uppercase()) && word[1..].starts_with('.');
    let start = if lettered { 2 } else { 0 };
    let digits = |at: usize| {
        word.get(at..)
            .unwrap_or("")
            .bytes()
            .take_while(u8::is_ascii_digit)
            .count()
    };
    let mut end = start + digits(start);
    if end == start {
        return None;
    }
    while word.get(end..).is_some_and(|rest| rest.starts_with('.')) && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    let (number, after) = word.split_at(end);
    (number.len() < 10).then_some((number, after))
}
