//! Indel similarity: insertions and deletions only, that is the longest common subsequence of characters.

use rapidfuzz::distance::lcs_seq;
use texlens_latex::Outline;

use crate::compare::{Compared, differing_characters, read_text};
use crate::parts::parts;
use crate::regions::Region;

/// From this length on of both texts together, it pays to look for the common words first.
const LONG: usize = 8192;

/// What two texts have in common.
pub(crate) struct Common {
    /// Twice the longest common subsequence, in Unicode code points; less where it is not exact.
    pub(crate) twice: usize,
    /// Characters of both texts together.
    pub(crate) total: usize,
    /// Whether the texts were compared whole. Of very long texts that differ much [parts](crate::parts) are compared.
    pub(crate) is_exact: bool,
}

impl Common {
    /// O(n·d/64) for n characters of which d differ, and never more than for [`MAX_PAIRS`](crate::parts::MAX_PAIRS).
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
