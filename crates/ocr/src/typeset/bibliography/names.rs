//! Lists of names. A style formats all names of a list alike: given names or surnames first, in full or as initials.

use super::key;
use super::tokens::{self, Kind, Token};

/// An author or editor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// The surname with its particle (`van der Walt`), or the name of an organisation.
    pub(super) last: String,
    /// Empty for organisations.
    pub(super) given: String,
    /// `Jr.`, `III`.
    pub(super) suffix: String,
}

impl Name {
    /// Returns the name as BibTeX reads it: `Last, Jr., Given`. Braces keep the words of an organisation together.
    pub(super) fn bibtex(&self) -> String {
        match (self.given.as_str(), self.suffix.as_str()) {
            ("", _) if self.last.contains(' ') => format!("{{{}}}", self.last),
            ("", _) => self.last.clone(),
            (given, "") => format!("{}, {given}", self.last),
            (given, suffix) => format!("{}, {suffix}, {given}", self.last),
        }
    }
}

/// The names at the beginning of an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) names: Vec<Name>,
    /// Whether `et al.` follows.
    pub(super) has_others: bool,
    /// The number of tokens that the names take.
    pub(super) length: usize,
}

impl Names {
    /// Whether a dash or a line stands for the names.
    pub(super) fn is_dash(&self) -> bool {
        let is_line = |text: &str| !text.is_empty() && text.replace("\\_", "-").bytes().all(|b| b == b'-');
        matches!(self.names.as_slice(), [only] if only.given.is_empty() && is_line(&only.last))
    }
}

/// The order of the parts of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// `A. B. Last`
    GivenFirst,
    /// `Last, A. B.`
    LastFirst,
    /// `Last A. B.`
    LastInitials,
}

/// Upper bound of the number of words in a name.
const MAX_WORDS: usize = 5;
/// Maximum number of authors of one entry; the list ends there.
const MAX_NAMES: usize = 400;

/// Reads the names that the tokens begin with. Takes linear time.
pub(super) fn names(tokens: &[Token]) -> Names {
    let mut reader = Reader { tokens, at: 0 };
    let Some((order, first)) = reader.first() else {
        return Names::default();
    };
    let look = tokens.first().map(|token| token.look);
    let has_initials = is_short(&first.given);
    let mut list = Names {
        names: vec![first],
        ..Names::default()
    };
    let mut was_last = false;
    while list.names.len() < MAX_NAMES {
        let before = reader.at;
        let has_and = reader.separator();
        if reader.take_others() {
            list.has_others = true;
            break;
        }
        // "A, B, and C": the name after "and" is the last one, unless "and" stands between all names.
        let separates = reader.at > before && (!was_last || has_and);
        let name = separates.then(|| reader.next(order)).flatten();
        let is_alike = |name: &Name| {
            name.given.is_empty()
                || list.names.iter().all(|name| name.given.is_empty())
                || has_initials == is_short(&name.given)
                || has_and
        };
        let same_look = tokens.get(before + 1).is_some_and(|token| Some(token.look) == look);
        match name.filter(|name| is_alike(name) && same_look && (has_and || !name.given.is_empty())) {
            Some(name) => {
                was_last = has_and;
                list.names.push(name);
            }
            None => {
                reader.at = before;
                break;
            }
        }
    }
    list.length = reader.at;
    list
}

/// Whether given names are initials.
fn is_short(given: &str) -> bool {
    given
        .split_whitespace()
        .all(|word| tokens::is_initials(word.trim_end_matches('.')) || is_run_of_initials(word))
}

/// Whether the word is an initial of two letters, such as `Yu.` or `Ch.`
fn is_digraph(word: &str) -> bool {
    word.chars().count() == 2 && word.chars().skip(1).all(char::is_lowercase)
}

