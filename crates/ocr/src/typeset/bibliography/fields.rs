//! Reads the fields of an entry from its punctuation and looks.
//!
//! Styles print the names first, then blocks that end with a full stop (`\newblock` of the standard styles,
//! `new.block`) or a comma (IEEEtran, revtex, the journals of astronomy). Items with a distinctive form (links, years,
//! `vol.`, `pp.`) or look (journals and books in italics, volumes in bold) are taken first. The place of the remaining
//! text decides its field.

use super::dates;
use super::links;
use super::names;
use super::numbers;
use super::text::{Look, Run};
use super::tokens::{self, Kind, Token};
use super::work::{Type, Work};

/// Maximum number of tokens of an entry; no style prints more. Longer entries are cut.
const MAX_TOKENS: usize = 2000;

/// Reads the fields of an entry. Takes linear time except for the names, whose number is bounded.
pub(super) fn work(runs: &[Run]) -> Work {
    let mut tokens = tokens::tokens(runs);
    tokens.truncate(MAX_TOKENS);
    let mut work = Work::default();
    links::take(&mut tokens, &mut work);
    let rest = take_names(&tokens, &mut work);
    Reader {
        work,
        tokens: rest,
        ends_with_comma: false,
    }
    .read()
}

/// Returns the LaTeX of a field, without the punctuation around it.
fn field(tokens: &[Token]) -> String {
    let mut tokens = trim(tokens);
    // Quotes and parentheses around the whole field are dropped.
    while let [first, inner @ .., last] = tokens {
        let encloses = matches!(
            (first.kind, last.kind),
            (Kind::Quote, Kind::Unquote) | (Kind::Open, Kind::Close)
        );
        if !encloses || inner.iter().any(|token| token.kind == first.kind) {
            break;
        }
        tokens = trim(inner);
    }
    let abbreviation = tokens::latex(tokens);
    abbreviation.trim().to_owned()
}

fn trim(mut tokens: &[Token]) -> &[Token] {
    const EDGES: &[Kind] = &[Kind::Comma, Kind::Stop, Kind::Colon, Kind::Semicolon, Kind::And];
    while let [first, rest @ ..] = tokens {
        if !EDGES.contains(&first.kind) && first.kind != Kind::Close {
            break;
        }
        tokens = rest;
    }
    while let [rest @ .., last] = tokens {
        if !EDGES.contains(&last.kind) && !matches!(last.kind, Kind::Open) {
            break;
        }
        tokens = rest;
    }
    // A parenthesis whose other half went to another field is dropped.
    match tokens {
        [rest @ .., last] if last.kind == Kind::Close && !rest.iter().any(|token| token.kind == Kind::Open) => {
            trim(rest)
        }
        [first, rest @ ..] if first.kind == Kind::Open && !rest.iter().any(|token| token.kind == Kind::Close) => {
            trim(rest)
        }
        _ => tokens,
    }
}

/// Reads authors (or editors, if that word follows) and returns the tokens behind them.
fn take_names(tokens: &[Token], work: &mut Work) -> Vec<Token> {
    let names = names::names(tokens);
    let mut rest = tokens.get(names.length..).unwrap_or_default();
    let role = editor_length(rest);
    if role > 0 {
        rest = rest.get(role..).unwrap_or_default();
        work.editors = names;
    } else {
        work.authors = names;
    }
    rest.to_vec()
}

/// Returns the number of tokens in `(Eds.)`, `, editors` or `, ed.`; 0 if there are none.
fn editor_length(tokens: &[Token]) -> usize {
    let opens = tokens
        .first()
        .is_some_and(|token| matches!(token.kind, Kind::Comma | Kind::Open));
    let at = usize::from(opens);
    if !tokens
        .get(at)
        .is_some_and(|token| token.is_one_of(&["editor", "editors", "ed", "eds"]))
    {
        return 0;
    }
    let is = |at: usize, kind: Kind| usize::from(tokens.get(at).is_some_and(|token| token.kind == kind));
    let stop = at + 1 + is(at + 1, Kind::Stop);
    stop + is(stop, Kind::Close)
}

