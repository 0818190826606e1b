//! An entry as words and the punctuation that bibliography styles put between fields.

use super::text::{Look, Run};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Kind {
    Word,
    /// Volumes, pages, years: `154`, `A127`, `417--427`.
    Number,
    /// An address, a DOI or the number of a preprint.
    Link,
    /// `and`, `&`.
    And,
    Comma,
    Stop,
    Colon,
    Semicolon,
    /// `?` or `!`.
    Exclamation,
    Open,
    Close,
    Quote,
    Unquote,
}

/// A word or a punctuation mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Token {
    pub(in super::super) latex: String,
    pub(in super::super) kind: Kind,
    pub(in super::super) look: Look,
    /// Whether white space stands before the token.
    pub(in super::super) spaced: bool,
}

impl Token {
    pub(in super::super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.latex.eq_ignore_ascii_case(word)
    }

    pub(in super::super) fn is_one_of(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.is_word(word))
    }

    /// Returns the year and the letter in `2013` and `2013b`.
    pub(in super::super) fn year(&self) -> Option<(&str, &str)> {
        let (year, suffix) = self.latex.split_at_checked(4)?;
        let is_year = year.bytes().all(|b| b.is_ascii_digit()) && ("1500".."2100").contains(&year);
        let is_suffix = suffix.len() < 2 && suffix.bytes().all(|b| b.is_ascii_lowercase());
        (self.kind == Kind::Number && is_year && is_suffix).then_some((year, suffix))
    }
}

/// The place of a token in the runs from which it was cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Place {
    /// The run in which the token begins, and the byte there.
    pub(in super::super) run: usize,
    pub(in super::super) start: usize,
    /// The run in which the token ends, and the byte behind it there.
    pub(in super::super) run_end: usize,
    pub(in super::super) end: usize,
}

/// Cuts the runs into tokens. Takes linear time.
pub(super) fn tokens(runs: &[Run]) -> Vec<Token> {
    let texts = runs.iter().map(|run| (run.latex.as_str(), run.spaced));
    let with_look = |(mut token, place): (Token, Place)| {
        token.look = runs.get(place.run).map_or(Look::Plain, |run| run.look);
        token
    };
    placed(texts).into_iter().map(with_look).collect()
}

/// Cuts texts into tokens of plain look. Each text comes with whether white space stands before it. Takes linear time.
pub(in super::super) fn placed<'r>(runs: impl IntoIterator<Item = (&'r str, bool)>) -> Vec<(Token, Place)> {
    let mut tokens: Vec<(Token, Place)> = Vec::new();
    for (run, (text, is_spaced)) in runs.into_iter().enumerate() {
        let mut spaced = is_spaced && run > 0;
        let mut rest = text;
        while !rest.is_empty() {
            let (length, kind) = first(rest, spaced || tokens.is_empty());
            let start = text.len() - rest.len();
            let (latex, after) = rest.split_at_checked(length.max(1)).unwrap_or((rest, ""));
            let end = start + latex.len();
            rest = after.trim_start();
            match tokens.last_mut() {
                // The second half of a range that was broken over lines.
                Some((last, place)) if kind == Kind::Number && is_open_range(&last.latex) => {
                    last.latex.push_str(latex);
                    last.kind = Kind::Number;
                    (place.run_end, place.end) = (run, end);
                }
                // A word may continue in another run.
                Some((last, place)) if kind == Kind::Word && last.kind == Kind::Word && !spaced => {
                    last.latex.push_str(latex);
                    (place.run_end, place.end) = (run, end);
                }
                _ => {
                    let token = Token {
                        latex: latex.to_owned(),
                        kind,
                        look: Look::Plain,
                        spaced,
                    };
                    let place = Place {
                        run,
                        start,
                        run_end: run,
                        end,
                    };
                    tokens.push((token, place));
                }
            }
            spaced = after.len() != rest.len();
        }
    }
    tokens
}

/// Whether the word is the first half of a range, such as `417--`.
fn is_open_range(word: &str) -> bool {
    word.strip_suffix("--").is_some_and(is_number)
}

/// Returns the LaTeX of tokens, with the spaces between them.
pub(in super::super) fn latex(tokens: &[Token]) -> String {
    let mut latex = String::new();
    for (i, token) in tokens.iter().enumerate() {
        if token.spaced && i > 0 {
            latex.push(' ');
        }
        latex.push_str(&token.latex);
    }
    latex
}

/// Returns the length and the kind of the first token in the rest of a run.
fn first(rest: &str, starts_word: bool) -> (usize, Kind) {
    for (mark, kind) in [("``", Kind::Quote), ("''", Kind::Unquote), ("\\&", Kind::And)] {
        if rest.starts_with(mark) {
            return (mark.len(), kind);
        }
    }
    let punctuation = rest.chars().next().and_then(punctuation);
    if let Some(kind) = punctuation {
        return (rest.chars().next().map_or(1, char::len_utf8), kind);
    }
    if let Some(address) = rest.strip_prefix("\\url{") {
        return (
            rest.len() - address.len() + address.find('}').map_or(address.len(), |end| end + 1),
            Kind::Link,
        );
    }
    if starts_word && is_link(rest) {
        let length = rest.trim_end_matches(['.', ',', ';', ')', ']', '>']).len();
        return (length, Kind::Link);
    }
    let word = rest.get(..word_length(rest)).unwrap_or(rest);
    let kind = if word == "and" || word == "&" {
        Kind::And
    } else if is_number(word) {
        Kind::Number
    } else {
        Kind::Word
    };
    (word.len(), kind)
}

