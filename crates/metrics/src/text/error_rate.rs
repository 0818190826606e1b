//! Error rates: units as jiwer has them, and their edits.

use std::ops::Range;

use rapidfuzz::distance::levenshtein;
use texlens_latex::{Token, TokenKind};

use crate::compare::Compared;
use crate::python::{is_space, strip};
use crate::text::alignment::{Pairs, align};
use crate::text::intern::Interned;

/// Byte ranges of jiwer's words: what stands between spaces and runs of white space. A single line break or tab parts
/// no words, as jiwer splits at spaces only, of which it first makes one out of every longer run of white space.
pub(crate) fn words(text: &str) -> Vec<Range<usize>> {
    let stripped = stripped_range(text);
    let mut words = Vec::new();
    let mut start = stripped.start;
    let mut space: Option<(usize, bool)> = None;
    for (at, c) in strip(text).char_indices() {
        let at = stripped.start + at;
        if is_space(c) {
            space = Some(space.map_or((at, c == ' '), |(first, _)| (first, true)));
        } else if let Some((first, parts)) = space.take()
            && parts
        {
            words.push(start..first);
            start = at;
        }
    }
    if start < stripped.end {
        words.push(start..stripped.end);
    }
    words
}

fn word_texts(text: &str) -> impl Iterator<Item = &str> {
    words(text).into_iter().filter_map(|word| text.get(word))
}

/// Byte range of a text without the white space at its ends.
pub(crate) fn stripped_range(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    start..start + strip(text).len()
}

/// A text as its words.
pub(crate) fn of_words(source: &str) -> Compared<'_> {
    let token = |range: Range<usize>| Token {
        kind: TokenKind::Text,
        start: range.start,
        end: range.end,
    };
    Compared {
        source,
        tokens: words(source).into_iter().map(token).collect(),
    }
}

/// Edits that turn one text into the other, word by word.
pub(crate) fn word_edits(reference: &Compared<'_>, prediction: &Compared<'_>) -> usize {
    let words = Interned::of(reference.texts(), prediction.texts());
    levenshtein::distance(words.reference.iter().copied(), words.prediction.iter().copied())
}

/// Words that jiwer's alignment pairs with an equal one, and the numbers of words.
pub(crate) struct WordHits {
    pub(crate) hits: usize,
    pub(crate) edits: usize,
    pub(crate) reference: usize,
    pub(crate) prediction: usize,
}

impl WordHits {
    pub(crate) fn of(reference: &str, prediction: &str) -> Self {
        let words = Interned::of(word_texts(reference), word_texts(prediction));
        let (reference, prediction) = (words.reference.len(), words.prediction.len());
        let Pairs { hits, substitutions } = align(&words.reference, &words.prediction, words.distinct);
        Self {
            hits,
            // Each word that stands in no pair was dropped or inserted.
            edits: reference + prediction - 2 * hits - substitutions,
            reference,
            prediction,
        }
    }
}

/// Errors for each unit of the reference; without any unit, the errors.
pub(crate) fn rate(errors: f64, units: f64) -> f64 {
    if units == 0.0 { errors } else { errors / units }
}
