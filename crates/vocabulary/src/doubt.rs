//! Reasons to doubt a recognition.

use serde::{Deserialize, Serialize};

/// The reason why a recognition is unreliable, in whole or in part. The message is for a person and contains advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Doubt {
    /// The page has no ink.
    #[error("The page is blank: there is nothing to read.")]
    Blank,
    /// The page has ink, but hardly any of it looks like writing. No output was kept.
    #[error(
        "No text was found: this looks like a photograph or a drawing. If there is text in it, mark that part and read it again."
    )]
    NoText,
    /// The page has writing that the model does not know. No output was kept.
    #[error(
        "There is writing here, but none that the OCR knows, so it was left out: the OCR reads printed Latin type and mathematics, \
         not handwriting or other scripts."
    )]
    UnknownWriting,
    /// Beside the text, the page has writing or drawings that the model does not know. Little of these gets into the
    /// output.
    #[error(
        "The OCR could not make sense of a large part of this page: a figure, handwriting or another script. \
         The rest was read as usual."
    )]
    PartlyUnknown,
    /// The model is unsure of the page. All output was kept.
    #[error(
        "The OCR is not sure of this page: it may be handwritten, in another alphabet, or a poor scan. \
         Check the text before you use it; an image with 150 to 300 dpi in good contrast helps."
    )]
    LowConfidence,
}
