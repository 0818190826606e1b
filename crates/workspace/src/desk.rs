//! What a person brought, from files to samples: listed, understood, put right, handed over. No browser in here.

mod awaited;
mod hand;
mod held;
mod picture;
mod view;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_dataset::{Choices, FileId, Kind, Limits, Listing, Passage, Plan, ReadError, Sample, is_looked_into, plan};

use crate::brought::{ImportId, Refusal};
use crate::messages::import::{Joined, Step};
use crate::messages::pdf::Pages;
use crate::picture::Pdf;
use awaited::Awaited;
use held::{Held, handle};

pub use picture::{PictureError, look};

/// So many files are called for at a time.
const CALL: usize = 100;

/// One import.
#[derive(Debug)]
pub struct Desk {
    listing: Listing,
    /// Whether the plan was made without the sizes of files, though lists name some.
    is_rough: bool,
    /// Files that are not here yet.
    awaited: Awaited,
    /// Files of so many samples were called for.
    called_for: usize,
    steps: Vec<Step>,
    /// With all steps, but without the pages of PDF files.
    bare: Rc<Plan>,
    /// With those.
    plan: Rc<Plan>,
    /// The PDF files that were opened.
    pdfs: BTreeMap<FileId, Opened>,
    /// Those that are to be, before the plan says what they are samples of.
    to_open: VecDeque<FileId>,
    /// What the names of PDF files begin with.
    import: ImportId,
    revision: u32,
    /// The folder that everything is in, with a slash at its end; empty if there is none.
    root: String,
    /// The documents that are there with several of their pages, from the first on: these are more than where a page is from. With
    /// each, the systems that say something of it.
    documents: BTreeMap<String, BTreeSet<usize>>,
    /// Saved evaluations and samples that were handed over.
    done: usize,
}

/// What came of opening a PDF file.
#[derive(Debug)]
struct Opened {
    /// Empty if its bytes could not be had.
    pdf: Pdf,
    /// Its pages, or why it is not read.
    pages: Result<Pages, String>,
}

impl Default for Desk {
    fn default() -> Self {
        Self {
            listing: Listing::new(Limits::default()),
            is_rough: false,
            awaited: Awaited::default(),
            called_for: 0,
            steps: Vec::new(),
            bare: Rc::default(),
            plan: Rc::default(),
            pdfs: BTreeMap::new(),
            to_open: VecDeque::new(),
            import: 0,
            revision: 0,
            root: String::new(),
            documents: BTreeMap::new(),
            done: 0,
        }
    }
}

impl Desk {
    /// An import, with the steps that were made before, where it was interrupted.
    #[must_use]
    pub fn new(import: ImportId, steps: Vec<Step>) -> Self {
        Self {
            import,
            steps,
            ..Self::default()
        }
    }

    /// Which import it is.
    #[must_use]
    pub fn import(&self) -> ImportId {
        self.import
    }

    /// The steps that are made, those before the last one first.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Lists a file, or the files of an archive.
    pub fn add(&mut self, path: &str, file: Blob) {
        self.listing.add(path, Rc::new(Held::new(file)));
    }

    /// Lists a file that is not here, and not [needed at once](is_needed_at_once): it comes when [`Desk::call`] says its number.
    pub fn expect(&mut self, path: &str, number: usize) {
        let held = Rc::new(Held::default());
        if let Some(file) = self.listing.add(path, held.clone()) {
            self.awaited.push(file, number, held);
        }
    }

    /// The numbers of the files that are to come next; none if there are no more, or the last call is not answered yet.
    pub fn call(&mut self) -> Vec<usize> {
        if self.awaited.is_calling() {
            return Vec::new();
        }
        let mut files = BTreeSet::new();
        if self.lacks_sizes() {
            files.extend(self.awaited.iter().take(CALL));
        } else {
            let images = self.plan.report_images.values().flatten().copied();
            files.extend(images.filter(|file| self.awaited.contains(*file)).take(CALL));
            // In the order in which samples are handed over.
            while files.len() < CALL
                && let Some(sample) = self.plan.samples.get(self.called_for)
            {
                files.extend(files_of(sample).filter(|file| self.awaited.contains(*file)));
                self.called_for += 1;
            }
        }
        self.awaited.call(files.into_iter().collect())
    }

