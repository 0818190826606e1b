//! Who rates which pair.

use texlens_stats::Choices;

use crate::error::DesignError;
use crate::limits::{MAX_ANSWERS, MAX_PAIRS, MAX_RATERS};

/// Assigns pairs to raters: each pair to `each` different raters, and to each rater the same number of pairs, or one
/// more or less. Returns the indices of the pairs of each rater in a random order. 250 pairs, 30 raters and 3 ratings
/// of each pair give 25 pairs to each rater, as in "Benchmarking Document Parsers".
///
/// Which raters share a pair is random, so that all raters are compared with each other. The same seed gives the same
/// assignment on every machine. O(pairs * each).
///
/// # Errors
/// A number that is 0, more ratings of a pair than raters, numbers beyond the limits.
pub fn assign(pairs: usize, raters: usize, each: usize, seed: u64) -> Result<Vec<Vec<usize>>, DesignError> {
    assign_group(pairs, raters, each, seed, 0)
}

/// Assigns pairs to a group of raters; see [`assign`]. Groups of the same seed differ.
pub(crate) fn assign_group(
    pairs: usize,
    raters: usize,
    each: usize,
    seed: u64,
    group: u64,
) -> Result<Vec<Vec<usize>>, DesignError> {
    check(pairs, raters, each)?;
    let mut choices = Choices::new(seed, group);
    let mut assigned: Vec<Vec<usize>> = vec![Vec::new(); raters];
    // All raters have the same number of pairs, except that those in `later` have one more.
    let mut next: Vec<usize> = (0..raters).collect();
    let mut later: Vec<usize> = Vec::with_capacity(raters);
    let mut order: Vec<usize> = (0..pairs).collect();
    choices.shuffle(&mut order);
    for pair in order {
        let mut chosen: Vec<usize> = Vec::with_capacity(each);
        while chosen.len() < each {
            if next.is_empty() {
                // A round ends within a pair: its raters wait for the next pair.
                next = later.iter().copied().filter(|rater| !chosen.contains(rater)).collect();
                later.clear();
                let waiting = chosen.clone();
                while chosen.len() < each && !next.is_empty() {
                    let rater = next.swap_remove(choices.below(next.len()));
                    chosen.push(rater);
                    later.push(rater);
                }
                next.extend(waiting);
            } else {
                let rater = next.swap_remove(choices.below(next.len()));
                chosen.push(rater);
                later.push(rater);
            }
        }
        for rater in chosen {
            if let Some(own) = assigned.get_mut(rater) {
                own.push(pair);
            }
        }
    }
    for own in &mut assigned {
        choices.shuffle(own);
    }
    Ok(assigned)
}

fn check(pairs: usize, raters: usize, each: usize) -> Result<(), DesignError> {
    if pairs == 0 {
        return Err(DesignError::NoPairs);
    }
    for (number, what) in [
        (raters, "the number of raters"),
        (each, "the number of ratings of each pair"),
    ] {
        if number == 0 {
            return Err(DesignError::Zero(what));
        }
    }
    if pairs > MAX_PAIRS {
        return Err(DesignError::pairs(pairs));
    }
    if raters > MAX_RATERS {
        return Err(DesignError::raters(raters));
    }
    if each > raters {
        return Err(DesignError::TooFewRaters { each, raters });
    }
    if pairs * each > MAX_ANSWERS {
        return Err(DesignError::answers(pairs * each));
    }
    Ok(())
}
