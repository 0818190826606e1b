//! Samples that exist before an import, to which its texts may belong.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use texlens_vocabulary::Kind;

use super::finder::{Finder, Match, cut};
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

    /// Returns the id of the sample to which a path refers, and the rest of the path. The path must hold the whole id: the
    /// page `1` of an unknown document is not `tides/1`. The rest must be able to name a system: `p1.nougat` is a text
    /// for `p1`, but `p1_2` is not.
    pub(super) fn find(&self, path: &str) -> Option<(&'k str, String)> {
        let words = cut(path).into_iter().chain(path.rsplit_once('/'));
        let mut variants = words.map(|(base, word)| {
            let (id, rest) = self.find_whole(base)?;
            let rest = if rest.is_empty() {
                word.to_owned()
            } else {
                format!("{rest}/{word}")
            };
            Some((id, rest))
        });
        let found = self.find_whole(path).or_else(|| variants.find_map(|found| found))?;
        let names_system = found.1.is_empty() || found.1.contains(char::is_alphabetic);
        names_system.then_some(found)
    }

    fn find_whole(&self, path: &str) -> Option<(&'k str, String)> {
        let parts = |path: &str| path.split('/').filter(|part| !part.is_empty()).count();
        let Match::One { sample, rest } = self.finder.find(path) else {
            return None;
        };
        let id = self.ids.get(sample).copied()?;
        (parts(path) >= parts(id) + parts(&rest)).then_some((id, rest))
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
