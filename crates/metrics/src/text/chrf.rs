//! chrF: its counts and its arithmetic.

use texlens_vocabulary::Score;

use crate::metric::Input;
use crate::python::{is_space, words};
use crate::text::intern::Interned;
use crate::text::ngrams::{Overlap, overlaps};
use crate::text::same_text;

/// The length of the longest n-grams of characters.
const CHARACTER_ORDER: usize = 6;

/// The length of the longest n-grams of words, in chrF++.
const WORD_ORDER: usize = 2;

/// The square of β, the weight of recall relative to precision.
const BETA_SQUARED: f64 = 4.0;

/// Counts n-grams of the characters that are not white space.
pub(crate) fn characters(reference: &str, prediction: &str) -> Vec<Overlap> {
    let [reference, prediction] = [reference, prediction].map(|text| {
        let characters = text.chars().filter(|c| !is_space(*c));
        characters.map(u32::from).collect::<Vec<_>>()
    });
    overlaps::<CHARACTER_ORDER>(&reference, &prediction).to_vec()
}

/// Counts n-grams of characters, then of words.
pub(crate) fn characters_and_words(reference: &str, prediction: &str) -> Vec<Overlap> {
    let mut all = characters(reference, prediction);
    let of_words = Interned::of(chrf_words(reference), chrf_words(prediction));
    all.extend(overlaps::<WORD_ORDER>(&of_words.reference, &of_words.prediction));
    all
}

/// Splits a text into words. One ASCII punctuation mark is split off at the end of a word, or else at its beginning.
fn chrf_words(text: &str) -> impl Iterator<Item = &str> {
    words(text).flat_map(|word| {
        let last = word.char_indices().next_back().map_or(0, |(at, _)| at);
        let (before, end) = word.split_at(last);
        let is_mark = |text: &str| text.starts_with(|c: char| c.is_ascii_punctuation());
        let (first, second) = if before.is_empty() {
            (word, "")
        } else if is_mark(end) {
            (before, end)
        } else if is_mark(word) {
            word.split_at(1)
        } else {
            (word, "")
        };
        [first, second].into_iter().filter(|part| !part.is_empty())
    })
}

/// Returns the numbers of n-grams of each length: in the prediction, in the reference, shared. Like the library, it
/// counts none in the prediction if the reference has none. The last number is 1 if the texts differ, else 0.
pub(crate) fn counts(input: &Input<'_>, overlaps: &[Overlap]) -> Vec<f64> {
    let count = |overlap: &Overlap| {
        let prediction = if overlap.reference == 0 { 0 } else { overlap.prediction };
        [prediction as f64, overlap.reference as f64, overlap.shared as f64]
    };
    let differ = f64::from(u8::from(!same_text(input)));
    overlaps.iter().flat_map(count).chain([differ]).collect()
}

/// Returns mean precision and mean recall over the lengths for which both sides have n-grams.
fn precision_and_recall(counts: &[f64]) -> (f64, f64) {
    let (mut precision, mut recall, mut lengths) = (0.0, 0.0, 0.0);
    for count in counts.chunks_exact(3) {
        if let &[prediction, reference, shared] = count
            && prediction > 0.0
            && reference > 0.0
        {
            precision += shared / prediction;
            recall += shared / reference;
            lengths += 1.0;
        }
    }
    if lengths == 0.0 {
        (0.0, 0.0)
    } else {
        (precision / lengths, recall / lengths)
    }
}

/// Returns the F score of mean precision and mean recall, with β = 2 for recall. It is 0 if both means are 0, and 1 if
/// no texts differ.
pub(crate) fn f_score(counts: &[f64]) -> f64 {
    if counts.last() == Some(&0.0) {
        return 1.0;
    }
    let (precision, recall) = precision_and_recall(counts);
    if precision + recall == 0.0 {
        0.0
    } else {
        (1.0 + BETA_SQUARED) * precision * recall / (BETA_SQUARED * precision + recall)
    }
}

/// Returns the score of a metric from the overlaps of its n-grams.
pub(crate) fn score(metric: &'static str, input: &Input<'_>, overlaps: &[Overlap], what: &str) -> Score {
    let counts = counts(input, overlaps);
    let (precision, recall) = precision_and_recall(&counts);
    let summary = format!(
        "of the runs of {what}, {:.0} % of the prediction's are in the reference and {:.0} % of the reference's in the prediction",
        100.0 * precision,
        100.0 * recall,
    );
    Score::value_of(metric, f_score(&counts), Vec::new()).saying(summary)
}
