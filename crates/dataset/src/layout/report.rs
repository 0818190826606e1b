//! Saved evaluations: one HTML page each, which says that texlens made it. They are opened as they are.

use crate::input::{FileId, ending};
use crate::plan::{Draft, Layout};

/// What stands in the head of a saved evaluation.
const MARK: &str = "name=\"generator\" content=\"texlens";

/// How far the mark is looked for, in bytes.
const HEAD: u64 = 4096;

/// Takes saved evaluations.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let is_html = |path: &str| matches!(ending(path).as_str(), "html" | "htm");
    let files: Vec<FileId> = draft
        .free()
        .filter(|(_, file)| is_html(&file.path))
        .map(|(id, _)| id)
        .collect();
    for file in files {
        let head = draft.listing.head(file, HEAD).unwrap_or_default();
        if String::from_utf8_lossy(&head).contains(MARK) {
            draft.take(file);
            draft.plan.reports.push(file);
        }
    }
    if !draft.plan.reports.is_empty() {
        let (lists, before) = (draft.plan.reports.clone(), draft.plan.samples.len());
        draft.recognised(Layout::Report, "", lists, before);
    }
}
