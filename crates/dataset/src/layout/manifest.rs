//! Dataset folders: a `manifest.jsonl` with one line for each page, and the files that it names.
//!
//! A line is `{"id", "document", "page", "image", "reference"}`, with paths relative to the folder. Every key except
//! the id may be omitted. Other keys are tags. Predictions are files `ID.tex` or `ID.md` in the folder of a system. A
//! system is a folder that was added as a system, or any folder that holds such files.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::input::{FileId, file_name, neutral, parent};
use crate::notice::{Notice, Problem, What, shown};
use crate::plan::{Draft, Layout, Listed, Sample, Why, picture, whole};
use crate::records::{Row, Table, type_name};

/// The file that lists the pages.
const MANIFEST: &str = "manifest.jsonl";

/// Takes manifests and the files that belong to them.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let is_manifest = |path: &str| file_name(path) == MANIFEST;
    let manifests: Vec<FileId> = draft
        .free()
        .filter(|(_, file)| is_manifest(&file.path))
        .map(|(id, _)| id)
        .collect();
    for manifest in &manifests {
        let before = draft.plan.samples.len();
        draft.take(*manifest);
        match draft.listing.table(*manifest) {
            Ok(table) => read(draft, *manifest, &table),
            Err(problem) => {
                draft.notice(*manifest, None, problem);
                draft.leave(*manifest, Why::Unusable);
                continue;
            }
        }
        let folder = parent(draft.path(*manifest));
        draft.recognised(Layout::Manifest, folder, vec![*manifest], before);
    }
}

fn read(draft: &mut Draft<'_>, manifest: FileId, table: &Table) {
    draft.plan.notices.extend(table.notices());
    let mut pages = HashMap::new();
    for row in table.rows() {
        let line = table.object(row).and_then(Line::parse);
        if let Err(problem) = line.and_then(|line| add(draft, manifest, row, line, &mut pages)) {
            let is_last = problem.ends_the_list();
            draft.notice(manifest, Some(row.line), problem);
            if is_last {
                break;
            }
        }
    }
}

/// A line of the manifest.
struct Line {
    id: String,
    document: Option<String>,
    page: Option<u64>,
    image: Option<String>,
    reference: Option<String>,
    tags: Map<String, Value>,
}

impl Line {
    fn parse(mut object: Map<String, Value>) -> Result<Self, Problem> {
        let id = text(&mut object, "id")?.ok_or(Problem::NoId)?;
        let page = object.remove("page").filter(|page| !page.is_null());
        let page = page
            .map(|page| page.as_u64().ok_or_else(|| wrong_type("page", &page, "a number")))
            .transpose()?;
        let line = Self {
            id,
            page,
            document: text(&mut object, "document")?,
            image: text(&mut object, "image")?,
            reference: text(&mut object, "reference")?,
            tags: object,
        };
        line.check_paths()?;
        Ok(line)
    }

    fn check_paths(&self) -> Result<(), Problem> {
        let paths = [(What::Image, &self.image), (What::Reference, &self.reference)];
        for (what, path) in paths {
            if let Some(path) = path.as_ref().filter(|path| neutral(path).is_changed) {
                let path = shown(path);
                return Err(Problem::Escape { what, path });
            }
        }
        Ok(())
    }
}

fn text(object: &mut Map<String, Value>, field: &str) -> Result<Option<String>, Problem> {
    match object.remove(field) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(other) => Err(wrong_type(field, &other, "a text")),
    }
}

fn wrong_type(field: &str, found: &Value, expected: &str) -> Problem {
    Problem::WrongType {
        field: field.to_owned(),
        found: type_name(found).to_owned(),
        expected: expected.to_owned(),
    }
}

fn add(
    draft: &mut Draft<'_>,
    manifest: FileId,
    row: &Row,
    line: Line,
    pages: &mut HashMap<(String, u64), usize>,
) -> Result<(), Problem> {
    let id = free_id(draft, manifest, draft.checked_id(&line.id)?)?;
    draft.room_for_sample(&id)?;
    if let Some(document) = &line.document {
        draft.check_name("document", document)?;
    }
    if let (Some(document), Some(page)) = (line.document.clone(), line.page)
        && let Some(first) = pages.insert((document.clone(), page), row.line)
    {
        let document = shown(&document);
        return Err(Problem::DuplicatePage { document, page, first });
    }
    let index = draft.sample(&id);
    let image = line.image.map(|path| resolve(draft, manifest, row, What::Image, &path));
    let reference = line
        .reference
        .map(|path| resolve(draft, manifest, row, What::Reference, &path));
    let mut problems = Vec::new();
    let mut found = |result: Option<Result<FileId, Notice>>| match result {
        Some(Err(problem)) => {
            problems.push(problem);
            None
        }
        Some(Ok(file)) => Some(file),
        None => None,
    };
    let (image, reference) = (found(image), found(reference));
    let reference = reference.map(|file| whole(file, draft.path(file)));
    if let Some(sample) = draft.plan.samples.get_mut(index) {
        *sample = Sample {
            document: line.document,
            page: line.page,
            image: image.map(picture),
            reference,
            tags: line.tags,
            problems,
            listed: Some(Listed {
                file: manifest,
                line: row.line,
            }),
            ..Sample::new(id)
        };
    }
    Ok(())
}

/// Returns the id. If another dataset has the id, the manifest's folder precedes it.
fn free_id(draft: &Draft<'_>, manifest: FileId, id: String) -> Result<String, Problem> {
    let listed = |id: &str| draft.plan.samples.get(draft.find(id)?)?.listed;
    let Some(first) = listed(&id) else { return Ok(id) };
    let in_folder = format!("{}/{id}", parent(draft.path(manifest)));
    match listed(&in_folder) {
        None if first.file != manifest => Ok(in_folder),
        other => Err(Problem::DuplicateId {
            id,
            first: other.unwrap_or(first).line,
        }),
    }
}

/// Returns the file that a path in the manifest names, and takes it.
fn resolve(draft: &mut Draft<'_>, manifest: FileId, row: &Row, what: What, path: &str) -> Result<FileId, Notice> {
    match draft.listing.find_beside(manifest, path) {
        Some(file) => {
            draft.take(file);
            Ok(file)
        }
        None => Err(Notice {
            path: draft.path(manifest).to_owned(),
            line: Some(row.line),
            problem: Problem::NotThere {
                what,
                path: shown(path),
            },
        }),
    }
}
