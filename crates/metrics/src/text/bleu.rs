//! BLEU: its counts, and the arithmetic of the two libraries.

use crate::metric::Input;
use crate::text::ngrams::overlaps;
use crate::text::same_text;

/// The length of the longest n-grams.
pub(crate) const ORDER: usize = 4;

/// The counts of BLEU, which add up over a corpus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counts {
    /// The n-grams of the prediction that are also in the reference, for n = 1 to 4.
    pub(crate) matches: [f64; ORDER],
    /// The n-grams of the prediction, for n = 1 to 4.
    pub(crate) totals: [f64; ORDER],
    /// The tokens of the prediction.
    pub(crate) prediction: f64,
    /// The tokens of the reference.
    pub(crate) reference: f64,
    /// The samples whose texts differ.
    pub(crate) different: f64,
}

impl Counts {
    /// Counts the tokens of a sample.
    pub(crate) fn of(input: &Input<'_>, reference: &[u32], prediction: &[u32]) -> Self {
        let overlaps = overlaps::<ORDER>(reference, prediction);
        Self {
            matches: overlaps.map(|overlap| overlap.shared as f64),
            totals: overlaps.map(|overlap| overlap.prediction as f64),
            prediction: prediction.len() as f64,
            reference: reference.len() as f64,
            different: f64::from(u8::from(!same_text(input))),
        }
    }

    pub(crate) fn to_vec(self) -> Vec<f64> {
        [
            &self.matches[..],
            &self.totals,
            &[self.prediction, self.reference, self.different],
        ]
        .concat()
    }

    /// Reverses [`to_vec`](Self::to_vec); returns `None` if the number of sums is wrong.
    pub(crate) fn from_sums(sums: &[f64]) -> Option<Self> {
        let (matches, rest) = sums.split_first_chunk()?;
        let (totals, rest) = rest.split_first_chunk()?;
        let &[prediction, reference, different] = rest else {
            return None;
        };
        Some(Self {
            matches: *matches,
            totals: *totals,
            prediction,
            reference,
            different,
        })
    }

    /// Returns 1 for a prediction at least as long as the reference, `exp(1 - r/c)` for a shorter one, and 0 for an
    /// empty one.
    fn brevity_penalty(&self) -> f64 {
        if self.prediction == 0.0 {
            0.0
        } else {
            libm::exp((1.0 - self.reference / self.prediction).min(0.0))
        }
    }

    /// Returns a summary, for example "7 of 8 tokens, 5 of 7 pairs, 3 of 6 triples and 2 of 5 runs of four are in the
    /// reference; brevity penalty 0.92".
    pub(crate) fn summary(&self) -> String {
        self.summary_saying("in the reference")
    }

    /// Returns the same with other words for where an n-gram must be to match.
    pub(crate) fn summary_saying(&self, place: &str) -> String {
        if self.different == 0.0 {
            return format!("the texts are equal; they have {} tokens", self.reference);
        }
        let [a, b, c, d] = self.matches;
        let [of_a, of_b, of_c, of_d] = self.totals;
        let counts = format!(
            "{a} of {of_a} tokens, {b} of {of_b} pairs, {c} of {of_c} triples and {d} of {of_d} runs of four are {place}"
        );
        if self.prediction < self.reference {
            format!("{counts}; brevity penalty {:.2}", self.brevity_penalty())
        } else {
            counts
        }
    }
}

/// NLTK's treatment of an n-gram length without a match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NltkSmoothing {
    /// The value is 0.
    None,
    /// A tenth of an n-gram counts as matched.
    Method1,
}

/// Returns NLTK's BLEU from counts whose totals are at least 1 per sentence (see [`nltk_counts`]). Equal texts score 1;
/// NLTK gives less to texts of fewer than four tokens.
pub(crate) fn nltk(counts: &Counts, smoothing: NltkSmoothing) -> f64 {
    const EPSILON: f64 = 0.1;
    if counts.different == 0.0 {
        return 1.0;
    }
    if counts.matches[0] == 0.0 || (smoothing == NltkSmoothing::None && counts.matches.contains(&0.0)) {
        return 0.0;
    }
    let precision = |(&matches, total): (&f64, &f64)| {
        if matches == 0.0 {
            EPSILON / total
        } else {
            matches / total
        }
    };
    let logs = counts.matches.iter().zip(&counts.totals).map(precision).map(libm::log);
    counts.brevity_penalty() * libm::exp(logs.sum::<f64>() / ORDER as f64)
}

/// Counts a sample like NLTK, which counts one n-gram of each length even if the prediction is too short to have one.
pub(crate) fn nltk_counts(input: &Input<'_>, reference: &[u32], prediction: &[u32]) -> Counts {
    let counts = Counts::of(input, reference, prediction);
    Counts {
        totals: counts.totals.map(|total| total.max(1.0)),
        ..counts
    }
}

/// Returns sacreBLEU's BLEU with exponential smoothing, from 0 to 1. The k-th length without a match has the precision
/// `1 / (2^k * total)`. With `effective_order`, lengths for which the prediction has no n-grams are omitted; otherwise
/// they make the value 0. Equal texts score 1.
pub(crate) fn sacrebleu(counts: &Counts, effective_order: bool) -> f64 {
    if counts.different == 0.0 {
        return 1.0;
    }
    if counts.matches == [0.0; ORDER] {
        return 0.0;
    }
    let (mut logs, mut order, mut smoothing) = (0.0, 0, 1.0);
    for (matches, total) in counts.matches.iter().zip(counts.totals) {
        if total == 0.0 {
            break;
        }
        let precision = if *matches == 0.0 {
            smoothing *= 2.0;
            1.0 / (smoothing * total)
        } else {
            matches / total
        };
        logs += libm::log(precision);
        order += 1;
    }
    if order == ORDER || effective_order {
        counts.brevity_penalty() * libm::exp(logs / f64::from(order as u32))
    } else {
        0.0
    }
}
