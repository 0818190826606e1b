//! Pages that are called like their folder, `1/1`, told from the texts that parsers write into a folder for each
//! document, `marker/tides/tides`.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::input::{document_path, file_name, parent};
use crate::mapping::side;
use crate::plan::Candidate;

/// Names of pages whose folders have the same names. Of the path of such a page, the folder is a part.
pub(super) struct PageNames(HashSet<String>);

impl PageNames {
    /// Finds the names. A name is that of a page if there is such a sample, or if the folder holds a text of another
    /// name; the others in such a folder are pages, too.
    pub(super) fn of<'n>(samples: impl Iterator<Item = &'n str>, texts: &'n [Candidate<'n>]) -> Self {
        let names = samples.filter_map(shared_name);
        let place = |text: &'n Candidate<'n>| (text.given, parent(&text.name));
        let like_folder = texts.iter().filter(|text| shared_name(&text.name).is_some());
        let folders: HashSet<_> = like_folder.map(place).collect();
        let others = texts
            .iter()
            .filter(|text| folders.contains(&place(text)) && is_of_another(&text.name));
        let folders_of_pages: HashSet<_> = others.map(place).collect();
        let pages = texts.iter().filter(|text| folders_of_pages.contains(&place(text)));
        let names = names.chain(pages.map(|text| file_name(&text.name)));
        Self(names.map(str::to_owned).collect())
    }

    /// Returns the path of a text, as the document or the page that it is for: without the folder of a parser for the
    /// document. A text of several pages is no page.
    pub(super) fn of_text<'p>(&self, path: &'p str, text: &Candidate<'_>) -> Cow<'p, str> {
        match shared_name(path) {
            Some(name) if text.pages.len() < 2 && self.0.contains(name) => Cow::Borrowed(path),
            _ => document_path(path),
        }
    }
}

/// Returns the name of a path if its folder has the same name.
fn shared_name(path: &str) -> Option<&str> {
    Some(file_name(path)).filter(|name| *name == file_name(parent(path)) && !name.is_empty())
}

/// Reports whether a text is not of the document that its folder names: `p1/p2`, but not `p1/p1.nougat`, `p1/p1_page_2`
/// or `p1/reference`.
fn is_of_another(path: &str) -> bool {
    let name = file_name(path);
    let rest = name.strip_prefix(file_name(parent(path)));
    let is_variant = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
    !is_variant && side(name).is_none()
}