    /// Whether files are on their way.
    #[must_use]
    pub fn is_calling(&self) -> bool {
        self.awaited.is_calling()
    }

    /// The files that were called for, in the order of the call.
    pub fn deliver(&mut self, files: Joined) {
        self.awaited.deliver(files);
    }

    /// Whether the plan is to be made again once all files are here: what the texts of a list are is seen by the sizes of the files that it names, too.
    #[must_use]
    pub fn lacks_sizes(&self) -> bool {
        self.is_rough && !self.awaited.is_empty()
    }
    /// Says that the browser refuses a file or folder.
    pub fn refuse(&mut self, path: &str) {
        let detail = "the browser refuses it".to_owned();
        self.listing.refuse(path, ReadError::Unreadable { detail });
    }

    /// How many files there are, those in archives included.
    #[must_use]
    pub fn files(&self) -> usize {
        self.listing.files().len()
    }

    /// Makes a plan of the files. Steps that were made before stay, but for those that no longer fit: the answer says why.
    pub fn plan(&mut self) -> Option<String> {
        let mut choices = Choices::default();
        for step in &self.steps {
            if let Step::Columns { path, mapping } = step {
                choices.mappings.insert(path.clone(), mapping.clone());
            }
        }
        let mut made = plan(&self.listing, &choices);
        self.is_rough = !self.awaited.is_empty() && !made.tables.is_empty();
        if self.is_rough {
            // Whether earlier steps fit is seen in the next one.
            self.show(made);
            return None;
        }
        let mut refused = None;
        self.steps.retain(|step| match step {
            Step::Columns { .. } => true,
            Step::Corrections(corrections) => match made.corrected(corrections) {
                Ok(corrected) => {
                    made = corrected;
                    true
                }
                Err((_, error)) => {
                    refused = Some(format!(
                        "An earlier correction no longer fits and was taken back: {error}."
                    ));
                    false
                }
            },
        });
        self.show(made);
        refused
    }

    /// Puts something right.
    ///
    /// # Errors
    /// Why it does not fit; nothing has changed then.
    pub fn amend(&mut self, step: Step) -> Result<Option<String>, String> {
        match &step {
            Step::Columns { .. } => {
                self.steps.push(step);
                Ok(self.plan())
            }
            Step::Corrections(corrections) => match self.bare.corrected(corrections) {
                Ok(corrected) => {
                    self.steps.push(step);
                    self.show(corrected);
                    Ok(None)
                }
                Err((_, error)) => Err(Refusal::new("", &error.to_string()).reason),
            },
        }
    }

    /// Takes the last step back.
    pub fn take_back(&mut self) -> Option<String> {
        self.steps.pop();
        self.plan()
    }

    fn show(&mut self, plan: Plan) {
        let pictures = plan.samples.iter().filter_map(|sample| sample.image.as_ref());
        let pdfs = pictures.map(|picture| picture.file);
        let new = |file: &FileId| is_document(plan.path(*file)) && !self.pdfs.contains_key(file);
        self.to_open = pdfs.filter(new).collect::<BTreeSet<_>>().into_iter().collect();
        self.bare = Rc::new(plan);
        self.count();
    }

    /// Says in the plan what the PDF files are samples of that were opened.
    fn count(&mut self) {
        self.plan = self.bare.clone();
        for file in self.plan.uncounted().collect::<Vec<_>>() {
            if let Some(Opened { pages: Ok(pages), .. }) = self.pdfs.get(&file) {
                let count = u32::try_from(pages.sizes.len()).unwrap_or(u32::MAX);
                Rc::make_mut(&mut self.plan).count(file, count);
            }
        }
        self.revision += 1;
        self.root = root(&self.plan);
        self.documents = documents(&self.plan);
        self.called_for = 0;
        self.done = 0;
    }

