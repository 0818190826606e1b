//! Citations by author and year, as natbib prints them: `\citet` "Li et al. (2023)", `\citep` "(Li et al., 2023; Smith,
//! 2020a)", `\citealt` "Li et al. 2023" inside other parentheses.

use std::ops::Range;

use texlens_vocabulary::TokenKind;

use crate::typeset::bibliography::key;
use crate::typeset::bibliography::names::{GROUPS, PARTICLES};
use crate::typeset::bibliography::tokens::{self, Kind, Place, Token};
use crate::typeset::calendar;
use crate::typeset::text::Piece;

use super::merge::merged;

/// Maximum number of words in the name of an organisation.
const MAX_NAME: usize = 12;
/// Maximum number of names in a citation before "et al.".
const MAX_NAMES: usize = 8;
/// Maximum number of words in a note before or behind citations in parentheses.
const MAX_NOTE: usize = 8;
/// Words before citations in parentheses that belong to a note of natbib.
const NOTES: &[&str] = &[
    "see",
    "e.g",
    "i.e",
    "cf",
    "also",
    "and",
    "references",
    "therein",
    "for",
    "example",
    "but",
    "as",
    "in",
    "review",
    "a",
];

/// Turns names with years into citations. Takes linear time: a bounded number of words before each year is searched for
/// names.
pub(super) fn citations(pieces: Vec<Piece>) -> Vec<Piece> {
    let runs = pieces.iter().map(|piece| (piece.latex.as_str(), piece.spaced));
    let (tokens, places): (Vec<Token>, Vec<Place>) = tokens::placed(runs).into_iter().unzip();
    let reader = Reader { tokens: &tokens };
    let found = reader.groups(reader.citations());
    replace(pieces, &found, &places)
}

/// Names and the years that belong to them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Citation {
    /// The range of its tokens, including the parentheses of the year.
    range: Range<usize>,
    keys: Vec<String>,
    form: Form,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Form {
    /// `Li (2023, note)`
    Textual { note: String },
    /// `Li 2023`, `Li, 2023`
    Bare { has_comma: bool },
}

/// The LaTeX that replaces a range of tokens.
struct Found {
    range: Range<usize>,
    latex: String,
}

struct Reader<'t> {
    tokens: &'t [Token],
}

