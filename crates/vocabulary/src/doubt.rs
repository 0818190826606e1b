//! When a reading is not to be trusted.

use serde::{Deserialize, Serialize};

/// Why a reading is not to be trusted, or only in part. What it says for a person comes with advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// No ink.
    #[error("The page is blank: there is nothing to read.")]
    Blank,
    /// There is ink, and hardly any of it looks like writing. Nothing was kept.
    #[error(
        "No text was found: this looks like a photograph or a drawing. If there is text in it, mark that part and read it again."
    )]
    NoText,
    /// There is writing, and the model does not know it. Nothing was kept.
    #[error(
        "There is writing here, but none that the OCR knows, so it was left out: the OCR reads printed Latin type and mathematics, \
         not handwriting or other scripts."
    )]
    UnknownWriting,
    /// There is writing or drawing beside the text that the model does not know. Little of it gets into the output.
    #[error(
        "The OCR could not make sense of a large part of this page: a figure, handwriting or another script. \
         The rest was read as usual."
    )]
    PartlyUnknown,
    /// Everything was kept, and the model is unsure of it.
    #[error(
        "The OCR is not sure of this page: it may be handwritten, in another alphabet, or a poor scan. \
         Check the text before you use it; an image with 150 to 300 dpi in good contrast helps."
    )]
    LowConfidence,
}
