//! Volume, number and pages: with labels (`vol. 3, no. 4, pp. 1--9`) or recognised by their order (`3(4):1--9`).

use std::ops::Range;

use super::dates;
use super::tokens::{self, Kind, Token};
use super::work::Work;

/// The meaning of a label before a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    Volume,
    Number,
    Pages,
    Series,
    /// A label that does not tell the meaning of the number.
    Other,
}

const LABELS: &[(&str, Label)] = &[
    ("vol", Label::Volume),
    ("volume", Label::Volume),
    ("no", Label::Number),
    ("number", Label::Number),
    ("issue", Label::Number),
    ("pages", Label::Pages),
    ("page", Label::Pages),
    ("pp", Label::Pages),
    ("p", Label::Pages),
    ("ser", Label::Series),
    ("series", Label::Series),
    ("art", Label::Other),
    ("article", Label::Other),
    ("id", Label::Other),
];

fn label(token: &Token) -> Option<Label> {
    let known = LABELS.iter().find(|(word, _)| token.is_word(word));
    known.map(|(_, label)| *label)
}

/// Whether a label with its number begins at the index.
pub(super) fn is_label(tokens: &[Token], at: usize) -> bool {
    labelled_number(tokens, at).is_some()
}

/// Returns the label at an index, and the index of its number.
fn labelled_number(tokens: &[Token], at: usize) -> Option<(Label, usize)> {
    let label = label(tokens.get(at)?)?;
    let stop = usize::from(tokens.get(at + 1).is_some_and(|token| token.kind == Kind::Stop));
    let value = at + 1 + stop;
    let kind = tokens.get(value)?.kind;
    (kind == Kind::Number || label == Label::Series && stop > 0).then_some((label, value))
}

/// Moves the numbers with a label from the tokens to the work. Returns whether there were pages.
pub(super) fn labelled(tokens: &mut Vec<Token>, work: &mut Work) -> bool {
    let mut has_pages = false;
    let mut at = 0;
    while at < tokens.len() {
        let Some((label, value)) = labelled_number(tokens, at) else {
            at += 1;
            continue;
        };
        let mut end = value + 1;
        match label {
            Label::Volume => work.volume = number(tokens, value),
            Label::Number => work.number = number(tokens, value),
            Label::Pages => {
                (work.pages, end) = page_list(tokens, value);
                has_pages = true;
            }
            Label::Series => {
                end = value
                    + tokens
                        .iter()
                        .skip(value)
                        .take_while(|token| token.kind != Kind::Comma && token.kind != Kind::Stop)
                        .count();
                work.series = tokens::latex(tokens.get(value..end).unwrap_or_default());
            }
            Label::Other => work.pages = number(tokens, value),
        }
        // "volume 3 of Series"
        if matches!(label, Label::Volume | Label::Number)
            && tokens.get(end).is_some_and(|token| token.is_one_of(&["of", "in"]))
        {
            let series = tokens
                .iter()
                .skip(end + 1)
                .take_while(|token| matches!(token.kind, Kind::Word | Kind::And))
                .count();
            work.series = tokens::latex(tokens.get(end + 1..end + 1 + series).unwrap_or_default());
            end += 1 + series;
        }
        tokens.drain(at..end);
    }
    has_pages
}

fn number(tokens: &[Token], at: usize) -> String {
    tokens.get(at).map_or_else(String::new, |token| range(&token.latex))
}

/// Returns the pages from an index on (`3--5, 9`), and the index at which they end.
fn page_list(tokens: &[Token], at: usize) -> (String, usize) {
    let mut pages = number(tokens, at);
    let mut end = at + 1;
    while let (Some(comma), Some(next)) = (tokens.get(end), tokens.get(end + 1)) {
        let is_range = next.kind == Kind::Number && next.latex.contains('-') && next.year().is_none();
        if comma.kind != Kind::Comma || !is_range {
            break;
        }
        pages.push(',');
        pages.push_str(&range(&next.latex));
        end += 2;
    }
    (pages, end)
}

/// Returns the number; a range has BibTeX's double hyphen.
fn range(number: &str) -> String {
    match number.split_once('-') {
        Some((first, last)) => format!("{first}--{}", last.trim_start_matches('-')),
        None => number.to_owned(),
    }
}

/// Whether only a number follows in the block from the index on.
pub(super) fn is_tail(tokens: &[Token], at: usize) -> bool {
    let is_number = tokens.get(at).is_some_and(|token| token.kind == Kind::Number);
    is_number && tokens.get(at + 1).is_none_or(|next| next.kind == Kind::Stop)
}

/// Takes pages without a label: at the end of a part of a book, or before a parenthesis with the publisher.
pub(super) fn trailing_pages(tokens: &mut Vec<Token>, work: &mut Work) {
    let last = tokens
        .iter()
        .rposition(|token| token.kind == Kind::Number && token.year().is_none());
    let is_pages = |at: &usize| {
        let opens = tokens.get(at + 1).is_some_and(|next| next.kind == Kind::Open);
        is_tail(tokens, *at) || opens && tokens.get(*at).is_some_and(|token| token.latex.contains('-'))
    };
    let Some(at) = last.filter(|at| work.pages.is_empty() && is_pages(at)) else {
        return;
    };
    work.pages = number(tokens, at);
    tokens.remove(at);
}

