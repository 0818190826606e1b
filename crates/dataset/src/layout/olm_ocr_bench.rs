//! olmOCR-bench: files of unit tests (`*.jsonl`), `pdfs/`, and for each candidate a folder with
//! `PDF_pgPAGE_repeatN.md`.
//!
//! A test is `{"pdf", "page", "id", "type", ...}`, with pages counted from 1. There are no references: the tests of a
//! page, which its sample lists, judge the page. Of several repeats, the first is the prediction; the tests judge all.
//! The first page of a PDF without a test of the type `baseline` is a sample even if no test names it, since the
//! official script adds that test. If two benchmarks have the same page, the folder of the second precedes the id of its
//! sample.
//!
//! Source: allenai/olmocr, `olmocr/bench/benchmark.py` at f7cfe4c (folders and names), `tests.py` (fields).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use serde_json::Value;

use super::predictions::give;
use crate::input::{FileId, folders, parent, stem};
use crate::notice::Problem;
use crate::plan::{Draft, Layout, Listed, Picture, Why, whole};
use crate::records::{Row, Table, type_name};

/// Types of tests.
const TYPES: [&str; 8] = [
    "present", "absent", "order", "table", "math", "baseline", "format", "footnote",
];

/// Takes files of tests, the PDFs next to them, and the predictions of candidates.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let files: Vec<FileId> = draft
        .free()
        .filter(|(id, file)| file.path.ends_with(".jsonl") && !draft.is_output(*id))
        .map(|(id, _)| id)
        .collect();
    let mut lists: BTreeMap<&str, Vec<(FileId, Rc<Table>)>> = BTreeMap::new();
    for file in files {
        let Ok(table) = draft.listing.table(file) else {
            continue;
        };
        if table.rows().first().is_some_and(|row| test(&table, row).is_ok()) {
            lists.entry(parent(draft.path(file))).or_default().push((file, table));
        }
    }
    let mut pages = Pages::default();
    for (root, lists) in &lists {
        let before = draft.plan.samples.len();
        for (file, table) in lists {
            draft.take(*file);
            draft.plan.notices.extend(table.notices());
            for row in table.rows() {
                let added = test(table, row).and_then(|test| add(draft, (root, *file), row, test, &mut pages));
                if let Err(problem) = added {
                    let is_last = problem.ends_the_list();
                    draft.notice(*file, Some(row.line), problem);
                    if is_last {
                        break;
                    }
                }
            }
        }
        add_baselines(draft, root, lists, &mut pages);
        let files = lists.iter().map(|(file, _)| *file).collect();
        draft.recognised(Layout::OlmOcrBench, root, files, before);
    }
    if !lists.is_empty() {
        take_candidates(draft, &pages);
    }
}

/// The samples of pages, by `PDF_pgPAGE`.
#[derive(Default)]
struct Pages<'l> {
    of_folder: HashMap<&'l str, HashMap<String, usize>>,
    /// For each page, the sample of the first folder that has the page.
    first: HashMap<String, usize>,
}

impl Pages<'_> {
    /// Returns the offset in `name` of the page name with which `name` ends, and the sample of the page. Names of PDF
    /// files may contain folders. A page of the folder around the file takes precedence.
    fn find(&self, path: &str, name: &str) -> Option<(usize, usize)> {
        let starts = || std::iter::once(0).chain(name.match_indices('/').map(|(index, _)| index + 1));
        let in_pages =
            |pages: &HashMap<String, usize>| starts().find_map(|at| Some((at, *pages.get(name.get(at..)?)?)));
        let around = folders(path).find_map(|folder| self.of_folder.get(folder));
        around.and_then(in_pages).or_else(|| in_pages(&self.first))
    }
}

/// The page to which a test belongs.
struct Test {
    pdf: String,
    page: u32,
    is_baseline: bool,
}

fn test(table: &Table, row: &Row) -> Result<Test, Problem> {
    let object = table.object(row)?;
    let wrong = |field: &str, expected: &str| Problem::WrongType {
        field: field.to_owned(),
        found: object.get(field).map_or("missing", type_name).to_owned(),
        expected: expected.to_owned(),
    };
    let text = |field: &str| object.get(field).and_then(Value::as_str);
    if !text("type").is_some_and(|kind| TYPES.contains(&kind)) {
        return Err(wrong("type", &format!("one of {}", TYPES.join(", "))));
    }
    let page = object.get("page").and_then(Value::as_u64);
    let page = page.and_then(|page| u32::try_from(page).ok());
    Ok(Test {
        pdf: text("pdf").ok_or_else(|| wrong("pdf", "the path of a PDF"))?.to_owned(),
        is_baseline: text("type") == Some("baseline"),
        page: page.ok_or_else(|| wrong("page", "the number of a page"))?,
    })
}

