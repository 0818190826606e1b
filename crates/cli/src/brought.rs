//! What a person named on the command line: folders, archives and files, as samples and systems.

mod reports;

use std::cell::RefCell;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use texlens_dataset::{Blob, Choices, FileId, Limits, Listing, Passage, Picture, Plan, ReadError};

use crate::failure::Failure;
use crate::pdf;

/// Files, and what was understood of them.
pub(crate) struct Brought {
    /// The dataset's name, which its paths begin with if it is a folder.
    pub(crate) name: String,
    pub(crate) listing: Listing,
    pub(crate) plan: Plan,
    /// Systems that were named, and where their predictions are.
    systems: Vec<(String, String)>,
}

impl Brought {
    /// A dataset, and systems with their folders or files. With systems, only these are.
    ///
    /// # Errors
    /// If one of them is not there.
    pub(crate) fn open(dataset: &Path, systems: &[(String, String)]) -> Result<Self, Failure> {
        let mut listing = Listing::new(Limits::default());
        for (system, _) in systems {
            listing.add_system(system);
        }
        let of_systems = systems
            .iter()
            .filter_map(|(_, path)| fs::canonicalize(path).ok())
            .collect();
        let name = name(dataset);
        add(dataset, &name, of_systems, &mut |path, blob| {
            listing_add(&mut listing, None, path, blob)
        })?;
        for (system, path) in systems {
            let mut add_one =
                |path: &str, blob: Result<Rc<dyn Blob>, ReadError>| listing_add(&mut listing, Some(system), path, blob);
            add(Path::new(path), "", HashSet::new(), &mut add_one)?;
        }
        let choices = Choices {
            only_named_systems: !systems.is_empty(),
            ..Choices::default()
        };
        let mut plan = texlens_dataset::plan(&listing, &choices);
        if plan.samples.is_empty() && !plan.reports.is_empty() {
            reports::add_samples(&mut listing, &plan)?;
            plan = texlens_dataset::plan(&listing, &choices);
        }
        count_pages(&listing, &mut plan);
        Ok(Self {
            name,
            listing,
            plan,
            systems: systems.to_vec(),
        })
    }

    /// Where the predictions of a system are, or would be.
    pub(crate) fn folder<'s>(&'s self, system: &'s str) -> &'s str {
        let named = self.systems.iter().find(|(name, _)| name == system);
        named.map_or(system, |(_, path)| path.trim_end_matches('/'))
    }

    /// The text of a passage, or what is wrong with its file.
    pub(crate) fn text(&self, passage: &Passage) -> Result<String, String> {
        self.listing
            .passage(passage)
            .map_err(|error| format!("{} {error}", self.label(passage)))
    }

    /// A passage as it is called in messages.
    fn label(&self, passage: &Passage) -> String {
        let path = self.plan.path(passage.file);
        match passage.part.line() {
            Some(line) => format!("{path} line {line}"),
            None => path.to_owned(),
        }
    }

    /// The path of a file without the folder that was named for it.
    pub(crate) fn inner_path(&self, file: FileId) -> &str {
        let Some(file) = self.listing.get(file) else { return "" };
        if file.system.is_some() {
            return file.inner_path();
        }
        let inner = file.path.strip_prefix(&self.name);
        inner.and_then(|rest| rest.strip_prefix('/')).unwrap_or(&file.path)
    }

    /// Says on standard error what could not be used; whether anything could not.
    pub(crate) fn tell(&self) -> bool {
        let notices = &self.plan.notices;
        for notice in &notices.list {
            // Nothing is lost when nobody listens: the exit code says it as well.
            let _ = writeln!(io::stderr(), "texlens: {notice}");
        }
        if notices.more > 0 {
            let _ = writeln!(io::stderr(), "texlens: and {} more", notices.more);
        }
        notices.has_losses()
    }
}

/// Counts the pages of PDF files that are brought whole. One that cannot be opened is told when its pages are needed.
fn count_pages(listing: &Listing, plan: &mut Plan) {
    let files: Vec<FileId> = plan.uncounted().collect();
    for file in files {
        let bytes = listing.picture(&Picture { file, page: None });
        if let Ok(Ok(document)) = bytes.map(pdf::open) {
            plan.count(file, document.pages());
        }
    }
}