    /// The next PDF file that is to be opened, and the way to it; then [`Desk::opened`] is due. Without one, the plan is whole.
    pub fn next_pdf(&mut self) -> Option<(FileId, Pdf)> {
        while let Some(file) = self.to_open.pop_front() {
            if self.pdfs.contains_key(&file) {
                continue;
            }
            let pdf = |file: FileId, blob: Blob| Pdf {
                key: format!("{}-{}", self.import, file.index()),
                file: blob,
            };
            let limit = self.listing.limits().file_bytes;
            let source = self.listing.blob(file, limit).map_err(|error| error.to_string());
            let blob = source.and_then(|source| handle(&*source, "application/pdf").map_err(|error| error.to_string()));
            match blob {
                Ok(blob) => return Some((file, pdf(file, blob))),
                Err(message) => {
                    let pdf = pdf(file, Blob::new(&[], ""));
                    self.pdfs.insert(
                        file,
                        Opened {
                            pdf,
                            pages: Err(message),
                        },
                    );
                }
            }
        }
        if !self.pdfs.is_empty() {
            self.count();
        }
        None
    }

    /// What came of opening a PDF file.
    pub fn opened(&mut self, file: FileId, pdf: Pdf, pages: Result<Pages, String>) {
        self.pdfs.insert(file, Opened { pdf, pages });
    }

    /// How many PDF files were opened, and how many there are.
    #[must_use]
    pub fn pdfs(&self) -> (usize, usize) {
        (self.pdfs.len(), self.pdfs.len() + self.to_open.len())
    }
    /// Where a text stands, for a person.
    fn label(&self, passage: &Passage) -> String {
        let path = self.short(self.plan.path(passage.file));
        match passage.part.line() {
            Some(line) => format!("{path} line {line}"),
            None => path,
        }
    }

    fn short(&self, path: &str) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_owned()
    }
}

/// Whether a file is to be here before the plan is made: its bytes say what it is, or how many pages it has.
#[must_use]
pub fn is_needed_at_once(path: &str) -> bool {
    is_looked_into(path) || is_document(path)
}

/// The files that a sample is read from.
fn files_of(sample: &Sample) -> impl Iterator<Item = FileId> {
    let predictions = sample.predictions.iter().map(|given| given.text.file);
    let picture = sample.image.iter().map(|picture| picture.file);
    predictions
        .chain(picture)
        .chain(sample.reference.iter().map(|text| text.file))
}

fn is_document(path: &str) -> bool {
    path.to_lowercase().ends_with(".pdf")
}

/// The documents of several numbered pages, the first among them, with the systems that say something of them.
fn documents(plan: &Plan) -> BTreeMap<String, BTreeSet<usize>> {
    let mut pages: BTreeMap<&str, Vec<&Sample>> = BTreeMap::new();
    for page in plan.samples.iter().filter(|sample| sample.kind != Kind::Formula) {
        if let Some(document) = &page.document {
            pages.entry(document).or_default().push(page);
        }
    }
    let is_whole = |pages: &[&Sample]| {
        let has = |number: Option<u64>| pages.iter().any(|page| page.page == number);
        pages.len() > 1 && has(Some(1)) && !has(None)
    };
    let systems = |pages: Vec<&Sample>| {
        let predictions = pages.into_iter().flat_map(|page| &page.predictions);
        predictions.map(|prediction| prediction.system).collect()
    };
    let whole = pages.into_iter().filter(|(_, pages)| is_whole(pages));
    whole
        .map(|(document, pages)| (document.to_owned(), systems(pages)))
        .collect()
}

/// The folder that all files are in, with a slash at its end.
fn root(plan: &Plan) -> String {
    let mut paths = plan.files.iter().map(|file| &*file.path);
    let first = paths.next().unwrap_or_default();
    let folder = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
    let mut root = first.get(..folder(first)).unwrap_or_default();
    for path in paths {
        while !path.starts_with(root) {
            let outer = root.trim_end_matches('/');
            root = outer.get(..folder(outer)).unwrap_or_default();
        }
    }
    root.to_owned()
}

#[cfg(test)]
mod tests;
