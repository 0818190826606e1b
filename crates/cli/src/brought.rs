//! The folders, archives and files named on the command line, as samples and systems.

mod reports;

use std::cell::RefCell;
use std::collections::{HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, FileType};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use texlens_dataset::{
    Blob, Choices, FileId, Kind, Limits, Listing, Notice, Passage, Picture, Plan, Problem, ReadError, is_passed_over,
    to_latex,
};
use texlens_native::Renderer;

use crate::answers::Answers;
use crate::commands::arguments::TextArguments;
use crate::failure::Failure;
use crate::input::{self, Folder};
use crate::terminal::say;

/// Maximum number of notices that are printed. A folder of broken links has as many notices as files.
const TOLD: usize = 100;

/// Files and the plan made of them.
pub(crate) struct Brought {
    /// The dataset's name. Its paths begin with this name if the dataset is a folder.
    pub(crate) name: String,
    pub(crate) listing: Listing,
    pub(crate) plan: Plan,
    /// The systems named on the command line, with the paths of their predictions.
    systems: Vec<(String, String)>,
    pub(crate) answers: Answers,
}

impl Brought {
    /// Opens a dataset, and systems with their folders or files. If systems are named, there are no others. The
    /// renderer counts pages.
    ///
    /// # Errors
    /// If one of the paths does not exist.
    pub(crate) fn open(
        dataset: &Path,
        systems: &[(String, String)],
        texts: TextArguments,
        renderer: &Renderer,
    ) -> Result<Self, Failure> {
        let limits = Limits::default();
        let mut listing = Listing::new(limits.clone());
        listing.set_encoding(texts.encoding(), []);
        for (system, _) in systems {
            listing.add_system(system);
        }
        let of_systems = systems
            .iter()
            .filter_map(|(_, path)| fs::canonicalize(path).ok())
            .collect();
        let name = name(dataset);
        add(dataset, &name, of_systems, &limits, &mut |path, blob| {
            listing_add(&mut listing, None, path, blob)
        })?;
        for (system, path) in systems {
            let mut add_one =
                |path: &str, blob: Result<Rc<dyn Blob>, Problem>| listing_add(&mut listing, Some(system), path, blob);
            add(Path::new(path), "", HashSet::new(), &limits, &mut add_one)?;
        }
        listing.read_tables();
        let choices = Choices {
            only_named_systems: !systems.is_empty(),
            ..Choices::default()
        };
        let mut plan = texlens_dataset::plan(&listing, &choices);
        if plan.samples.is_empty() && !plan.reports.is_empty() {
            reports::add_samples(&mut listing, &plan)?;
            plan = texlens_dataset::plan(&listing, &choices);
        }
        count_pages(&listing, &mut plan, renderer);
        Ok(Self {
            name,
            listing,
            plan,
            systems: systems.to_vec(),
            answers: Answers::new(texts.whole_answers),
        })
    }

    /// Returns the path of a system's predictions. For a system that was not named, returns its name.
    pub(crate) fn folder<'s>(&'s self, system: &'s str) -> &'s str {
        let named = self.systems.iter().find(|(name, _)| name == system);
        named.map_or(system, |(_, path)| path.trim_end_matches('/'))
    }

    /// Returns the text of a passage, or the error in its file.
    pub(crate) fn text(&self, passage: &Passage) -> Result<String, String> {
        self.listing
            .passage(passage)
            .map_err(|error| format!("{} {error}", self.label(passage)))
    }

    /// Returns the LaTeX of a text.
    pub(crate) fn latex(&self, text: &str, passage: &Passage, kind: Kind) -> String {
        let answer = self.answers.read(text, passage.syntax, || self.label(passage));
        to_latex(&answer, passage.syntax, kind).into_owned()
    }

    /// Returns the LaTeX of a text that is only searched. A text that cannot be read has none; it is reported when it is
    /// scored.
    pub(crate) fn searched(&self, passage: &Passage, kind: Kind) -> Option<String> {
        let text = self.text(passage).ok()?;
        let answer = self.answers.seen(&text, passage.syntax);
        Some(to_latex(&answer.text, passage.syntax, kind).into_owned())
    }

    /// Returns the name of a passage in messages.
    fn label(&self, passage: &Passage) -> String {
        let path = self.plan.path(passage.file);
        match passage.part.line() {
            Some(line) => format!("{path} line {line}"),
            None => path.to_owned(),
        }
    }

