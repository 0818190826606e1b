//! Indel similarity: edits are insertions and deletions only, so it depends on the longest common subsequence of
//! characters.

use rapidfuzz::distance::lcs_seq;
use texlens_latex::Outline;

use crate::compare::{Compared, differing_characters, read_text};
use crate::parts::parts;
use crate::regions::Region;

/// If both texts together have at least this many characters, finding their common words first saves time.
const LONG: usize = 8192;

/// The common characters of two texts.
pub(crate) struct Common {
    /// Twice the length of the longest common subsequence, in Unicode code points; a lower bound unless it is exact.
    pub(crate) twice: usize,
    /// The number of characters of both texts together.
    pub(crate) total: usize,
    /// Whether the texts were compared whole. Very long texts that differ much are compared in [parts](crate::parts).
    pub(crate) is_exact: bool,
}

impl Common {
    /// Compares two texts. Time: O(n·d/64) for n characters of which d differ, limited to that of
    /// [`MAX_PAIRS`](crate::parts::MAX_PAIRS) pairs.
    pub(crate) fn of(reference: &Outline<'_>, prediction: &Outline<'_>) -> Self {
        let [a, b] = [reference, prediction].map(read_text);
        let whole = Region::whole(a.chars().count(), b.chars().count());
        let (in_a, in_b) = (whole.reference.len(), whole.prediction.len());
        let total = in_a + in_b;
        let (differing, at_least) = if total < LONG {
            (vec![whole.clone()], 0)
        } else {
            let regions = differing_characters(&Compared::whole(reference), &Compared::whole(prediction));
            let differing: usize = regions.iter().map(|region| region.reference.len()).sum();
            (regions, in_a.saturating_sub(differing))
        };
        let parts = parts(whole, total - 2 * at_least, || differing);
        if parts.len() == 1 {
            let args = lcs_seq::Args::default().score_cutoff(at_least);
            let common = lcs_seq::similarity_with_args(a.chars(), b.chars(), &args).unwrap_or(at_least);
            return Self {
                twice: 2 * common,
                total,
                is_exact: true,
            };
        }
        let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
        let common = |part: &Region| {
            let (a, b) = (&a[part.reference.clone()], &b[part.prediction.clone()]);
            lcs_seq::similarity(a.iter().copied(), b.iter().copied())
        };
        Self {
            twice: 2 * parts.iter().map(common).sum::<usize>(),
            total,
            is_exact: false,
        }
    }
}
