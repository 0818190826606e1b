//! Displayed formulas of two texts, aligned one to one.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use rapidfuzz::distance::lcs_seq;
use texlens_latex::{Outline, Step, normalise_formula_with};

use crate::metric::Input;

/// The largest number of pairs of formulas whose similarity is calculated. Beyond it, each formula is compared with
/// those at about the same relative place in the other text.
const MAX_PAIRS: usize = 40_000;

/// The number of tokens by which two formulas are compared for the alignment; further tokens are ignored there.
const MAX_TOKENS: usize = 512;

/// The steps that TexOCR-Bench requires to the letter, besides removing comments and white space. They remove layout
/// commands, and the labels, numbers and explicit spaces that place and name a formula.
pub(crate) const LETTER: &[Step] = &[Step::Labels, Step::Layout];

/// A displayed formula.
pub(crate) struct Display {
    /// The byte range with delimiters or environment.
    pub(crate) range: Range<usize>,
    /// The byte range between the delimiters.
    pub(crate) body: Range<usize>,
    /// The normalised tokens as numbers; equal tokens have equal numbers on both sides.
    tokens: Vec<u32>,
}

/// How the tokens of two formulas agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    /// The tokens of both sides are equal.
    Equal,
    /// The tokens of one side are a subsequence of those of the other side.
    Part,
    /// Neither of these.
    Different,
}

/// The displayed formulas of two texts, aligned.
pub(crate) struct Displays {
    pub(crate) reference: Vec<Display>,
    pub(crate) prediction: Vec<Display>,
    /// For each formula of the reference, the index of its partner in the prediction, and their agreement.
    pub(crate) partners: Vec<Option<(usize, Agreement)>>,
}

impl Displays {
    /// Aligns formulas with equal tokens first, in order, then the most similar pairs whose similarity is above
    /// `min_similarity`. Tokens are compared after the normalisation `steps`. Formulas without tokens are omitted. Time
    /// is nearly linear.
    pub(crate) fn align(input: &Input<'_>, steps: &[Step], min_similarity: f64) -> Self {
        let mut vocabulary = HashMap::new();
        let reference = displays(input.reference, steps, &mut vocabulary);
        let prediction = displays(input.prediction, steps, &mut vocabulary);
        let mut partners = equal_partners(&reference, &prediction);
        align_similar(&reference, &prediction, min_similarity, &mut partners);
        let agreement = |(index, partner): (usize, Option<usize>)| {
            let partner = partner?;
            Some((
                partner,
                agreement(&reference[index].tokens, &prediction[partner].tokens),
            ))
        };
        let partners = partners.into_iter().enumerate().map(agreement).collect();
        Self {
            reference,
            prediction,
            partners,
        }
    }
}

fn displays<'a>(outline: &Outline<'a>, steps: &[Step], vocabulary: &mut HashMap<Cow<'a, str>, u32>) -> Vec<Display> {
    let display = |formula: &texlens_latex::Formula| {
        let body = outline.source.get(formula.body.clone())?;
        let tokens = number(tokens(body, steps), vocabulary);
        (!tokens.is_empty()).then(|| Display {
            range: formula.range.clone(),
            body: formula.body.clone(),
            tokens,
        })
    };
    let displayed = outline.formulas().iter().filter(|formula| formula.display);
    displayed.filter_map(display).collect()
}

/// Splits a formula into commands, letters, operators and numbers. These are the items after the normalisation `steps`,
/// with the digits and the decimal point of a number joined.
fn tokens<'a>(latex: &'a str, steps: &[Step]) -> Vec<Cow<'a, str>> {
    let mut out: Vec<Cow<'_, str>> = Vec::new();
    let characters = normalise_formula_with(latex, steps);
    let is_digit = |index: usize| characters.get(index).is_some_and(|token| is_digit(token));
    let mut in_number = false;
    for (index, token) in characters.iter().enumerate() {
        let continues = in_number && (is_digit(index) || (*token == "." && is_digit(index + 1)));
        match out.last_mut().filter(|_| continues) {
            Some(number) => number.to_mut().push_str(token),
            None => out.push(Cow::Borrowed(token)),
        }
        in_number = continues || is_digit(index);
    }
    out
}

fn is_digit(token: &str) -> bool {
    token.len() == 1 && token.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a number for each token; equal tokens have equal numbers.
fn number<'a>(tokens: Vec<Cow<'a, str>>, vocabulary: &mut HashMap<Cow<'a, str>, u32>) -> Vec<u32> {
    let mut number = |token| {
        let next = vocabulary.len() as u32;
        *vocabulary.entry(token).or_insert(next)
    };
    tokens.into_iter().map(&mut number).collect()
}

fn equal_partners(reference: &[Display], prediction: &[Display]) -> Vec<Option<usize>> {
    let mut free: HashMap<&[u32], VecDeque<usize>> = HashMap::new();
    for (index, display) in prediction.iter().enumerate() {
        free.entry(&display.tokens).or_default().push_back(index);
    }
    let partner = |display: &Display| free.get_mut(display.tokens.as_slice())?.pop_front();
    reference.iter().map(partner).collect()
}

