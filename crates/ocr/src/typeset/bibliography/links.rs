//! Addresses, DOIs and numbers of preprints. Their form identifies them in any place.

use super::tokens::{Kind, Token};
use super::work::Work;

/// Words before an address that only announce the address.
const LABELS: &[&str] = &[
    "doi",
    "url",
    "available",
    "at",
    "from",
    "retrieved",
    "online",
    "arxiv",
    "preprint",
    "eprint",
    "e-print",
    "e-prints",
    "eprints",
    "see",
    "https",
    "http",
];

/// Moves all links from the tokens to the work, and drops their labels.
pub(super) fn take(tokens: &mut Vec<Token>, work: &mut Work) {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut rest = std::mem::take(tokens).into_iter().peekable();
    while let Some(token) = rest.next() {
        let is_number = token.kind == Kind::Number && is_preprint_number(&token.latex);
        let after_label = kept.iter().rev().take(2).any(|token| token.is_word("arxiv"));
        let is_link = token.kind == Kind::Link || is_number && after_label || is_old_preprint(&token.latex);
        if !is_link {
            kept.push(token);
            continue;
        }
        write(&unescaped(&token.latex), work);
        let opened = drop_label(&mut kept);
        // "[astro-ph.EP]" behind the number of a preprint is dropped.
        if !work.eprint.is_empty()
            && rest
                .peek()
                .is_some_and(|next| next.kind == Kind::Open && next.latex == "[")
        {
            while rest.next_if(|next| next.kind != Kind::Close).is_some() {}
            rest.next_if(|next| next.kind == Kind::Close);
        }
        if opened {
            rest.next_if(|next| next.kind == Kind::Close);
        }
    }
    *tokens = kept;
}

/// Removes the words that announce a link. Returns whether they began with a parenthesis.
fn drop_label(kept: &mut Vec<Token>) -> bool {
    let is_label = |token: &Token| token.is_one_of(LABELS);
    let mut opened = false;
    loop {
        let before_last = kept.len().checked_sub(2).and_then(|at| kept.get(at));
        let Some(last) = kept.last() else { return opened };
        let labels_follow = before_last.is_some_and(is_label);
        match last.kind {
            Kind::Word if is_label(last) => {}
            Kind::Open if !opened => opened = true,
            Kind::Colon | Kind::Stop | Kind::Close if labels_follow => {}
            Kind::Comma
                if labels_follow && before_last.is_some_and(|token| token.latex.to_lowercase().contains("print")) => {}
            _ => return opened,
        }
        kept.pop();
    }
}

/// Fills the field that the link belongs to.
fn write(link: &str, work: &mut Work) {
    let lower = link.to_ascii_lowercase();
    let after = |marker: &str| lower.find(marker).and_then(|at| link.get(at + marker.len()..));
    let bare = link.trim_start_matches(|c: char| c == ':' || c.is_whitespace());
    let doi = after("doi.org/")
        .or_else(|| lower.starts_with("10.").then_some(bare))
        .or_else(|| {
            lower
                .starts_with("doi:")
                .then(|| link.get(4..).unwrap_or("").trim_start())
        });
    let eprint = after("arxiv.org/abs/").or_else(|| lower.starts_with("arxiv:").then(|| link.get(6..).unwrap_or("")));
    let (field, value) = match (doi, eprint) {
        (Some(doi), _) => (&mut work.doi, doi),
        (None, Some(eprint)) => (&mut work.eprint, eprint),
        (None, None) if is_preprint_number(link) || is_old_preprint(link) => (&mut work.eprint, link),
        (None, None) => (&mut work.url, link),
    };
    if field.is_empty() {
        value.clone_into(field);
    }
}

/// Whether the text is the number of a preprint such as `1704.04299`: year and month, then four or five digits.
fn is_preprint_number(text: &str) -> bool {
    let is_digits = |part: &str, lengths: std::ops::RangeInclusive<usize>| {
        lengths.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
    };
    text.split_once('.')
        .is_some_and(|(month, number)| is_digits(month, 4..=4) && is_digits(number, 4..=5))
}

/// Whether the text is the number of a preprint from before 2007, such as `astro-ph/0107482`.
fn is_old_preprint(text: &str) -> bool {
    text.split_once('/').is_some_and(|(archive, number)| {
        number.len() == 7
            && number.bytes().all(|b| b.is_ascii_digit())
            && archive.len() > 1
            && archive
                .bytes()
                .all(|b| b.is_ascii_alphabetic() || b == b'-' || b == b'.')
    })
}

/// Removes the escapes of an address. Addresses are not LaTeX: every character stands for itself.
fn unescaped(latex: &str) -> String {
    let latex = latex.strip_prefix("\\url{").unwrap_or(latex);
    let mut out = String::with_capacity(latex.len());
    let mut rest = latex;
    while let Some(c) = rest.chars().next() {
        let named = [
            ("\\textasciitilde{}", "~"),
            ("\\~{}", "~"),
            ("\\textunderscore{}", "_"),
            ("\\textbackslash{}", "\\"),
            ("---", "---"),
        ]
        .into_iter()
        .find(|(name, _)| rest.starts_with(name));
        let length = match (named, c) {
            (Some((name, character)), _) => {
                out.push_str(character);
                name.len()
            }
            (None, '\\') => 1,
            (None, '{' | '}') => 1,
            (None, c) => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = rest.get(length..).unwrap_or("");
    }
    out
}
