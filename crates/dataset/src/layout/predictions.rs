//! Texts in the folders of systems, named after the samples that a list has given.

use std::collections::HashSet;

use super::choices::Choices;
use super::finder::{Finder, Match};
use crate::input::{FileId, folders, stem};
use crate::plan::{Draft, Why, whole};
use crate::syntax::Syntax;

/// Takes the texts that are named after the samples so far. A folder that was brought as that of a system is one; of other
/// texts, the folder that does not belong to the sample's name names the system.
pub(super) fn take(draft: &mut Draft<'_>, choices: &Choices) {
    let finder = Finder::new(draft.listed_names());
    let folders: HashSet<String> = draft.plan.layouts.iter().map(|layout| layout.folder.clone()).collect();
    let mut texts: Vec<(FileId, Syntax)> = draft
        .free()
        .filter_map(|(id, file)| Some((id, Syntax::of(&file.path)?)))
        .collect();
    // LaTeX first: beside it, Markdown of the same name is left over.
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

/// Makes a file what a system says of a sample, unless the system has said something already.
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

/// The name of a system by the folder of its predictions: without the folder of the dataset; none for the dataset's own folder.
pub(super) fn system_name<'f>(folder: &'f str, datasets: &HashSet<String>) -> Option<&'f str> {
    let mut around = std::iter::once(folder).chain(folders(folder));
    let dataset = around.find(|folder| datasets.contains(*folder));
    let name = folder.get(dataset.unwrap_or_default().len()..)?.trim_start_matches('/');
    (!name.is_empty()).then_some(name)
}
