//! OmniDocBench: `OmniDocBench.json` with all pages, `images/`, `pdfs/`, and for each system a folder with a Markdown
//! file for each page.
//!
//! A page is `{"layout_dets": [{"category_type", "order", "anno_id", "ignore", "text" | "latex" | "html"}],
//! "page_info": {"image_path", "page_no", "page_attribute"}, "extra": {"relation": [{"relation_type": "truncated",
//! "source_anno_id", "target_anno_id"}]}}`. A prediction is named after the image: `NAME.md`, or, as some tools write
//! it, `NAME.jpg.md`. Without `.pdf` in the name, it is `NAME.mmd` or `NAME.md`.
//!
//! The reference is assembled as Markdown in the order of `order`: titles as headings, formulas in `$$`, tables as HTML
//! or else as LaTeX. Parts of one paragraph (`truncated`) are joined at the position of the first part. Figures have no
//! text. Headers, footers, page numbers, and abandoned and ignored elements are omitted, since no system is asked for
//! them.
//!
//! Source: opendatalab/OmniDocBench, README (annotation format, v1.5) and `dataset/end2end_dataset.py` (names of
//! predictions, truncated paragraphs).

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::finder::{Finder, Match};
use super::predictions::{give, system_name};
use crate::input::{FileId, file_name, parent, stem};
use crate::notice::Problem;
use crate::plan::{Assembly, Draft, Layout, Listed, Part, Passage, Why, is_picture, picture};
use crate::records::{Row, is_table};
use crate::syntax::Syntax;

/// Takes annotations and the files named after their images.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let is_json = |path: &str| is_table(path) && path.to_lowercase().ends_with(".json");
    let files: Vec<FileId> = draft
        .free()
        .filter(|(id, file)| is_json(&file.path) && !draft.is_output(*id))
        .map(|(id, _)| id)
        .collect();
    let mut names = Vec::new();
    let mut roots = HashSet::new();
    for file in files {
        let Ok(table) = draft.listing.table(file) else {
            continue;
        };
        let is_page = |row: &Row| {
            table
                .object(row)
                .is_ok_and(|page| page.contains_key("layout_dets") && image_path(&page).is_some())
        };
        if !table.rows().first().is_some_and(is_page) {
            continue;
        }
        draft.take(file);
        draft.plan.notices.extend(table.notices());
        let before = draft.plan.samples.len();
        for row in table.rows() {
            let page = table.object(row);
            if let Err(problem) = page.and_then(|page| add(draft, file, row, &page, &mut names)) {
                let is_last = problem.ends_the_list();
                draft.notice(file, Some(row.line), problem);
                if is_last {
                    break;
                }
            }
        }
        let root = parent(draft.path(file)).to_owned();
        draft.recognised(Layout::OmniDocBench, &root, vec![file], before);
        roots.insert(root);
    }
    if !roots.is_empty() {
        take_named(draft, &Finder::new(names), &roots);
    }
}

fn image_path(page: &Map<String, Value>) -> Option<&str> {
    page.get("page_info")?.get("image_path")?.as_str()
}

fn add(
    draft: &mut Draft<'_>,
    file: FileId,
    row: &Row,
    page: &Map<String, Value>,
    names: &mut Vec<(String, usize)>,
) -> Result<(), Problem> {
    let image = image_path(page).ok_or_else(|| Problem::WrongType {
        field: "page_info/image_path".to_owned(),
        found: "missing".to_owned(),
        expected: "the path of an image".to_owned(),
    })?;
    let name = file_name(image);
    let id = stem(name);
    let sample = draft.listed_sample(id)?;
    let without_pdf = id.replace(".pdf", "");
    names.extend([name, id, &without_pdf].map(|name| (name.to_owned(), sample)));
    let attributes = page
        .get("page_info")
        .and_then(|info| info.get("page_attribute"))
        .and_then(Value::as_object);
    if let Some(sample) = draft.plan.samples.get_mut(sample) {
        sample.tags = attributes.cloned().unwrap_or_default();
        sample.listed = Some(Listed { file, line: row.line });
        sample.reference = Some(Passage {
            file,
            part: Part::Assembled {
                by: Assembly::OmniDocBench,
                record: Some((row.bytes.clone(), row.line)),
            },
            syntax: Syntax::Markdown,
        });
    }
    Ok(())
}

