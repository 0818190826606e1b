//! A cache between runs for programs that take seconds per page: their output and the time that they took.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::dataset::{Page, write};

const SECONDS: &str = "seconds.json";

/// A folder with a file for each page.
pub(crate) struct Kept {
    folder: PathBuf,
    ending: &'static str,
    seconds: BTreeMap<String, f64>,
}

impl Kept {
    pub(crate) fn open(folder: PathBuf, ending: &'static str) -> Result<Self> {
        let path = folder.join(SECONDS);
        let seconds = match fs::read(&path) {
            Ok(bytes) => serde_json::from_slice(&bytes).with_context(|| path.display().to_string())?,
            Err(_) => BTreeMap::new(),
        };
        Ok(Self {
            folder,
            ending,
            seconds,
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Reports whether the page was read in this run or an earlier one.
    pub(crate) fn has(&self, page: &Page) -> bool {
        self.seconds.contains_key(&page.id)
    }

    /// Returns the cached output for the page.
    pub(crate) fn text(&self, page: &Page) -> Result<String> {
        let path = self.path(page);
        fs::read_to_string(&path).with_context(|| path.display().to_string())
    }

    pub(crate) fn seconds(&self, page: &Page) -> Option<f64> {
        self.seconds.get(&page.id).copied()
    }

    /// Records the time that a page took.
    pub(crate) fn add(&mut self, id: &str, seconds: f64) -> Result<()> {
        self.seconds.insert(id.to_owned(), seconds);
        write(&self.folder.join(SECONDS), &serde_json::to_vec_pretty(&self.seconds)?)
    }

    pub(crate) fn path(&self, page: &Page) -> PathBuf {
        self.folder.join(format!("{}.{}", page.id, self.ending))
    }
}
