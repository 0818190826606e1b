//! Error rates: units as in jiwer, and their edits.

use std::ops::{Add, Range};

use rapidfuzz::distance::levenshtein;
use texlens_latex::{Token, TokenKind};

use crate::compare::{Compared, Distance};
use crate::python::{is_space, strip};
use crate::regions::Region;
use crate::text::alignment::{Pairs, align};
use crate::text::intern::Interned;

/// Returns the byte ranges of jiwer's words. A space, or a run of at least two white space characters, separates words.
/// A single line break or tab does not: jiwer splits at spaces only, after it has replaced every longer run of white
/// space by one space.
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

/// Returns the byte range of a text without the white space at its ends.
pub(crate) fn stripped_range(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start_matches(is_space).len();
    start..start + strip(text).len()
}

/// Compares a text by words.
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

/// Returns the number of edits, in words, that turn one text into the other. Time: O(n·d/64) for n words and d edits,
/// limited to that of [`MAX_PAIRS`](crate::parts::MAX_PAIRS) pairs.
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

/// The words that jiwer's alignment pairs with an equal word, and the numbers of words.
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
                // Each unpaired word was deleted or inserted.
                edits: reference + prediction - 2 * hits - substitutions,
                is_exact: parts.len() == 1,
            },
            reference,
            prediction,
        }
    }
}

/// Returns the errors per unit of the reference; if there is no unit, the number of errors.
pub(crate) fn rate(errors: f64, units: f64) -> f64 {
    if units == 0.0 { errors } else { errors / units }
}
