//! The flat list of files by path, with the methods that add and read files.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::blob::Blob;
use super::error::ReadError;
use super::format::Format;
use super::held::Room;
use super::name::{Neutral, is_rubbish, neutral, parent};
use super::parsed::{Parsed, ParsedPages};
use super::source::Source;
use super::table::WaitingTable;
use super::text::{Encoding, decode_as};
use crate::limits::Limits;
use crate::notice::{Notices, Problem, shown};
use crate::records::Table;

/// A file of a [`Listing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileId(u32);

impl FileId {
    /// Returns the index of the file in [`Listing::files`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A file, with its path and the source of its bytes.
#[derive(Debug)]
pub struct File {
    /// The path, with `/` as separator. It never leads out of the folder where it was found. A file in an archive has
    /// the archive's name as a folder.
    pub path: Arc<str>,
    /// The system whose predictions include the file, if the person named one.
    pub system: Option<Arc<str>>,
    /// Number of bytes of the path before the part in the folder of that system.
    before: usize,
    source: Source,
}

impl File {
    /// Returns the unpacked size, in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.source.size()
    }

    /// Returns the path in the folder of the system for which the file was added, or else the whole path.
    #[must_use]
    pub fn inner_path(&self) -> &str {
        self.path.get(self.before..).unwrap_or_default()
    }
}

/// All files, in the order in which they were added. Adding a file uses only its name, unless it is an archive: the
/// directory of a zip archive is read, and a tar archive is unpacked. Bytes of other files are read on request.
///
/// Parquet and Arrow files wait until a reader of tables has turned them into records and images, since the app loads
/// this reader only if there is such a file. A plan is made after that: see [`Listing::next_table`].
#[derive(Debug, Default)]
pub struct Listing {
    pub(super) limits: Limits,
    files: Vec<File>,
    by_path: HashMap<(Option<Arc<str>>, Arc<str>), FileId>,
    systems: Vec<Arc<str>>,
    pub(super) notices: Notices,
    pub(super) is_full: bool,
    /// Parquet and Arrow files that have not been read.
    pub(super) waiting: VecDeque<WaitingTable>,
    /// The encoding of all texts that are not Unicode.
    encoding: Encoding,
    /// Files that are read as Latin-1 if they are not Unicode.
    latin1: HashSet<FileId>,
    /// Number of bytes held in memory.
    held: Cell<u64>,
    /// Number of these that are tables.
    tables_held: Cell<u64>,
    /// Files with records that have been read.
    tables: RefCell<HashMap<FileId, Rc<Table>>>,
    /// The outputs of parsers read last.
    parsed: RefCell<Parsed<ParsedKey>>,
}

/// A document in a file, with the offset of its record.
type ParsedKey = (FileId, Option<usize>);

/// The place at which a file is added.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) system: Option<&'a Arc<str>>,
    /// Number of bytes of the path before the part in the folder of the system.
    pub(super) before: usize,
    /// Number of archives around the file.
    pub(super) depth: usize,
}

impl Listing {
    /// Returns an empty listing with the given limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }

