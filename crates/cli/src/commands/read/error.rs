//! The reasons why no page is read by a model.

use std::path::PathBuf;

use texlens_readers::PromptError;

/// An error that ends `texlens read`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReaderError {
    #[error("{}: {error}", .path.display())]
    Prompt { path: PathBuf, error: PromptError },
    #[error(
        "{} holds a run of other pages, or with another model, prompt, resolution or other parameters; name another folder with --out",
        .0.display()
    )]
    OtherRun(PathBuf),
    #[error(
        "{} is not a run that this texlens can read: {what}; name another folder with --out",
        .path.display()
    )]
    NoRun { path: PathBuf, what: String },
    #[error("none of the pages has a picture that can be sent")]
    NoPicture,
}
