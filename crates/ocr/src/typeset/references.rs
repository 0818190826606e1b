//! Cross references: "Figure 3" names a figure, "[1, 2]" entries of the bibliography. Labels and keys follow from the
//! printed numbers, so that what is referred to needs not stand on the same page.

use crate::page::{Kind, Style};

use super::latex::Latex;
use super::text::Piece;

/// Words before a number, and the first part of the label they refer to.
const NAMES: &[(&str, &str)] = &[
    ("figure", "fig:figure"),
    ("figures", "fig:figure"),
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
    ("equation", "eq:equation"),
    ("equations", "eq:equation"),
    ("eq.", "eq:equation"),
    ("eqs.", "eq:equation"),
    ("eqn.", "eq:equation"),
    ("eqns.", "eq:equation"),
    ("algorithm", "alg:algorithm"),
    ("algorithms", "alg:algorithm"),
    ("theorem", "thm:theorem"),
    ("lemma", "thm:lemma"),
    ("proposition", "thm:proposition"),
    ("corollary", "thm:corollary"),
    ("definition", "thm:definition"),
];

/// Words between the numbers of a list.
const LINKS: &[&str] = &["and", "or", "to", "through", "\\&"];
/// More entries than one citation has: a longer range is none.
const MAX_RANGE: u32 = 30;
/// Pieces that one citation goes over.
const MAX_PIECES: usize = 40;

/// Turns printed numbers into references and citations.
pub(super) fn link(pieces: Vec<Piece>) -> Vec<Piece> {
    citations(numbers(pieces))
}

/// `Figure 3` to `Figure~\ref{fig:figure_3}`, with the other numbers of a list.
fn numbers(mut pieces: Vec<Piece>) -> Vec<Piece> {
    // The label of the name before, and whether a number that follows is one more of the list.
    let mut current: Option<&'static str> = None;
    let mut in_list = false;
    for i in 0..pieces.len() {
        let named = i.checked_sub(1).and_then(|before| pieces.get(before)).and_then(name);
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
        let open = if piece.latex.starts_with('(') { "(" } else { "" };
        let body = piece.latex.trim_start_matches('(');
        let is_text = piece.kind == Kind::Text && piece.spaced && piece.style != Some(Style::Typewriter);
        match split_number(body).filter(|_| is_text) {
            Some((number, after)) => {
                in_list = matches!(after, "" | "," | ")" | "),");
                let tie = if named.is_some() { "~" } else { " " };
                let reference = format!("{tie}{open}\\ref{{{label}_{number}}}{after}");
                piece.latex.rewrite(reference);
                piece.spaced = false;
            }
            None => (current, in_list) = (None, false),
        }
    }
    pieces
}

/// The label that the piece is a name of.
fn name(piece: &Piece) -> Option<&'static str> {
    let word = piece.latex.trim_start_matches(['(', '[']).to_lowercase();
    let known = NAMES.iter().find(|(name, _)| *name == word);
    known.filter(|_| piece.kind == Kind::Text).map(|(_, label)| *label)
}

/// A number such as `3`, `2.1` or `A.2`, and what follows it in the word.
pub(super) fn split_number(word: &str) -> Option<(&str, &str)> {
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

/// `[1, 3--5]` to `\cite{1,3,4,5}`.
fn citations(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut pieces = pieces.into_iter().peekable();
    while let Some(mut piece) = pieces.next() {
        if piece.kind != Kind::Text || !piece.latex.starts_with('[') || piece.style == Some(Style::Typewriter) {
            out.push(piece);
            continue;
        }
        let mut parts = vec![piece.clone()];
        while parts.len() < MAX_PIECES && !parts.last().is_some_and(|last| last.latex.contains(']')) {
            match pieces.next_if(|next| next.kind == Kind::Text && next.latex.starts_with(|c: char| c.is_ascii_digit()))
            {
                Some(next) => parts.push(next),
                None => break,
            }
        }
        let mut text = parts
            .iter()
            .fold(Latex::default(), |text, part| text + part.latex.clone());
        match keys(&text).map(|(keys, after)| format!("\\cite{{{keys}}}{after}")) {
            Some(citation) => {
                text.rewrite(citation);
                piece.latex = text;
                out.push(piece);
            }
            None => out.extend(parts),
        }
    }
    out
}

/// The numbers between brackets, and what follows. Numbers of the bibliography ascend and begin with 1.
fn keys(text: &str) -> Option<(String, &str)> {
    let (inner, after) = text.strip_prefix('[')?.split_once(']')?;
    let mut keys: Vec<u32> = Vec::new();
    for part in inner.split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.trim_start_matches('-').parse().ok()?);
        if first == 0 || last < first || last - first > MAX_RANGE {
            return None;
        }
        keys.extend(first..=last);
    }
    let keys: Vec<String> = keys.iter().map(u32::to_string).collect();
    (!keys.is_empty()).then(|| (keys.join(","), after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::BBox;

    fn words(text: &str) -> Vec<Piece> {
        let word = |latex: &str| Piece {
            latex: latex.into(),
            style: Some(Style::Roman),
            spaced: true,
            kind: if latex.starts_with('$') {
                Kind::InlineMath
            } else {
                Kind::Text
            },
            around: ("", ""),
            bbox: BBox::default(),
            confidence: 1.0,
        };
        text.split(' ').map(word).collect()
    }

    fn linked(text: &str) -> String {
        let spaced = |piece: Piece| {
            if piece.spaced {
                format!(" {}", piece.latex)
            } else {
                piece.latex.to_string()
            }
        };
        let out: String = link(words(text)).into_iter().map(spaced).collect();
        out.trim_start().to_owned()
    }

    #[test]
    fn names_with_numbers_are_references() {
        assert_eq!(linked("in Figure 3a, we"), "in Figure~\\ref{fig:figure_3}a, we");
        assert_eq!(linked("(Fig. 2)"), "(Fig.~\\ref{fig:figure_2})");
        assert_eq!(linked("by Eq. (4.1)."), "by Eq.~(\\ref{eq:equation_4.1}).");
        assert_eq!(linked("Section A.2 of"), "Section~\\ref{sec:section_A.2} of");
        assert_eq!(
            linked("Tables 2 and 3 and 4 cats"),
            "Tables~\\ref{tab:table_2} and \\ref{tab:table_3} and \\ref{tab:table_4} cats"
        );
        assert_eq!(linked("the figure is 3 cm"), "the figure is 3 cm");
    }

    #[test]
    fn numbers_in_brackets_are_citations() {
        assert_eq!(linked("see [1, 3--5]."), "see \\cite{1,3,4,5}.");
        assert_eq!(linked("see [12]"), "see \\cite{12}");
        assert_eq!(
            linked("the interval [0, 1] and [a] and [1, x]"),
            "the interval [0, 1] and [a] and [1, x]"
        );
    }
}