    /// Returns the path of a file without the folder that was named on the command line.
    pub(crate) fn inner_path(&self, file: FileId) -> &str {
        let Some(file) = self.listing.get(file) else { return "" };
        if file.system.is_some() {
            return file.inner_path();
        }
        let inner = file.path.strip_prefix(&self.name);
        inner.and_then(|rest| rest.strip_prefix('/')).unwrap_or(&file.path)
    }

    /// Prints what could not be used to standard error. Reports whether anything was lost.
    pub(crate) fn tell(&self) -> bool {
        self.tell_all_but(|_| false)
    }

    /// Does the same for a command that needs no predictions.
    pub(crate) fn tell_of_pages(&self) -> bool {
        self.tell_all_but(|notice| matches!(notice.problem, Problem::NoPrediction))
    }

    fn tell_all_but(&self, is_passed_over: impl Fn(&Notice) -> bool) -> bool {
        let notices = &self.plan.notices;
        for notice in notices.list.iter().filter(|notice| !is_passed_over(notice)).take(TOLD) {
            say(format_args!("texlens: {notice}"));
        }
        let more = notices.list.len().saturating_sub(TOLD) + notices.more;
        if more > 0 {
            say(format_args!(
                "texlens: and {more} more; --plan --format json lists them"
            ));
        }
        notices.has_losses()
    }
}

/// Counts the pages of PDF files whose pages are all used. A file that cannot be opened is reported when its pages are
/// needed.
fn count_pages(listing: &Listing, plan: &mut Plan, renderer: &Renderer) {
    let files: Vec<FileId> = plan.uncounted().collect();
    for file in files {
        let bytes = listing.picture(&Picture { file, page: None });
        if let Ok(Ok(document)) = bytes.map(|bytes| renderer.open(bytes)) {
            let pages: Vec<u32> = (1..=document.pages()).collect();
            plan.count(file, &pages);
        }
    }
}

fn listing_add(listing: &mut Listing, system: Option<&str>, path: &str, blob: Result<Rc<dyn Blob>, Problem>) -> Go {
    match (blob, system) {
        (Ok(blob), Some(system)) => listing.add_prediction(system, path, blob),
        (Ok(blob), None) => {
            listing.add(path, blob);
        }
        (Err(problem), Some(system)) => listing.refuse(&format!("{system}/{path}"), problem),
        (Err(problem), None) => listing.refuse(path, problem),
    }
    if listing.is_full() { Go::Stop } else { Go::On }
}

/// Whether the walk goes on to more files.
#[derive(PartialEq, Eq)]
pub(crate) enum Go {
    On,
    Stop,
}

/// Takes the path and the content of a file, or the problem with an entry.
pub(crate) type Add<'a> = dyn FnMut(&str, Result<Rc<dyn Blob>, Problem>) -> Go + 'a;