/// Whether the word is a run of initials: `AB` for `A. B.`, as medical journals write them.
fn is_run_of_initials(word: &str) -> bool {
    (2..4).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase())
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl Reader<'_> {
    fn get(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead)
    }

    fn is(&self, ahead: usize, kind: Kind) -> bool {
        self.get(ahead).is_some_and(|token| token.kind == kind)
    }

    fn is_surname(&self, ahead: usize) -> bool {
        self.get(ahead).is_some_and(is_capitalised) && self.initials(ahead).is_none()
    }

    /// Whether the word is a lower-case word inside a name, such as `van` or `de la`.
    fn is_particle(&self, ahead: usize) -> bool {
        let is_low = self.get(ahead).is_some_and(|token| {
            token.kind == Kind::Word
                && token.latex.len() < 6
                && !token.is_one_of(&["et", "in", "editor", "eds", "ed"])
                && token
                    .latex
                    .chars()
                    .all(|c| c.is_alphabetic() && c.is_lowercase() || c == '\'')
        });
        let next = self.get(ahead + 1);
        is_low && next.is_some_and(|next| next.kind == Kind::Word && (is_capitalised(next) || next.latex.len() < 6))
    }

    /// Returns the number of tokens in an initial: two with its full stop, one if the style omits the full stop.
    fn initials(&self, ahead: usize) -> Option<usize> {
        let token = self.get(ahead).filter(|token| token.kind == Kind::Word)?;
        let is_stopped = self.is(ahead + 1, Kind::Stop);
        // In "A survey of", the letter is an article.
        let is_article = !is_stopped
            && self.get(ahead + 1).is_some_and(|next| {
                next.kind == Kind::Word && next.spaced && next.latex.starts_with(|c: char| c.is_lowercase())
            });
        if is_article {
            return None;
        }
        let is_digraph =
            is_stopped && is_digraph(&key::fold(&token.latex)) && self.get(ahead + 2).is_some_and(is_capitalised);
        (tokens::is_initials(&token.latex) || is_digraph && is_capitalised(token))
            .then_some(1 + usize::from(is_stopped))
    }

    /// Reads the first name and the order of its parts.
    fn first(&mut self) -> Option<(Order, Name)> {
        if let Some(name) = self.last_first().or_else(|| self.organisation_before_names()) {
            return Some((Order::LastFirst, name));
        }
        if let Some(name) = self.last_initials(false) {
            return Some((Order::LastInitials, name));
        }
        if let Some(name) = self.given_first() {
            return Some((Order::GivenFirst, name));
        }
        if let Some(name) = self.last_initials(true) {
            return Some((Order::LastInitials, name));
        }
        self.organisation().map(|name| (Order::GivenFirst, name))
    }

    fn next(&mut self, order: Order) -> Option<Name> {
        match order {
            Order::GivenFirst => self.given_first(),
            // The Chicago style inverts only the first name.
            Order::LastFirst => self.last_first().or_else(|| self.given_first()),
            Order::LastInitials => self.last_initials(true),
        }
    }

    /// Skips the separator between two names. Returns whether it contains "and".
    fn separator(&mut self) -> bool {
        if self.is(0, Kind::Comma) || self.is(0, Kind::Semicolon) {
            self.at += 1;
        }
        let has_and = self.is(0, Kind::And);
        self.at += usize::from(has_and);
        has_and
    }

    /// Skips `et al.` or `and others`. Returns whether there was one of them.
    fn take_others(&mut self) -> bool {
        let word = |ahead: usize, word: &str| self.get(ahead).is_some_and(|token| token.is_word(word));
        let length = if word(0, "et") && word(1, "al") {
            2
        } else if word(0, "etal") || word(0, "others") {
            1
        } else {
            return false;
        };
        let has_stop = self.is(length, Kind::Stop);
        self.at += length + usize::from(has_stop);
        // The full stop of the abbreviation may also end the block.
        true
    }

    /// Reads `Last, A. B.` or `Last, Given`, also with a particle before the surname or `Jr.` behind it.
    fn last_first(&mut self) -> Option<Name> {
        let mut end = 0;
        while self.is_particle(end) {
            end += 1;
        }
        let start = end;
        while self.is_surname(end) && end - start < MAX_WORDS - 1 {
            end += 1;
        }
        if end == start || !self.is(end, Kind::Comma) {
            return None;
        }
        let last = self.text(0, end);
        let surnames = end - start;
        let (suffix, comma) = self.suffix_before(end);
        let mut at = comma + 1;
        let given = at;
        let mut full = 0;
        while at - given < 2 * MAX_WORDS {
            match self.initials(at) {
                Some(length) => at += length,
                None if full == 0
                    && at == given
                    && self.get(at).is_some_and(|token| is_run_of_initials(&token.latex)) =>
                {
                    at += 1
                }
                None if self.is_surname(at) && (full > 0 || at == given) && full < 3 => {
                    full += 1;
                    at += 1;
                }
                None => break,
            }
        }
        // A particle may follow the given names: "Walt, S. van der".
        if at == given || full > 0 && (surnames > 1 && !self.is_after_full(at) || !self.ends_name(at)) {
            return None;
        }
        // "Gaia Collaboration, Prusti, T.": the apparent given name is the next surname.
        if full > 0 && self.is(at, Kind::Comma) && self.initials(at + 1).is_some() {
            return None;
        }
        // "Martin Abadi, Paul Barham": the two words before the comma are a given name and a surname.
        let given = self.text(given, at);
        self.at += at;
        Some(Name { last, given, suffix })
    }

    /// Whether a semicolon follows. Before a full given name, a surname of several words counts only if one does.
    fn is_after_full(&self, at: usize) -> bool {
        self.is(at, Kind::Semicolon)
    }

    fn ends_name(&self, at: usize) -> bool {
        self.get(at).is_none_or(|token| {
            matches!(
                token.kind,
                Kind::Comma
                    | Kind::And
                    | Kind::Semicolon
                    | Kind::Stop
                    | Kind::Colon
                    | Kind::Open
                    | Kind::Number
                    | Kind::Quote
            ) || token.is_one_of(&["et", "editor", "editors"])
        })
    }

    /// Reads `, Jr.,` after a surname. Returns the suffix, which may be empty, and the index of the last comma.
    fn suffix_before(&self, comma: usize) -> (String, usize) {
        let Some(token) = self.get(comma + 1).filter(|token| is_generation(token)) else {
            return (String::new(), comma);
        };
        let stop = usize::from(self.is(comma + 2, Kind::Stop));
        if self.is(comma + 2 + stop, Kind::Comma) {
            (
                format!("{}{}", token.latex, if stop > 0 { "." } else { "" }),
                comma + 2 + stop,
            )
        } else {
            (String::new(), comma)
        }
    }

    /// Reads an organisation before a comma and a person whose surname comes first.
    fn organisation_before_names(&mut self) -> Option<Name> {
        let mut end = 0;
        while end < 2 * MAX_WORDS && self.get(end).is_some_and(|token| token.kind == Kind::Word) {
            end += 1;
        }
        if end == 0 || !self.get(0).is_some_and(is_capitalised) || !self.is(end, Kind::Comma) {
            return None;
        }
        let mut after = Reader {
            tokens: self.tokens,
            at: self.at + end + 1,
        };
        let starts = after.last_first().is_some_and(|name| is_short(&name.given));
        let last = self.text(0, end);
        starts.then(|| {
            self.at += end;
            Name {
                last,
                given: String::new(),
                suffix: String::new(),
            }
        })
    }

    /// Reads `Last A. B.` or `Last AB`. With `ends_with_stop`, the full stop of the last initial may end the names.
    fn last_initials(&mut self, ends_with_stop: bool) -> Option<Name> {
        let mut end = 0;
        while self.is_particle(end) {
            end += 1;
        }
        let start = end;
        let is_run = |reader: &Self, at: usize| {
            reader
                .get(at)
                .is_some_and(|token| token.kind == Kind::Word && is_run_of_initials(&token.latex))
        };
        while self.is_surname(end) && !is_run(self, end) && end - start < 3 {
            end += 1;
        }
        let given = end;
        let mut at = given;
        loop {
            match self.initials(at) {
                Some(length) => at += length,
                None if is_run(self, at) => at += 1,
                None => break,
            }
        }
        let ends = self.ends_name(at) || ends_with_stop && self.is(at.saturating_sub(1), Kind::Stop);
        if start == given || at == given || !ends {
            return None;
        }
        let name = Name {
            last: self.text(0, given),
            given: self.text(given, at),
            suffix: String::new(),
        };
        self.at += at;
        Some(name)
    }

    /// Reads `A. B. van der Last` or `Given Last, Jr.`
    fn given_first(&mut self) -> Option<Name> {
        let mut words: Vec<(usize, usize, Part)> = Vec::new();
        let mut at = 0;
        while words.len() <= MAX_WORDS + 2 {
            let (length, part) = match self.initials(at) {
                Some(length) => (length, Part::Initial),
                None if self.get(at).is_some_and(is_capitalised) => (1, Part::Word),
                None if self.is_particle(at) && !words.is_empty() => (1, Part::Particle),
                None => break,
            };
            words.push((at, at + length, part));
            at += length;
        }
        let last = words.iter().rposition(|(_, _, part)| *part == Part::Word)?;
        let is_group = |(at, _, _): &(usize, usize, Part)| self.get(*at).is_some_and(|token| token.is_one_of(GROUPS));
        if words.last().is_some_and(is_group) {
            return None;
        }
        if last + 1 != words.len()
            || last == 0
            || words.len() > MAX_WORDS + 1
            || !self.ends_name(at) && !self.changes_look(at)
        {
            return None;
        }
        let mut surname = last;
        while surname > 1
            && words.get(surname - 1).is_some_and(|(start, _, part)| {
                *part == Part::Particle || self.get(*start).is_some_and(|token| token.is_one_of(PARTICLES))
            })
        {
            surname -= 1;
        }
        let (start, _, _) = *words.get(surname)?;
        let (given, last) = (self.text(0, start), self.text(start, at));
        let has_comma = self.is(at, Kind::Comma);
        let mut suffix = String::new();
        if let Some(token) = self
            .get(at + usize::from(has_comma))
            .filter(|token| is_generation(token))
        {
            suffix.clone_from(&token.latex);
            at += 1 + usize::from(has_comma);
            if self.is(at, Kind::Stop) && self.is(at + 1, Kind::Comma)
                || self.is(at, Kind::Stop) && self.is(at + 1, Kind::And)
            {
                suffix.push('.');
                at += 1;
            }
        }
        self.at += at;
        Some(Name { last, given, suffix })
    }

    fn changes_look(&self, at: usize) -> bool {
        match (at.checked_sub(1).and_then(|before| self.get(before)), self.get(at)) {
            (Some(a), Some(b)) => a.look != b.look,
            _ => false,
        }
    }

    /// Reads the words up to the end of the block as one name: that of an organisation, or an author's only name.
    fn organisation(&mut self) -> Option<Name> {
        let mut end = 0;
        while end < 2 * MAX_WORDS && self.get(end).is_some_and(|token| token.kind == Kind::Word) {
            end += 1;
        }
        let ends = self.is(end, Kind::Stop) && tokens::ends_block(self.tokens, self.at + end)
            || self.is(end, Kind::Open) && self.get(end + 1).is_some_and(|token| token.year().is_some())
            || self.get(end).is_some_and(|token| token.year().is_some())
            || self.is(end, Kind::Comma)
                && self
                    .get(end + 1)
                    .is_some_and(|token| token.year().is_some() || token.kind == Kind::Quote);
        if end == 0 || !ends {
            return None;
        }
        let last = self.text(0, end);
        self.at += end;
        Some(Name {
            last,
            given: String::new(),
            suffix: String::new(),
        })
    }

    fn text(&self, from: usize, to: usize) -> String {
        tokens::latex(self.tokens.get(self.at + from..self.at + to).unwrap_or_default())
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Initial,
    Particle,
    Word,
}

