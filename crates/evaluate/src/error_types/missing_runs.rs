//! Finds passages of the reference that the prediction lacks.

use std::collections::HashSet;
use std::ops::Range;

use texlens_latex::{Outline, TokenKind, keyed_command_end};
use texlens_metrics::{Parameter, Settings};

/// Smallest number of words.
pub(super) static MIN_WORDS: Parameter<usize> = Parameter {
    name: "missing_text.min_words",
    default: 8,
    about: "Smallest number of consecutive words that the prediction lacks.",
};

/// Number of letters that are looked up together. With fewer, common words alone would be found everywhere. With more,
/// nothing would be found between two misread letters.
const LETTERS: usize = 8;

/// Number of found letters that ends a run of missing text.
const MAX_FOUND: i32 = 40;

/// A passage of the reference that the prediction lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MissingRun {
    /// Bytes from the first to the last letter of the passage.
    pub(super) range: Range<usize>,
    /// Bytes between the found letters around the passage. Everything here has lost its text.
    pub(super) gap: Range<usize>,
    /// Number of words.
    pub(super) words: usize,
}

/// Returns the runs of missing text, in order.
pub(super) fn runs(reference: &Outline<'_>, prediction: &Outline<'_>, settings: &Settings) -> Vec<MissingRun> {
    let haystack = all_letters(prediction);
    let known: HashSet<&[char]> = haystack.windows(LETTERS).collect();
    let letters = running_letters(reference);
    let presence = presence(&letters, &known);
    let min_words = settings.get(&MIN_WORDS);
    let mut runs = Vec::new();
    for run in lost_runs(&presence) {
        let run = missing_run(&letters, &presence, run, reference.source.len());
        runs.extend(run.filter(|run| run.words >= min_words.max(1)));
    }
    runs
}

/// A letter or digit of running text.
struct Letter {
    character: char,
    range: Range<usize>,
    /// Number of the word.
    word: usize,
    /// Number of the stretch of text between formulas, keys and similar items.
    stretch: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Found,
    Lost,
    /// The stretch is too short to be looked up.
    Unknown,
}

/// Returns the letters of the whole text, including formulas, tables and keys, since text may have been read as one of
/// these.
fn all_letters(outline: &Outline<'_>) -> Vec<char> {
    let mut letters = Vec::new();
    for token in &outline.tokens {
        if matches!(token.kind, TokenKind::Text | TokenKind::BibEntry | TokenKind::Verbatim) {
            letters.extend(token.text(outline.source).chars().filter_map(letter));
        }
    }
    letters
}

fn letter(character: char) -> Option<char> {
    character
        .is_alphanumeric()
        .then(|| character.to_lowercase().next().unwrap_or(character))
}

/// Returns the letters of running text.
fn running_letters(outline: &Outline<'_>) -> Vec<Letter> {
    let mut left_out: Vec<&Range<usize>> = outline.formulas().iter().map(|formula| &formula.range).collect();
    left_out.extend(outline.headings().iter().map(|heading| &heading.range));
    left_out.extend(outline.tables().iter().map(|table| &table.range));
    left_out.sort_by_key(|range| range.start);
    let mut left_out = left_out.into_iter().peekable();
    let mut reader = Reader::default();
    let mut index = 0;
    let mut skipped_to = 0;
    while let Some(token) = outline.tokens.get(index) {
        while let Some(range) = left_out.next_if(|range| range.start <= token.start) {
            skipped_to = skipped_to.max(range.end);
        }
        let keyed = keyed_command_end(outline.source, &outline.tokens, index);
        match token.kind {
            _ if token.start < skipped_to || keyed.is_some() => reader.end_stretch(),
            TokenKind::Text => reader.text(token.text(outline.source), token.start),
            TokenKind::Whitespace | TokenKind::ParagraphBreak => reader.word += 1,
            TokenKind::Verbatim | TokenKind::BibEntry => reader.end_stretch(),
            _ => {}
        }
        index = keyed.unwrap_or(index + 1);
    }
    reader.letters
}

#[derive(Default)]
struct Reader {
    letters: Vec<Letter>,
    word: usize,
    stretch: usize,
}

impl Reader {
    fn end_stretch(&mut self) {
        self.word += 1;
        self.stretch += 1;
    }

    fn text(&mut self, text: &str, start: usize) {
        for (at, character) in text.char_indices() {
            if let Some(folded) = letter(character) {
                self.letters.push(Letter {
                    character: folded,
                    range: start + at..start + at + character.len_utf8(),
                    word: self.word,
                    stretch: self.stretch,
                });
            }
        }
    }
}

/// Determines for each letter whether it is in a sequence of letters that the prediction has.
fn presence(letters: &[Letter], known: &HashSet<&[char]>) -> Vec<Presence> {
    let mut presence = Vec::with_capacity(letters.len());
    for stretch in letters.chunk_by(|a, b| a.stretch == b.stretch) {
        let characters: Vec<char> = stretch.iter().map(|letter| letter.character).collect();
        let nothing = if characters.len() < LETTERS {
            Presence::Unknown
        } else {
            Presence::Lost
        };
        let start = presence.len();
        presence.resize(start + characters.len(), nothing);
        for (at, row) in characters.windows(LETTERS).enumerate() {
            if known.contains(row)
                && let Some(found) = presence.get_mut(start + at..start + at + LETTERS)
            {
                found.fill(Presence::Found);
            }
        }
    }
    presence
}

/// Returns the runs with more lost letters than found ones, as ranges of letters.
fn lost_runs(presence: &[Presence]) -> Vec<Range<usize>> {
    let mut runs = Vec::new();
    let (mut sum, mut best, mut run) = (0, 0, 0..0);
    for (index, presence) in presence.iter().enumerate() {
        match presence {
            Presence::Lost if sum == 0 => (sum, best, run) = (1, 1, index..index + 1),
            Presence::Lost => sum += 1,
            Presence::Found if sum > 0 => sum -= 1,
            Presence::Found | Presence::Unknown => {}
        }
        if sum > best {
            (best, run.end) = (sum, index + 1);
        }
        if best > 0 && (sum == 0 || best - sum >= MAX_FOUND) {
            runs.push(run.clone());
            (sum, best) = (0, 0);
        }
    }
    if best > 0 {
        runs.push(run);
    }
    runs
}

fn missing_run(letters: &[Letter], presence: &[Presence], run: Range<usize>, length: usize) -> Option<MissingRun> {
    let found = |presence: &Presence| *presence == Presence::Found;
    let before = presence.get(..run.start)?.iter().rposition(found);
    let after = presence.get(run.end..)?.iter().position(found);
    let before = before.and_then(|at| letters.get(at));
    let after = after.and_then(|at| letters.get(run.end + at));
    let gap = before.map_or(0, |letter| letter.range.end)..after.map_or(length, |letter| letter.range.start);
    let (letters, presence) = (letters.get(run.clone())?, presence.get(run)?);
    let lost = letters
        .iter()
        .zip(presence)
        .filter(|(_, presence)| **presence == Presence::Lost);
    let words: HashSet<usize> = lost.map(|(letter, _)| letter.word).collect();
    Some(MissingRun {
        range: letters.first()?.range.start..letters.last()?.range.end,
        gap,
        words: words.len(),
    })
}
