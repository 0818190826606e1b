//! Writes files whose names come from input.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Checks that a folder to write into has no files, unless its files may be overwritten. A folder that does not exist is
/// empty.
pub(crate) fn check_is_free(folder: &Path, may_overwrite: bool) -> Result<(), Failure> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => {
            return Err(Failure::WriteFile {
                path: folder.to_owned(),
                error,
            });
        }
    };
    match is_empty || may_overwrite {
        true => Ok(()),
        false => Err(Failure::NotEmpty(folder.to_owned())),
    }
}

/// Writes a file as a whole: an interrupted run leaves no incomplete file behind. A link with the same name is replaced
/// and not followed, since somebody else may have filled the folder. The crate `tempfile` would choose random names, of
/// which every interrupted run would leave another one behind.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unfinished = unfinished(path);
    create(&unfinished)?.write_all(bytes)?;
    fs::rename(unfinished, path)
}

/// A file that is written in parts. It has its name only when it is complete.
#[derive(Debug)]
pub(crate) struct PartFile {
    path: PathBuf,
    file: File,
}

impl PartFile {
    /// Begins a file. Nothing has its name yet, or an earlier file still has it.
    ///
    /// # Errors
    /// Also if the name is that of a folder, which could not be replaced at the end.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        Ok(Self {
            path: path.to_owned(),
            file: create(&unfinished(path))?,
        })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        fs::rename(unfinished(&self.path), &self.path)
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Reports whether writing a file would remove another one: that of its name, or that of its name while it is written.
pub(crate) fn would_replace(out: &Path, other: &Path) -> bool {
    let Ok(other) = fs::canonicalize(other) else {
        return false;
    };
    let names = [out.to_owned(), unfinished(out)];
    names
        .iter()
        .any(|name| fs::canonicalize(name).is_ok_and(|name| name == other))
}

fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    path.with_file_name(name)
}

/// Creates a new file in place of a remaining one.
fn create(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::create_new(path)
}

/// Reports whether two names in a folder mean the same file. Some systems ignore case, some write accents differently.
pub(crate) fn are_one_file(first: &Path, second: &Path) -> io::Result<bool> {
    if first == second {
        return Ok(true);
    }
    let (first, second) = (unfinished(first), unfinished(second));
    if let Some(folder) = first.parent() {
        fs::create_dir_all(folder)?;
    }
    create(&first)?;
    let is_there = fs::symlink_metadata(&second).is_ok();
    fs::remove_file(&first)?;
    Ok(is_there)
}
