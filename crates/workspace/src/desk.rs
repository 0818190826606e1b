//! The import, from files to samples: lists files, makes a plan, applies corrections and hands over samples. This
//! module does not depend on a browser.

mod awaited;
mod hand;
mod held;
mod picture;
mod view;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use texlens_blob::Blob;
use texlens_dataset::{
    Choices, Encoding, FileId, Kind, KnownSamples, Limits, Listing, PageRange, PageRangeError, Passage, Plan, Problem,
    ReadError, ReadTable, Sample, TableRoom, WaitingTable, is_looked_into, plan,
};

use crate::brought::{ImportId, Refusal, sentence};
use crate::messages::import::{Joined, Step, TextChoices};
use crate::messages::pdf::Pages;
use crate::picture::Pdf;
use awaited::Awaited;
use held::{Held, handle};

pub use picture::{PictureError, look};

/// Number of files that one request asks for.
const CALL: usize = 100;

/// One import.
#[derive(Debug)]
pub struct Desk {
    listing: Listing,
    /// Whether the plan was made without file sizes although the lists name files.
    is_rough: bool,
    /// Listed files that have not arrived.
    awaited: Awaited,
    /// Number of samples whose files were requested.
    called_for: usize,
    steps: Vec<Step>,
    texts: TextChoices,
    /// The samples that exist, to which texts may belong.
    known: KnownSamples,
    /// The plan with all steps, but without the pages of PDF files.
    bare: Rc<Plan>,
    /// The plan with all steps and the pages of PDF files.
    plan: Rc<Plan>,
    /// The PDF files that were opened.
    pdfs: BTreeMap<FileId, Opened>,
    /// PDF files to open before the plan can say what they are samples of.
    to_open: VecDeque<FileId>,
    /// The import. Its id is the prefix of the keys of PDF files.
    import: ImportId,
    revision: u32,
    /// The folder that contains all files, with a trailing slash, or empty if there is none.
    root: String,
    /// Documents with several of their pages, including the first. For other pages, the document only says where a page
    /// comes from. Each document is listed with the systems that have predictions for it.
    documents: BTreeMap<String, BTreeSet<usize>>,
    /// Whether the plan has references for samples that exist and have some, or nothing is known of such samples: it may
    /// be another dataset with the same ids.
    is_of_dataset: bool,
    /// Number of saved evaluations, files of ratings and samples that were handed over.
    done: usize,
}

/// The result of opening a PDF file.
#[derive(Debug)]
struct Opened {
    /// The file. Its bytes are empty if they could not be read.
    pdf: Pdf,
    /// The pages, or the reason why the file is not used.
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
            texts: TextChoices::default(),
            known: KnownSamples::default(),
            bare: Rc::default(),
            plan: Rc::default(),
            pdfs: BTreeMap::new(),
            to_open: VecDeque::new(),
            import: 0,
            revision: 0,
            root: String::new(),
            documents: BTreeMap::new(),
            is_of_dataset: false,
            done: 0,
        }
    }
}

impl Desk {
    /// Starts an import. An interrupted import starts with the steps that were already made.
    #[must_use]
    pub fn new(import: ImportId, steps: Vec<Step>, texts: TextChoices) -> Self {
        Self {
            import,
            steps,
            texts,
            ..Self::default()
        }
    }

    /// Sets the samples that exist, to which texts may belong.
    pub fn know(&mut self, known: KnownSamples) {
        self.known = known;
    }

    /// Returns the id of the import.
    #[must_use]
    pub fn import(&self) -> ImportId {
        self.import
    }

    /// Returns the steps, in the order in which they were made.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Lists a file, or the files of an archive.
    pub fn add(&mut self, path: &str, file: Blob) {
        self.listing.add(path, Rc::new(Held::new(file)));
    }

    /// Lists a file that has not arrived and is not [needed at once](is_needed_at_once). [`Desk::call`] requests it
    /// later by its number.
    pub fn expect(&mut self, path: &str, number: usize) {
        let held = Rc::new(Held::default());
        if let Some(file) = self.listing.add(path, held.clone()) {
            self.awaited.push(file, number, held);
        }
    }

