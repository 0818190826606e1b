//! Matches the formulas of a prediction with those of the reference.

use std::collections::HashMap;
use std::ops::Range;

use imara_diff::{Algorithm, Diff, InternedInput};
use rapidfuzz::distance::levenshtein;
use texlens_latex::{Outline, normalise_formula};
use texlens_metrics::Side;

use crate::model::{Formula, FormulaPair};
use crate::scores::{InputError, check_length};

/// Least similarity of two formulas that are matched although they differ.
pub(crate) const MIN_SIMILARITY: f64 = 0.3;

/// Most pairs of formulas that are compared at once.
const MAX_COMPARED: usize = 10_000;

/// Tokens by which a formula is compared; the rest of a longer one does not count for the matching.
const MAX_TOKENS: usize = 256;

/// Inline and displayed formulas of both sides, matched one to one in reading order.
///
/// 1. Formulas with the same tokens after normalisation that stand in the same order on both sides are matched.
/// 2. In each stretch between them, the matching in order with the largest sum of similarities is taken, where
///    similarity is 1 - Levenshtein / length in tokens and must be at least 0.3. Where a stretch has as many formulas
///    on one side as on the other, their places speak for them, and any similarity will do.
/// 3. What is left stands alone in its pair.
///
/// Formulas that changed their order are matched only as far as order allows. A stretch with more than 10,000 pairs
/// is cut into pieces of equal share of both sides, so the time is nearly linear in the number of formulas.
///
/// # Errors
///
/// If either text is longer than [`MAX_BYTES`](crate::MAX_BYTES).
pub fn formula_pairs(reference: &str, prediction: &str) -> Result<Vec<FormulaPair>, InputError> {
    check_length(Side::Reference, reference)?;
    check_length(Side::Prediction, prediction)?;
    let [reference, prediction] = [reference, prediction].map(candidates);
    let mut matcher = Matcher {
        reference: &reference,
        prediction: &prediction,
        pairs: Vec::new(),
    };
    matcher.run();
    Ok(matcher.pairs)
}

/// A formula with its normalised tokens.
struct Candidate<'a> {
    formula: Formula,
    tokens: Vec<&'a str>,
}

fn candidates(latex: &str) -> Vec<Candidate<'_>> {
    let candidate = |formula: texlens_latex::Formula| {
        let body = latex.get(formula.body).unwrap_or_default();
        let found = Formula {
            latex: body.trim().to_owned(),
            display: formula.display,
            range: formula.range,
        };
        Candidate {
            formula: found,
            tokens: normalise_formula(body),
        }
    };
    Outline::of(latex).formulas.into_iter().map(candidate).collect()
}

struct Matcher<'a> {
    reference: &'a [Candidate<'a>],
    prediction: &'a [Candidate<'a>],
    pairs: Vec<FormulaPair>,
}

