//! Documents whose pages are samples, found by the names of texts that cover several pages.

use std::collections::HashMap;

use super::finder::{Finder, Match};
use crate::plan::{Candidate, Draft, Why};

/// The documents of a plan, with the samples of their pages.
pub(super) struct PageDocuments {
    finder: Finder,
    /// For each document, its samples by the number of the page.
    pages: Vec<HashMap<u64, usize>>,
}

impl PageDocuments {
    /// Returns the documents of the samples found so far.
    pub(super) fn of(draft: &Draft<'_>) -> Self {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut pages: Vec<HashMap<u64, usize>> = Vec::new();
        for (index, sample) in draft.plan.samples.iter().enumerate() {
            let (Some(document), Some(page)) = (&sample.document, sample.page) else {
                continue;
            };
            let place = *places.entry(document).or_insert(pages.len());
            if place == pages.len() {
                pages.push(HashMap::new());
            }
            if let Some(pages) = pages.get_mut(place) {
                pages.entry(page).or_insert(index);
            }
        }
        let names = places
            .into_iter()
            .map(|(name, place)| (name.to_owned(), place))
            .collect();
        Self {
            finder: Finder::new(names),
            pages,
        }
    }

    /// Gives the pages of a text to the samples of the document that `name` ends with. `system` returns the system from
    /// the rest of the name. Returns `false` if no sample is one of the pages.
    pub(super) fn give(
        &self,
        draft: &mut Draft<'_>,
        candidate: &Candidate<'_>,
        name: &str,
        system: impl Fn(&str) -> Option<String>,
    ) -> bool {
        let (name, page) = match candidate.pages.as_slice() {
            [page] => page_name(name, *page),
            _ => (name, None),
        };
        let Match::One { sample: place, rest } = self.finder.find(name) else {
            return false;
        };
        let (Some(pages), Some(system)) = (self.pages.get(place), system(&rest)) else {
            return false;
        };
        let wanted: Vec<(u64, usize)> = candidate
            .pages
            .iter()
            .filter_map(|number| Some((*number, *pages.get(&page.unwrap_or(*number))?)))
            .collect();
        let Some(&(_, first)) = wanted.first() else {
            return false;
        };
        let text = &candidate.text;
        let Some(system) = draft.system(&system) else {
            let limit = draft.listing.limits().systems;
            draft.tell_of_systems(text.file);
            draft.refuse(text, Why::TooManySystems { limit });
            return true;
        };
        let mut is_used = false;
        for (number, sample) in wanted {
            is_used |= draft.predict(sample, system, candidate.page(number));
        }
        if is_used {
            draft.settle(text);
        } else {
            let id = draft.id(first).to_owned();
            draft.refuse(text, Why::Taken { id });
        }
        true
    }
}

/// Splits the name of a file with one page: `tides_page_2` is the third page of `tides` (dots.ocr), and so is `tides_2`
/// if the file says that it is this page (PaddleOCR-VL). Returns the number of the page, from 1, if the name tells it.
fn page_name(name: &str, page: u64) -> (&str, Option<u64>) {
    let Some((base, index)) = name.rsplit_once('_') else {
        return (name, None);
    };
    let Some(number) = index.parse::<u64>().ok().and_then(|index| index.checked_add(1)) else {
        return (name, None);
    };
    match base.strip_suffix("_page") {
        Some(document) if !document.is_empty() => (document, Some(number)),
        _ if number == page && !base.is_empty() => (base, Some(number)),
        _ => (name, None),
    }
}
