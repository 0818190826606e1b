//! The files that a person brought, those in archives included, as one flat list of paths.

mod archive;
mod blob;
mod gzip;
mod held;
mod name;
mod tarball;
mod text;
mod zip;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::limits::Limits;
use crate::notice::{ArchiveProblem, Notices, Problem, shown};
use crate::records::Table;
use held::Room;
use zip::Zipped;

pub use blob::Blob;
pub use name::{Neutral, neutral};
pub(crate) use name::{ending, file_name, folders, inside, is_inside, parent, stem};
pub use text::{TextError, decode};

/// Whether a file holds other files or many records, by its name: an archive, or a list of samples.
#[must_use]
pub fn holds_files(path: &str) -> bool {
    archive::Kind::of(path).is_some() || crate::records::is_table(path)
}

/// Whether a [`plan`](crate::plan) looks at the bytes of a file, by its name: it holds others, or may be a saved evaluation. Of others
/// it goes by their names, and by their sizes where lists may name them.
#[must_use]
pub fn is_looked_into(path: &str) -> bool {
    holds_files(path) || is_html(path)
}

/// Whether a file is an HTML page, by its name.
#[must_use]
pub fn is_html(path: &str) -> bool {
    matches!(ending(path).as_str(), "html" | "htm")
}

/// Whether a file or folder of this name is passed over without a word: hidden ones, and what operating systems leave behind.
#[must_use]
pub fn is_passed_over(name: &str) -> bool {
    name::is_rubbish(name)
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
    /// The system whose predictions it is among, where the person said so.
    pub system: Option<Arc<str>>,
    /// Bytes of the path before the part in the folder of that system.
    before: usize,
    source: Source,
}

impl File {
    /// Bytes, unpacked.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.source.size()
    }

    /// Its path in the folder of the system that it was brought for, else all of its path.
    #[must_use]
    pub fn inner_path(&self) -> &str {
        self.path.get(self.before..).unwrap_or_default()
    }
}

#[derive(Debug)]
enum Source {
    Blob(Rc<dyn Blob>),
    Zipped(Zipped),
    /// Bytes of an archive that is held in memory.
    Held(Rc<Vec<u8>>, std::ops::Range<usize>),
}

impl Source {
    fn size(&self) -> u64 {
        match self {
            Self::Blob(blob) => blob.size(),
            Self::Zipped(zipped) => zipped.size,
            Self::Held(_, range) => range.len() as u64,
        }
    }

    fn read(&self, limit: u64) -> Result<Vec<u8>, ReadError> {
        match self {
            Self::Blob(blob) => blob::read_all(&**blob, limit),
            Self::Zipped(zipped) => zipped.read(limit),
            Self::Held(bytes, range) => Ok(bytes.get(range.clone()).unwrap_or_default().to_vec()),
        }
    }

    /// The first bytes.
    fn head(&self, length: u64) -> Result<Vec<u8>, ReadError> {
        match self {
            Self::Blob(blob) => blob::read_head(&**blob, length),
            Self::Zipped(zipped) => zipped.head(length),
            Self::Held(bytes, range) => {
                let head = bytes.iter().take(range.end).skip(range.start);
                Ok(head
                    .take(usize::try_from(length).unwrap_or(usize::MAX))
                    .copied()
                    .collect())
            }
        }
    }
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
    /// Over the limit together with what is held in memory already.
    #[error(
        "does not fit: the archives and lists that are held in memory may have {limit} bytes in all. Bring it by itself, or unpacked"
    )]
    NoRoom {
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
    systems: Vec<Arc<str>>,
    notices: Notices,
    is_full: bool,
    /// Bytes that are held in memory.
    held: Cell<u64>,
    /// Files with records, once they were read.
    tables: RefCell<HashMap<FileId, Rc<Table>>>,
}