impl Matcher<'_> {
    fn run(&mut self) {
        let mut input = InternedInput::default();
        input.update_before(self.reference.iter().map(|candidate| candidate.tokens.as_slice()));
        input.update_after(self.prediction.iter().map(|candidate| candidate.tokens.as_slice()));
        let (mut done_reference, mut done_prediction) = (0, 0);
        for hunk in Diff::compute(Algorithm::Myers, &input).hunks() {
            let reference = hunk.before.start as usize..hunk.before.end as usize;
            let prediction = hunk.after.start as usize..hunk.after.end as usize;
            self.match_equal(done_reference..reference.start, done_prediction..prediction.start);
            (done_reference, done_prediction) = (reference.end, prediction.end);
            self.match_stretch(reference, prediction);
        }
        self.match_equal(
            done_reference..self.reference.len(),
            done_prediction..self.prediction.len(),
        );
    }

    fn match_equal(&mut self, reference: Range<usize>, prediction: Range<usize>) {
        for (reference, prediction) in reference.zip(prediction) {
            self.push(Some(reference), Some(prediction));
        }
    }

    /// Matches a stretch without equal formulas in order, in pieces if it is long.
    fn match_stretch(&mut self, reference: Range<usize>, prediction: Range<usize>) {
        let (n, m) = (reference.len(), prediction.len());
        let least = if n == m { 0.0 } else { MIN_SIMILARITY };
        // A piece has n/c and m/c formulas, and so n·m/c² pairs.
        let pieces = ((n * m) as f64 / MAX_COMPARED as f64).sqrt().ceil().max(1.0) as usize;
        let part = |range: &Range<usize>, piece: usize| range.start + range.len() * piece / pieces;
        for piece in 0..pieces {
            self.match_piece(
                part(&reference, piece)..part(&reference, piece + 1),
                part(&prediction, piece)..part(&prediction, piece + 1),
                least,
            );
        }
    }

    fn match_piece(&mut self, reference: Range<usize>, prediction: Range<usize>, least: f64) {
        let gains = self.gains(reference.clone(), prediction.clone(), least);
        let (rows, columns) = (reference.len(), prediction.len());
        let best = best_sums(&gains, rows, columns);
        let at = |i: usize, j: usize| best[i * (columns + 1) + j];
        let (mut i, mut j) = (0, 0);
        while i < rows || j < columns {
            let pair = (i < rows && j < columns).then(|| gains[i * columns + j]).flatten();
            if pair.is_some_and(|gain| gain + at(i + 1, j + 1) >= at(i, j)) {
                self.push(Some(reference.start + i), Some(prediction.start + j));
                (i, j) = (i + 1, j + 1);
            } else if i < rows && at(i + 1, j) >= at(i, j) {
                self.push(Some(reference.start + i), None);
                i += 1;
            } else {
                self.push(None, Some(prediction.start + j));
                j += 1;
            }
        }
    }

    /// What matching each reference formula with each predicted one is worth, row by row; none if they may not be.
    fn gains(&self, reference: Range<usize>, prediction: Range<usize>, least: f64) -> Vec<Option<f64>> {
        /// Makes a match of formulas that have nothing in common better than no match, where it is allowed.
        const BEYOND_NOTHING: f64 = 0.001;
        let mut numbers = HashMap::new();
        let rows: Vec<_> = self.reference[reference]
            .iter()
            .map(|c| numbered(c, &mut numbers))
            .collect();
        let columns: Vec<_> = self.prediction[prediction]
            .iter()
            .map(|c| numbered(c, &mut numbers))
            .collect();
        let gain = |a: &[u32], b: &[u32]| {
            let similarity = similarity(a, b);
            (similarity >= least).then_some(similarity + BEYOND_NOTHING)
        };
        rows.iter()
            .flat_map(|a| columns.iter().map(move |b| gain(a, b)))
            .collect()
    }

    fn push(&mut self, reference: Option<usize>, prediction: Option<usize>) {
        let reference = reference.and_then(|index| self.reference.get(index));
        let prediction = prediction.and_then(|index| self.prediction.get(index));
        let exact = matches!((reference, prediction), (Some(a), Some(b)) if a.tokens == b.tokens);
        let formula = |candidate: &Candidate<'_>| candidate.formula.clone();
        self.pairs.push(FormulaPair {
            reference: reference.map(formula),
            prediction: prediction.map(formula),
            exact,
        });
    }
}

/// The first tokens of a formula as numbers, the same for the same token.
fn numbered<'t>(candidate: &Candidate<'t>, numbers: &mut HashMap<&'t str, u32>) -> Vec<u32> {
    let mut number = |token: &&'t str| {
        let next = numbers.len() as u32;
        *numbers.entry(token).or_insert(next)
    };
    candidate.tokens.iter().take(MAX_TOKENS).map(&mut number).collect()
}

/// 1 - Levenshtein / length of the longer; 1 for two empty sequences.
fn similarity(a: &[u32], b: &[u32]) -> f64 {
    levenshtein::normalized_similarity(a.iter().copied(), b.iter().copied())
}

