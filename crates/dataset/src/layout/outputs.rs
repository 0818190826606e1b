//! Outputs of document parsers, and what parsers write beside them.
//!
//! The outputs become texts like others: they take their places by their names. Of several forms of one document, the
//! first in the order of [`Candidate::rank`](crate::plan::Candidate) does, and the others are left over. Pictures cut
//! out of pages, drawn layouts and metadata are no samples; they are known by the names that parsers give them, or
//! because an output names them.

use std::collections::HashSet;

use super::choices::Choices;
use crate::input::{FileId, document_path, ending, file_name, parent, stem};
use crate::notice::Problem;
use crate::parsers::{self, Document, Parser};
use crate::plan::{Draft, Output, Why, is_picture};
use crate::syntax::Syntax;

/// Ends of names, after the name of a document, of what parsers write beside its text.
const BY_PRODUCTS: [&str; 13] = [
    // MinerU
    "_layout.pdf",
    "_span.pdf",
    "_spans.pdf",
    "_origin.pdf",
    "_model.pdf",
    "_model.json",
    "_model_output.txt",
    // Marker
    "_meta.json",
    // PaddleOCR-VL
    "_layout_det_res.png",
    "_layout_order_res.png",
    "_overall_ocr_res.png",
    // DeepSeek-OCR: the text with the places of its regions, and the drawn regions
    "_det.mmd",
    "_layouts.pdf",
];

/// Finds the outputs of parsers and leaves over what belongs to them. Reads JSON files that the person has not given a
/// meaning.
pub(super) fn recognise(draft: &mut Draft<'_>, choices: &Choices) {
    let files: Vec<(FileId, String)> = draft
        .free()
        .filter(|(_, file)| !choices.mappings.contains_key(&*file.path))
        .map(|(id, file)| (id, ending(&file.path)))
        .collect();
    let mut cutouts = Vec::new();
    for (file, ending) in files {
        let outputs = match ending.as_str() {
            "json" => whole(draft, file, &mut cutouts),
            "jsonl" | "ndjson" => records(draft, file, &mut cutouts),
            _ => continue,
        };
        if !outputs.is_empty() {
            draft.add_outputs(file, outputs);
        }
    }
    leave_by_products(draft, cutouts);
}

/// Returns the output that fills a file.
fn whole(draft: &mut Draft<'_>, file: FileId, cutouts: &mut Vec<FileId>) -> Vec<Output> {
    let text = draft.listing.read_text(file, draft.listing.limits().file_bytes);
    let recognised = text.ok().and_then(|text| parsers::recognise(&text));
    let output = recognised.map(|(by, document)| output(draft, (file, None), by, document, cutouts));
    output.into_iter().collect()
}

/// Returns the outputs in the lines of a file.
fn records(draft: &mut Draft<'_>, file: FileId, cutouts: &mut Vec<FileId>) -> Vec<Output> {
    let listing = draft.listing;
    let Ok(table) = listing.table(file) else {
        return Vec::new();
    };
    let mut outputs = Vec::new();
    for (index, row) in table.rows().iter().enumerate() {
        match table.json(&row.bytes).and_then(parsers::recognise) {
            Some((by, document)) => {
                let record = Some((row.bytes.clone(), row.line));
                outputs.push(output(draft, (file, record), by, document, cutouts));
            }
            // A list of something else.
            None if index == 0 => return outputs,
            None => {
                let detail = "it is no output of a parser".to_owned();
                draft.notice(file, Some(row.line), Problem::NotARecord { detail });
            }
        }
    }
    draft.plan.notices.extend(table.notices());
    outputs
}

/// The place of an output: its file, and its record.
type Place = (FileId, Option<(std::ops::Range<usize>, usize)>);