    /// Returns the numbers of the files to request next. Returns none if there are no more files, or if the last
    /// request has not been answered.
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
            // Files are requested in the order in which samples are handed over.
            while files.len() < CALL
                && let Some(sample) = self.plan.samples.get(self.called_for)
            {
                files.extend(files_of(sample).filter(|file| self.awaited.contains(*file)));
                self.called_for += 1;
            }
        }
        self.awaited.call(files.into_iter().collect())
    }

    /// Returns whether requested files have not arrived.
    #[must_use]
    pub fn is_calling(&self) -> bool {
        self.awaited.is_calling()
    }

    /// Takes the requested files, in the order of the request.
    pub fn deliver(&mut self, files: Joined) {
        self.awaited.deliver(files);
    }

    /// Returns whether the plan has to be made again once all files have arrived. The sizes of the files that a list
    /// names help to find out which columns contain which texts.
    #[must_use]
    pub fn lacks_sizes(&self) -> bool {
        self.is_rough && !self.awaited.is_empty()
    }
    /// Records that the browser denies access to a file or folder.
    pub fn refuse(&mut self, path: &str) {
        let detail = "the browser denies access to it".to_owned();
        self.listing.refuse(path, ReadError::Unreadable { detail });
    }

    /// Returns the number of files, including those in archives.
    #[must_use]
    pub fn files(&self) -> usize {
        self.listing.files().len()
    }

    /// Returns whether Parquet or Arrow files have to be read before the plan is made.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        self.listing.has_waiting_tables()
    }

    /// Returns the next Parquet or Arrow file with its bytes, and what may be made of it.
    pub fn next_table(&mut self) -> Option<(WaitingTable, Vec<u8>, TableRoom)> {
        loop {
            let (table, room) = self.listing.next_table()?;
            match self.listing.table_bytes(&table) {
                Ok(bytes) => return Some((table, bytes, room)),
                Err(error) => self.listing.add_table(table, Err(error.into())),
            }
        }
    }

    /// Lists a table that was read, or the reason why it was not.
    pub fn add_table(&mut self, table: WaitingTable, read: Result<ReadTable, Problem>) {
        self.listing.add_table(table, read);
    }

    /// Makes a plan of the files and applies the earlier steps. Drops steps that no longer apply and returns the
    /// reason.
    pub fn plan(&mut self) -> Option<String> {
        self.decode();
        let mut choices = Choices {
            guesses_by_rest: true,
            known: self.known.clone(),
            ..Choices::default()
        };
        for step in &self.steps {
            if let Step::Columns { path, mapping } = step {
                choices.mappings.insert(path.clone(), mapping.clone());
            }
        }
        let mut made = plan(&self.listing, &choices);
        self.is_rough = !self.awaited.is_empty() && !made.tables.is_empty();
        if self.is_rough {
            // The next plan shows whether the earlier steps apply.
            self.show(made);
            return None;
        }
        let mut refused = None;
        self.steps.retain(|step| match step {
            Step::Columns { .. } | Step::Pages { .. } | Step::Latin1 { .. } => true,
            Step::Corrections(corrections) => match made.corrected(corrections) {
                Ok(corrected) => {
                    made = corrected;
                    true
                }
                Err((_, error)) => {
                    refused = Some(format!(
                        "An earlier correction no longer applies and was undone: {error}."
                    ));
                    false
                }
            },
        });
        self.show(made);
        refused
    }

    /// Sets the encoding of the files as the steps say.
    fn decode(&mut self) {
        let mut all = Encoding::Utf8;
        let mut files = Vec::new();
        for step in &self.steps {
            match step {
                Step::Latin1 { path: None } => all = Encoding::Latin1,
                Step::Latin1 { path: Some(path) } => files.extend(self.listing.find(path)),
                Step::Columns { .. } | Step::Pages { .. } | Step::Corrections(_) => {}
            }
        }
        self.listing.set_encoding(all, files);
    }

    /// Applies a correction.
    ///
    /// # Errors
    /// Returns the reason if the correction does not apply. The plan is then unchanged.
    pub fn amend(&mut self, step: Step) -> Result<Option<String>, String> {
        match &step {
            Step::Columns { .. } | Step::Latin1 { .. } => {
                self.steps.push(step);
                Ok(self.plan())
            }
            Step::Pages { path, pages } => {
                let all = self.all_pages(path);
                let chosen =
                    page_range(pages).and_then(|range| range.map_or_else(|| Ok(Vec::new()), |range| range.of(all)));
                chosen.map_err(|error| sentence(&error.to_string()))?;
                self.steps.push(step);
                self.count();
                Ok(None)
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

    /// Undoes the last step.
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

    /// Records in the plan how many pages the opened PDF files have.
    fn count(&mut self) {
        self.plan = self.bare.clone();
        for file in self.plan.uncounted().collect::<Vec<_>>() {
            let pages = self.pages_of(file);
            if !pages.is_empty() {
                Rc::make_mut(&mut self.plan).count(file, &pages);
            }
        }
        self.revision += 1;
        self.root = root(&self.plan);
        self.documents = documents(&self.plan);
        let mut referred = self.plan.samples.iter().filter(|sample| sample.reference.is_some());
        self.is_of_dataset = referred.any(|sample| {
            let known = self.known.get(&sample.id);
            self.known.is_empty() || known.is_some_and(|known| known.has_reference)
        });
        self.called_for = 0;
        self.done = 0;
    }

    /// Returns the numbers of the pages of a PDF file that are used: the chosen ones, or all if none of the chosen ones
    /// exists. Empty if the file was not opened.
    fn pages_of(&self, file: FileId) -> Vec<u32> {
        let Some(Opened { pages: Ok(pages), .. }) = self.pdfs.get(&file) else {
            return Vec::new();
        };
        let all = u32::try_from(pages.sizes.len()).unwrap_or(u32::MAX);
        let chosen = self.chosen_of(file).and_then(|range| range.of(all).ok());
        chosen.unwrap_or_else(|| (1..=all).collect())
    }

    /// Returns the number of pages of the PDF file at a path.
    fn all_pages(&self, path: &str) -> u32 {
        let mut files = self.pdfs.iter().filter(|(file, _)| self.bare.path(**file) == path);
        let pages = files.next().and_then(|(_, opened)| opened.pages.as_ref().ok());
        pages.map_or(0, |pages| u32::try_from(pages.sizes.len()).unwrap_or(u32::MAX))
    }

    /// Returns the pages that were chosen of a PDF file last.
    fn chosen_of(&self, file: FileId) -> Option<PageRange> {
        let of = self.bare.path(file);
        let mut choices = self.steps.iter().rev().filter_map(|step| match step {
            Step::Pages { path, pages } if path == of => Some(pages),
            _ => None,
        });
        page_range(choices.next()?).ok().flatten()
    }

    /// Returns the next PDF file to open; pass the result to [`Desk::opened`]. Returns `None` when the plan is
    /// complete.
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

    /// Records the result of opening a PDF file.
    pub fn opened(&mut self, file: FileId, pdf: Pdf, pages: Result<Pages, String>) {
        self.pdfs.insert(file, Opened { pdf, pages });
    }

    /// Returns the number of PDF files that were opened, and of all PDF files.
    #[must_use]
    pub fn pdfs(&self) -> (usize, usize) {
        (self.pdfs.len(), self.pdfs.len() + self.to_open.len())
    }
    /// Returns the position of a text, as shown to people.
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

/// Returns whether a file is needed before the plan is made, because its content says what it is or how many pages it
/// has.
#[must_use]
pub fn is_needed_at_once(path: &str) -> bool {
    is_looked_into(path) || is_document(path)
}

/// Returns the files from which a sample is read.
fn files_of(sample: &Sample) -> impl Iterator<Item = FileId> {
    let predictions = sample.predictions.iter().map(|given| given.text.file);
    let repeats = sample.repeats.iter().map(|given| given.text.file);
    let picture = sample.image.iter().map(|picture| picture.file);
    predictions
        .chain(repeats)
        .chain(picture)
        .chain(sample.reference.iter().map(|text| text.file))
}

/// Returns the start of a text as it is shown.
fn start_of(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Reads a choice of pages; `None` for all.
fn page_range(text: &str) -> Result<Option<PageRange>, PageRangeError> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some),
    }
}

fn is_document(path: &str) -> bool {
    path.to_lowercase().ends_with(".pdf")
}

/// Returns the documents with several numbered pages, including the first, and the systems that have predictions for
/// them.
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

/// Returns the folder that contains all files, with a trailing slash.
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
