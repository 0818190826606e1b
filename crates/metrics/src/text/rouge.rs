//! ROUGE: tokens, and precision, recall and F of the common units.

use std::collections::HashSet;

use texlens_vocabulary::Score;

use crate::metric::Input;
use crate::parts::MAX_PAIRS;
use crate::regions::Region;
use crate::text::intern::Interned;
use crate::text::same_text;
use crate::text::subsequence::{self, Marker};

/// The number of common units, and of units on each side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Common {
    pub(crate) common: usize,
    pub(crate) reference: usize,
    pub(crate) prediction: usize,
}

impl Common {
    fn share(self, of: usize) -> f64 {
        if of == 0 { 0.0 } else { self.common as f64 / of as f64 }
    }

    /// Returns the harmonic mean of precision and recall; 0 if both are 0.
    fn f_measure(self) -> f64 {
        let (precision, recall) = (self.share(self.prediction), self.share(self.reference));
        if precision + recall > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        }
    }

    /// Returns the score of a metric that counts `units`. Equal texts without units score 1, where the library gives 0.
    pub(crate) fn score(self, metric: &'static str, input: &Input<'_>, units: &str) -> Score {
        let Self {
            common,
            reference,
            prediction,
        } = self;
        if reference == 0 && same_text(input) {
            return Score::value_of(metric, 1.0, Vec::new()).saying(format!("the texts are equal and have no {units}"));
        }
        let summary = format!(
            "{common} {units} in common; precision {:.3} (of {prediction}), recall {:.3} (of {reference})",
            self.share(prediction),
            self.share(reference),
        );
        Score::value_of(metric, self.f_measure(), Vec::new()).saying(summary)
    }
}

/// Counts common words in any order.
pub(crate) fn words(input: &Input<'_>) -> Common {
    in_any_order(&interned_words(&lowercase(input)))
}

/// Counts common pairs of neighbouring words in any order.
pub(crate) fn pairs_of_words(input: &Input<'_>) -> Common {
    let words = interned_words(&lowercase(input));
    in_any_order(&Interned::of(
        neighbours(&words.reference),
        neighbours(&words.prediction),
    ))
}

fn interned_words([reference, prediction]: &[String; 2]) -> Interned {
    Interned::of(rouge_words(reference), rouge_words(prediction))
}

/// Counts common units. A unit that occurs twice on one side and three times on the other is common twice.
fn in_any_order(units: &Interned) -> Common {
    Common {
        common: units.counts().iter().map(|[a, b]| a.min(b)).sum(),
        reference: units.reference.len(),
        prediction: units.prediction.len(),
    }
}

fn neighbours(words: &[u32]) -> impl Iterator<Item = u64> {
    let pair = |(first, second): (&u32, &u32)| u64::from(*first) << 32 | u64::from(*second);
    words.iter().zip(words.iter().skip(1)).map(pair)
}

/// Counts the words of the longest common subsequence; for very long texts, that of their [parts](crate::parts).
pub(crate) fn subsequence(input: &Input<'_>) -> Common {
    let words = interned_words(&lowercase(input));
    let in_order = |part: Region| {
        let [reference, prediction] = words.within(&part);
        subsequence::length(reference, prediction, words.distinct)
    };
    Common {
        common: words.parts().into_iter().map(in_order).sum(),
        reference: words.reference.len(),
        prediction: words.prediction.len(),
    }
}

/// The largest number of pairs of distinct lines that are compared, which takes some seconds.
const MAX_LINE_PAIRS: usize = 1 << 24;

/// Counts, for each line of the reference, the words that belong to a longest common subsequence with some line of the
/// prediction. A word is not counted more often than it occurs in either text. Returns `None` if there are too many
/// words or lines.
pub(crate) fn union_of_subsequences(input: &Input<'_>) -> Option<Common> {
    let texts = lowercase(input);
    let words = interned_words(&texts);
    let [reference, prediction] = &texts;
    let reference_lines = lines(reference, &words.reference);
    let prediction_lines: HashSet<&[u32]> = lines(prediction, &words.prediction).into_iter().collect();
    if words.pairs() > MAX_PAIRS || reference_lines.len().saturating_mul(prediction_lines.len()) > MAX_LINE_PAIRS {
        return None;
    }
    let mut marker = Marker::new(words.distinct);
    let mut left = Left::of(&words);
    let mut common = 0;
    for line in reference_lines {
        let mut marked = vec![prediction_lines.contains(line); line.len()];
        marker.turn_to(line);
        for other in &prediction_lines {
            if marked.iter().all(|marked| *marked) {
                break;
            }
            marker.mark(other, &mut marked);
        }
        let in_union = line.iter().zip(marked).filter(|(_, marked)| *marked);
        common += in_union.filter(|(word, _)| left.take(**word)).count();
    }
    Some(Common {
        common,
        reference: words.reference.len(),
        prediction: words.prediction.len(),
    })
}

/// Returns the words of each line that has any.
fn lines<'a>(text: &str, mut words: &'a [u32]) -> Vec<&'a [u32]> {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let (of_line, rest) = words.split_at(rouge_words(line).count().min(words.len()));
        words = rest;
        if !of_line.is_empty() {
            lines.push(of_line);
        }
    }
    lines
}

/// How often each word may still be counted, on each side.
struct Left(Vec<[usize; 2]>);

impl Left {
    fn of(words: &Interned) -> Self {
        Self(words.counts())
    }

    /// Counts a word if its limit allows; returns whether it was counted.
    fn take(&mut self, word: u32) -> bool {
        let counts = &mut self.0[word as usize];
        let may = counts.iter().all(|count| *count > 0);
        if may {
            counts.iter_mut().for_each(|count| *count -= 1);
        }
        may
    }
}

fn lowercase(input: &Input<'_>) -> [String; 2] {
    [input.reference.read(), input.prediction.read()].map(|text| {
        // A few letters beyond ASCII become ASCII letters in lower case.
        if text.is_ascii() {
            text.to_ascii_lowercase()
        } else {
            text.to_lowercase()
        }
    })
}

/// Splits a text into runs of ASCII letters and digits.
fn rouge_words(lowercase: &str) -> impl Iterator<Item = &[u8]> {
    let is_word = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let words = lowercase.as_bytes().split(move |byte| !is_word(byte));
    words.filter(|word| !word.is_empty())
}
