//! How samples arrive, and which have arrived last.

use std::rc::Rc;

use texlens_evaluate::Credit;

use super::sample::{Sample, SampleId};
use crate::brought::ImportId;

/// A sample that came last, and what it was before.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// Which.
    pub id: SampleId,
    /// None if it is new.
    pub before: Option<Rc<Sample>>,
}

/// How samples arrive.
#[derive(Default)]
pub(super) struct Arriving {
    /// Whose they are.
    pub(super) credit: Option<Rc<Credit>>,
    /// Whether it is one sample: it may belong to the one that is shown.
    pub(super) is_alone: bool,
    /// Whether they are the first of those that come together.
    pub(super) is_first: bool,
    /// What they come of.
    pub(super) import: Option<ImportId>,
}