impl Reader<'_> {
    fn is(&self, at: Option<usize>, kind: Kind) -> bool {
        at.and_then(|at| self.tokens.get(at))
            .is_some_and(|token| token.kind == kind)
    }

    fn citations(&self) -> Vec<Citation> {
        let mut found: Vec<Citation> = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let floor = found.last().map_or(0, |last| last.range.end);
            match self.citation(at, floor) {
                Some(citation) => {
                    at = citation.range.end.max(at + 1);
                    found.push(citation);
                }
                None => at += 1,
            }
        }
        found
    }

    /// Reads the citation whose first year stands at the index. Its names begin at or behind `floor`.
    fn citation(&self, at: usize, floor: usize) -> Option<Citation> {
        let (years, after) = self.years(at).or_else(|| self.preparation(at))?;
        let before = at.checked_sub(1).filter(|before| *before >= floor)?;
        let opens = self.is(Some(before), Kind::Open);
        let has_comma = self.is(Some(before), Kind::Comma);
        let end = if opens || has_comma { before } else { at };
        let names = self.names(end, floor)?;
        let is_sure = names.has_others || names.list.len() > 1;
        let keys = |years: Vec<String>| -> Option<Vec<String>> {
            let surnames: Vec<&str> = names.list.iter().map(String::as_str).collect();
            years.iter().map(|year| key::printed(&surnames, year)).collect()
        };
        if opens {
            let (note, close) = self.note(after)?;
            return Some(Citation {
                range: names.start..close + 1,
                keys: keys(years)?,
                form: Form::Textual { note },
            });
        }
        // A name and a year may also stand together for other reasons.
        let closes = |at: usize| {
            [Kind::Close, Kind::Semicolon, Kind::Comma]
                .iter()
                .any(|kind| self.is(Some(at), *kind))
        };
        let begins = names.start == floor && floor > 0
            || self.is(names.start.checked_sub(1), Kind::Open)
            || self.is(names.start.checked_sub(1), Kind::Semicolon)
            || names
                .start
                .checked_sub(1)
                .and_then(|at| self.tokens.get(at))
                .is_some_and(|token| token.is_one_of(NOTES))
            || self.is(names.start.checked_sub(1), Kind::Comma)
                && names
                    .start
                    .checked_sub(2)
                    .and_then(|at| self.tokens.get(at))
                    .is_some_and(is_note_word)
            || self.is(names.start.checked_sub(1), Kind::Comma) && names.start == floor + 1;
        let is_enclosed = begins && closes(after) && self.is_in_parentheses(names.start);
        (is_sure || is_enclosed).then_some(())?;
        Some(Citation {
            range: names.start..after,
            keys: keys(years)?,
            form: Form::Bare { has_comma },
        })
    }

    /// Whether a parenthesis is open at the index. Only the 200 tokens before it are examined.
    fn is_in_parentheses(&self, at: usize) -> bool {
        let mut depth = 0_i32;
        for token in self
            .tokens
            .get(at.saturating_sub(200)..at)
            .unwrap_or_default()
            .iter()
            .rev()
        {
            depth += i32::from(token.kind == Kind::Close) - i32::from(token.kind == Kind::Open);
            if depth < 0 {
                return true;
            }
        }
        false
    }

    /// Returns the years from an index on, such as `2013a,b` or `2013, 2014`, and the index at which they end.
    fn years(&self, at: usize) -> Option<(Vec<String>, usize)> {
        let mut years: Vec<String> = Vec::new();
        let mut end = at;
        while let Some((year, suffix)) = self.tokens.get(end).and_then(Token::year) {
            years.push(format!("{year}{suffix}"));
            end += 1;
            // "2013a,b,c"
            while let (true, Some(letter)) = (self.is(Some(end), Kind::Comma), self.tokens.get(end + 1)) {
                let is_suffix = letter.latex.len() == 1 && letter.latex.bytes().all(|b| b.is_ascii_lowercase());
                if suffix.is_empty() || !is_suffix {
                    break;
                }
                years.push(format!("{year}{}", letter.latex));
                end += 2;
            }
            let next_is_year = self.tokens.get(end + 1).is_some_and(|next| next.year().is_some());
            if !(self.is(Some(end), Kind::Comma) && next_is_year) {
                break;
            }
            end += 1;
        }
        (!years.is_empty()).then_some((years, end))
    }

    /// Reads `in prep.` instead of a year.
    fn preparation(&self, at: usize) -> Option<(Vec<String>, usize)> {
        let is = |at: usize, words: &[&str]| self.tokens.get(at).is_some_and(|token| token.is_one_of(words));
        let stop = usize::from(self.is(Some(at + 2), Kind::Stop));
        (is(at, &["in"]) && is(at + 1, &["prep", "preparation"])).then(|| (vec!["inprep".to_owned()], at + 2 + stop))
    }

    /// Returns a note between the years and the closing parenthesis, and the index of the parenthesis.
    fn note(&self, at: usize) -> Option<(String, usize)> {
        if self.is(Some(at), Kind::Close) {
            return Some((String::new(), at));
        }
        let close = (at..self.tokens.len().min(at + MAX_NOTE + 2)).find(|at| self.is(Some(*at), Kind::Close))?;
        let note = self.tokens.get(at + 1..close)?;
        let is_plain = note.iter().all(|token| {
            matches!(token.kind, Kind::Word | Kind::Number | Kind::Stop | Kind::And)
                && !token.latex.contains(['\\', '$', '{', '}'])
        });
        let separates = self.is(Some(at), Kind::Comma) || self.is(Some(at), Kind::Semicolon);
        (separates && is_plain && !note.is_empty()).then(|| (note_latex(note), close))
    }

    /// Returns the names that end before an index.
    fn names(&self, end: usize, floor: usize) -> Option<Names> {
        let mut end = end;
        let mut has_others = false;
        let word = |at: Option<usize>, word: &str| {
            at.and_then(|at| self.tokens.get(at))
                .is_some_and(|token| token.is_word(word))
        };
        let stop = usize::from(self.is(end.checked_sub(1), Kind::Stop));
        if word(end.checked_sub(1 + stop), "al") && word(end.checked_sub(2 + stop), "et") {
            end -= 2 + stop;
            has_others = true;
        } else if word(end.checked_sub(1 + stop), "etal") {
            end -= 1 + stop;
            has_others = true;
        }
        if has_others && self.is(end.checked_sub(1), Kind::Comma) {
            end -= 1;
        }
        let mut list: Vec<String> = Vec::new();
        let mut start = end;
        let mut separator = None;
        while list.len() < MAX_NAMES {
            let Some(name) = self.surname(start, floor).filter(|name| *name < start) else {
                break;
            };
            list.insert(0, tokens::latex(self.tokens.get(name..start)?));
            start = name;
            separator = None;
            let back = |by: usize| start.checked_sub(by).filter(|at| *at >= floor);
            // "A, B, and C": another name always stands before "and", but before a comma only in such a list.
            let (is_and, is_comma) = (self.is(back(1), Kind::And), self.is(back(1), Kind::Comma));
            let length = usize::from(is_and) + usize::from(is_comma || is_and && self.is(back(2), Kind::Comma));
            let in_list = list.len() > 1 || has_others;
            if !(is_and || is_comma && in_list) || self.surname(start - length, floor).is_none() {
                break;
            }
            separator = Some(start);
            start -= length;
        }
        let start = separator.unwrap_or(start);
        (!list.is_empty()).then_some(Names {
            list,
            has_others,
            start,
        })
    }

    /// Returns the index at which the surname that ends before an index begins.
    fn surname(&self, end: usize, floor: usize) -> Option<usize> {
        let last = end.checked_sub(1).filter(|last| *last >= floor)?;
        let token = self.tokens.get(last)?;
        let bounded = (last + 1).saturating_sub(MAX_NAME).max(floor);
        let is_word = |at: usize| {
            self.tokens.get(at).is_some_and(|token| {
                token.kind == Kind::Word && (token.spaced || at == bounded || self.is(at.checked_sub(1), Kind::Open))
            })
        };
        let is_capital = |at: usize| self.tokens.get(at).is_some_and(is_name);
        // "(The pandas development team 2024)": all words from the parenthesis on.
        let first = (bounded..=last).rev().take_while(|at| is_word(*at)).last()?;
        let is_group = token.is_one_of(GROUPS);
        if is_group && (is_capital(last) || self.is(first.checked_sub(1), Kind::Open)) {
            return (first..=last).find(|at| is_capital(*at) && !self.tokens.get(*at).is_some_and(is_note_word));
        }
        if !is_capital(last) {
            return None;
        }
        let is_particle = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_one_of(PARTICLES));
        let mut start = last;
        while start > first && is_particle(start - 1) {
            start -= 1;
        }
        // Between parenthesis and year, capitalised words are one name: "(Fatiando a Terra 2023)".
        let is_whole = (first..last).all(|at| is_capital(at) || is_particle(at));
        let begins = self.is(first.checked_sub(1), Kind::Open) || self.is(first.checked_sub(1), Kind::Semicolon);
        if is_whole && begins && first < start && !self.tokens.get(first).is_some_and(is_note_word) {
            start = first;
        }
        Some(start)
    }

    /// Returns the LaTeX of the citations. Joins citations without parentheses around the year that only a semicolon or
    /// a comma separates.
    fn groups(&self, citations: Vec<Citation>) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let mut rest = citations.into_iter().peekable();
        while let Some(first) = rest.next() {
            let has_comma = match first.form {
                Form::Textual { note } => {
                    found.push(Found {
                        range: first.range,
                        latex: cite("\\citet", "", &note, &first.keys),
                    });
                    continue;
                }
                Form::Bare { has_comma } => has_comma,
            };
            let (mut range, mut keys) = (first.range, first.keys);
            while let Some(next) = rest.next_if(|next| {
                let between = self.tokens.get(range.end..next.range.start).unwrap_or_default();
                let separates = matches!(between, [one] if matches!(one.kind, Kind::Semicolon | Kind::Comma));
                separates && matches!(next.form, Form::Bare { .. })
            }) {
                range.end = next.range.end;
                keys.extend(next.keys);
            }
            found.push(self.enclosed(&range, &keys).unwrap_or_else(|| Found {
                latex: cite(if has_comma { "\\citealp" } else { "\\citealt" }, "", "", &keys),
                range,
            }));
        }
        found
    }

    /// Returns `\citep` with its notes, if the parentheses enclose nothing else.
    fn enclosed(&self, range: &Range<usize>, keys: &[String]) -> Option<Found> {
        let before = (range.start.saturating_sub(MAX_NOTE)..range.start).rev();
        let is_note = |at: &usize| {
            self.tokens
                .get(*at)
                .is_some_and(|token| is_note_word(token) || matches!(token.kind, Kind::Comma | Kind::Stop))
        };
        let open = before
            .clone()
            .find(|at| !is_note(at))
            .filter(|at| self.is(Some(*at), Kind::Open))?;
        let (after, close) = self.note(range.end)?;
        let words = self.tokens.get(open + 1..range.start)?;
        Some(Found {
            range: open..close + 1,
            latex: cite("\\citep", &note_latex(words), &after, keys),
        })
    }
}

