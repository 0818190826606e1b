//! Texts in the folders of systems, named after samples from lists.

use std::collections::HashSet;

use super::choices::Choices;
use super::finder::{Finder, Match};
use super::page_documents::PageDocuments;
use super::page_names::PageNames;
use crate::input::{FileId, folders};
use crate::plan::{Draft, Passage, Why, whole};

/// Takes the texts that are named after the samples found so far. A text that was added for a system belongs to that
/// system. For other texts, the folders that do not belong to the sample's name give the system.
pub(super) fn take(draft: &mut Draft<'_>, choices: &Choices) {
    let names = draft.listed_names();
    let candidates = draft.candidates();
    let pages = PageNames::of(names.iter().map(|(name, _)| name.as_str()), &candidates);
    let finder = Finder::new(names);
    let folders: HashSet<String> = draft.plan.layouts.iter().map(|layout| layout.folder.clone()).collect();
    let documents = PageDocuments::of(draft);
    // LaTeX comes first, so that Markdown of the same name is left over.
    for candidate in &candidates {
        let name = pages.of_text(&candidate.name, candidate);
        let (sample, system) = match (finder.find(&name), candidate.given) {
            (Match::One { sample, .. }, Some(system)) => (sample, system.to_owned()),
            (_, None) if choices.only_named_systems => continue,
            (Match::One { sample, rest }, None) => match system_name(&rest, &folders) {
                Some(system) => (sample, system.to_owned()),
                None => continue,
            },
            (Match::Many(first, second), _) => {
                let why = draft.ambiguous(first, second);
                draft.refuse(&candidate.text, why);
                continue;
            }
            (Match::None, given) => {
                if given.is_some() || !choices.only_named_systems {
                    let of_folder = |rest: &str| system_name(rest, &folders).map(str::to_owned);
                    let system = |rest: &str| given.map(str::to_owned).or_else(|| of_folder(rest));
                    documents.give(draft, candidate, &name, system);
                }
                continue;
            }
        };
        give_text(draft, &candidate.text, sample, &system);
    }
}

/// Makes a file the prediction of a system for a sample, unless the system already has one.
pub(super) fn give(draft: &mut Draft<'_>, file: FileId, sample: usize, system: &str) {
    let text = whole(file, draft.path(file));
    give_text(draft, &text, sample, system);
}

/// Makes a text the prediction of a system for a sample, unless the system already has one.
pub(super) fn give_text(draft: &mut Draft<'_>, text: &Passage, sample: usize, system: &str) {
    let Some(system) = draft.system(system) else {
        let limit = draft.listing.limits().systems;
        draft.tell_of_systems(text.file);
        return draft.refuse(text, Why::TooManySystems { limit });
    };
    if draft.predict(sample, system, text.clone()) {
        draft.settle(text);
    } else {
        let id = draft.id(sample).to_owned();
        draft.refuse(text, Why::Taken { id });
    }
}

/// Returns the name of a system from the folder of its predictions, without the folder of the dataset. Returns `None`
/// for the folder of the dataset itself.
pub(super) fn system_name<'f>(folder: &'f str, datasets: &HashSet<String>) -> Option<&'f str> {
    let mut around = std::iter::once(folder).chain(folders(folder));
    let dataset = around.find(|folder| datasets.contains(*folder));
    let name = folder.get(dataset.unwrap_or_default().len()..)?.trim_start_matches('/');
    (!name.is_empty()).then_some(name)
}
