//! Pairs of pairs: for the same formula, another way to write it and a way to damage it. A metric that is to be trusted
//! gives the first a better value than the second.
//!
//! The rewrites and damages work on tokens of their own and know nothing of any metric.

pub(crate) mod damage;
pub(crate) mod formulas;
pub(crate) mod latex;
pub(crate) mod random;
pub(crate) mod rewrite;

use std::collections::HashSet;

use latex::Tokens;
use random::Random;

/// One formula, written in another way and damaged.
pub(crate) struct Case {
    pub(crate) reference: String,
    pub(crate) rewritten: String,
    pub(crate) damaged: String,
    /// Index in [`rewrite::ALL`].
    pub(crate) rewrite: usize,
    /// Index in [`damage::ALL`].
    pub(crate) damage: usize,
}

/// A change of a formula, if it can be made; random where there are several places for it.
pub(crate) type Change = fn(&Tokens, &mut Random) -> Option<Tokens>;

/// Up to `count` cases from formulas, in which every kind of rewrite and of damage comes as often as the formulas
/// allow: of the kinds that can be made the rarest so far is taken.
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
