//! Texts in the folders of systems, named after samples from lists.

use std::collections::HashSet;

use super::choices::Choices;
use super::finder::{Finder, Match};
use crate::input::{FileId, folders, stem};
use crate::plan::{Draft, Why, whole};
use crate::syntax::Syntax;

/// Takes the texts that are named after the samples found so far. A text that was added for a system belongs to that
/// system. For other texts, the folders that do not belong to the sample's name give the system.
pub(super) fn take(draft: &mut Draft<'_>, choices: &Choices) {
    let finder = Finder::new(draft.listed_names());
    let folders: HashSet<String> = draft.plan.layouts.iter().map(|layout| layout.folder.clone()).collect();
    let mut texts: Vec<(FileId, Syntax)> = draft
        .free()
        .filter_map(|(id, file)| Some((id, Syntax::of(&file.path)?)))
        .collect();
    // LaTeX comes first, so that Markdown of the same name is left over.
    texts.sort_by_key(|(_, syntax)| *syntax != Syntax::Latex);
    for (file, _) in texts {
        let (path, given) = draft.path_in_system(file);
        let (sample, system) = match (finder.find(stem(path)), given) {
            (Match::One { sample, .. }, Some(system)) => (sample, system.to_owned()),
            (_, None) if choices.only_named_systems => continue,
            (Match::One { sample, rest }, None) => match system_name(&rest, &folders) {
                Some(system) => (sample, system.to_owned()),
                None => continue,
            },
            (Match::Many(first, second), _) => {
                let why = draft.ambiguous(first, second);
                draft.leave(file, why);
                continue;
            }
            (Match::None, _) => continue,
        };
        give(draft, file, sample, &system);
    }
}

/// Makes a file the prediction of a system for a sample, unless the system already has one.
pub(super) fn give(draft: &mut Draft<'_>, file: FileId, sample: usize, system: &str) {
    let Some(system) = draft.system(system) else {
        let limit = draft.listing.limits().systems;
        draft.tell_of_systems(file);
        return draft.leave(file, Why::TooManySystems { limit });
    };
    let text = whole(file, draft.path(file));
    if draft.predict(sample, system, text) {
        draft.take(file);
    } else {
        let id = draft.id(sample).to_owned();
        draft.leave(file, Why::Taken { id });
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
