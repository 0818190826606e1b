//! Formulas that were guessed.

use std::ops::Range;

use texlens_latex::normalise_formula;

use super::suspicion::{Suspicion, SuspicionKind};
use crate::input::Parsed;
use crate::matching::MAX_FORMULAS;

/// How many times as many formulas as the reference a prediction may have, beside [`ALLOWED`] more.
const MOST_TIMES: usize = 3;

/// Formulas that any prediction may have beyond its reference.
const ALLOWED: usize = 30;

/// Formulas before one that are compared with it.
const NEIGHBOURS: usize = 8;

/// Tokens of a formula that are compared.
const MAX_TOKENS: usize = 200;

/// Fewest tokens of a formula that can be a variant: short ones are alike by chance.
const MIN_TOKENS: usize = 4;

/// Fewest variants, and how many times as many as in the reference.
const MIN_VARIANTS: usize = 10;

/// By the number of formulas alone.
pub(super) fn bulk(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Option<Suspicion> {
    let [expected, found] = [reference, prediction].map(|side| &side.outline.formulas);
    let bound = MOST_TIMES * expected.len() + ALLOWED;
    if found.len() <= bound {
        return None;
    }
    let reason = format!(
        "The prediction has {} formulas where the reference has {}.",
        found.len(),
        expected.len()
    );
    let beyond = found.iter().skip(bound).map(|formula| formula.range.clone());
    Some(Suspicion::new(SuspicionKind::FormulasInBulk, reason, beyond.collect()))
}

/// By formulas that share most tokens with one that stands shortly before them.
pub(super) fn variants(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Option<Suspicion> {
    let [expected, found] = [reference, prediction].map(variants_of);
    if found.len() < MIN_VARIANTS + MOST_TIMES * expected.len() {
        return None;
    }
    let reason = format!(
        "{} formulas differ little from a formula shortly before them; in the reference {} do.",
        found.len(),
        expected.len()
    );
    Some(Suspicion::new(SuspicionKind::FormulaVariants, reason, found))
}

/// Linear: each formula is compared with a fixed number of others, and no more than [`MAX_TOKENS`] of its tokens are.
fn variants_of(side: &Parsed<'_>) -> Vec<Range<usize>> {
    let outline = &side.outline;
    let mut before: Vec<Vec<&str>> = Vec::new();
    let mut variants = Vec::new();
    for formula in outline.formulas.iter().take(MAX_FORMULAS) {
        let body = outline.source.get(formula.body.clone()).unwrap_or_default();
        let mut tokens = normalise_formula(body);
        tokens.truncate(MAX_TOKENS);
        tokens.sort_unstable();
        if tokens.len() < MIN_TOKENS {
            continue;
        }
        if before
            .iter()
            .rev()
            .take(NEIGHBOURS)
            .any(|other| is_variant(&tokens, other))
        {
            variants.push(formula.range.clone());
        }
        before.push(tokens);
    }
    variants
}

/// Whether two thirds of the tokens of two formulas, which are in order, are in common; equal ones are repetitions and no variants.
fn is_variant(a: &[&str], b: &[&str]) -> bool {
    let mut common = 0;
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    while let (Some(first), Some(second)) = (left.peek(), right.peek()) {
        match first.cmp(second) {
            std::cmp::Ordering::Less => {
                left.next();
            }
            std::cmp::Ordering::Greater => {
                right.next();
            }
            std::cmp::Ordering::Equal => {
                common += 1;
                left.next();
                right.next();
            }
        }
    }
    3 * 2 * common >= 2 * (a.len() + b.len()) && a != b
}