    /// Returns the limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the files added so far.
    #[must_use]
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns the notices about files that could not be added.
    #[must_use]
    pub fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Reports whether the limit on the number of files is reached. Further files are not added.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }

    /// Returns all files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &File)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// Returns the file with an id.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&File> {
        self.files.get(id.index())
    }

    /// Returns the named systems, in the order in which they were named.
    #[must_use]
    pub fn systems(&self) -> &[Arc<str>] {
        &self.systems
    }

    /// Returns the file at a path, among the files that were not added for a system.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.by_path.get(&(None, Arc::from(path))).copied()
    }

    /// Returns the file that another file names by a path relative to its folder.
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

    /// Adds a file, or the files of an archive. The person named the first part of the path, a folder or the file.
    /// Hidden files are skipped only below this part. Returns the id of a file that was added without unpacking.
    pub fn add(&mut self, path: &str, blob: Rc<dyn Blob>) -> Option<FileId> {
        let below = path.split_once(['/', '\\']).map_or("", |(_, below)| below);
        if is_rubbish(below) {
            return None;
        }
        let place = Place {
            system: None,
            before: 0,
            depth: 0,
        };
        self.add_at(place, path, blob)
    }

    /// Names a system, which then has its place in the order whether or not files are added for it.
    pub fn add_system(&mut self, name: &str) -> Arc<str> {
        if let Some(system) = self.systems.iter().find(|system| &***system == name) {
            return system.clone();
        }
        let system: Arc<str> = Arc::from(name);
        self.systems.push(system.clone());
        system
    }

    /// Adds a file, or the files of an archive, as predictions of a system. The path starts at the system's folder.
    pub fn add_prediction(&mut self, system: &str, path: &str, blob: Rc<dyn Blob>) {
        let system = self.add_system(system);
        if is_rubbish(path) {
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

    /// Adds a notice about a file or folder that could not be listed.
    pub fn refuse(&mut self, path: &str, problem: impl Into<Problem>) {
        if let Some(path) = self.check_name(path) {
            self.notices.push(&path, None, problem);
        }
    }

    /// Returns the bytes of a file.
    ///
    /// # Errors
    /// Returns an error if the file has more bytes than the limit, cannot be read or cannot be unpacked.
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

    /// Returns the blob of a file. A file in an archive is unpacked in memory.
    ///
    /// # Errors
    /// Returns the errors of [`Listing::read`].
    pub fn blob(&self, id: FileId, limit: u64) -> Result<Rc<dyn Blob>, ReadError> {
        match self.get(id) {
            Some(File {
                source: Source::Blob(blob),
                ..
            }) if blob.size() <= limit => Ok(blob.clone()),
            _ => Ok(Rc::new(self.read(id, limit)?)),
        }
    }

    /// Returns the first bytes of a file. Of a file in an archive, only these bytes are unpacked.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be read or unpacked.
    pub(crate) fn head(&self, id: FileId, length: u64) -> Result<Vec<u8>, ReadError> {
        self.get(id).map_or(Ok(Vec::new()), |file| file.source.head(length))
    }

    /// Returns the text of a file.
    ///
    /// # Errors
    /// Returns the errors of [`Listing::read`], and an error if the file is not text.
    pub fn read_text(&self, id: FileId, limit: u64) -> Result<String, ReadError> {
        Ok(decode_as(self.read(id, limit)?, self.encoding_of(id))?)
    }

    /// Sets the encoding of texts that are not Unicode. `all` applies to every file; the files in `latin1` are read as
    /// Latin-1.
    pub fn set_encoding(&mut self, all: Encoding, latin1: impl IntoIterator<Item = FileId>) {
        let latin1: HashSet<FileId> = latin1.into_iter().collect();
        if (self.encoding, &self.latin1) != (all, &latin1) {
            (self.encoding, self.latin1) = (all, latin1);
            self.tables.borrow_mut().clear();
            self.held.set(self.held.get().saturating_sub(self.tables_held.take()));
            *self.parsed.borrow_mut() = Parsed::default();
        }
    }

    /// Returns the encoding of all texts that are not Unicode.
    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the encoding in which a file is read if it is not Unicode.
    #[must_use]
    pub fn encoding_of(&self, id: FileId) -> Encoding {
        if self.latin1.contains(&id) {
            Encoding::Latin1
        } else {
            self.encoding
        }
    }

    /// Returns a file with records, which is held in memory from then on.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or holds no records.
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
        self.tables_held
            .set(self.tables_held.get().saturating_add(bytes as u64));
        Ok(table)
    }

    /// Returns the pages of a document, which `read` reads unless it was one of the last.
    pub(crate) fn parsed_pages(
        &self,
        key: ParsedKey,
        read: impl FnOnce() -> Result<Vec<(u64, String)>, Problem>,
    ) -> Result<ParsedPages, Problem> {
        let known = self.parsed.borrow().get(&key);
        if let Some(pages) = known {
            return Ok(pages);
        }
        let pages = Rc::new(read()?);
        self.parsed
            .borrow_mut()
            .add(key, pages.clone(), self.limits.parsed_bytes);
        Ok(pages)
    }

    pub(super) fn room(&self) -> Room {
        let limit = self.limits.held_bytes;
        Room {
            left: limit.saturating_sub(self.held.get()),
            limit,
        }
    }

    /// Adds to the number of bytes held in memory.
    pub(super) fn hold(&self, bytes: usize) {
        self.held.set(self.held.get().saturating_add(bytes as u64));
    }

    fn add_at(&mut self, place: Place<'_>, given: &str, blob: Rc<dyn Blob>) -> Option<FileId> {
        let path = self.check_name(given)?;
        if Format::of(&path).is_some() {
            self.add_archive(place, &path, blob);
            return None;
        }
        self.push(place, &path, Source::Blob(blob))
    }

    /// Returns the path under which a file is listed. Adds a notice if the path was changed or is over the limits.
    pub(super) fn check_name(&mut self, given: &str) -> Option<String> {
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

    pub(super) fn push(&mut self, place: Place<'_>, path: &str, source: Source) -> Option<FileId> {
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
