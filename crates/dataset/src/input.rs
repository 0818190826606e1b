//! The files that a person brought, those in archives included, as one flat list of paths.

mod archive;
mod blob;
mod gzip;
mod name;
mod tarball;
mod text;
mod zip;

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Read;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::notice::{ArchiveProblem, Notices, Problem};
use crate::records::Table;
use zip::Zipped;

pub use blob::Blob;
pub use name::{Neutral, neutral};
pub(crate) use name::{ending, file_name, parent, stem};
pub use text::{TextError, decode};

/// Whether a file holds other files or many records, by its name: an archive, or a list of samples.
#[must_use]
pub fn holds_files(path: &str) -> bool {
    archive::Kind::of(path).is_some() || crate::records::is_table(path)
}

/// A file of a [`Listing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(u32);

impl FileId {
    /// Its index in [`Listing::files`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A file: where it is, and where its bytes are.
#[derive(Debug)]
pub struct File {
    /// Its path with `/`, never leading out of where it was found. A file in an archive has the archive's name as a folder.
    pub path: Arc<str>,
    /// Bytes, unpacked.
    pub size: u64,
    /// The system whose predictions it is among, where the person said so; its path begins with this name.
    pub system: Option<Arc<str>>,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Blob(Rc<dyn Blob>),
    Zipped(Zipped),
    /// Bytes of an archive that is held in memory.
    Held(Rc<Vec<u8>>, std::ops::Range<usize>),
}

/// Why the bytes of a file could not be had.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ReadError {
    /// The disk or the browser refuses.
    #[error("cannot be read: {detail}. Check that it still exists and may be read")]
    Unreadable {
        /// What they say.
        detail: String,
    },
    /// Over the limit.
    #[error("has more than {limit} bytes, the most that are read; split it into pages")]
    TooBig {
        /// The limit.
        limit: u64,
    },
    /// In an archive, and cannot be unpacked.
    #[error(transparent)]
    Archive(#[from] ArchiveProblem),
    /// No text, or in an encoding that is not read.
    #[error(transparent)]
    Text(#[from] TextError),
}

/// All files, in the order they were added. Adding a file looks at its name alone, unless it is an archive: of a zip archive the
/// directory is read, tar archives are unpacked. Bytes of other files are read when they are asked for.
#[derive(Debug, Default)]
pub struct Listing {
    limits: Limits,
    files: Vec<File>,
    by_path: HashMap<(Option<Arc<str>>, Arc<str>), FileId>,
    notices: Notices,
    is_full: bool,
    /// Files with records, once they were read.
    tables: RefCell<HashMap<FileId, Rc<Table>>>,
}

/// Where a file that is added stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    system: Option<&'a Arc<str>>,
    /// Archives around it.
    depth: usize,
}

impl Listing {
    /// An empty list with these limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// What is read at most.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The files so far.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// What could not be taken in.
    #[must_use]
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Whether there are as many files as there may be: there is no use in adding more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// All ids with their files.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// A file.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.index())
    }

