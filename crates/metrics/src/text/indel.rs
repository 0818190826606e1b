//! Indel similarity: insertions and deletions only, that is the longest common subsequence of characters.

use rapidfuzz::distance::lcs_seq;
use texlens_latex::Outline;

use crate::compare::{Compared, common_characters};

/// From this length on of both texts together, it pays to look for the common words first.
const LONG: usize = 8192;

/// Twice the longest common subsequence, and the length of both texts together, in Unicode code points. Exact, in
/// O(n·d/64) for n characters of which d differ, at most O(n·m/64).
pub(crate) fn twice_common_of_total(reference: &Outline<'_>, prediction: &Outline<'_>) -> (usize, usize) {
    let (a, b) = (reference.source, prediction.source);
    let total = a.chars().count() + b.chars().count();
    let at_least = if total < LONG {
        0
    } else {
        common_characters(&Compared::whole(reference), &Compared::whole(prediction))
    };
    let args = lcs_seq::Args::default().score_cutoff(at_least);
    let common = lcs_seq::similarity_with_args(a.chars(), b.chars(), &args).unwrap_or(at_least);
    (2 * common, total)
}