struct Reader {
    work: Work,
    /// The tokens that have not been read.
    tokens: Vec<Token>,
    /// Whether commas instead of full stops separate the blocks.
    ends_with_comma: bool,
}

impl Reader {
    fn read(mut self) -> Work {
        let has_names = !self.work.authors.names.is_empty() || !self.work.editors.names.is_empty();
        let (length, date) = dates::after_names(&self.tokens, has_names);
        let delimiter = self.tokens.get(length.saturating_sub(1));
        self.ends_with_comma = delimiter.is_some_and(|token| token.kind == Kind::Comma);
        if let Some(date) = date {
            self.tokens.drain(..length);
            date.write(&mut self.work);
        }
        self.skip_punctuation();
        self.take_quoted_title();
        if let Some((before, after)) = self.container() {
            self.in_container(&before, after);
        } else {
            self.alone();
        }
        self.settle()
    }

    fn skip_punctuation(&mut self) {
        let kept = self.tokens.iter().position(|token| {
            !matches!(
                token.kind,
                Kind::Comma | Kind::Stop | Kind::Colon | Kind::Semicolon | Kind::Close
            )
        });
        self.tokens.drain(..kept.unwrap_or(self.tokens.len()));
    }

    /// Takes a title in quotes, as IEEEtran and biblatex set it.
    fn take_quoted_title(&mut self) {
        if self.tokens.first().is_none_or(|token| token.kind != Kind::Quote) {
            return;
        }
        let Some(end) = self.tokens.iter().position(|token| token.kind == Kind::Unquote) else {
            return;
        };
        let title: Vec<Token> = self.tokens.drain(..=end).collect();
        self.work.title = field(&title);
        self.skip_punctuation();
    }

    /// If `In` stands at the beginning of a block, returns the tokens before it and those of the containing work.
    fn container(&self) -> Option<(Vec<Token>, Vec<Token>)> {
        let tokens = &self.tokens;
        let begins = |at: usize| {
            let Some(token) = tokens.get(at).filter(|token| token.is_word("in")) else {
                return false;
            };
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            let after_block = before.is_none_or(|before| {
                matches!(before.kind, Kind::Stop | Kind::Unquote | Kind::Exclamation)
                    || before.kind == Kind::Comma && (token.latex == "in" || self.ends_with_comma)
                    || before.look != token.look && before.kind != Kind::Word
            });
            let is_state = tokens
                .get(at + 1)
                .is_none_or(|next| next.is_one_of(&["press", "prep", "preparation"]));
            after_block && !is_state && tokens.len() > at + 1
        };
        let at = (0..tokens.len()).find(|at| begins(*at))?;
        let after = tokens.get(at + 1..)?.to_vec();
        Some((tokens.get(..at)?.to_vec(), after))
    }

    /// Reads a part of a book: `In Editors, editors, Booktitle, volume 3 of Series, pages 1--4, Address, 2001.
    /// Publisher`.
    fn in_container(&mut self, before: &[Token], mut after: Vec<Token>) {
        if self.work.title.is_empty() {
            self.work.title = field(before);
        }
        if after.first().is_some_and(|token| token.kind == Kind::Colon) {
            after.remove(0);
        }
        self.tokens = after;
        self.take_editors();
        self.book();
    }

    /// Reads the book or the proceedings that contain the work, and the fields after their title.
    fn book(&mut self) {
        self.take_place();
        let end = self.booktitle_end();
        let book: Vec<Token> = self.tokens.drain(..end).collect();
        self.work.booktitle = field(&book);
        let place_follows = place_follows_pages(&self.tokens);
        let found = numbers::labelled(&mut self.tokens, &mut self.work);
        dates::last(&mut self.tokens)
            .into_iter()
            .for_each(|date| date.write(&mut self.work));
        if !found {
            numbers::trailing_pages(&mut self.tokens, &mut self.work);
        }
        if place_follows && texts(&self.tokens).count() == 1 {
            self.work.address = field(&std::mem::take(&mut self.tokens));
        }
        self.publisher();
        let about = self.work.booktitle.to_lowercase();
        let meets = ["proc", "conference", "symposium", "workshop", "meeting", "congress"];
        self.work.kind = if meets.iter().any(|word| about.contains(word)) || self.work.publisher.is_empty() {
            Type::InProceedings
        } else {
            Type::InCollection
        };
    }