/// Returns the name of a folder or file; for `.`, the name of the current folder.
pub(crate) fn name(path: &Path) -> String {
    let full = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let path = if path.file_name().is_some() { path } else { &full };
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Adds a file, or the files of a folder under `name`, except those of systems.
pub(crate) fn add(
    path: &Path,
    name: &str,
    of_systems: HashSet<PathBuf>,
    limits: &Limits,
    add: &mut Add<'_>,
) -> Result<(), Failure> {
    let unreadable = |error: input::ReadError| Failure::Read {
        path: path.to_owned(),
        error,
    };
    let metadata = fs::metadata(path).map_err(|error| unreadable(error.into()))?;
    if metadata.is_dir() {
        let root = Folder::new(path).map_err(|error| unreadable(error.into()))?;
        Walk {
            add,
            root: Rc::new(root),
            name: self::name(path),
            of_systems,
            entered: HashSet::new(),
            links: VecDeque::new(),
            left: limits.entries,
            limits,
        }
        .all(path, name);
    } else {
        let file = input::open(path).map_err(unreadable)?;
        let blob = OpenFile {
            size: metadata.len(),
            file: RefCell::new(file),
        };
        add(&self::name(path), Ok(Rc::new(blob)));
    }
    Ok(())
}

/// A walk through a folder, in the order of names. A link to a file in the folder counts as a file. Links to folders in
/// it come last, because most of their targets are read in their own place. No folder is read twice.
struct Walk<'a, 'b> {
    add: &'a mut Add<'b>,
    /// The folder that was named on the command line.
    root: Rc<Folder>,
    /// The name of the folder in messages.
    name: String,
    /// Folders and files of systems, which do not belong to the dataset.
    of_systems: HashSet<PathBuf>,
    /// Folders that were walked.
    entered: HashSet<PathBuf>,
    links: VecDeque<Place>,
    /// Number of entries that may still be read.
    left: usize,
    limits: &'a Limits,
}

/// An entry of a folder.
struct Place {
    path: PathBuf,
    /// The path under which the entry is listed.
    name: String,
}

impl Walk<'_, '_> {
    fn all(mut self, folder: &Path, name: &str) {
        let place = Place {
            path: folder.to_owned(),
            name: name.to_owned(),
        };
        let mut go = self.folder(place);
        while go == Go::On
            && let Some(link) = self.links.pop_front()
        {
            go = self.folder(link);
        }
    }

    fn folder(&mut self, place: Place) -> Go {
        let full = match self.root.resolve(&place.path) {
            Ok(full) => full,
            Err(error) => return self.refuse(&place, error),
        };
        if self.of_systems.contains(&full) {
            return Go::On;
        }
        if !self.entered.insert(full.clone()) {
            let target = full.display().to_string();
            return (self.add)(&place.name, Err(Problem::FolderTwice { target }));
        }
        // The files in the folder are one level deeper.
        let limit = self.limits.path_depth;
        if place.name.split('/').count() >= limit {
            return (self.add)(&place.name, Err(Problem::FolderTooDeep { limit }));
        }
        let entries = match self.entries(&place.path) {
            Ok(entries) => entries,
            Err(error) => return self.refuse(&place, error.into()),
        };
        let is_cut = entries.len() > self.left;
        for (name, kind) in entries.into_iter().take(self.left) {
            self.left -= 1;
            if self.entry(&place, &name, kind) == Go::Stop {
                return Go::Stop;
            }
        }
        if is_cut {
            let limit = self.limits.entries;
            (self.add)(&self.name, Err(Problem::TooManyEntries { limit }));
            return Go::Stop;
        }
        Go::On
    }

    /// Returns the entries of a folder in the order of their names, including one more than may be read.
    fn entries(&self, folder: &Path) -> io::Result<Vec<(OsString, FileType)>> {
        let entries = fs::read_dir(folder)?.take(self.left.saturating_add(1));
        let entries = entries.map(|entry| entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))));
        let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(entries)
    }

    fn entry(&mut self, folder: &Place, name: &OsStr, kind: FileType) -> Go {
        let place = Place {
            path: folder.path.join(name),
            name: match (folder.name.as_str(), name.to_string_lossy()) {
                ("", name) => name.into_owned(),
                (folder, name) => format!("{folder}/{name}"),
            },
        };
        // Entries that are always ignored are not walked: a repository's `.git` may contain more files than the
        // dataset.
        if is_passed_over(&name.to_string_lossy()) {
            return Go::On;
        }
        if kind.is_dir() {
            return self.folder(place);
        }
        let full = match self.root.resolve(&place.path) {
            Ok(full) => full,
            Err(error) => return self.refuse(&place, error),
        };
        let metadata = match fs::metadata(&full) {
            Ok(metadata) => metadata,
            Err(error) => return self.refuse(&place, error.into()),
        };
        if metadata.is_dir() {
            self.links.push_back(place);
            return Go::On;
        }
        if self.of_systems.contains(&full) {
            return Go::On;
        }
        // Opening a pipe would block until another program writes to it.
        if !metadata.is_file() {
            return (self.add)(&place.name, Err(Problem::NotAFile));
        }
        let blob = ClosedFile {
            root: self.root.clone(),
            path: place.path,
            size: metadata.len(),
        };
        (self.add)(&place.name, Ok(Rc::new(blob)))
    }

    fn refuse(&mut self, place: &Place, error: input::ReadError) -> Go {
        let problem = match error {
            input::ReadError::Refused(problem) => problem,
            error => ReadError::Unreadable {
                detail: error.to_string().trim_start_matches("cannot be read: ").to_owned(),
            }
            .into(),
        };
        (self.add)(&place.name, Err(problem))
    }
}

/// A file that stays open, because an archive must be read quickly.
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

/// One of many files of a folder. Each read opens it.
#[derive(Debug)]
struct ClosedFile {
    root: Rc<Folder>,
    path: PathBuf,
    size: u64,
}

impl Blob for ClosedFile {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.root.open(&self.path).map_err(|error| match error {
            input::ReadError::Io(error) => error,
            error => io::Error::other(error),
        })?;
        file.seek(SeekFrom::Start(offset))?;
        file.read(buffer)
    }
}