/// Finds partners for the formulas that have none yet.
fn align_similar(reference: &[Display], prediction: &[Display], min_similarity: f64, partners: &mut [Option<usize>]) {
    let mut is_taken = vec![false; prediction.len()];
    for partner in partners.iter().flatten() {
        is_taken[*partner] = true;
    }
    let left: Vec<usize> = (0..reference.len())
        .filter(|index| partners[*index].is_none())
        .collect();
    let right: Vec<usize> = (0..prediction.len()).filter(|index| !is_taken[*index]).collect();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (place, index) in left.iter().enumerate() {
        let tokens = compared(&reference[*index].tokens);
        let comparator = lcs_seq::BatchComparator::new(tokens.iter().copied());
        for other in &right[window(place, left.len(), right.len())] {
            let similarity = similarity(
                &comparator,
                tokens.len(),
                compared(&prediction[*other].tokens),
                min_similarity,
            );
            pairs.extend(similarity.map(|similarity| (similarity, *index, *other)));
        }
    }
    // The most similar pairs first; then those nearest in order.
    pairs.sort_by(|a, b| {
        b.0.total_cmp(&a.0)
            .then_with(|| a.1.abs_diff(a.2).cmp(&b.1.abs_diff(b.2)))
    });
    for (_, index, other) in pairs {
        if partners[index].is_none() && !is_taken[other] {
            partners[index] = Some(other);
            is_taken[other] = true;
        }
    }
}

fn compared(tokens: &[u32]) -> &[u32] {
    &tokens[..tokens.len().min(MAX_TOKENS)]
}

/// Returns the range of `m` items that item `place` of `n` is compared with: all, or as many as [`MAX_PAIRS`] allows
/// around the same relative place.
fn window(place: usize, n: usize, m: usize) -> Range<usize> {
    if n.saturating_mul(m) <= MAX_PAIRS {
        return 0..m;
    }
    let width = (MAX_PAIRS / n).clamp(1, m);
    let start = (place * m / n).saturating_sub(width / 2).min(m - width);
    start..start + width
}

/// Returns `2 · LCS / (number of tokens of both)` if it is above `min`.
fn similarity(reference: &lcs_seq::BatchComparator<u32>, length: usize, other: &[u32], min: f64) -> Option<f64> {
    let ratio = |common: usize| 2.0 * common as f64 / (length + other.len()) as f64;
    // No common subsequence is longer than the shorter side.
    if ratio(length.min(other.len())) <= min {
        return None;
    }
    let cutoff = (min * (length + other.len()) as f64 / 2.0).floor() as usize;
    let args = lcs_seq::Args::default().score_cutoff(cutoff);
    let common = reference.similarity_with_args(other.iter().copied(), &args)?;
    Some(ratio(common)).filter(|similarity| *similarity > min)
}

fn agreement(a: &[u32], b: &[u32]) -> Agreement {
    if a == b {
        Agreement::Equal
    } else if is_subsequence(a, b) || is_subsequence(b, a) {
        Agreement::Part
    } else {
        Agreement::Different
    }
}

fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|token| rest.any(|other| other == token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_one_number() {
        let of = |latex| {
            tokens(latex, LETTER)
                .into_iter()
                .map(Cow::into_owned)
                .collect::<Vec<_>>()
        };
        assert_eq!(of("12.5x+3."), ["12.5", "x", "+", "3", "."]);
        assert_eq!(of("1..2"), ["1", ".", ".", "2"]);
    }

    #[test]
    fn similarity_is_that_of_the_longest_common_subsequence() {
        let of =
            |a: &[u32], b: &[u32], min| similarity(&lcs_seq::BatchComparator::new(a.iter().copied()), a.len(), b, min);
        assert_eq!(of(&[1, 2, 3, 4], &[1, 3, 4, 5], 0.6), Some(0.75));
        // 2 · 3 / 10 is not above 0.6.
        assert_eq!(of(&[1, 2, 3, 4, 5], &[1, 2, 3, 6, 7], 0.6), None);
        assert_eq!(of(&[1, 2, 3, 4, 5], &[1, 2, 3, 6, 7], 0.5), Some(0.6));
        assert_eq!(of(&[1], &[1, 2, 3, 4], 0.6), None);
    }

    #[test]
    fn windows_stay_inside_and_move_with_the_place() {
        assert_eq!(window(3, 10, 7), 0..7);
        let (n, m) = (1000, 500);
        assert_eq!(window(0, n, m), 0..40);
        assert_eq!(window(n - 1, n, m), 460..500);
        assert!(window(n / 2, n, m).contains(&(m / 2)));
        assert_eq!(window(99_999, 100_000, 3), 2..3);
    }

    #[test]
    fn a_part_keeps_its_order() {
        assert_eq!(agreement(&[1, 2], &[1, 2]), Agreement::Equal);
        assert_eq!(agreement(&[1, 3], &[1, 2, 3]), Agreement::Part);
        assert_eq!(agreement(&[1, 2, 3], &[3]), Agreement::Part);
        assert_eq!(agreement(&[3, 1], &[1, 2, 3]), Agreement::Different);
    }
}
