//! pdf-parse-bench: `pdfs/NNN.pdf`, `ground_truth/NNN.json`, and for each parser a folder with `NNN/parsed.md`.
//!
//! A ground truth is a list of `{"type": "text" | "inline-formula" | "display-formula" | "table", "data"}` in reading
//! order. Formulas include their dollars; tables are LaTeX. Next to `parsed.md`, the benchmark writes further files
//! (`formulas.json`, `tables.json`, `stripped_parsed_text.md`, `benchmark_results.json`), which are not needed.
//!
//! Source: README of phorn1/pdf-parse-bench at 034d6e5 (layout), `synth_pdf/assembler.py` and `eval/results.py` in the
//! same repository (fields).

use serde_json::Value;

use super::finder::{Finder, Match};
use super::predictions::give;
use crate::input::{FileId, file_name, parent, stem};
use crate::plan::{Assembly, Draft, Layout, Part, Passage, Why, picture};
use crate::syntax::Syntax;

const GROUND_TRUTH: &str = "ground_truth";
const PARSED: &str = "parsed.md";
/// Files that the benchmark writes next to `parsed.md`.
const NOT_NEEDED: [&str; 7] = [
    "formulas.json",
    "tables.json",
    "stripped_parsed_text.md",
    "benchmark_results.json",
    "eval_formula_results.json",
    "eval_stats.json",
    "formula_results.json",
];

/// Takes ground truths, the PDFs next to them, and the predictions of parsers.
pub(super) fn recognise(draft: &mut Draft<'_>) {
    let is_truth = |path: &str| file_name(parent(path)) == GROUND_TRUTH && path.ends_with(".json");
    let mut truths: Vec<(FileId, &str)> = draft.free().map(|(id, file)| (id, &*file.path)).collect();
    truths.retain(|(_, path)| is_truth(path));
    truths.sort_by_key(|(_, path)| *path);
    let Some((_, first)) = truths.first() else { return };
    let root = parent(parent(first)).to_owned();
    let before = draft.plan.samples.len();
    let mut names = Vec::new();
    for (file, path) in truths {
        let name = stem(file_name(path));
        let id = if draft.find(name).is_none() { name } else { stem(path) };
        let sample = draft.sample(id);
        names.push((name.to_owned(), sample));
        if let Some(sample) = draft.plan.samples.get_mut(sample) {
            sample.reference = Some(Passage {
                file,
                part: Part::Assembled {
                    by: Assembly::PdfParseBench,
                    record: None,
                },
                syntax: Syntax::Markdown,
            });
        }
        draft.take(file);
        let pdf = match parent(parent(path)) {
            "" => format!("pdfs/{name}.pdf"),
            folder => format!("{folder}/pdfs/{name}.pdf"),
        };
        if let Some(pdf) = draft.listing.find(&pdf) {
            if let Some(sample) = draft.plan.samples.get_mut(sample) {
                sample.image = Some(picture(pdf));
            }
            draft.take(pdf);
        }
    }
    take_parsed(draft, &Finder::new(names));
    draft.recognised(Layout::PdfParseBench, &root, Vec::new(), before);
}

fn take_parsed(draft: &mut Draft<'_>, finder: &Finder) {
    let files: Vec<FileId> = draft.free().map(|(file, _)| file).collect();
    for file in files {
        let (path, given) = draft.path_in_system(file);
        if NOT_NEEDED.contains(&file_name(path)) {
            draft.leave(file, Why::NotNeeded);
        } else if file_name(path) == PARSED
            && let Match::One { sample, rest } = finder.find(parent(path))
        {
            let system = given.unwrap_or_else(|| file_name(&rest));
            give(draft, file, sample, if system.is_empty() { "parsed" } else { system });
        }
    }
}

/// Returns the page as Markdown with LaTeX: text and inline formulas in a row, other segments as separate paragraphs.
pub(crate) fn page_text(segments: &Value) -> String {
    let mut text = String::new();
    let mut is_open = false;
    for segment in segments.as_array().into_iter().flatten() {
        let data = segment.get("data").and_then(Value::as_str).unwrap_or_default().trim();
        let is_inline = matches!(
            segment.get("type").and_then(Value::as_str),
            Some("text" | "inline-formula")
        );
        if !text.is_empty() {
            text.push_str(if is_inline && is_open { " " } else { "\n\n" });
        }
        text.push_str(data);
        is_open = is_inline;
    }
    text
}