fn punctuation(c: char) -> Option<Kind> {
    Some(match c {
        ',' => Kind::Comma,
        '.' => Kind::Stop,
        ':' => Kind::Colon,
        ';' => Kind::Semicolon,
        '?' | '!' => Kind::Exclamation,
        '(' | '[' => Kind::Open,
        ')' | ']' => Kind::Close,
        '“' => Kind::Quote,
        '”' => Kind::Unquote,
        _ => return None,
    })
}

/// Returns the length of the word, which ends at white space or punctuation. A full stop between letters (initials) or
/// digits belongs to the word, and so does everything in a formula or in braces.
fn word_length(rest: &str) -> usize {
    let mut depth = 0_usize;
    let mut in_formula = false;
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                let is_quote = rest.get(at..).is_some_and(|rest| rest.starts_with("\\&"));
                if is_quote
                    && depth == 0
                    && !in_formula
                    && at > 0
                    && rest.get(..at).is_some_and(|word| word.ends_with(' '))
                {
                    return at;
                }
                chars.next();
            }
            '$' => in_formula = !in_formula,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if in_formula || depth > 0 => {}
            c if c.is_whitespace() => return at,
            '.' | ':' | ',' => {
                let joins = chars
                    .peek()
                    .is_some_and(|(_, next)| next.is_alphanumeric() || *next == '-')
                    && at > 0
                    && c == '.';
                if !joins && at > 0 {
                    return at;
                }
            }
            '\'' if rest.get(at..).is_some_and(|rest| rest.starts_with("''")) => return at,
            c if punctuation(c).is_some() && at > 0 => return at,
            _ => {}
        }
    }
    rest.len()
}

fn is_link(word: &str) -> bool {
    let lower = word.get(..12.min(word.len())).unwrap_or(word).to_ascii_lowercase();
    let is_doi = lower.starts_with("10.")
        && word
            .split_once('/')
            .is_some_and(|(prefix, rest)| (7..9).contains(&prefix.len()) && !rest.is_empty());
    let is_address = ["http://", "https://", "ftp://", "www."]
        .iter()
        .any(|scheme| lower.starts_with(scheme));
    let is_labelled = ["doi:", "arxiv:"]
        .iter()
        .any(|label| lower.starts_with(label) && word.len() > label.len());
    is_doi || is_address || is_labelled
}

/// Whether the word is a number: digits, with up to two letters before them and one behind (`A127`, `2013b`), or two
/// such numbers with a dash between them.
pub(super) fn is_number(word: &str) -> bool {
    // Some styles print volume and number as "3.4".
    let dotted = word
        .split_once('.')
        .filter(|(a, b)| [a, b].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit())));
    if let Some((volume, number)) = dotted {
        return !volume.is_empty() && !number.is_empty();
    }
    let mut ends = word.splitn(2, '-').map(|end| end.trim_start_matches('-'));
    ends.all(|end| {
        let digits = end.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == 'e');
        let after = digits.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_suffix = after.is_empty() || after.len() == 1 && after.bytes().all(|b| b.is_ascii_lowercase());
        end.len() - digits.len() < 3 && after.len() < digits.len() && is_suffix
    })
}

/// Words that the standard styles and their lists of journals abbreviate with a full stop.
const ABBREVIATIONS: &[&str] = &[
    "vol", "vols", "no", "nos", "pp", "p", "ed", "eds", "proc", "conf", "int", "symp", "trans", "tech", "rep", "univ",
    "dept", "inst", "ser", "jr", "sr", "al", "st", "vs", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep",
    "sept", "oct", "nov", "dec", "art", "ch", "chap", "sec",
];

/// Whether the full stop, question mark or exclamation mark at an index ends a block of the entry; `\newblock` begins
/// the next block. The full stop of an initial or an abbreviation ends no block.
pub(super) fn ends_block(tokens: &[Token], at: usize) -> bool {
    let is_exclamation = tokens.get(at).is_some_and(|token| token.kind == Kind::Exclamation);
    if !is_exclamation && tokens.get(at).is_none_or(|token| token.kind != Kind::Stop) {
        return false;
    }
    let Some(next) = tokens.get(at + 1) else { return true };
    if !next.spaced {
        return false;
    }
    let begins = match next.kind {
        Kind::Word | Kind::Number => !next.latex.starts_with(|c: char| c.is_lowercase()),
        Kind::Link | Kind::Quote | Kind::Open => true,
        _ => false,
    };
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let abbreviates = before.is_some_and(|word| {
        word.kind == Kind::Word
            && (is_initials(&word.latex) || word.is_one_of(ABBREVIATIONS))
            && next.kind != Kind::Link
    });
    (begins || before.is_some_and(|before| before.look != next.look)) && (is_exclamation || !abbreviates)
}

/// Whether the word consists of initials, capitals that stand for given names: `A`, `A.B`, `J.-P`.
pub(super) fn is_initials(word: &str) -> bool {
    let plain = super::key::fold(word);
    let mut parts = plain.split(['.', '-', '~']).filter(|part| !part.is_empty()).peekable();
    parts.peek().is_some() && parts.all(|part| part.chars().count() == 1 && part.chars().all(char::is_uppercase))
}
