//! Samples that are arriving or arrived last.

use std::collections::HashMap;
use std::rc::Rc;

use super::sample::{Sample, SampleId};
use crate::brought::ImportId;

/// A sample that was added last, and its state before.
#[derive(Debug, Clone, PartialEq)]
pub struct Added {
    /// The id of the sample.
    pub id: SampleId,
    /// The sample before it was filled, or `None` if it is new.
    pub before: Option<Rc<Sample>>,
}

/// The circumstances in which samples arrive.
#[derive(Default)]
pub(super) struct Arriving {
    /// The dataset of samples that come with the app.
    pub(super) dataset: Option<&'static str>,
    /// Whether it is a single sample, which may complete the shown one.
    pub(super) is_alone: bool,
    /// Whether this is the first batch of samples that arrive together.
    pub(super) is_first: bool,
    /// The import that brings the samples.
    pub(super) import: Option<ImportId>,
    /// The samples that are replaced.
    pub(super) again: Again,
}

/// The samples of a system that gives its predictions again.
#[derive(Default)]
pub(super) struct Again {
    /// The samples by case.
    pub(super) samples: HashMap<Rc<str>, SampleId>,
    /// Their documents by case.
    pub(super) documents: HashMap<Rc<str>, SampleId>,
}
