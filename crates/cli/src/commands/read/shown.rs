//! What a model is shown.

use std::collections::HashMap;

use texlens_judge::Picture;
use texlens_readers::Unit;

/// What the model will be shown.
#[derive(Default)]
pub(super) struct Shown {
    /// The pages of each request.
    pub(super) units: Vec<Unit>,
    /// The pictures of each request.
    pub(super) pictures: Vec<Vec<Picture>>,
    /// The pages of each source, by the id of the source.
    pub(super) pages: HashMap<String, Vec<ShownPage>>,
    /// Number of pages without a picture.
    pub(super) failed: usize,
}

/// The id of a page, with the reason if it has no picture.
pub(super) type ShownPage = (String, Result<(), String>);