/// For each pair of suffixes the largest sum of gains of a matching in order: `best[i * (columns + 1) + j]`.
fn best_sums(gains: &[Option<f64>], rows: usize, columns: usize) -> Vec<f64> {
    let width = columns + 1;
    let mut best = vec![0.0_f64; (rows + 1) * width];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let skip = best[(i + 1) * width + j].max(best[i * width + j + 1]);
            let pair = gains[i * columns + j].map_or(0.0, |gain| gain + best[(i + 1) * width + j + 1]);
            best[i * width + j] = skip.max(pair);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Pairs as `reference|prediction`, with `=` for exact ones.
    fn pairs(reference: &str, prediction: &str) -> Vec<String> {
        let side = |formula: &Option<Formula>| formula.as_ref().map_or(String::new(), |f| f.latex.clone());
        let shown = |pair: FormulaPair| {
            let sign = if pair.exact { "=" } else { "|" };
            format!("{}{sign}{}", side(&pair.reference), side(&pair.prediction))
        };
        formula_pairs(reference, prediction)
            .unwrap()
            .into_iter()
            .map(shown)
            .collect()
    }

    #[test]
    fn equal_formulas_are_exact_whatever_their_delimiters() {
        assert_eq!(
            pairs("$x^2$ and \\[y\\]", "\\(x^{2}\\) and $$y$$"),
            ["x^2=x^{2}", "y=y"]
        );
    }

    #[test]
    fn a_missing_and_an_extra_formula_stand_alone() {
        assert_eq!(pairs("$a$ $b+c$ $d$", "$a$ $d$"), ["a=a", "b+c|", "d=d"]);
        assert_eq!(pairs("$a$ $d$", "$a$ $b+c$ $d$"), ["a=a", "|b+c", "d=d"]);
    }

    #[test]
    fn changed_formulas_find_their_partners_among_unequal_numbers() {
        assert_eq!(
            pairs("$a_1+b_1=c$ $\\alpha$ $x_2-y_2=z$", "$a_1+b_1=e$ $x_2-y_2=w$"),
            ["a_1+b_1=c|a_1+b_1=e", "\\alpha|", "x_2-y_2=z|x_2-y_2=w"]
        );
    }

    #[test]
    fn equal_numbers_between_equal_neighbours_are_matched_by_place() {
        assert_eq!(pairs("$a$ $\\nu$ $b$", "$a$ $v$ $b$"), ["a=a", "\\nu|v", "b=b"]);
    }

    #[test]
    fn no_formulas_no_pairs() {
        assert!(pairs("text", "").is_empty());
        assert_eq!(pairs("$a$", "text"), ["a|"]);
    }

    #[test]
    fn long_stretches_are_matched_in_pieces() {
        let text = |letter: char| (0..3000).map(|i| format!("${letter}_{{{i}}}$ ")).collect::<String>();
        let found = formula_pairs(&text('a'), &text('b')).unwrap();
        assert_eq!(found.len(), 3000);
        assert!(
            found
                .iter()
                .all(|pair| pair.reference.is_some() && pair.prediction.is_some())
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_formula_is_in_one_pair_and_in_order(
            reference in "(\\$[ab]{1,3}\\$ ){0,12}",
            prediction in "(\\$[ab]{1,3}\\$ ){0,12}",
        ) {
            let pairs = formula_pairs(&reference, &prediction).unwrap();
            let starts = |side: fn(&FormulaPair) -> &Option<Formula>| {
                pairs.iter().filter_map(|pair| side(pair).as_ref()).map(|f| f.range.start).collect::<Vec<_>>()
            };
            let expected = |text: &str| Outline::of(text).formulas.iter().map(|f| f.range.start).collect::<Vec<_>>();
            prop_assert_eq!(starts(|pair| &pair.reference), expected(&reference));
            prop_assert_eq!(starts(|pair| &pair.prediction), expected(&prediction));
            prop_assert!(pairs.iter().all(|pair| pair.reference.is_some() || pair.prediction.is_some()));
        }
    }
}
