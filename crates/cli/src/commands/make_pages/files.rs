//! The folder of made pages.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use texlens_synthesis::{FOLDERS, PageFiles};

use crate::failure::Failure;
use crate::output::{check_is_free, write_whole};

/// The folder.
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Creates the folder. It must be empty unless `force` is set.
    pub(super) fn create(root: &Path, force: bool) -> Result<Self, Failure> {
        let unwritable = |error: io::Error| Failure::WriteFile {
            path: root.to_owned(),
            error,
        };
        check_is_free(root, force)?;
        for folder in FOLDERS {
            fs::create_dir_all(root.join(folder)).map_err(unwritable)?;
        }
        Ok(Self { root: root.to_owned() })
    }

    /// Writes the files of a page.
    pub(super) fn write_page(&self, files: PageFiles) -> Result<(), Failure> {
        for (name, bytes) in files.into_files() {
            self.write(&name, &bytes)?;
        }
        Ok(())
    }

    /// Writes a file.
    pub(super) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.root.join(name);
        write_whole(&path, bytes).map_err(|error| Failure::WriteFile { path, error })
    }
}
