//! Checks for guessed formulas.

use std::ops::Range;

use texlens_latex::normalise_formula;

use super::suspicion::{Suspicion, SuspicionKind};
use crate::input::Parsed;
use crate::matching::MAX_FORMULAS;

/// Largest ratio of the prediction's number of formulas to the reference's, with [`ALLOWED`] more formulas.
const MOST_TIMES: usize = 3;

/// Number of formulas that any prediction may have beyond its reference.
const ALLOWED: usize = 30;

/// Number of preceding formulas with which a formula is compared.
const NEIGHBOURS: usize = 8;

/// Largest number of tokens of a formula that are compared.
const MAX_TOKENS: usize = 200;

/// Smallest number of tokens of a variant. Shorter formulas are alike by chance.
const MIN_TOKENS: usize = 4;

/// Smallest number of variants, in addition to [`MOST_TIMES`] those of the reference.
const MIN_VARIANTS: usize = 10;

/// Compares the numbers of formulas alone.
pub(super) fn bulk(reference: &Parsed<'_>, prediction: &Parsed<'_>) -> Option<Suspicion> {
    let [expected, found] = [reference, prediction].map(|side| side.outline.formulas());
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

/// Looks for formulas that share most tokens with a formula shortly before them.
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

/// Finds the variants in linear time: each formula is compared with a fixed number of others, by at most [`MAX_TOKENS`]
/// tokens.
fn variants_of(side: &Parsed<'_>) -> Vec<Range<usize>> {
    let outline = &side.outline;
    let mut before: Vec<Vec<&str>> = Vec::new();
    let mut variants = Vec::new();
    for formula in outline.formulas().iter().take(MAX_FORMULAS) {
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

/// Reports whether two formulas, given as sorted tokens, have two thirds of their tokens in common. Equal formulas are
/// repetitions, not variants.
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
