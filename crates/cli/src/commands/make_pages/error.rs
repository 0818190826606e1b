//! Reasons why no pages can be made.

use std::io;
use std::path::PathBuf;

use texlens_draw::PngError;
use texlens_synthesis::CorpusError;

/// The reason why no pages can be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MakePagesError {
    /// The file of formulas cannot be read.
    #[error("{} cannot be read: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    /// The file of formulas has none.
    #[error(transparent)]
    Corpus(CorpusError),
    /// No formula is as it was asked for.
    #[error(
        "no formula is left: all have other difficulties, or the glyph detector may have seen them in training; \
         remove --difficulty, or add --trained"
    )]
    NothingChosen,
    /// A page cannot become an image.
    #[error(transparent)]
    Png(#[from] PngError),
}
