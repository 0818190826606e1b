//! Cases for metrics of formulas: for each formula, another way to write it and a way to damage it. A reliable metric
//! gives the rewritten formula a better value than the damaged one.
//!
//! The rewrites and damages work on separate tokens and know nothing of any metric.

pub(crate) mod damage;
pub(crate) mod formulas;
pub(crate) mod latex;
pub(crate) mod random;
pub(crate) mod rewrite;

use std::collections::HashSet;

use latex::Tokens;
use random::Random;

/// A formula, the same formula written in another way, and a damaged one.
pub(crate) struct Case {
    pub(crate) reference: String,
    pub(crate) rewritten: String,
    pub(crate) damaged: String,
    /// The index in [`rewrite::ALL`].
    pub(crate) rewrite: usize,
    /// The index in [`damage::ALL`].
    pub(crate) damage: usize,
}

/// A change of a formula, at a random place; `None` if it cannot be made.
pub(crate) type Change = fn(&Tokens, &mut Random) -> Option<Tokens>;

/// Returns up to `count` cases from formulas. Every kind of rewrite and of damage occurs as often as the formulas
/// allow: of the possible kinds, the rarest so far is used.
pub(crate) fn cases(formulas: impl Iterator<Item = String>, count: usize, seed: u64) -> Vec<Case> {
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    let (mut rewrites, mut damages) = ([0; rewrite::ALL.len()], [0; damage::ALL.len()]);
    for reference in formulas {
        if cases.len() == count {
            break;
        }
        let tokens = latex::tokens(&reference);
        let rewritten = rarest(&rewrite::ALL, &rewrites, &tokens, &mut random);
        let damaged = rarest(&damage::ALL, &damages, &tokens, &mut random);
        let (Some((rewrite, rewritten)), Some((damage, damaged))) = (rewritten, damaged) else {
            continue;
        };
        if !seen.insert(reference.clone()) {
            continue;
        }
        rewrites[rewrite] += 1;
        damages[damage] += 1;
        cases.push(Case {
            reference,
            rewritten,
            damaged,
            rewrite,
            damage,
        });
    }
    cases
}

fn rarest(
    changes: &[(&str, Change)],
    counts: &[usize],
    tokens: &Tokens,
    random: &mut Random,
) -> Option<(usize, String)> {
    let before = latex::written(tokens);
    let possible = changes.iter().enumerate().filter_map(|(index, (_, change))| {
        let after = latex::written(&change(tokens, random)?);
        (after != before).then_some((index, after))
    });
    possible.min_by_key(|(index, _)| counts[*index])
}
