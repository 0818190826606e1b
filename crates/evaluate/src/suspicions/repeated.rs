//! Checks for passages that occur many times.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::suspicion::{Suspicion, SuspicionKind, percent};
use crate::input::Parsed;

/// Number of words of a passage.
const PASSAGE: usize = 12;

/// Smallest number of repeated words.
const MIN_WORDS: usize = 60;

/// Smallest share of repeated words, in per cent.
const MIN_SHARE: usize = 25;

/// Looks for repeated passages. A word ends at white space. A passage is repeated if it occurs more often than in the
/// reference, and more than once.
pub(super) fn repeated(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Option<Suspicion> {
    let [expected, text] = [reference, prediction].map(|side| side.outline.uncommented());
    let mut allowed: HashMap<u64, usize> = HashMap::new();
    for passage in passages(&expected, &words(&expected)) {
        *allowed.entry(passage).or_default() += 1;
    }
    let words = words(&text);
    let mut seen: HashMap<u64, usize> = HashMap::new();
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut count = 0;
    let mut counted_to = 0;
    for (index, passage) in passages(&text, &words).into_iter().enumerate() {
        let times = seen.entry(passage).or_default();
        *times += 1;
        if *times <= allowed.get(&passage).copied().unwrap_or_default().max(1) {
            continue;
        }
        let end = index + PASSAGE;
        count += end - counted_to.max(index);
        counted_to = end;
        let (Some(first), Some(last)) = (words.get(index), words.get(end - 1)) else {
            continue;
        };
        match spans.last_mut().filter(|span| span.end >= first.start) {
            Some(span) => span.end = last.end,
            None => spans.push(first.start..last.end),
        }
    }
    let share = percent(count, words.len());
    if count < MIN_WORDS || share < MIN_SHARE {
        return None;
    }
    let reason = format!(
        "{share} % of the words are in passages that occur more often in the prediction than in the reference."
    );
    Some(Suspicion::new(SuspicionKind::RepeatedText, reason, spans))
}

fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| !c.is_whitespace()) {
        match words.last_mut().filter(|word| word.end == at) {
            Some(word) => word.end += c.len_utf8(),
            None => words.push(at..at + c.len_utf8()),
        }
    }
    words
}

/// Returns the passage that begins at each word, as a hash.
fn passages(text: &str, words: &[Range<usize>]) -> Vec<u64> {
    let passage = |words: &[Range<usize>]| {
        let mut hasher = DefaultHasher::new();
        for word in words {
            text.get(word.clone()).hash(&mut hasher);
        }
        hasher.finish()
    };
    words.windows(PASSAGE).map(passage).collect()
}