    fn take_editors(&mut self) {
        let names = names::names(&self.tokens);
        let after = self.tokens.get(names.length..).unwrap_or_default();
        let role = editor_length(after);
        if role > 0 && !names.names.is_empty() {
            let length = names.length + role;
            self.work.editors = names;
            self.tokens.drain(..length);
            self.skip_punctuation();
        }
    }

    /// Returns the end of the title of a book: that of its italics, the start of volume, pages or year, or that of the
    /// block.
    fn booktitle_end(&self) -> usize {
        let tokens = &self.tokens;
        if tokens.first().is_some_and(|token| token.look == Look::Emphasis) {
            return look_end(tokens, Look::Emphasis);
        }
        let is_end = |at: &usize| {
            let Some(token) = tokens.get(*at) else { return true };
            let next = at + 1;
            let begins_number = match token.kind {
                Kind::Comma => {
                    numbers::is_label(tokens, next)
                        || numbers::is_tail(tokens, next)
                        || dates::starts(tokens, next)
                        || self.ends_with_comma && !is_in_series(tokens, *at)
                }
                Kind::Open => dates::starts(tokens, next) || numbers::is_label(tokens, next),
                Kind::Stop => numbers::is_label(tokens, next),
                Kind::Semicolon => true,
                _ => false,
            };
            begins_number || tokens::ends_block(tokens, *at) && !self.ends_with_comma
        };
        (0..tokens.len()).find(is_end).unwrap_or(tokens.len())
    }

    /// Takes `(Address: Publisher)`.
    fn take_place(&mut self) {
        let Some(open) = self
            .tokens
            .iter()
            .position(|token| token.kind == Kind::Open && token.latex == "(")
        else {
            return;
        };
        let Some(close) = self
            .tokens
            .iter()
            .skip(open)
            .position(|token| token.kind == Kind::Close)
        else {
            return;
        };
        let inner = self.tokens.get(open + 1..open + close).unwrap_or_default();
        let is_pair = inner.iter().any(|token| token.kind == Kind::Colon)
            && !inner.iter().any(|token| token.kind == Kind::Number);
        if is_pair {
            let text = field(inner);
            self.place(&text);
            self.tokens.drain(open..=open + close);
        }
    }

    /// Reads the rest of a book or a part of one: the publisher and its place, before or after the date.
    fn publisher(&mut self) {
        self.take_edition();
        let rest = self.tokens.iter().position(|token| token.kind == Kind::Close);
        if let (Some(open), Some(close)) = (self.tokens.first(), rest)
            && open.kind == Kind::Open
            && self.tokens.iter().skip(close).any(|token| token.kind == Kind::Word)
            && !self.work.booktitle.is_empty()
        {
            let address: Vec<Token> = self.tokens.drain(..=close).collect();
            self.work.address = field(&address);
        }
        let tokens = std::mem::take(&mut self.tokens);
        let mut texts = texts(&tokens);
        let Some(first) = texts.next() else { return };
        match texts.next() {
            // "Address, 2001. Publisher"
            Some(second) if self.work.kind != Type::Book && !self.work.booktitle.is_empty() => {
                self.work.address = first;
                self.work.publisher = second;
            }
            second => {
                if self.work.publisher.is_empty() {
                    self.place(&first);
                } else {
                    self.work.address = first;
                }
                self.work.note = second.unwrap_or_default();
            }
        }
        for more in texts {
            append(&mut self.work.note, &more);
        }
    }

