//! Saved evaluations: one HTML page that names texlens as its generator, or a folder whose first page does. The app
//! opens them directly.

use std::collections::{BTreeMap, BTreeSet};

use crate::input::{FileId, is_html};
use crate::plan::{Draft, Layout};

/// Text in the head of a saved evaluation.
const MARK: &str = "name=\"generator\" content=\"texlens";

/// Number of bytes in which the mark is searched for.
const HEAD: u64 = 4096;

/// The file with the evaluation, if the saved evaluation is a folder.
const DATA: &str = "evaluation.json";

/// Text at the beginning of [`DATA`].
const DATA_MARK: &str = "{\"format\":\"texlens-evaluation\"";

/// The first page of a folder.
const FIRST: &str = "index.html";

/// Other files in a folder.
const FILES: [&str; 2] = ["style.css", "report.js"];

/// The subfolder with the page images.
const IMAGES: &str = "images";

/// The subfolders of a folder.
const FOLDERS: [&str; 3] = [IMAGES, "fonts", "samples"];

/// Takes saved evaluations, in linear time in the number of files.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let files = draft.free().filter(|(_, file)| is_html(&file.path));
    let files: Vec<FileId> = files.map(|(id, _)| id).collect();
    let listing = draft.listing;
    let has = |file: FileId, mark: &str| {
        let head = listing.head(file, HEAD).unwrap_or_default();
        String::from_utf8_lossy(&head).contains(mark)
    };
    let pages: Vec<FileId> = files.into_iter().filter(|file| has(*file, MARK)).collect();

    // The files with the evaluations, by the folders that contain them.
    let mut folders: BTreeMap<&str, FileId> = BTreeMap::new();
    let mut reports = Vec::new();
    for &page in &pages {
        let (folder, name) = split(draft.path(page));
        let data = listing.find_beside(page, DATA).filter(|_| name == FIRST);
        if let Some(data) = data.filter(|data| has(*data, DATA_MARK)) {
            folders.insert(folder, data);
            reports.push(data);
            draft.take(page);
            draft.take(data);
        }
    }
    let mut taken = BTreeSet::new();
    for (id, file) in listing.iter().filter(|_| !folders.is_empty()) {
        let (inner, name) = split(&file.path);
        let (outer, last) = split(inner);
        let is_beside = folders.contains_key(inner) && (FILES.contains(&name) || name == FIRST);
        let of = folders.get(outer).filter(|_| FOLDERS.contains(&last));
        if is_beside || of.is_some() {
            taken.insert(id);
            draft.take(id);
        }
        if let Some(data) = of.filter(|_| last == IMAGES) {
            draft.plan.report_images.entry(*data).or_default().push(id);
        }
    }
    for page in pages.into_iter().filter(|page| !taken.contains(page)) {
        draft.take(page);
        reports.push(page);
    }
    if !reports.is_empty() {
        draft.plan.reports.clone_from(&reports);
        let before = draft.plan.samples.len();
        draft.recognised(Layout::Report, "", reports, before);
    }
}

/// Returns the folder of a path, and the name in the folder.
fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}
