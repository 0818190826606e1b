//! The pages of a dataset folder, and copies of parts of the folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

const MANIFEST: &str = "manifest.jsonl";

/// A folder with a manifest, in the layout that `docs/evaluate.md` describes.
pub(crate) struct Dataset {
    pub(crate) folder: PathBuf,
    pub(crate) pages: Vec<Page>,
}

/// A line of the manifest.
#[derive(Deserialize)]
pub(crate) struct Page {
    pub(crate) id: String,
    pub(crate) document: String,
    /// The page number in the document, from 1.
    #[serde(rename = "page")]
    pub(crate) number: usize,
    pub(crate) image: PathBuf,
    pub(crate) reference: PathBuf,
    /// The complete line of the manifest.
    #[serde(skip)]
    line: String,
}

impl Dataset {
    /// Reads the manifest. With names, keeps only the pages of these documents.
    pub(crate) fn open(folder: &Path, documents: &[String]) -> Result<Self> {
        let path = folder.join(MANIFEST);
        let manifest = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let lines = manifest.lines().filter(|line| !line.trim().is_empty());
        let page = |(index, line): (usize, &str)| {
            let page: Page =
                serde_json::from_str(line).with_context(|| format!("{} line {}", path.display(), index + 1))?;
            let line = line.to_owned();
            Ok(Page { line, ..page })
        };
        let mut pages: Vec<Page> = lines.enumerate().map(page).collect::<Result<_>>()?;
        if let Some(unknown) = documents
            .iter()
            .find(|name| !pages.iter().any(|page| page.document == **name))
        {
            bail!("{} has no document {unknown:?}", path.display());
        }
        pages.retain(|page| documents.is_empty() || documents.contains(&page.document));
        let folder = folder.to_owned();
        Ok(Self { folder, pages })
    }

    /// Returns the names of the documents, in the order of their first pages.
    pub(crate) fn documents(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for page in &self.pages {
            if !names.contains(&page.document.as_str()) {
                names.push(&page.document);
            }
        }
        names
    }

    /// Writes a dataset that contains only these pages.
    pub(crate) fn copy(&self, pages: &[&Page], folder: &Path) -> Result<PathBuf> {
        clear(folder)?;
        for page in pages {
            for file in [&page.image, &page.reference] {
                let (from, to) = (self.folder.join(file), folder.join(file));
                write(&to, &fs::read(&from).with_context(|| from.display().to_string())?)?;
            }
        }
        let manifest: Vec<&str> = pages.iter().map(|page| page.line.as_str()).collect();
        write(&folder.join(MANIFEST), (manifest.join("\n") + "\n").as_bytes())?;
        Ok(folder.to_owned())
    }
}

/// Removes the folder of an earlier run.
pub(crate) fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// Writes a file, and creates its folders.
pub(crate) fn write(path: &Path, content: &[u8]) -> Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, content))
        .with_context(|| path.display().to_string())
}
