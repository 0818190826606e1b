//! Years and months.

use super::tokens::{Kind, Token};
use super::work::Work;
use crate::typeset::calendar;

/// A year, with the information that may stand beside it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Date {
    year: String,
    /// The letter that distinguishes works of one year.
    suffix: String,
    month: String,
    /// A state instead of a year, such as `in press`.
    state: String,
}

impl Date {
    /// Fills the fields that are still empty.
    pub(super) fn write(self, work: &mut Work) {
        if work.year.is_empty() {
            (work.year, work.suffix) = (self.year, self.suffix);
        }
        for (field, value) in [(&mut work.month, self.month), (&mut work.note, self.state)] {
            if field.is_empty() {
                *field = value;
            }
        }
    }
}

/// States that stand instead of the year of a work that has not appeared.
const STATES: &[&[&str]] = &[
    &["in", "prep"],
    &["in", "preparation"],
    &["in", "press"],
    &["submitted"],
    &["accepted"],
    &["forthcoming"],
    &["n.d"],
    &["to", "appear"],
];

pub(super) fn is_month(token: &Token) -> bool {
    token.kind == Kind::Word && token.latex.split(['/', '-']).all(calendar::is_month)
}

/// Reads the date right behind the names, as author-year styles print it: `(2004a).`, `2004,`, `(2004, May 3)`. Returns
/// the number of its tokens, including the punctuation that follows, and the date. `has_names` tells whether the entry
/// has names.
pub(super) fn after_names(tokens: &[Token], has_names: bool) -> (usize, Option<Date>) {
    let is = |at: usize, kind: Kind| tokens.get(at).is_some_and(|token| token.kind == kind);
    let is_delimiter =
        |at: usize| is(at, Kind::Comma) || is(at, Kind::Stop) || is(at, Kind::Colon) || is(at, Kind::Semicolon);
    let start = usize::from(is_delimiter(0));
    let opens = is(start, Kind::Open);
    let at = start + usize::from(opens);
    let (mut date, mut end) = match tokens.get(at).and_then(Token::year) {
        Some((year, suffix)) => (
            Date {
                year: year.to_owned(),
                suffix: suffix.to_owned(),
                ..Date::default()
            },
            at + 1,
        ),
        None => match state(tokens.get(at..).unwrap_or_default()) {
            Some((state, length)) => (
                Date {
                    state,
                    ..Date::default()
                },
                at + length,
            ),
            None => return (0, None),
        },
    };
    // Without parentheses, and without punctuation behind it, the number may begin a title: "1736 graphs".
    if !opens
        && !is_delimiter(end)
        && let Some(next) = tokens.get(end)
    {
        let is_date = match next.kind {
            Kind::Word if !date.state.is_empty() => true,
            Kind::Word => {
                let is_only_year = || !tokens.iter().skip(end).any(|token| token.year().is_some());
                has_names && (!is_delimiter(0) || is_only_year())
            }
            _ => is_delimiter(0),
        };
        if !is_date {
            return (0, None);
        }
    }
    if opens {
        let Some(close) = (end..tokens.len().min(end + 8)).find(|at| is(*at, Kind::Close)) else {
            return (0, None);
        };
        let month = tokens
            .get(end..close)
            .unwrap_or_default()
            .iter()
            .find(|token| is_month(token));
        date.month = month.map_or_else(String::new, |token| token.latex.clone());
        end = close + 1;
    }
    (end + usize::from(is_delimiter(end)), Some(date))
}

fn state(tokens: &[Token]) -> Option<(String, usize)> {
    let matches = |words: &&&[&str]| {
        words
            .iter()
            .zip(tokens)
            .filter(|(word, token)| token.is_word(word))
            .count()
            == words.len()
    };
    let words = STATES.iter().filter(matches).max_by_key(|words| words.len())?;
    Some((words.join(" "), words.len()))
}

/// Whether a note says only that the work has not appeared.
pub(super) fn is_state(note: &str) -> bool {
    STATES.iter().any(|words| words.join(" ") == note)
}

/// Whether a date begins at the index: a year, or a month and a year.
pub(super) fn starts(tokens: &[Token], at: usize) -> bool {
    let Some(token) = tokens.get(at) else { return false };
    let year_near = || tokens.iter().skip(at + 1).take(5).any(|token| token.year().is_some());
    let is_plain_year = token.year().is_some()
        && tokens
            .get(at + 1)
            .is_none_or(|next| !matches!(next.kind, Kind::Word | Kind::Number | Kind::And));
    is_plain_year || is_month(token) && year_near()
}

/// Removes the date of publication from the tokens: the year in parentheses, otherwise the one before a semicolon,
/// otherwise the last year.
pub(super) fn last(tokens: &mut Vec<Token>) -> Option<Date> {
    let years: Vec<usize> = (0..tokens.len())
        .filter(|at| tokens.get(*at).is_some_and(|token| token.year().is_some()))
        .collect();
    let kind = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map(|token| token.kind);
    let in_parentheses = |at: &&usize| kind(Some(**at + 1)) == Some(Kind::Close) && !is_after_number(tokens, **at);
    let before_semicolon = |at: &&usize| kind(Some(**at + 1)) == Some(Kind::Semicolon);
    let at = *years
        .iter()
        .rfind(in_parentheses)
        .or_else(|| years.iter().rfind(before_semicolon))
        .or(years.last())?;
    let (year, suffix) = tokens.get(at)?.year()?;
    let mut date = Date {
        year: year.to_owned(),
        suffix: suffix.to_owned(),
        ..Date::default()
    };
    let mut start = at;
    // "Aug. 14--16, 2001"
    let month = (at.saturating_sub(4)..at)
        .rev()
        .find(|at| tokens.get(*at).is_some_and(is_month));
    let is_near = |month: usize| {
        let between = tokens.get(month + 1..at).unwrap_or_default();
        between
            .iter()
            .all(|token| matches!(token.kind, Kind::Number | Kind::Stop | Kind::Comma))
    };
    if let Some(month) = month.filter(|month| is_near(*month)) {
        date.month = tokens.get(month).map_or_else(String::new, |token| token.latex.clone());
        start = month;
    }
    let mut end = at + 1;
    // "2014 Jul 3;"
    if date.month.is_empty() && tokens.get(end).is_some_and(is_month) {
        date.month = tokens.get(end).map_or_else(String::new, |token| token.latex.clone());
        end += 1;
    }
    let encloses = start
        .checked_sub(1)
        .and_then(|at| tokens.get(at))
        .is_some_and(|token| token.kind == Kind::Open)
        && tokens.get(end).is_some_and(|token| token.kind == Kind::Close);
    tokens.drain(start - usize::from(encloses)..end + usize::from(encloses));
    Some(date)
}

/// Whether the year is the number of an issue, as in `15(2004)`.
fn is_after_number(tokens: &[Token], year: usize) -> bool {
    let open = year.checked_sub(1).and_then(|at| tokens.get(at));
    let number = year.checked_sub(2).and_then(|at| tokens.get(at));
    open.is_some_and(|open| open.kind == Kind::Open && !open.spaced)
        && number.is_some_and(|number| number.kind == Kind::Number)
        && tokens.iter().filter(|token| token.year().is_some()).count() > 1
}