struct Names {
    list: Vec<String>,
    has_others: bool,
    start: usize,
}

fn is_note_word(token: &Token) -> bool {
    token.is_one_of(NOTES)
}

/// Whether the word may be a surname.
fn is_name(token: &Token) -> bool {
    let plain = key::fold(&token.latex);
    let is_month = calendar::is_month(&plain);
    let has_capital =
        plain.starts_with(char::is_uppercase) || plain.contains('\'') && plain.contains(char::is_uppercase);
    let letters = plain
        .chars()
        .all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'));
    token.kind == Kind::Word && letters && has_capital && !is_month && plain.chars().count() > 1 && !is_note_word(token)
}

/// Returns the text of a note, with a tie behind an abbreviation of pages.
fn note_latex(tokens: &[Token]) -> String {
    let note = tokens::latex(tokens);
    let note = note.trim_end_matches([',', ' ']);
    if note.starts_with('p') {
        note.replacen(". ", ".~", 1)
    } else {
        note.to_owned()
    }
}

fn cite(command: &str, before: &str, after: &str, keys: &[String]) -> String {
    // A bracket in a note would end the note.
    let optional = |note: &str| match note.contains(['[', ']']) {
        true => format!("[{{{note}}}]"),
        false => format!("[{note}]"),
    };
    let notes = match (before, after) {
        ("", "") => String::new(),
        ("", after) => optional(after),
        (before, after) => optional(before) + &optional(after),
    };
    format!("{command}{notes}{{{}}}", keys.join(","))
}

