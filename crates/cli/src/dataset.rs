//! Dataset folders: a `manifest.jsonl` with one line for each page, and the files it names.
//!
//! A line is `{"id", "document", "page", "image", "reference"}`, with paths relative to the folder; all but the id may be left out. Other keys are tags.

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::failure::Failure;
use crate::input::read_text;

/// The file that lists the pages.
pub(crate) const MANIFEST: &str = "manifest.jsonl";

/// A manifest that was read and checked.
#[derive(Debug)]
pub(crate) struct Dataset {
    pub(crate) folder: PathBuf,
    /// The manifest as it is.
    pub(crate) manifest: String,
    /// In the order of the manifest.
    pub(crate) pages: Vec<Page>,
}

/// A line of the manifest.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(crate) struct Page {
    /// Where it stands, from 1.
    #[serde(skip)]
    pub(crate) line: usize,
    pub(crate) id: String,
    #[serde(default)]
    pub(crate) document: Option<String>,
    /// Its number in the document.
    #[serde(default, rename = "page")]
    pub(crate) number: Option<u64>,
    #[serde(default)]
    pub(crate) image: Option<PathBuf>,
    #[serde(default)]
    pub(crate) reference: Option<PathBuf>,
    #[serde(flatten)]
    pub(crate) tags: Map<String, Value>,
}

/// What is wrong with a line of a manifest. Nothing is done then: what is wrong in one place may be in others.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum ManifestError {
    #[error("not a page: {0}; a line is an object like {{\"id\": \"a/001\", \"reference\": \"a/001.tex\"}}")]
    Json(String),
    #[error("the page has no \"image\" to be read")]
    NoImage,
    #[error("the id is empty; it names the page and its prediction")]
    NoId,
    #[error("the id {id:?} is in line {first} already; ids name one page each")]
    DuplicateId { id: String, first: usize },
    #[error("page {number} of {document:?} is in line {first} already")]
    DuplicatePage {
        document: String,
        number: u64,
        first: usize,
    },
    #[error("the {what} {path:?} would leave the folder; it must be relative, without `..`")]
    Escape { what: &'static str, path: PathBuf },
}

impl Dataset {
    /// Reads and checks a manifest. The files it names are not looked at.
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(MANIFEST);
        let manifest = read_text(&path)?;
        let pages = parse(&manifest).map_err(|(line, error)| Failure::Manifest { path, line, error })?;
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            pages,
        })
    }
}

fn parse(manifest: &str) -> Result<Vec<Page>, (usize, ManifestError)> {
    let mut pages: Vec<Page> = Vec::new();
    let mut seen = Seen::default();
    // Some editors begin a file with a byte order mark.
    let manifest = manifest.trim_start_matches('\u{feff}');
    for (index, line) in manifest.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let number = index + 1;
        let page = parse_line(line, number).and_then(|page| seen.check(&page).map(|()| page));
        pages.push(page.map_err(|error| (number, error))?);
    }
    Ok(pages)
}

fn parse_line(text: &str, line: usize) -> Result<Page, ManifestError> {
    let page: Page = serde_json::from_str(text)
        .map_err(|error| ManifestError::Json(error.to_string().replace(" at line 1 column ", " at column ")))?;
    if page.id.is_empty() {
        return Err(ManifestError::NoId);
    }
    let paths = [
        ("id", Some(Path::new(&page.id))),
        ("image", page.image.as_deref()),
        ("reference", page.reference.as_deref()),
    ];
    for (what, path) in paths {
        if let Some(path) = path.filter(|path| !stays_inside(path)) {
            let path = path.to_owned();
            return Err(ManifestError::Escape { what, path });
        }
    }
    Ok(Page { line, ..page })
}

fn stays_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Lines by what must occur once.
#[derive(Default)]
struct Seen {
    ids: HashMap<String, usize>,
    pages: HashMap<(String, u64), usize>,
}

impl Seen {
    fn check(&mut self, page: &Page) -> Result<(), ManifestError> {
        if let Some(first) = self.ids.insert(page.id.clone(), page.line) {
            let id = page.id.clone();
            return Err(ManifestError::DuplicateId { id, first });
        }
        let (Some(document), Some(number)) = (page.document.clone(), page.number) else {
            return Ok(());
        };
        match self.pages.insert((document.clone(), number), page.line) {
            Some(first) => Err(ManifestError::DuplicatePage {
                document,
                number,
                first,
            }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(manifest: &str) -> (usize, ManifestError) {
        parse(manifest).unwrap_err()
    }

    #[test]
    fn other_keys_are_tags_and_blank_lines_are_skipped() {
        let manifest =
            "\u{feff}{\"id\": \"a/001\", \"document\": \"a\", \"page\": 1, \"weak\": true}\n\n{\"id\": \"b\"}\n";
        let pages = parse(manifest).unwrap();
        assert_eq!(pages[0].number, Some(1));
        assert_eq!(pages[0].tags["weak"], Value::Bool(true));
        assert_eq!((pages[1].id.as_str(), pages[1].line), ("b", 3));
    }

    #[test]
    fn wrong_lines_are_named_with_what_is_wrong() {
        let (line, wrong) = error("{\"id\": \"a\"}\n{\"id\": 3}");
        assert_eq!(line, 2);
        assert!(
            wrong
                .to_string()
                .contains("invalid type: integer `3`, expected a string"),
            "{wrong}"
        );
        assert_eq!(
            error("{\"id\": \"a\"}\n\n{\"id\": \"a\"}"),
            (
                3,
                ManifestError::DuplicateId {
                    id: "a".to_owned(),
                    first: 1
                }
            )
        );
        let twice =
            "{\"id\": \"a\", \"document\": \"d\", \"page\": 2}\n{\"id\": \"b\", \"document\": \"d\", \"page\": 2}";
        assert_eq!(error(twice).1.to_string(), "page 2 of \"d\" is in line 1 already");
        assert_eq!(error("{\"id\": \"\"}").1, ManifestError::NoId);
    }

    #[test]
    fn no_path_leaves_the_folder() {
        for line in [
            "{\"id\": \"../a\"}",
            "{\"id\": \"/a\"}",
            "{\"id\": \"a\", \"image\": \"b/../../c.png\"}",
            "{\"id\": \"a\", \"reference\": \"/etc/hostname\"}",
        ] {
            assert!(matches!(error(line).1, ManifestError::Escape { .. }), "{line}");
        }
    }
}
