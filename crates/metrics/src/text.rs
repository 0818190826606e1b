//! Common code of the similarity metrics: text as the Python libraries see it, n-grams, alignments and windows.

pub(crate) mod alignment;
pub(crate) mod bleu;
pub(crate) mod chrf;
pub(crate) mod error_rate;
pub(crate) mod indel;
pub(crate) mod intern;
pub(crate) mod ngrams;
pub(crate) mod omnidocbench;
pub(crate) mod pdf_parse_bench;
pub(crate) mod rouge;
pub(crate) mod rows;
pub(crate) mod sacrebleu;
pub(crate) mod subsequence;
pub(crate) mod windows;

use crate::metric::Input;

/// Whether both sides are the same text. Where neither side has the units that a library counts, this distinguishes a
/// perfect prediction from others.
pub(crate) fn same_text(input: &Input<'_>) -> bool {
    input.reference.source == input.prediction.source
}