    /// Takes an edition such as `2nd ed.` or `second edition`.
    fn take_edition(&mut self) {
        let is_edition = |pair: &[Token]| matches!(pair, [ordinal, word] if ordinal.kind == Kind::Word && word.is_one_of(&["edition", "ed", "edn"]));
        let Some(at) = self.tokens.windows(2).position(is_edition) else {
            return;
        };
        self.work.edition = self
            .tokens
            .get(at)
            .map_or_else(String::new, |token| token.latex.clone());
        let has_stop = self.tokens.get(at + 2).is_some_and(|token| token.kind == Kind::Stop);
        self.tokens.drain(at..at + 2 + usize::from(has_stop));
    }

    /// Reads `Address: Publisher` or `Publisher, Address`.
    fn place(&mut self, text: &str) {
        let (publisher, address) = match (text.split_once(": "), text.split_once(", ")) {
            (Some((address, publisher)), _) => (publisher, address),
            (None, Some((publisher, address))) if !address.starts_with("Inc") && !address.starts_with("Ltd") => {
                (publisher, address)
            }
            _ => (text, ""),
        };
        publisher.clone_into(&mut self.work.publisher);
        if !address.is_empty() {
            address.clone_into(&mut self.work.address);
        }
    }

    /// Reads an article, a book or another work that is not part of one.
    fn alone(&mut self) {
        if self.thesis_or_report() {
            return;
        }
        self.take_place();
        let zone = numbers::zone(&self.tokens, !self.work.year.is_empty());
        let head: Vec<Token> = self.tokens.drain(..zone.start).collect();
        let mut numbers: Vec<Token> = self.tokens.drain(..zone.len()).collect();
        numbers::take(&mut numbers, &mut self.work);
        let note = field(&std::mem::take(&mut self.tokens));
        let has_place = !(self.work.volume.is_empty() && self.work.pages.is_empty());
        self.split_head(&head, has_place);
        if self.work.kind == Type::Book
            || self.work.journal.is_empty() && self.work.booktitle.is_empty() && !self.work.publisher.is_empty()
        {
            self.work.kind = Type::Book;
            if self.work.address.is_empty() && !note.is_empty() && self.work.publisher.is_empty() {
                self.work.publisher = note;
                return;
            }
        }
        self.work.note = note;
    }

    /// Reads title and journal, or title and publisher, before volume, pages and date.
    fn split_head(&mut self, head: &[Token], has_place: bool) {
        let (title, rest) = if self.work.title.is_empty() {
            self.split_title(head, has_place)
        } else {
            (&[][..], head)
        };
        let is_marked = !self.work.title.is_empty() || !title.is_empty();
        if !title.is_empty() {
            self.work.title = field(title);
        }
        let rest = trim(rest);
        if rest.is_empty() {
            if title.first().is_some_and(|token| token.look == Look::Emphasis) && !has_place {
                self.work.kind = Type::Misc;
            }
            return;
        }
        let title_is_book = title.first().is_some_and(|token| token.look == Look::Emphasis);
        let is_journal = has_place && !(title_is_book && self.work.volume.is_empty())
            || rest
                .iter()
                .all(|token| token.look == Look::Emphasis || token.kind != Kind::Word)
            || is_preprint_server(rest)
            || !is_marked;
        if is_journal {
            self.work.kind = Type::Article;
            self.work.journal = field(rest);
        } else if has_place && title_is_book {
            // "_Title_, Proceedings, Publisher, 2001, pp. 1--9": the styles of the AMS have no "In".
            self.tokens = rest.to_vec();
            self.ends_with_comma = true;
            self.book();
        } else {
            self.tokens = rest.to_vec();
            self.publisher();
            self.work.kind = if self.work.publisher.is_empty() {
                Type::Misc
            } else {
                Type::Book
            };
        }
    }