/// Where a file that is added stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    system: Option<&'a Arc<str>>,
    /// Bytes of the path before the part in the folder of the system.
    before: usize,
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

    /// The systems that were named, in the order they were.
    #[must_use]
    pub fn systems(&self) -> &[Arc<str>] {
        &self.systems
    }

    /// The file at a path, of none of the systems that were added as such.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.by_path.get(&(None, Arc::from(path))).copied()
    }

    /// The file that another one names by a path relative to its own folder.
    #[must_use]
    pub fn find_beside(&self, file: FileId, relative: &str) -> Option<FileId> {
        let file = self.get(file)?;
        let relative = neutral(relative).path;
        let path = match parent(&file.path) {
            "" => relative,
            folder => format!("{folder}/{relative}"),
        };
        self.by_path.get(&(file.system.clone(), Arc::from(path))).copied()
    }

    /// Adds a file, or the files of an archive. What its path begins with, a folder or the file, is what the person named: of hidden
    /// files, only those further down are passed over. The id is that of a file that is now in the list as it is.
    pub fn add(&mut self, path: &str, blob: Rc<dyn Blob>) -> Option<FileId> {
        let below = path.split_once(['/', '\\']).map_or("", |(_, below)| below);
        if name::is_rubbish(below) {
            return None;
        }
        let place = Place {
            system: None,
            before: 0,
            depth: 0,
        };
        self.add_at(place, path, blob)
    }

    /// Names a system, which then has its place among the others whether files are added for it or not.
    pub fn add_system(&mut self, name: &str) -> Arc<str> {
        if let Some(system) = self.systems.iter().find(|system| &***system == name) {
            return system.clone();
        }
        let system: Arc<str> = Arc::from(name);
        self.systems.push(system.clone());
        system
    }

    /// Adds a file, or the files of an archive, as predictions of a system. The path begins at the system's folder.
    pub fn add_prediction(&mut self, system: &str, path: &str, blob: Rc<dyn Blob>) {
        let system = self.add_system(system);
        if name::is_rubbish(path) {
            return;
        }
        let mut full = neutral(&system).path;
        if !full.is_empty() {
            full.push('/');
        }
        let place = Place {
            system: Some(&system),
            before: full.len(),
            depth: 0,
        };
        full.push_str(path);
        self.add_at(place, &full, blob);
    }

    /// Says that a file or folder could not even be listed.
    pub fn refuse(&mut self, path: &str, problem: impl Into<Problem>) {
        if let Some(path) = self.check_name(path) {
            self.notices.push(&path, None, problem);
        }
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
        if file.size() > limit {
            return Err(ReadError::TooBig { limit });
        }
        file.source.read(limit)
    }

    /// A file where its bytes are; of an archive, unpacked in memory.
    ///
    /// # Errors
    /// As [`Listing::read`].
    pub fn blob(&self, id: FileId, limit: u64) -> Result<Rc<dyn Blob>, ReadError> {
        match self.get(id) {
            Some(File {
                source: Source::Blob(blob),
                ..
            }) if blob.size() <= limit => Ok(blob.clone()),
            _ => Ok(Rc::new(self.read(id, limit)?)),
        }
    }

    /// The first bytes of a file; of one in an archive, no more is unpacked.
    ///
    /// # Errors
    /// If they cannot be read or unpacked.
    pub(crate) fn head(&self, id: FileId, length: u64) -> Result<Vec<u8>, ReadError> {
        self.get(id).map_or(Ok(Vec::new()), |file| file.source.head(length))
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
        let size = self.get(id).map_or(0, File::size);
        self.room().check(size.min(self.limits.table_bytes))?;
        let text = self.read_text(id, self.limits.table_bytes)?;
        let bytes = text.len();
        let path = self.get(id).map_or("", |file| &file.path);
        let table = Rc::new(Table::parse(path, text, &self.limits)?);
        self.tables.borrow_mut().insert(id, table.clone());
        self.hold(bytes);
        Ok(table)
    }

    fn room(&self) -> Room {
        let limit = self.limits.held_bytes;
        Room {
            left: limit.saturating_sub(self.held.get()),
            limit,
        }
    }

    /// So many bytes more are held in memory.
    fn hold(&self, bytes: usize) {
        self.held.set(self.held.get().saturating_add(bytes as u64));
    }

    fn add_at(&mut self, place: Place<'_>, given: &str, blob: Rc<dyn Blob>) -> Option<FileId> {
        let path = self.check_name(given)?;
        if archive::Kind::of(&path).is_some() {
            self.add_archive(place, &path, blob);
            return None;
        }
        self.push(place, &path, Source::Blob(blob))
    }

    /// The path under which a file is listed; says so where it is another than the given one.
    fn check_name(&mut self, given: &str) -> Option<String> {
        let Neutral { path, is_changed } = neutral(given);
        let limits = &self.limits;
        if path.is_empty() || path.len() > limits.path_bytes || path.split('/').count() > limits.path_depth {
            self.notices.push(&shown(given), None, Problem::PathTooLong);
            return None;
        }
        if is_changed {
            self.notices
                .push(&path, None, Problem::UnsafeName { given: shown(given) });
        }
        Some(path)
    }

    fn push(&mut self, place: Place<'_>, path: &str, source: Source) -> Option<FileId> {
        if self.files.len() >= self.limits.files {
            if !self.is_full {
                let limit = self.limits.files;
                self.notices.push(path, None, Problem::TooManyFiles { limit });
                self.is_full = true;
            }
            return None;
        }
        let id = FileId(u32::try_from(self.files.len()).ok()?);
        let path: Arc<str> = Arc::from(path);
        let key = (place.system.cloned(), path.clone());
        if self.by_path.contains_key(&key) {
            self.notices.push(&path, None, Problem::SamePath);
            return None;
        }
        self.by_path.insert(key, id);
        self.files.push(File {
            path,
            system: place.system.cloned(),
            before: place.before,
            source,
        });
        Some(id)
    }
}
