//! olmOCR-bench: files of unit tests (`*.jsonl`), `pdfs/`, and for each candidate a folder with `PDF_pgPAGE_repeatN.md`.
//!
//! A test is `{"pdf", "page", "id", "type", ...}`, pages counted from 1. There are no references: a page is judged by its tests, which
//! the samples name. Of repeats, the first is the prediction.
//!
//! Source: allenai/olmocr, `olmocr/bench/benchmark.py` at 347c484 (folders and names), `tests.py` (fields).

use std::collections::HashMap;

use serde_json::Value;

use super::predictions::give;
use crate::input::{FileId, parent, stem};
use crate::plan::{Draft, Layout, Listed, Picture, Why};
use crate::records::{Row, Table};

/// Kinds of tests.
const TYPES: [&str; 8] = [
    "present", "absent", "order", "table", "math", "baseline", "format", "footnote",
];

/// Takes files of tests, the PDFs beside them and what candidates made of them.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let files: Vec<FileId> = draft
        .free()
        .filter(|(_, file)| file.path.ends_with(".jsonl"))
        .map(|(id, _)| id)
        .collect();
    let mut lists: HashMap<String, Vec<FileId>> = HashMap::new();
    let before = draft.plan.samples.len();
    let mut pages: HashMap<String, usize> = HashMap::new();
    for file in files {
        let Ok(table) = draft.listing.table(file) else {
            continue;
        };
        let first = table.rows().first().and_then(|row| test(&table, row));
        if first.is_none() {
            continue;
        }
        draft.plan.notices.extend(table.notices());
        draft.take(file);
        let root = parent(draft.path(file)).to_owned();
        for row in table.rows() {
            if let Some((pdf, page)) = test(&table, row) {
                add(draft, &root, Listed { file, line: row.line }, (&pdf, page), &mut pages);
            }
        }
        lists.entry(root).or_default().push(file);
    }
    if lists.is_empty() {
        return;
    }
    take_candidates(draft, &pages);
    let mut roots: Vec<(String, Vec<FileId>)> = lists.into_iter().collect();
    roots.sort();
    for (root, files) in roots {
        draft.recognised(Layout::OlmOcrBench, &root, files, before);
    }
}

/// The page that a test is of; none if the record is no test.
fn test(table: &Table, row: &Row) -> Option<(String, u32)> {
    let object = table.object(row).ok()?;
    let kind = object.get("type")?.as_str()?;
    let page = object.get("page").and_then(Value::as_u64)?;
    let pdf = object.get("pdf")?.as_str()?;
    TYPES
        .contains(&kind)
        .then_some((pdf.to_owned(), u32::try_from(page).ok()?))
}

fn add(draft: &mut Draft<'_>, root: &str, test: Listed, (pdf, page): (&str, u32), pages: &mut HashMap<String, usize>) {
    let id = format!("{}_pg{page}", stem(pdf));
    let sample = draft.sample(&id);
    pages.insert(id, sample);
    let path = if root.is_empty() {
        format!("pdfs/{pdf}")
    } else {
        format!("{root}/pdfs/{pdf}")
    };
    let file = draft.listing.find(&path);
    if let Some(sample) = draft.plan.samples.get_mut(sample) {
        sample.listed.get_or_insert(test);
        sample.tests.push(test);
        sample.image = file.map(|file| Picture { file, page: Some(page) });
    }
    if let Some(file) = file {
        draft.take(file);
    }
}

/// Takes `CANDIDATE/PDF_pgPAGE_repeatN.md`.
fn take_candidates(draft: &mut Draft<'_>, pages: &HashMap<String, usize>) {
    let mut found: Vec<(u64, FileId, usize, String)> = Vec::new();
    for (file, entry) in draft.free() {
        let (path, given) = draft.path_in_system(file);
        let Some((name, repeat)) = repeat(stem(path)).filter(|_| entry.path.ends_with(".md")) else {
            continue;
        };
        // The name of a PDF may have folders of its own.
        let starts = name.match_indices('/').map(|(index, _)| index + 1);
        let at = std::iter::once(0)
            .chain(starts)
            .find(|&at| name.get(at..).is_some_and(|page| pages.contains_key(page)));
        let Some((at, &sample)) = at.and_then(|at| Some((at, pages.get(name.get(at..)?)?))) else {
            continue;
        };
        let folder = name.get(..at).unwrap_or_default().trim_end_matches('/');
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let system = given.unwrap_or(if folder.is_empty() { "candidate" } else { folder });
        found.push((repeat, file, sample, system.to_owned()));
    }
    found.sort_by_key(|(repeat, file, ..)| (*repeat, *file));
    for (_, file, sample, system) in found {
        let system = draft.system(&system);
        if draft
            .plan
            .samples
            .get(sample)
            .is_some_and(|sample| sample.prediction(system).is_some())
        {
            draft.leave(file, Why::NotNeeded);
        } else {
            give(draft, file, sample, system);
        }
    }
}

/// `PDF_pgPAGE` and the number of the repeat.
fn repeat(stem: &str) -> Option<(&str, u64)> {
    let (page, repeat) = stem.rsplit_once("_repeat")?;
    Some((page, repeat.parse().ok()?))
}