    /// Splits the tokens into the title at their beginning and the rest. The title is empty if a journal follows the
    /// names.
    fn split_title<'t>(&self, head: &'t [Token], has_place: bool) -> (&'t [Token], &'t [Token]) {
        let split = |at: usize| head.split_at_checked(at).unwrap_or((head, &[]));
        if head.first().is_some_and(|token| token.look == Look::Emphasis) {
            let end = look_end(head, Look::Emphasis);
            // Italics right before the volume are a journal.
            return if end >= head.len() && has_place {
                split(0)
            } else {
                split(end)
            };
        }
        let starts_look = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| head.get(at));
            let token = head.get(*at);
            token.is_some_and(|token| token.look == Look::Emphasis && token.kind == Kind::Word)
                && before.is_some_and(|before| {
                    before.look != Look::Emphasis && before.kind != Kind::Word || *at > 0 && emphasis_ends(head, *at)
                })
        };
        if let Some(at) = (1..head.len()).find(starts_look) {
            return split(at);
        }
        if !self.ends_with_comma
            && let Some(at) = (0..head.len()).find(|at| tokens::ends_block(head, *at) && at + 1 < head.len())
        {
            return split(at + 1);
        }
        let commas = || (0..head.len()).filter(|at| head.get(*at).is_some_and(|token| token.kind == Kind::Comma));
        let last = commas().rfind(|at| at + 1 < head.len());
        // "Title, Publisher, Address": names follow the title, not the rest of a title.
        let names_follow = |at: &usize| {
            commas()
                .filter(|comma| comma >= at)
                .all(|comma| begins_with_capital(head, comma + 1))
        };
        let first_of_names = commas()
            .find(|at| names_follow(at))
            .filter(|_| !has_place && self.ends_with_comma);
        match first_of_names.or(last) {
            Some(at) if self.ends_with_comma || has_place => split(at + 1),
            None if has_place || is_preprint_server(head) => split(0),
            _ => split(head.len()),
        }
    }

    /// Reads `PhD thesis, School` or `Technical report 12, Institution`.
    fn thesis_or_report(&mut self) -> bool {
        let Some((at, length, kind)) = genre(&self.tokens) else {
            return false;
        };
        let title: Vec<Token> = self.tokens.drain(..at).collect();
        self.tokens.drain(..length);
        // The publisher of the report stands behind a title in quotes.
        if self.work.title.is_empty() {
            self.work.title = field(&title);
        } else {
            self.work.publisher = field(&title);
        }
        self.work.kind = kind;
        if kind == Type::TechReport
            && self
                .tokens
                .first()
                .is_some_and(|token| token.kind != Kind::Comma && token.kind != Kind::Stop)
        {
            let end = self
                .tokens
                .iter()
                .position(|token| matches!(token.kind, Kind::Comma | Kind::Stop));
            let number: Vec<Token> = self.tokens.drain(..end.unwrap_or(self.tokens.len())).collect();
            self.work.number = field(&number);
        }
        numbers::labelled(&mut self.tokens, &mut self.work);
        dates::last(&mut self.tokens)
            .into_iter()
            .for_each(|date| date.write(&mut self.work));
        self.publisher();
        true
    }

    /// Fills the fields that only the whole entry decides.
    fn settle(self) -> Work {
        let mut work = self.work;
        if work.title.is_empty()
            && work.journal.is_empty()
            && work.booktitle.is_empty()
            && work.authors.names.len() == 1
        {
            // A single name without a title is the title of a work without authors.
            let is_organisation = work.authors.names.iter().all(|name| name.given.is_empty());
            if is_organisation && !work.authors.has_others {
                work.title = std::mem::take(&mut work.authors)
                    .names
                    .pop()
                    .map(|name| name.last)
                    .unwrap_or_default();
            }
        }
        if work.title.is_empty() && !work.note.is_empty() && work.journal.is_empty() && !dates::is_state(&work.note) {
            work.title = std::mem::take(&mut work.note);
        }
        work
    }
}

/// Whether a comma stands in a series: a later comma of the series is followed by "and".
fn is_in_series(tokens: &[Token], comma: usize) -> bool {
    let is_comma = |at: &usize| tokens.get(*at).is_some_and(|token| token.kind == Kind::Comma);
    (comma..tokens.len())
        .filter(is_comma)
        .any(|at| tokens.get(at + 1).is_some_and(|next| next.kind == Kind::And))
}

fn begins_with_capital(tokens: &[Token], at: usize) -> bool {
    tokens
        .get(at)
        .is_some_and(|token| token.kind == Kind::Word && token.latex.starts_with(char::is_uppercase))
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push_str(". ");
    }
    text.push_str(more);
}