fn listing_add(listing: &mut Listing, system: Option<&str>, path: &str, blob: Result<Rc<dyn Blob>, ReadError>) -> Go {
    match (blob, system) {
        (Ok(blob), Some(system)) => listing.add_prediction(system, path, blob),
        (Ok(blob), None) => {
            listing.add(path, blob);
        }
        (Err(error), _) => listing.refuse(path, error),
    }
    if listing.is_full() { Go::Stop } else { Go::On }
}

/// Whether more files are wanted.
#[derive(PartialEq, Eq)]
enum Go {
    On,
    Stop,
}

type Add<'a> = dyn FnMut(&str, Result<Rc<dyn Blob>, ReadError>) -> Go + 'a;

/// The name of a folder or file; of `.` that of the folder it is.
fn name(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = if path.file_name().is_some() { path } else { &full };
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Adds a file, or the files of a folder under `name`, without those that are of systems.
fn add(path: &Path, name: &str, of_systems: HashSet<PathBuf>, add: &mut Add<'_>) -> Result<(), Failure> {
    let unreadable = |error: io::Error| Failure::Read {
        path: path.to_owned(),
        error: error.into(),
    };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        let mut walk = Walk {
            add,
            of_systems,
            open: HashSet::new(),
        };
        walk.folder(path, name, 0);
    } else {
        let file = File::open(path).map_err(unreadable)?;
        let blob = OpenFile {
            size: metadata.len(),
            file: RefCell::new(file),
        };
        add(&self::name(path), Ok(Rc::new(blob)));
    }
    Ok(())
}

/// Goes through a folder, in the order of names.
struct Walk<'a, 'b> {
    add: &'a mut Add<'b>,
    /// Folders and files of systems, which are no part of the dataset.
    of_systems: HashSet<PathBuf>,
    /// Folders that are being walked, which a link may lead back to.
    open: HashSet<PathBuf>,
}

impl Walk<'_, '_> {
    const DEPTH: usize = 64;

    fn folder(&mut self, folder: &Path, name: &str, depth: usize) -> Go {
        let full = match fs::canonicalize(folder) {
            Ok(full) => full,
            Err(error) => return (self.add)(name, Err(unreadable(&error))),
        };
        if self.of_systems.contains(&full) || self.open.contains(&full) {
            return Go::On;
        }
        if depth > Self::DEPTH {
            let detail = format!("there are more than {} folders around it", Self::DEPTH);
            return (self.add)(name, Err(ReadError::Unreadable { detail }));
        }
        self.open.insert(full.clone());
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let go = match entries {
            Ok(mut entries) => {
                entries.sort_by_key(fs::DirEntry::file_name);
                let mut stops = entries.iter().map(|entry| self.entry(&entry.path(), name, depth));
                if stops.any(|go| go == Go::Stop) {
                    Go::Stop
                } else {
                    Go::On
                }
            }
            Err(error) => (self.add)(name, Err(unreadable(&error))),
        };
        self.open.remove(&full);
        go
    }

    fn entry(&mut self, path: &Path, folder: &str, depth: usize) -> Go {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = if folder.is_empty() {
            name.into_owned()
        } else {
            format!("{folder}/{name}")
        };
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, &name, depth + 1),
            Ok(_) if self.is_of_system(path) => Go::On,
            // To open a pipe would wait for what writes into it.
            Ok(metadata) if !metadata.is_file() => {
                let detail = "it is no file but a pipe or a device".to_owned();
                (self.add)(&name, Err(ReadError::Unreadable { detail }))
            }
            Ok(metadata) => {
                let blob = ClosedFile {
                    path: path.to_owned(),
                    size: metadata.len(),
                };
                (self.add)(&name, Ok(Rc::new(blob)))
            }
            Err(error) => (self.add)(&name, Err(unreadable(&error))),
        }
    }

    fn is_of_system(&self, file: &Path) -> bool {
        let full = || fs::canonicalize(file).ok();
        !self.of_systems.is_empty() && full().is_some_and(|full| self.of_systems.contains(&full))
    }
}

fn unreadable(error: &io::Error) -> ReadError {
    ReadError::Unreadable {
        detail: error.to_string(),
    }
}

/// A file that stays open, as an archive must to be read quickly.
#[derive(Debug)]
struct OpenFile {
    size: u64,
    file: RefCell<File>,
}

impl Blob for OpenFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }
}

/// One of many files, opened whenever it is read.
#[derive(Debug)]
struct ClosedFile {
    path: PathBuf,
    size: u64,
}

impl Blob for ClosedFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }
}
