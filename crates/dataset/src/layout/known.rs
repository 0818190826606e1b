//! Samples that exist before an import, to which its texts may belong.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_vocabulary::Kind;

use super::finder::{Finder, Match};
use crate::plan::Plan;

/// A sample that exists before the import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    /// The kind of the sample.
    pub kind: Kind,
    /// Whether the sample has a reference. A text that is called like the sample is then a prediction.
    pub has_reference: bool,
    /// The document to which the page belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    /// The page number in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<u64>,
}

/// The samples that exist before the import, by id.
pub type KnownSamples = BTreeMap<String, Known>;

/// Finds known samples by the paths of files.
pub(super) struct KnownNames<'k> {
    ids: Vec<&'k str>,
    finder: Finder,
}

impl<'k> KnownNames<'k> {
    pub(super) fn of(known: &'k KnownSamples) -> Self {
        let ids: Vec<&str> = known.keys().map(String::as_str).collect();
        let names = ids.iter().map(|id| (*id).to_owned()).zip(0..).collect();
        let finder = Finder::new(names);
        Self { ids, finder }
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &'k str> {
        self.ids.iter().copied()
    }

    /// Returns the id of the sample to which a name refers. What else the name says must be able to name a system:
    /// `p1.nougat` is a text for `p1`, but `p1_2` is not.
    pub(super) fn find(&self, name: &str, find: impl Fn(&Finder, &str) -> Match) -> Option<&'k str> {
        let Match::One { sample, rest } = find(&self.finder, name) else {
            return None;
        };
        let names_system = rest.is_empty() || rest.contains(char::is_alphabetic);
        self.ids.get(sample).copied().filter(|_| names_system)
    }
}

/// Gives the samples of a plan what is known of them. The kind of a sample with a reference of its own is not changed.
pub(super) fn complete(plan: &mut Plan, known: &KnownSamples) {
    if known.is_empty() {
        return;
    }
    for sample in &mut plan.samples {
        let Some(known) = known.get(&sample.id) else { continue };
        if sample.reference.is_none() && sample.image.is_none() {
            sample.kind = known.kind;
        }
        if sample.document.is_none() {
            sample.document.clone_from(&known.document);
            sample.page = known.page;
        }
    }
}