fn output(
    draft: &mut Draft<'_>,
    (file, record): Place,
    by: Parser,
    document: Document,
    cutouts: &mut Vec<FileId>,
) -> Output {
    let pictures = document
        .cutouts
        .iter()
        .filter_map(|path| draft.listing.find_beside(file, path));
    cutouts.extend(pictures);
    let line = record.as_ref().map(|(_, line)| *line);
    if !document.unknown.is_empty() {
        let types: Vec<&str> = document.unknown.iter().map(String::as_str).collect();
        let types = types.join(", ");
        draft.notice(file, line, Problem::UnknownBlocks { types });
    }
    // The name may become the id of a sample. Without one, that of the file counts.
    let source = document.source.as_deref();
    let name = source.map(|source| stem(source.rsplit(['/', '\\']).next().unwrap_or_default()));
    let name = name.map(|name| draft.checked_id(name)).transpose();
    Output {
        by,
        record,
        name: name.unwrap_or_else(|problem| {
            draft.notice(file, line, problem);
            None
        }),
        pages: document.numbers(),
    }
}

/// Leaves over the pictures that outputs name, and files whose names say that a parser wrote them beside its text.
fn leave_by_products(draft: &mut Draft<'_>, cutouts: Vec<FileId>) {
    let mut by_products: HashSet<FileId> = cutouts
        .into_iter()
        .filter(|file| is_picture(draft.path(*file)))
        .collect();
    let is_text = |path: &str| {
        matches!(
            Syntax::of(path),
            Some(Syntax::Markdown | Syntax::Mathpix | Syntax::Html)
        )
    };
    let (mut texts, mut by_dots): (HashSet<&str>, HashSet<&str>) = (HashSet::new(), HashSet::new());
    // The folders of texts, and the names of all files with texts.
    let (mut folders, mut names): (HashSet<&str>, HashSet<&str>) = (HashSet::new(), HashSet::new());
    for (id, file) in draft.free() {
        if let Some(by) = draft.plan.outputs.get(&id) {
            texts.insert(parsers::document_name(*by, stem(&file.path)));
            if *by == Parser::DotsOcr {
                by_dots.insert(stem(&file.path));
            }
        } else if is_text(&file.path) {
            texts.insert(stem(&file.path));
            by_dots.extend(stem(&file.path).strip_suffix(parsers::NO_HEADS));
            folders.insert(parent(&file.path));
        }
        if Syntax::of(&file.path).is_some() {
            names.insert(stem(file_name(&file.path)));
        }
    }
    let is_of_mineru = |path: &str| {
        let is_named = is_hash(stem(file_name(path))) && !names.contains(stem(file_name(path)));
        let folder = parent(path);
        is_picture(path) && is_named && file_name(folder) == "images" && folders.contains(parent(folder))
    };
    for (id, file) in draft.free() {
        let path: &str = &file.path;
        let of = BY_PRODUCTS.iter().find_map(|end| path.strip_suffix(end));
        let is_beside = of.is_some_and(|of| texts.contains(of));
        // Of two texts of dots.ocr, the one without running heads is used.
        let has_better = is_text(path) && texts.contains(format!("{}{}", stem(path), parsers::NO_HEADS).as_str());
        // The page with the layout that dots.ocr draws on it, in the folder of the document.
        let is_drawn = ending(path) == "jpg" && by_dots.contains(stem(path)) && document_path(stem(path)) != stem(path);
        if is_beside || has_better || is_drawn || is_cutout(path) || is_of_mineru(path) {
            by_products.insert(id);
        }
    }
    let free: Vec<FileId> = draft.free().map(|(id, _)| id).collect();
    for file in free.into_iter().filter(|file| by_products.contains(file)) {
        draft.leave(file, Why::ByProduct);
    }
}

/// Reports whether a name is a SHA-256 hash, as MinerU calls the pictures beside its Markdown.
fn is_hash(name: &str) -> bool {
    name.len() == 64
        && name
            .bytes()
            .all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

/// Reports whether a path is that of a picture that a parser has cut out of a page: Marker's `_page_0_Figure_1.jpeg`,
/// PaddleOCR-VL's `imgs/img_in_image_box_1_2_3_4.jpg`, Docling's `NAME_artifacts/image_000000_HASH.png`.
fn is_cutout(path: &str) -> bool {
    if !is_picture(path) || path.ends_with(".pdf") {
        return false;
    }
    let (folder, name) = (file_name(parent(path)), file_name(path));
    let after_page = name.strip_prefix("_page_");
    after_page.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        || (folder == "imgs" && name.starts_with("img_in_") && name.contains("_box_"))
        || (folder.ends_with("_artifacts") && name.starts_with("image_"))
}