/// Last words in the names of organisations; the words before them belong to the name.
pub(in super::super) const GROUPS: &[&str] = &[
    "collaboration",
    "team",
    "consortium",
    "project",
    "group",
    "center",
    "centre",
    "institute",
    "foundation",
    "committee",
    "association",
    "society",
];

/// Particles of surnames; some authors write them with a capital.
pub(in super::super) const PARTICLES: &[&str] = &[
    "van", "von", "der", "den", "de", "del", "della", "di", "da", "dos", "du", "la", "le", "ter", "ten", "zu", "al",
    "el", "bin", "ibn", "st",
];

fn is_capitalised(token: &Token) -> bool {
    let plain = key::fold(&token.latex);
    let letters = plain.trim_start_matches(|c: char| c.is_lowercase() || c == '\'' || c == '`');
    let lead = plain.len() - letters.len();
    // "d'Alembert", "McDonald", "O'Neil"
    token.kind == Kind::Word
        && letters.starts_with(char::is_uppercase)
        && (lead == 0 || lead < 4 && plain.contains('\''))
        && plain
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '\'' | '-' | '.' | '’' | '`'))
}

fn is_generation(token: &Token) -> bool {
    token.is_one_of(&["Jr", "Sr"]) || token.kind == Kind::Word && matches!(token.latex.as_str(), "II" | "III" | "IV")
}
