//! TeXBLEU as its authors' code computes it.
//!
//! # What it measures
//! How similar the tokens of two formulas are on average, when the first is compared with the first, the second with
//! the second, and so on.
//!
//! # Formula
//! A space is put before every backslash that has none. The tokens are GPT-2's, at most the first 512 of each side. The
//! distance of two tokens is half the square of the cosine distance of their vectors in GPT-2's table `wte`. sim_n is 1
//! minus the mean distance over the tokens of all n-grams; the i-th n-gram of one side is compared with the i-th of the
//! other, up to the end of the shorter side. It is 0 if there are none. The value is the geometric mean of sim_1 to
//! sim_N, each at least 1e-10, rounded to 4 decimals; N is a setting.
//!
//! # Example
//! ```text
//! reference: a+b
//! prediction: a-b
//! vectors: + 1 0; - 0 1
//! score: 0.7906 = (5/6 * 3/4) ^ (1/2)
//! ```
//!
//! The two vectors take the place of GPT-2's. They are orthogonal, so the distance of `+` and `-` is 1/2. Over the
//! three tokens, the similarity is 1 - 1/6. Over the four tokens of the two pairs, it is 1 - 1/4.
//!
//! # Range and direction
//! 0 to 1; higher is better. With GPT-2's vectors, unrelated formulas score about 0.65 to 0.8.
//!
//! # Edge cases
//! No token on either side: 1; on one side: 0 (the released code fails on both). Equal tokens: 1. Fewer tokens than N
//! on one side: otherwise nearly 0, as in the released code. Without GPT-2's tables: undefined.
//!
//! # Deviations from the paper
//! The released code differs from the paper, and this metric follows the code. It has GPT-2's tokeniser and vectors
//! instead of the authors', and N = 2 instead of 3. In the paper, half of the distance depends on positions. Since a
//! token is only compared with the one at the same position, that half is always 0, and GPT-2's table of positions is
//! not needed. For equal formulas of fewer tokens than N, the released code gives nearly 0. Here a formula scores 1
//! against itself.
//!
//! # Source
//! TeXBLEU: Automatic Metric for Evaluate LaTeX Format, and `new_metric.py` of its repository.

use texlens_vocabulary::{Kind, Score};

use crate::metric::{Direction, Group, Info, Input, Metric, Need};
use crate::settings::Parameter;
use crate::texbleu::{Vectors, in_place};

/// The metric, as listed in the registry.
pub const METRIC: &dyn Metric = &TexbleuReleased;

/// The length of the longest n-grams.
pub static MAX_N: Parameter<usize> = Parameter {
    name: "texbleu_released.max_n",
    default: 2,
    about: "Longest n-gram that is compared, 1 to 16.",
};

pub(super) static INFO: Info = Info {
    id: "texbleu_released",
    name: "TeXBLEU, released code",
    about: "How similar the tokens of both formulas are, each compared with the one at the same place, by GPT-2's vectors.",
    group: Group::Formula,
    direction: Direction::HigherIsBetter,
    range: 0.0..=1.0,
    kinds: &[Kind::Formula],
    needs: &[Need::Text, Need::Gpt2],
    source: "TeXBLEU, released code",
    limits: "Tokens beyond the end of the other side are not compared: a formula that is cut off, or followed by \
             anything, scores 1. One token more or less shifts all that follows. Unrelated formulas score about 0.7.",
    headline: None,
    parameters: &[&MAX_N],
};

struct TexbleuReleased;

impl Metric for TexbleuReleased {
    fn info(&self) -> &'static Info {
        &INFO
    }

    fn score(&self, input: &Input<'_>) -> Score {
        let Some(gpt2) = &input.evidence.gpt2 else {
            return Score::undefined(
                INFO.id,
                "GPT-2's vocabulary and vectors are not part of texlens; on the command line, --gpt2 names the folder \
                 that holds them",
            );
        };
        let [reference, prediction] = [input.reference, input.prediction]
            .map(|outline| gpt2.vocabulary().tokens(&space_commands(outline.source)));
        let compared = reference.len().min(prediction.len());
        let summary = format!(
            "the first {compared} tokens compared one by one; the reference has {}, the prediction {}",
            reference.len(),
            prediction.len()
        );
        let value = similarity(gpt2.vectors(), &reference, &prediction, input.settings.get(&MAX_N));
        Score::value_of(INFO.id, value, Vec::new()).saying(summary)
    }
}

/// Inserts a space before every backslash that does not follow one.
#[must_use]
pub fn space_commands(latex: &str) -> String {
    let mut spaced = String::with_capacity(latex.len() + latex.len() / 8);
    let mut previous = None;
    for c in latex.chars() {
        if c == '\\' && previous != Some(' ') {
            spaced.push(' ');
        }
        spaced.push(c);
        previous = Some(c);
    }
    spaced
}

/// Returns the value for two lists of tokens and any table of vectors.
#[must_use]
pub fn similarity(vectors: &Vectors, reference: &[u32], prediction: &[u32], max_n: usize) -> f64 {
    match (reference, prediction) {
        ([], []) => 1.0,
        ([], _) | (_, []) => 0.0,
        _ if reference == prediction => 1.0,
        _ => (in_place(&distances(vectors, reference, prediction), max_n).value * 1e4).round() / 1e4,
    }
}

/// Returns the distances of tokens at equal places, up to the end of the shorter side.
#[must_use]
pub fn distances(vectors: &Vectors, reference: &[u32], prediction: &[u32]) -> Vec<f64> {
    let pairs = reference.iter().zip(prediction);
    pairs
        .map(|(a, b)| 0.5 * (1.0 - vectors.cosine(*a, *b)).powi(2))
        .collect()
}