    /// The file at a path, of none of the systems that were added as such.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.by_path.get(&(None, Arc::from(path))).copied()
    }

    /// Adds a file, or the files of an archive.
    pub fn add(&mut self, path: &str, blob: Rc<dyn Blob>) {
        self.add_at(Place { system: None, depth: 0 }, path, blob);
    }

    /// Adds a file, or the files of an archive, as predictions of a system. The path begins at the system's folder.
    pub fn add_prediction(&mut self, system: &str, path: &str, blob: Rc<dyn Blob>) {
        let system = Arc::from(system);
        let place = Place {
            system: Some(&system),
            depth: 0,
        };
        self.add_at(place, &format!("{system}/{path}"), blob);
    }

    /// Says that a file could not even be listed.
    pub fn refuse(&mut self, path: &str, error: ReadError) {
        self.notices.push(path, None, error);
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// If it has more bytes than the limit, cannot be read or cannot be unpacked.
    pub fn read(&self, id: FileId, limit: u64) -> Result<Vec<u8>, ReadError> {
        let missing = || ReadError::Unreadable {
            detail: "there is no such file".to_owned(),
        };
        let file = self.get(id).ok_or_else(missing)?;
        if file.size > limit {
            return Err(ReadError::TooBig { limit });
        }
        match &file.source {
            Source::Blob(blob) => blob::read_all(&**blob, limit),
            Source::Zipped(zipped) => zipped.read(limit),
            Source::Held(bytes, range) => bytes.get(range.clone()).map(<[u8]>::to_vec).ok_or_else(missing),
        }
    }

    /// A file where its bytes are; of an archive, unpacked in memory.
    ///
    /// # Errors
    /// As [`Listing::read`].
    pub fn blob(&self, id: FileId, limit: u64) -> Result<Rc<dyn Blob>, ReadError> {
        match self.get(id) {
            Some(File {
                size,
                source: Source::Blob(blob),
                ..
            }) if *size <= limit => Ok(blob.clone()),
            _ => Ok(Rc::new(self.read(id, limit)?)),
        }
    }

    /// The first bytes of a file. Of a file in an archive they are had by unpacking all of it.
    ///
    /// # Errors
    /// If it cannot be read or unpacked.
    pub(crate) fn head(&self, id: FileId, length: u64) -> Result<Vec<u8>, ReadError> {
        match self.get(id).map(|file| &file.source) {
            Some(Source::Blob(blob)) => {
                let mut head = Vec::new();
                let stream = blob::Stream { blob: &**blob, at: 0 };
                let read = stream.take(length).read_to_end(&mut head);
                read.map(|_| head).map_err(|error| blob::unreadable(&error))
            }
            _ => self.read(id, self.limits.held_archive_bytes),
        }
    }

    /// The text of a file.
    ///
    /// # Errors
    /// As [`Listing::read`], and if it is no text.
    pub fn read_text(&self, id: FileId, limit: u64) -> Result<String, ReadError> {
        Ok(decode(self.read(id, limit)?)?)
    }

    /// A file with records, which is held in memory from then on.
    ///
    /// # Errors
    /// If it cannot be read, or holds no records.
    pub fn table(&self, id: FileId) -> Result<Rc<Table>, Problem> {
        if let Some(table) = self.tables.borrow().get(&id) {
            return Ok(table.clone());
        }
        let text = self.read_text(id, self.limits.table_bytes)?;
        let path = self.get(id).map_or("", |file| &file.path);
        let table = Rc::new(Table::parse(path, text, &self.limits)?);
        self.tables.borrow_mut().insert(id, table.clone());
        Ok(table)
    }

    fn add_at(&mut self, place: Place<'_>, given: &str, blob: Rc<dyn Blob>) {
        if name::is_rubbish(given) {
            return;
        }
        let Some(path) = self.check_name(given) else { return };
        if archive::Kind::of(&path).is_some() {
            self.add_archive(place, &path, blob);
        } else {
            let size = blob.size();
            self.push(place, &path, size, Source::Blob(blob));
        }
    }

    /// The path under which a file is listed; says so where it is another than the given one.
    fn check_name(&mut self, given: &str) -> Option<String> {
        let Neutral { path, is_changed } = neutral(given);
        let limits = &self.limits;
        if path.is_empty() || path.len() > limits.path_bytes || path.split('/').count() > limits.path_depth {
            let shown: String = given.chars().take(80).collect();
            self.notices.push(&shown, None, Problem::PathTooLong);
            return None;
        }
        if is_changed {
            let given = given.to_owned();
            self.notices.push(&path, None, Problem::UnsafeName { given });
        }
        Some(path)
    }

    fn push(&mut self, place: Place<'_>, path: &str, size: u64, source: Source) {
        if self.files.len() >= self.limits.files {
            if !self.is_full {
                let limit = self.limits.files;
                self.notices.push(path, None, Problem::TooManyFiles { limit });
                self.is_full = true;
            }
            return;
        }
        let Ok(index) = u32::try_from(self.files.len()) else {
            return;
        };
        let path: Arc<str> = Arc::from(path);
        let key = (place.system.cloned(), path.clone());
        if self.by_path.contains_key(&key) {
            self.notices.push(&path, None, Problem::SamePath);
            return;
        }
        self.by_path.insert(key, FileId(index));
        self.files.push(File {
            path,
            size,
            system: place.system.cloned(),
            source,
        });
    }
}