fn add<'l>(
    draft: &mut Draft<'_>,
    (folder, file): (&'l str, FileId),
    row: &Row,
    Test { pdf, page, .. }: Test,
    pages: &mut Pages<'l>,
) -> Result<(), Problem> {
    let sample = page_sample(draft, (folder, file), (&pdf, page), pages)?;
    if let Some(sample) = draft.plan.samples.get_mut(sample) {
        let test = Listed { file, line: row.line };
        sample.listed.get_or_insert(test);
        sample.tests.push(test);
    }
    Ok(())
}

/// Marks the first page of each PDF without a test of the type `baseline`, whether or not tests name the PDF.
fn add_baselines<'l>(draft: &mut Draft<'_>, folder: &'l str, lists: &[(FileId, Rc<Table>)], pages: &mut Pages<'l>) {
    let Some((list, _)) = lists.first() else { return };
    let mut has_baseline: BTreeMap<String, bool> = BTreeMap::new();
    for (_, table) in lists {
        for test in table.rows().iter().filter_map(|row| test(table, row).ok()) {
            *has_baseline.entry(test.pdf).or_default() |= test.is_baseline;
        }
    }
    let around = if folder.is_empty() {
        String::new()
    } else {
        format!("{folder}/")
    };
    let pdfs = format!("{around}pdfs/");
    for (_, file) in draft.free() {
        let inner = file.path.strip_prefix(&pdfs).filter(|path| path.ends_with(".pdf"));
        if let Some(pdf) = inner {
            has_baseline.entry(pdf.to_owned()).or_default();
        }
    }
    for (pdf, _) in has_baseline.into_iter().filter(|(_, has_baseline)| !has_baseline) {
        match page_sample(draft, (folder, *list), (&pdf, 1), pages) {
            Ok(sample) => {
                if let Some(sample) = draft.plan.samples.get_mut(sample) {
                    sample.baseline_of = Some(pdf);
                }
            }
            // A wrong name was reported with its test.
            Err(problem) if problem.ends_the_list() => {
                draft.notice(*list, None, problem);
                break;
            }
            Err(_) => {}
        }
    }
}

/// Returns the sample of a page, which is created if it is new, with the PDF beside the list as its picture.
fn page_sample<'l>(
    draft: &mut Draft<'_>,
    (folder, file): (&'l str, FileId),
    (pdf, page): (&str, u32),
    pages: &mut Pages<'l>,
) -> Result<usize, Problem> {
    let name = draft.checked_id(&format!("{}_pg{page}", stem(pdf)))?;
    let own = pages.of_folder.entry(folder).or_default();
    let sample = match own.get(&name) {
        Some(&sample) => sample,
        None => {
            let is_of_another = pages.first.contains_key(&name);
            let in_folder = is_of_another.then(|| format!("{folder}/{name}"));
            let sample = draft.listed_sample(in_folder.as_ref().unwrap_or(&name))?;
            pages.first.entry(name.clone()).or_insert(sample);
            own.insert(name, sample);
            sample
        }
    };
    let document = draft.listing.find_beside(file, &format!("pdfs/{pdf}"));
    if let Some(sample) = draft.plan.samples.get_mut(sample) {
        sample.image = document.map(|file| Picture { file, page: Some(page) });
    }
    if let Some(document) = document {
        draft.take(document);
    }
    Ok(sample)
}

/// Takes the files `CANDIDATE/PDF_pgPAGE_repeatN.md`.
fn take_candidates(draft: &mut Draft<'_>, pages: &Pages<'_>) {
    let mut found: Vec<(u64, FileId, usize, String)> = Vec::new();
    for (file, entry) in draft.free() {
        let (path, given) = draft.path_in_system(file);
        let Some((name, repeat)) = repeat(stem(path)).filter(|_| entry.path.ends_with(".md")) else {
            continue;
        };
        let Some((at, sample)) = pages.find(&entry.path, name) else {
            continue;
        };
        let folder = name.get(..at).unwrap_or_default().trim_end_matches('/');
        let folder = folder.rsplit('/').next().unwrap_or_default();
        let system = given.unwrap_or(if folder.is_empty() { "candidate" } else { folder });
        found.push((repeat, file, sample, system.to_owned()));
    }
    found.sort_by_key(|(repeat, file, ..)| (*repeat, *file));
    for (_, file, sample, system) in found {
        let index = draft.find_system(&system);
        let has_first = |index: &usize| {
            let sample = draft.plan.samples.get(sample);
            sample.is_some_and(|sample| sample.prediction(*index).is_some())
        };
        match index.filter(has_first) {
            None => give(draft, file, sample, &system),
            Some(index) if draft.room_for_prediction().is_ok() => {
                draft.repeat(sample, index, whole(file, draft.path(file)));
                draft.take(file);
            }
            Some(_) => draft.leave(file, Why::NotNeeded),
        }
    }
}

/// Returns `PDF_pgPAGE` and the number of the repeat.
fn repeat(stem: &str) -> Option<(&str, u64)> {
    let (page, repeat) = stem.rsplit_once("_repeat")?;
    Some((page, repeat.parse().ok()?))
}