/// Replaces the words of the found citations by their LaTeX. Citations that extend over formulas stay as they are.
fn replace(pieces: Vec<Piece>, found: &[Found], places: &[Place]) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut rest: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let mut next = 0;
    let mut found = found.iter().peekable();
    while next < rest.len() {
        // All citations that begin in this piece, or in one that such a citation reaches.
        let mut end = next + 1;
        let mut edits: Vec<(Place, Place, &str)> = Vec::new();
        while let Some(Found { range, latex }) =
            found.next_if(|found| places.get(found.range.start).is_some_and(|place| place.run < end))
        {
            if let (Some(first), Some(last)) = (places.get(range.start), places.get(range.end - 1)) {
                edits.push((*first, *last, latex));
                end = end.max(last.run_end + 1);
            }
        }
        let parts: Vec<Piece> = rest
            .get_mut(next..end)
            .unwrap_or_default()
            .iter_mut()
            .filter_map(Option::take)
            .collect();
        let is_text = parts.iter().all(|part| part.kind == TokenKind::Text);
        if edits.is_empty() || !is_text {
            out.extend(parts);
        } else {
            let latex = edited(&parts, next, &edits);
            out.extend(merged(parts, latex));
        }
        next = end;
    }
    out
}

/// Returns the text of the pieces with the edits made. The first piece is run number `first`.
fn edited(parts: &[Piece], first: usize, edits: &[(Place, Place, &str)]) -> String {
    let mut out = String::new();
    let (mut run, mut byte) = (first, 0);
    let copy = |out: &mut String, from: (usize, usize), to: (usize, usize)| {
        for at in from.0..=to.0 {
            let Some(part) = at.checked_sub(first).and_then(|at| parts.get(at)) else {
                return;
            };
            let start = if at == from.0 { from.1 } else { 0 };
            let end = if at == to.0 { to.1 } else { part.latex.len() };
            if part.spaced && at > from.0 && at > first {
                out.push(' ');
            }
            out.push_str(part.latex.get(start..end).unwrap_or_default());
        }
    };
    for (start, end, latex) in edits {
        copy(&mut out, (run, byte), (start.run, start.start));
        out.push_str(latex);
        (run, byte) = (end.run_end, end.end);
    }
    let last = first + parts.len().saturating_sub(1);
    copy(
        &mut out,
        (run, byte),
        (last, parts.last().map_or(0, |part| part.latex.len())),
    );
    out
}
