//! Error rates: units as jiwer has them, and their edits.

use std::ops::{Add, Range};

use rapidfuzz::distance::levenshtein;
use texlens_latex::{Token, TokenKind};

use crate::compare::{Compared, Distance};
use crate::python::{is_space, strip};
use crate::regions::Region;
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

/// Edits that turn one text into the other, word by word. O(n·d/64) for n words and d edits, and never more than for
/// [`MAX_PAIRS`](crate::parts::MAX_PAIRS).
pub(crate) fn word_edits(reference: &Compared<'_>, prediction: &Compared<'_>) -> Distance {
    let words = Interned::of(reference.texts(), prediction.texts());
    let parts = words.parts();
    let distance = |part: &Region| {
        let [reference, prediction] = words.within(part);
        levenshtein::distance(reference.iter().copied(), prediction.iter().copied())
    };
    Distance {
        edits: parts.iter().map(distance).sum(),
        is_exact: parts.len() == 1,
    }
}

/// Words that jiwer's alignment pairs with an equal one, and the numbers of words.
#[derive(Debug)]
pub(crate) struct WordHits {
    pub(crate) hits: usize,
    pub(crate) edits: Distance,
    pub(crate) reference: usize,
    pub(crate) prediction: usize,
}

impl WordHits {
    pub(crate) fn of(reference: &str, prediction: &str) -> Self {
        let words = Interned::of(word_texts(reference), word_texts(prediction));
        let (reference, prediction) = (words.reference.len(), words.prediction.len());
        let parts = words.parts();
        let aligned = parts.iter().map(|part| {
            let [reference, prediction] = words.within(part);
            align(reference, prediction, words.distinct)
        });
        let Pairs { hits, substitutions } = aligned.fold(Pairs::NONE, Pairs::add);
        Self {
            hits,
            edits: Distance {
                // Each word that stands in no pair was dropped or inserted.
                edits: reference + prediction - 2 * hits - substitutions,
                is_exact: parts.len() == 1,
            },
            reference,
            prediction,
        }
    }
}

/// Errors for each unit of the reference; without any unit, the errors.
pub(crate) fn rate(errors: f64, units: f64) -> f64 {
    if units == 0.0 { errors } else { errors / units }
}
