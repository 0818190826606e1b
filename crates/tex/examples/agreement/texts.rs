//! The texts that are damaged.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;
use texlens_latex::{TokenKind, lex};

/// The source of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// Reference of a page.
    Page,
    /// Prediction of an OCR system.
    Prediction,
    /// Formulas alone.
    Formulas,
    /// A table alone.
    Table,
}

impl Source {
    /// Returns the name in tables and files.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Page => "pages",
            Self::Prediction => "predictions",
            Self::Formulas => "formulas",
            Self::Table => "tables",
        }
    }
}

/// A text with the document to which it belongs. Texts of one document are similar and stay together.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) source: Source,
    pub(crate) document: String,
    pub(crate) latex: String,
}

#[derive(Deserialize)]
struct Page {
    id: String,
    document: String,
    reference: PathBuf,
}

/// Reads the references of a dataset, or all `.tex` files of a folder without a manifest, with the predictions of the
/// same ids.
pub(crate) fn pages(folder: &Path, predictions: Option<&Path>) -> Result<Vec<Text>> {
    let mut texts = Vec::new();
    for page in listed(folder)? {
        let predicted = predictions.map(|system| system.join(&page.id).with_extension("tex"));
        let reference = (Source::Page, folder.join(&page.reference));
        let prediction = predicted
            .filter(|path| path.exists())
            .map(|path| (Source::Prediction, path));
        for (source, path) in [reference].into_iter().chain(prediction) {
            let latex = without_bibtex(&read(&path)?);
            let document = page.document.clone();
            texts.push(Text {
                source,
                document,
                latex,
            });
        }
    }
    Ok(texts)
}

fn listed(folder: &Path) -> Result<Vec<Page>> {
    let manifest = folder.join("manifest.jsonl");
    if manifest.exists() {
        let page = |line| serde_json::from_str(line).with_context(|| format!("{}: {line}", manifest.display()));
        return read(&manifest)?.lines().map(page).collect();
    }
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tex"));
    paths.sort();
    let page = |path: PathBuf| {
        let reference = PathBuf::from(path.file_name()?);
        let id = path.file_stem()?.to_string_lossy().into_owned();
        Some(Page {
            document: id.clone(),
            id,
            reference,
        })
    };
    Ok(paths.into_iter().filter_map(page).collect())
}

/// Removes BibTeX entries. They are moved out of a text before compilation, so only the rest is checked.
fn without_bibtex(latex: &str) -> String {
    let kept = lex(latex).into_iter().filter(|token| token.kind != TokenKind::BibEntry);
    kept.map(|token| token.text(latex).to_owned()).collect()
}

/// Reads formulas and joins one to four of them to a text. Lines are `inline` or `display`, a tab, and a formula.
pub(crate) fn formulas(path: &Path) -> Result<Vec<Text>> {
    let content = read(path)?;
    let set: Vec<String> = content.lines().filter_map(set_formula).collect();
    let mut together = set.as_slice();
    let mut texts = Vec::new();
    while !together.is_empty() {
        let count = (texts.len() % 4 + 1).min(together.len());
        let (these, others) = together.split_at(count);
        texts.push(these.join("\n\n"));
        together = others;
    }
    Ok(in_blocks(Source::Formulas, texts))
}

fn set_formula(line: &str) -> Option<String> {
    let (kind, formula) = line.split_once('\t')?;
    Some(match kind {
        "display" => format!("\\[\n{formula}\n\\]"),
        _ => format!("Let ${formula}$ be given."),
    })
}

/// Reads tables, one per line.
pub(crate) fn tables(path: &Path) -> Result<Vec<Text>> {
    Ok(in_blocks(
        Source::Table,
        read(path)?.lines().map(str::to_owned).collect(),
    ))
}

/// Divides the texts into twenty blocks, each of which counts as a document: neighbouring texts come from the same
/// document.
fn in_blocks(source: Source, texts: Vec<String>) -> Vec<Text> {
    const BLOCKS: usize = 20;
    let size = texts.len().div_ceil(BLOCKS).max(1);
    let text = |(at, latex): (usize, String)| Text {
        source,
        document: format!("{} {:02}", source.name(), at / size),
        latex,
    };
    texts.into_iter().enumerate().map(text).collect()
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}