/// Takes images, PDFs and predictions.
fn take_named(draft: &mut Draft<'_>, finder: &Finder, roots: &HashSet<String>) {
    let mut files: Vec<FileId> = draft.free().map(|(file, _)| file).collect();
    // An image takes precedence over a PDF.
    files.sort_by_key(|&file| draft.path(file).to_lowercase().ends_with(".pdf"));
    for file in files {
        let (path, given) = draft.path_in_system(file);
        let Match::One { sample, rest } = finder.find(stem(path)) else {
            continue;
        };
        if is_picture(path) {
            match draft.plan.samples.get_mut(sample) {
                Some(sample) if sample.image.is_none() => {
                    sample.image = Some(picture(file));
                    draft.take(file);
                }
                _ => draft.leave(file, Why::NotNeeded),
            }
        } else if Syntax::of(path).is_some()
            && let Some(system) = given.or_else(|| system_name(&rest, roots))
        {
            give(draft, file, sample, system);
        }
    }
}

/// Categories of elements that no system is asked for.
const LEFT_OUT: [&str; 6] = ["header", "footer", "page_number", "abandon", "need_mask", "figure"];

/// Returns the page as Markdown.
pub(crate) fn page_text(page: &Value) -> String {
    let mut elements: Vec<&Value> = page
        .get("layout_dets")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .collect();
    let category = |element: &Value| {
        element
            .get("category_type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let is_ignored = |element: &Value| element.get("ignore").and_then(Value::as_bool).unwrap_or(false);
    elements.retain(|element| !is_ignored(element) && !LEFT_OUT.contains(&category(element).as_str()));
    let order = |element: &Value| element.get("order").and_then(Value::as_f64).unwrap_or_default();
    elements.sort_by(|a, b| order(a).total_cmp(&order(b)));
    let continued = continuations(page);
    let mut blocks: Vec<String> = Vec::new();
    let mut places: HashMap<i64, usize> = HashMap::new();
    for element in elements {
        let text = element_text(&category(element), element);
        if text.trim().is_empty() {
            continue;
        }
        let id = element.get("anno_id").and_then(Value::as_i64);
        let paragraph = id.and_then(|id| continued.get(&id));
        let known = paragraph.and_then(|paragraph| places.get(paragraph));
        match known.and_then(|&place| blocks.get_mut(place)) {
            Some(block) => block.push_str(&text),
            None => {
                if let Some(&paragraph) = paragraph {
                    places.insert(paragraph, blocks.len());
                }
                blocks.push(text);
            }
        }
    }
    blocks.join("\n\n")
}

/// Returns, for each element that is a part of a paragraph, the first known part of that paragraph.
fn continuations(page: &Value) -> HashMap<i64, i64> {
    let relations = page
        .get("extra")
        .and_then(|extra| extra.get("relation"))
        .and_then(Value::as_array);
    let mut before: HashMap<i64, i64> = HashMap::new();
    for relation in relations.into_iter().flatten() {
        let end = |name: &str| relation.get(name).and_then(Value::as_i64);
        let is_truncated = relation.get("relation_type").and_then(Value::as_str) == Some("truncated");
        if let (true, Some(source), Some(target)) = (is_truncated, end("source_anno_id"), end("target_anno_id")) {
            let (source, target) = (first_part(&mut before, source), first_part(&mut before, target));
            before.insert(target, source);
            before.entry(source).or_insert(source);
        }
    }
    let parts: Vec<i64> = before.keys().copied().collect();
    parts
        .into_iter()
        .map(|part| (part, first_part(&mut before, part)))
        .collect()
}

/// Follows the parts before a part to the first one. The path is halved on the way, so that no chain is long twice.
fn first_part(before: &mut HashMap<i64, i64>, part: i64) -> i64 {
    let mut part = part;
    while let Some(&next) = before.get(&part).filter(|next| **next != part) {
        let further = before.get(&next).copied().unwrap_or(next);
        before.insert(part, further);
        part = further;
    }
    part
}

fn element_text(category: &str, element: &Value) -> String {
    let field = |name: &str| {
        element
            .get(name)
            .and_then(Value::as_str)
            .filter(|text| !text.trim().is_empty())
    };
    match category {
        "title" => field("text").map_or_else(String::new, |text| format!("# {}", text.replace('\n', " "))),
        "equation_isolated" => match field("latex") {
            Some(latex) if latex.trim_start().starts_with("$$") || latex.trim_start().starts_with("\\[") => {
                latex.to_owned()
            }
            Some(latex) => format!("$$\n{latex}\n$$"),
            None => String::new(),
        },
        "table" => field("html").or(field("latex")).unwrap_or_default().to_owned(),
        "code_txt" => field("text").map_or_else(String::new, |text| format!("```\n{text}\n```")),
        _ => field("text").or(field("latex")).unwrap_or_default().to_owned(),
    }
}