/// Returns the ranges between the full stops that end blocks.
fn blocks_of(tokens: &[Token]) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    for at in 0..tokens.len() {
        if tokens::ends_block(tokens, at)
            || tokens
                .get(at)
                .is_some_and(|token| token.kind == Kind::Stop && at + 1 == tokens.len())
        {
            ranges.push(start..at);
            start = at + 1;
        }
    }
    ranges.push(start..tokens.len());
    ranges
}

/// Returns the texts between these full stops that are not empty.
fn texts(tokens: &[Token]) -> impl Iterator<Item = String> {
    let blocks = blocks_of(tokens).into_iter().filter_map(|range| tokens.get(range));
    blocks.map(field).filter(|text| !text.is_empty())
}

/// Whether the place follows "pages 3--5,". Style plain and its relatives set it there, and the publisher behind a full
/// stop.
fn place_follows_pages(tokens: &[Token]) -> bool {
    let is_followed = |three: &[Token]| {
        matches!(three, [label, number, comma]
            if label.is_one_of(&["pages", "page"]) && number.kind == Kind::Number && comma.kind == Kind::Comma)
    };
    tokens.windows(3).any(is_followed)
}

/// Returns the end of the look that the first tokens share; punctuation has no look.
fn look_end(tokens: &[Token], look: Look) -> usize {
    let has_look = |token: &Token| token.look == look;
    let mut end = 0;
    for (at, token) in tokens.iter().enumerate() {
        if has_look(token) {
            end = at + 1;
        } else if matches!(token.kind, Kind::Word | Kind::And | Kind::Quote | Kind::Link) || at > end + 1 {
            break;
        }
    }
    end
}

/// Whether the emphasis that begins at an index reaches the end of the tokens.
fn emphasis_ends(tokens: &[Token], at: usize) -> bool {
    tokens.get(at..).is_some_and(|rest| {
        rest.iter()
            .all(|token| token.look == Look::Emphasis || token.kind != Kind::Word)
    })
}

fn is_preprint_server(tokens: &[Token]) -> bool {
    tokens
        .first()
        .is_some_and(|token| key_of(&token.latex).starts_with("arxiv") || key_of(&token.latex) == "biorxiv")
}

fn key_of(text: &str) -> String {
    text.to_ascii_lowercase()
}

/// Returns the index of the words for a thesis or a report, the number of their tokens, and the type.
fn genre(tokens: &[Token]) -> Option<(usize, usize, Type)> {
    const GENRES: &[(&[&str], Type)] = &[
        (&["PhD", "thesis"], Type::PhdThesis),
        (&["PhD", "dissertation"], Type::PhdThesis),
        (&["Ph.D", "thesis"], Type::PhdThesis),
        (&["Ph.D", "dissertation"], Type::PhdThesis),
        (&["Doctoral", "thesis"], Type::PhdThesis),
        (&["Doctoral", "dissertation"], Type::PhdThesis),
        (&["Master's", "thesis"], Type::MastersThesis),
        (&["Master", "thesis"], Type::MastersThesis),
        (&["Technical", "report"], Type::TechReport),
        (&["Tech", "rep"], Type::TechReport),
        (&["Tech", "report"], Type::TechReport),
    ];
    for at in 0..tokens.len() {
        for (words, kind) in GENRES {
            let mut next = at;
            let matches = words.iter().all(|word| {
                let is_word = tokens.get(next).is_some_and(|token| token.is_word(word));
                let stop = tokens.get(next + 1).is_some_and(|token| token.kind == Kind::Stop);
                // The full stop of "Ph.D." and "Tech. Rep."
                let is_short = tokens.get(next).is_some_and(|token| token.latex.len() < 5);
                next += 1 + usize::from(stop && is_short);
                is_word
            });
            let begins = at.checked_sub(1).and_then(|at| tokens.get(at)).is_none_or(|before| {
                before.kind != Kind::Word || before.look != tokens.get(at).map_or(before.look, |token| token.look)
            });
            if matches && begins {
                return Some((at, next - at, *kind));
            }
        }
    }
    None
}