/// Returns the run of numbers, their labels and punctuation that locates an article. Of several runs, the one with a
/// year and the most numbers counts. If there is none, the range is empty and at the end.
pub(super) fn zone(tokens: &[Token], has_year: bool) -> Range<usize> {
    let none = tokens.len()..tokens.len();
    let mut best: Option<(usize, Range<usize>)> = None;
    let mut at = 0;
    while at < tokens.len() {
        let end = (at..tokens.len())
            .find(|at| !is_part(tokens, *at))
            .unwrap_or(tokens.len());
        let range = trimmed(tokens, at..end);
        let inside = tokens.get(range.clone()).unwrap_or_default();
        let years = inside.iter().filter(|token| token.year().is_some()).count();
        let numbers = inside.iter().filter(|token| token.kind == Kind::Number).count();
        let is_last = range.end + 1 >= tokens.len();
        let score = numbers.min(4) + 2 * usize::from(years > 0 && !has_year) + usize::from(is_last);
        let is_zone = numbers > 1 || years > 0 && !has_year || numbers == 1 && is_last && has_year;
        if is_zone && best.as_ref().is_none_or(|(most, _)| score >= *most) {
            best = Some((score, range));
        }
        at = end.max(at + 1);
    }
    best.map_or(none, |(_, range)| range)
}

/// Whether a token may stand in such a run.
fn is_part(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    match token.kind {
        Kind::Number | Kind::Comma | Kind::Colon | Kind::Semicolon | Kind::Open | Kind::Close => true,
        Kind::Stop => !tokens::ends_block(tokens, at),
        Kind::Word => dates::is_month(token) || label(token).is_some(),
        _ => false,
    }
}

/// Returns the range without the punctuation at its ends, and without a parenthesis that is not closed in it.
fn trimmed(tokens: &[Token], range: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = range;
    let kind = |at: usize| tokens.get(at).map(|token| token.kind);
    let opens_number =
        |at: usize| matches!(kind(at + 1), Some(Kind::Number)) || tokens.get(at + 1).is_some_and(dates::is_month);
    while start < end
        && !matches!(kind(start), Some(Kind::Number | Kind::Word))
        && !(kind(start) == Some(Kind::Open) && opens_number(start))
    {
        start += 1;
    }
    while end > start && !matches!(kind(end - 1), Some(Kind::Number | Kind::Close | Kind::Word)) {
        end -= 1;
    }
    // A label without a number behind it is a word.
    while end > start && kind(end - 1) == Some(Kind::Word) && !tokens.get(end - 1).is_some_and(dates::is_month) {
        end -= 1;
    }
    start..end
}

/// Reads the fields of such a run.
pub(super) fn take(zone: &mut Vec<Token>, work: &mut Work) {
    let in_parentheses = zone.windows(3).any(|triple| {
        matches!(triple, [open, year, close] if open.kind == Kind::Open && close.kind == Kind::Close && year.year().is_some_and(|(year, _)| year == work.year))
    });
    if work.year.is_empty() || in_parentheses {
        dates::last(zone).into_iter().for_each(|date| date.write(work));
    }
    labelled(zone, work);
    let plain = |at: &usize| {
        let is_enclosed = at
            .checked_sub(1)
            .and_then(|at| zone.get(at))
            .is_some_and(|token| token.kind == Kind::Open);
        zone.get(*at).is_some_and(|token| token.kind == Kind::Number) && !is_enclosed
    };
    let numbers: Vec<usize> = (0..zone.len()).filter(plain).collect();
    let enclosed =
        (0..zone.len()).find(|at| zone.get(*at).is_some_and(|token| token.kind == Kind::Number) && !plain(at));
    let text = |at: Option<&usize>| {
        at.and_then(|at| zone.get(*at))
            .map(|token| token.latex.clone())
            .unwrap_or_default()
    };
    let mut rest = numbers.as_slice();
    if work.volume.is_empty() && (rest.len() > 1 || !text(rest.first()).contains('-')) {
        work.volume = text(rest.first());
        rest = rest.get(1..).unwrap_or_default();
    }
    if let Some((volume, number)) = work.volume.clone().split_once('.') {
        (work.volume, work.number) = (volume.to_owned(), number.to_owned());
    }
    if work.number.is_empty() {
        work.number = text(enclosed.as_ref());
        if work.number.is_empty() && rest.len() > 1 {
            work.number = text(rest.first());
            rest = rest.get(1..).unwrap_or_default();
        }
        work.number = range(&work.number);
    }
    if work.pages.is_empty() {
        work.pages = range(&text(rest.first()));
    }
}
