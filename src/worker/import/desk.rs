//! What a person brought, from files to samples: listed, understood, put right, handed over. No browser in here.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::Range;
use std::rc::Rc;

use serde_json::Value;
use texlens_dataset::{
    Choices, FileId, Kind, Layout, Limits, Listing, Notice, Part, Passage, Picture as Planned, Plan, PlannedTable,
    Problem, RatingRecord, ReadError, Row, Sample, Syntax, is_looked_into, is_picture, is_table, plan, read_ratings,
    tags, to_latex,
};

use super::awaited::Awaited;
use super::held::{Held, handle};
use super::protocol::{LeftOverRow, List, Nature, PdfCount, Place, Rows, SampleRow, Step, Summary, TableView, Window};
use crate::blob::Blob;
use crate::brought::{Brought, Draft, Given, Rated, Ratings, Refusal, Report, Text};
use crate::picture::{Pdf, PdfPage, Picture};
use crate::worker::pdf::protocol::Pages;

/// So many files are called for at a time.
const CALL: usize = 100;
/// Up to so many files are a few: what they are is seen when they are in the list.
const FEW: usize = 24;
/// Records of a list that are shown.
const RECORDS: usize = 5;
/// So many pages are read without a question: a few minutes.
const FEW_PAGES: usize = 30;
/// Characters of a field that are shown.
const FIELD: usize = 120;
/// Notices that are shown.
const NOTICES: usize = 500;
/// Columns of a list that are shown.
const COLUMNS: usize = 100;

/// The name of the system that predictions are of whose names do not name one.
const NAMELESS: &str = "prediction";

/// One import.
#[derive(Debug)]
pub struct Desk {
    listing: Listing,
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
    name: String,
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
            awaited: Awaited::default(),
            called_for: 0,
            steps: Vec::new(),
            bare: Rc::default(),
            plan: Rc::default(),
            pdfs: BTreeMap::new(),
            to_open: VecDeque::new(),
            name: String::new(),
            revision: 0,
            root: String::new(),
            documents: BTreeMap::new(),
            done: 0,
        }
    }
}

impl Desk {
    /// An import under a name that no other has, today or on another day.
    #[must_use]
    pub fn named(name: String) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// Lists a file, or the files of an archive.
    pub fn add(&mut self, path: &str, file: Blob) {
        self.listing.add(path, Rc::new(Held::new(file)));
    }

    /// Lists a file that is not here: it comes when [`Desk::call`] says its number.
    pub fn expect(&mut self, path: &str, number: usize) {
        let held = Rc::new(Held::awaited());
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
    pub fn deliver(&mut self, files: Vec<Blob>) {
        self.awaited.deliver(files);
    }

    /// Whether a plan would miss something: which files a list names is seen by their sizes, too.
    #[must_use]
    pub fn lacks_sizes(&self) -> bool {
        !self.awaited.is_empty() && self.listing.files().iter().any(|file| is_table(&file.path))
    }

    /// Whether what comes next can be handed over, as its files are here.
    #[must_use]
    pub fn can_hand(&self) -> bool {
        self.next_sample().is_none_or(|sample| !self.awaits(sample))
    }

    /// The sample that comes next, if it is one that comes.
    fn next_sample(&self) -> Option<&Sample> {
        let before = self.plan.reports.len() + self.plan.ratings.len();
        self.plan.samples.get(self.done.checked_sub(before)?)
    }

    fn awaits(&self, sample: &Sample) -> bool {
        files_of(sample).any(|file| self.awaited.contains(file))
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
                key: format!("{}-{}", self.name, file.index()),
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

    /// What was understood.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let of_samples = self.plan.samples.iter().flat_map(|sample| &sample.problems);
        let notices = self.notices().chain(of_samples).map(ToString::to_string);
        let mut notices = self.unread_pdfs().into_iter().chain(notices);
        let first: Vec<String> = notices.by_ref().take(NOTICES).collect();
        Summary {
            revision: self.revision,
            overview: self.plan.overview(),
            root: self.root.trim_end_matches('/').to_owned(),
            layouts: self.plan.layouts.clone(),
            to_read: self.to_read(),
            pdfs: self.pdf_count(),
            more_notices: self.plan.notices.more + notices.count(),
            notices: first,
            tables: self.plan.tables.iter().map(|table| self.table(table)).collect(),
            steps: self.steps.len(),
            is_plain: self.is_plain(),
        }
    }

    /// Those that say something here: without predictions, pages are read.
    fn notices(&self) -> impl Iterator<Item = &Notice> {
        let says_something = |notice: &&Notice| !matches!(notice.problem, Problem::NoPrediction | Problem::NoReference);
        self.plan.notices.list.iter().filter(says_something)
    }

    /// How many pages the built-in OCR would read.
    fn to_read(&self) -> usize {
        let unread = self.plan.samples.iter().filter(|sample| sample.predictions.is_empty());
        unread.map(|sample| self.pages(sample)).sum()
    }

    /// How many pages there are to see of a sample.
    fn pages(&self, sample: &Sample) -> usize {
        let Some(picture) = &sample.image else { return 0 };
        if !is_document(self.plan.path(picture.file)) {
            return 1;
        }
        match (self.pdfs.get(&picture.file), picture.page) {
            (Some(Opened { pages: Ok(_), .. }), Some(_)) => 1,
            (Some(Opened { pages: Ok(pages), .. }), None) => pages.sizes.len(),
            _ => 0,
        }
    }

    /// The PDF files of several pages that are samples as a whole.
    fn pdf_count(&self) -> PdfCount {
        let is_whole = |sample: &&Sample| sample.image.as_ref().is_some_and(|picture| picture.page.is_none());
        let whole = self.plan.samples.iter().filter(is_whole);
        let pages: Vec<usize> = whole
            .map(|sample| self.pages(sample))
            .filter(|pages| *pages > 1)
            .collect();
        PdfCount {
            documents: pages.len(),
            pages: pages.iter().sum(),
        }
    }

    /// Those that are not read, each with its reason.
    fn unread_pdfs(&self) -> Vec<String> {
        let pictures = self.plan.samples.iter().filter_map(|sample| sample.image.as_ref());
        let files: BTreeSet<FileId> = pictures.map(|picture| picture.file).collect();
        files.into_iter().filter_map(|file| self.why_unread(file)).collect()
    }

    /// Why a file is not read, if it is a PDF that is not.
    fn why_unread(&self, file: FileId) -> Option<String> {
        let why = self.pdfs.get(&file)?.pages.as_ref().err()?;
        Some(format!("{}: {why}", self.short(self.plan.path(file))))
    }

    fn is_plain(&self) -> bool {
        let plan = &self.plan;
        let by_name = |layout: Layout| matches!(layout, Layout::Names | Layout::Report);
        plan.files.len() <= FEW
            && self.to_read() <= FEW_PAGES
            && plan.systems.len() <= 1
            && plan.tables.is_empty()
            && plan.layouts.iter().all(|layout| by_name(layout.layout))
            && self.notices().next().is_none()
            && plan.samples.iter().all(|sample| sample.problems.is_empty())
            // Where nothing can be used there is nothing to agree to.
            && (plan.left_over.is_empty() || plan.is_empty())
    }

    fn table(&self, table: &PlannedTable) -> TableView {
        let columns: Vec<String> = table.columns.iter().take(COLUMNS).cloned().collect();
        let read = self.listing.table(table.file).ok();
        let fields = |row: &Row| {
            let record = read.as_ref()?.object(row).ok().map(Value::Object)?;
            Some(columns.iter().map(|column| field(&record, column)).collect())
        };
        let first = read.iter().flat_map(|read| read.rows().iter().take(RECORDS));
        TableView {
            path: self.plan.path(table.file).to_owned(),
            records: table.records,
            mapping: table.mapping.clone(),
            rows: first.filter_map(fields).collect(),
            columns,
        }
    }

    /// Rows of a list; fewer at its end.
    #[must_use]
    pub fn rows(&self, list: List, rows: Range<usize>) -> Rows {
        match list {
            List::Samples => Rows::Samples(self.window(&self.plan.samples, rows, |sample| self.sample_row(sample))),
            List::LeftOver => Rows::LeftOver(self.window(&self.plan.left_over, rows, |left| {
                let path = self.plan.path(left.file);
                LeftOverRow {
                    file: left.file,
                    path: self.short(path),
                    why: left.why.to_string(),
                    nature: nature(path),
                }
            })),
        }
    }

    fn window<T, R>(&self, list: &[T], rows: Range<usize>, row: impl Fn(&T) -> R) -> Window<R> {
        let end = rows.end.min(list.len());
        let start = rows.start.min(end);
        Window {
            revision: self.revision,
            start,
            rows: list.get(start..end).unwrap_or_default().iter().map(row).collect(),
        }
    }

    fn sample_row(&self, sample: &Sample) -> SampleRow {
        let predictions = sample.predictions.iter();
        SampleRow {
            id: sample.id.clone(),
            kind: sample.kind,
            page: sample.document.clone().map(|document| (document, sample.page)),
            pages: Some(self.pages(sample)).filter(|pages| *pages > 1),
            image: sample.image.as_ref().map(|picture| Place {
                file: Some(picture.file),
                path: self.short(self.plan.path(picture.file)),
            }),
            reference: sample.reference.as_ref().map(|text| self.place(text)),
            predictions: predictions
                .map(|prediction| (prediction.system, self.place(&prediction.text)))
                .collect(),
            problems: sample
                .problems
                .iter()
                .map(ToString::to_string)
                .chain(sample.image.as_ref().and_then(|picture| self.why_unread(picture.file)))
                .collect(),
        }
    }

    fn place(&self, passage: &Passage) -> Place {
        Place {
            file: (passage.part == Part::Whole).then_some(passage.file),
            path: self.label(passage),
        }
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

    /// Hands over what comes next, until there is `enough` or files are missing, and says how much was handed over so far and how much there is.
    pub fn hand(&mut self, enough: impl Fn(&Brought) -> bool) -> (Brought, usize, usize) {
        let mut brought = Brought::default();
        let (reports, ratings) = (self.plan.reports.len(), self.plan.ratings.len());
        let total = reports + ratings + self.plan.samples.len();
        if self.done == 0 && self.plan.is_empty() {
            brought.refusals.extend(self.left_over());
        }
        while self.done < total && self.can_hand() && !enough(&brought) {
            if let Some(&file) = self.plan.reports.get(self.done) {
                match self.report(file) {
                    Ok(report) => brought.reports.push(report),
                    Err(refusal) => brought.refusals.push(refusal),
                }
            } else if let Some(&file) = self.plan.ratings.get(self.done - reports) {
                match self.ratings(file) {
                    Ok(ratings) => brought.ratings.push(ratings),
                    Err(refusal) => brought.refusals.push(refusal),
                }
            } else if let Some(sample) = self.next_sample() {
                let draft = self.draft(sample, &mut brought.refusals);
                brought.drafts.extend(Some(draft).filter(|draft| !draft.is_empty()));
            }
            self.done += 1;
        }
        (brought, self.done, total)
    }

    /// The files that nothing is done with, each with its reason.
    fn left_over(&self) -> impl Iterator<Item = Refusal> {
        let left = self.plan.left_over.iter();
        left.map(|left| Refusal::new(&self.short(self.plan.path(left.file)), &left.why.to_string()))
    }

    fn report(&self, file: FileId) -> Result<Report, Refusal> {
        let refuse = |reason: String| Refusal::new(&self.short(self.plan.path(file)), &reason);
        let limit = self.listing.limits().file_bytes;
        let html = self
            .listing
            .read_text(file, limit)
            .map_err(|error| refuse(error.to_string()))?;
        let evaluation = texlens_report::from_html(&html)
            .map_err(|error| refuse(format!("not a saved evaluation that can be opened: {error}")))?;
        Ok(evaluation.into())
    }

    /// What people gave. A rating without a system is of the only one there is, which is not for the files to say.
    fn ratings(&self, file: FileId) -> Result<Ratings, Refusal> {
        let name = self.short(self.plan.path(file));
        let limits = self.listing.limits();
        let text = self.listing.read_text(file, limits.table_bytes);
        let text = text.map_err(|error| Refusal::new(&name, &error.to_string()))?;
        let records = read_ratings(&name, text, &[""], limits);
        let records = records.map_err(|error| {
            let line = error.line.map(|line| format!("line {line}: ")).unwrap_or_default();
            Refusal::new(&name, &format!("{line}{}", error.problem))
        })?;
        let rated = |record: RatingRecord| Rated {
            id: record.id,
            system: record.system,
            rater: record.rater,
            rating: record.rating,
        };
        Ok(Ratings {
            ratings: records.into_iter().map(rated).collect(),
            name,
        })
    }

    /// What belongs to a sample. What of it cannot be used is refused.
    fn draft(&self, sample: &Sample, refusals: &mut Vec<Refusal>) -> Draft {
        let mut draft = Draft {
            name: sample.id.clone(),
            kind: sample.kind,
            document: sample
                .document
                .clone()
                .filter(|document| self.documents.contains_key(document)),
            page: sample.page,
            tags: tags::words(&sample.tags),
            ..Draft::default()
        };
        let reference = sample.reference.as_ref().map(|passage| self.reference(passage, sample));
        draft.reference = reference.and_then(|text| text.map_err(|refusal| refusals.push(refusal)).ok());
        for prediction in &sample.predictions {
            let system = self.plan.systems.get(prediction.system);
            match self.latex(&prediction.text, sample) {
                Ok(latex) => draft.predictions.push(Given {
                    name: self.name(sample, system),
                    system: match system {
                        // Of a lone sample, a file says more than a word that stands for no system.
                        Some(name) if name == NAMELESS && self.plan.samples.len() == 1 => self.label(&prediction.text),
                        name => name.cloned().unwrap_or_default(),
                    },
                    latex,
                }),
                Err(refusal) => refusals.push(refusal),
            }
        }
        draft.predictions.extend(self.silent(sample).map(|system| Given {
            name: self.name(sample, Some(system)),
            system: system.clone(),
            latex: String::new(),
        }));
        if let Some(picture) = &sample.image {
            match self.pictures(picture) {
                Ok(Pictures::One(picture)) => draft.image = Some(picture),
                Ok(Pictures::All(sheets)) => draft.sheets = sheets,
                Err(reason) => refusals.push(Refusal::new(&self.short(self.plan.path(picture.file)), &reason)),
            }
        }
        draft
    }

    /// The systems that say something of other pages of its document: of this one they say nothing, which counts.
    fn silent(&self, sample: &Sample) -> impl Iterator<Item = &String> {
        let document = sample.document.as_ref().and_then(|name| self.documents.get(name));
        let speaks = |system: usize| sample.predictions.iter().any(|given| given.system == system);
        let silent = document.into_iter().flatten().filter(move |system| !speaks(**system));
        silent.filter_map(|system| self.plan.systems.get(*system))
    }

    /// What a sample with the prediction of a system is called.
    fn name(&self, sample: &Sample, system: Option<&String>) -> String {
        match system {
            Some(system) if self.plan.systems.len() > 1 => format!("{} \u{b7} {system}", sample.id),
            _ => sample.id.clone(),
        }
    }

    fn latex(&self, passage: &Passage, sample: &Sample) -> Result<String, Refusal> {
        let text = self.listing.passage(passage);
        let text = text.map_err(|problem| Refusal::new(&self.label(passage), &problem.to_string()))?;
        Ok(to_latex(&text, passage.syntax, sample.kind).into_owned())
    }

    /// A prediction may be empty, as systems fail; a reference may not.
    fn reference(&self, passage: &Passage, sample: &Sample) -> Result<Text, Refusal> {
        let latex = self.latex(passage, sample)?;
        let origin = self.label(passage);
        if latex.trim().is_empty() {
            return Err(Refusal::new(
                &origin,
                "is empty; check that it was saved or downloaded completely",
            ));
        }
        Ok(Text { origin, latex })
    }

    /// What a sample looks like.
    fn pictures(&self, planned: &Planned) -> Result<Pictures, String> {
        if !is_document(self.plan.path(planned.file)) {
            let limit = self.listing.limits().file_bytes;
            let blob = self
                .listing
                .blob(planned.file, limit)
                .map_err(|error| error.to_string())?;
            return super::picture::look(blob)
                .map(Pictures::One)
                .map_err(|error| error.to_string());
        }
        let Opened { pdf, pages } = self
            .pdfs
            .get(&planned.file)
            .ok_or("it was not opened; bring it again")?;
        let Pages { dpi, sizes } = pages.as_ref().map_err(Clone::clone)?;
        let mut sheets = (1..).zip(sizes).map(|(number, size)| {
            let pdf = pdf.clone();
            let page = PdfPage { pdf, number, dpi: *dpi };
            (number, Picture::of_page(page, *size))
        });
        let Some(wanted) = planned.page else {
            return Ok(Pictures::All(sheets.map(|(_, sheet)| sheet).collect()));
        };
        let found = sheets.find_map(|(number, sheet)| (number == wanted).then_some(sheet));
        let missing = || format!("there is no page {wanted}: the document has {}", sizes.len());
        found.map(Pictures::One).ok_or_else(missing)
    }
}

/// What there is to see of a sample.
enum Pictures {
    One(Picture),
    /// The pages of a PDF file.
    All(Vec<Picture>),
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

fn nature(path: &str) -> Nature {
    if is_picture(path) {
        Nature::Picture
    } else if Syntax::of(path).is_some() {
        Nature::Text
    } else {
        Nature::Other
    }
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

/// What stands in a column of a record, cut short.
fn field(record: &Value, column: &str) -> String {
    let text = match record.pointer(column) {
        None | Some(Value::Null) => return String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    match text.char_indices().nth(FIELD) {
        Some((end, _)) => format!("{}\u{2026}", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
    use texlens_dataset::{Correction, Role};
    use texlens_pdf::Document;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let pixels = vec![255; (width * height) as usize];
        PngEncoder::new(&mut bytes)
            .write_image(&pixels, width, height, ExtendedColorType::L8)
            .unwrap();
        bytes
    }

    /// A PNG of a size that nobody wants to encode in a test: a real header with other numbers.
    fn png_header(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = png(1, 1);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let checksum = crc32(&bytes[12..29]);
        bytes[29..33].copy_from_slice(&checksum.to_be_bytes());
        bytes
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc: u32, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg())
            })
        })
    }

    const THREE_PAGES: &[u8] = include_bytes!("../../../crates/pdf/tests/data/three-pages.pdf");
    const PASSWORD: &[u8] = include_bytes!("../../../crates/pdf/tests/data/password.pdf");

    fn desk(files: &[(&str, &[u8])]) -> Desk {
        let mut desk = Desk::default();
        for (path, bytes) in files {
            desk.add(path, Blob::new(bytes, ""));
        }
        assert_eq!(desk.plan(), None);
        open_pdfs(&mut desk);
        desk
    }

    /// Opens PDF files as the module does that the page has for it.
    fn open_pdfs(desk: &mut Desk) {
        const DPI: u16 = 100;
        while let Some((file, pdf)) = desk.next_pdf() {
            let bytes = pdf.file.read_now(0, pdf.file.size()).unwrap();
            let opened = Document::open(bytes, texlens_pdf::Limits::default());
            let pages = opened.map_err(|error| error.to_string()).map(|document| {
                let raster = |page| document.raster(page, DPI).unwrap();
                let size = |page| (raster(page).width.into(), raster(page).height.into());
                Pages {
                    dpi: DPI,
                    sizes: (1..=document.pages()).map(size).collect(),
                }
            });
            desk.opened(file, pdf, pages);
        }
    }

    fn all_of(mut desk: Desk) -> Brought {
        desk.hand(|_| false).0
    }

    fn reason(path: &str, bytes: &[u8]) -> String {
        let desk = desk(&[(path, bytes)]);
        assert!(desk.summary().is_plain);
        let brought = all_of(desk);
        assert_eq!(brought.drafts, []);
        let [refusal] = brought.refusals.as_slice() else {
            panic!("{:?}", brought.refusals);
        };
        assert_eq!(refusal.name, path);
        refusal.reason.clone()
    }

    /// Names, references and predictions.
    fn texts(brought: &Brought) -> Vec<String> {
        let text = |draft: &Draft| {
            let reference = draft.reference.as_ref().map_or("", |text| &text.latex);
            let given = draft
                .predictions
                .iter()
                .map(|given| format!("{}={}", given.name, given.latex));
            format!("{}: {reference} | {}", draft.name, given.collect::<Vec<_>>().join(" "))
        };
        brought.drafts.iter().map(text).collect()
    }

    #[test]
    fn each_bad_file_has_its_own_reason() {
        for (path, bytes, words) in [
            ("a.png", &b""[..], "is empty"),
            ("a.tex", b" \n\t", "is empty"),
            ("a.png", b"\\section{A}", "neither PNG nor JPEG"),
            ("a.tex", b"caf\xe9", "at offset 3"),
            ("a.pdf", b"%PDF-1.7", "no pages can be found in it"),
            ("a.pdf", b"MZ", "not a PDF"),
            ("a.pdf", PASSWORD, "needs a password"),
            ("a.exe", b"MZ", "does not read this kind of file"),
            ("a.png", &png_header(20_000, 20_000), "20000 \u{d7} 20000 pixels"),
            (
                "a.html",
                b"<meta name=\"generator\" content=\"texlens 0.1\">",
                "not a saved evaluation",
            ),
        ] {
            let reason = reason(path, bytes);
            assert!(
                reason.to_lowercase().contains(&words.to_lowercase()),
                "{path}: {reason}"
            );
        }
    }

    #[test]
    fn every_proper_prefix_of_a_png_is_refused() {
        let whole = png(8, 8);
        assert_eq!(all_of(desk(&[("a.png", &whole)])).refusals, []);
        for length in 8..whole.len() {
            let reason = reason("a.png", &whole[..length]);
            assert!(reason.contains("stops before its end"), "{length} bytes: {reason}");
        }
    }

    #[test]
    fn an_image_is_what_its_content_says() {
        let brought = all_of(desk(&[("page.jpg", &png(3, 2))]));
        let image = brought.drafts[0].image.as_ref().unwrap();
        assert_eq!(
            (image.width, image.height, image.media_type.as_str()),
            (3, 2, "image/png")
        );
    }

    /// Numbers of the pages that are sheets of a draft, or of the one that is its image.
    fn pages_of(draft: &Draft) -> Vec<u32> {
        let pictures = draft.image.iter().chain(&draft.sheets);
        pictures.filter_map(|picture| Some(picture.page()?.number)).collect()
    }

    #[test]
    fn a_pdf_of_several_pages_is_a_document() {
        let desk = desk(&[("paper.pdf", THREE_PAGES), ("paper.tex", b"x")]);
        let summary = desk.summary();
        assert!(summary.is_plain);
        assert_eq!((summary.to_read, summary.pdfs.documents, summary.pdfs.pages), (3, 1, 3));
        let Rows::Samples(rows) = desk.rows(List::Samples, 0..9) else {
            panic!("asked for samples");
        };
        assert_eq!((rows.rows.len(), rows.rows[0].pages), (1, Some(3)));
        let brought = all_of(desk);
        assert_eq!(
            (texts(&brought), &brought.refusals),
            (vec!["paper: x | ".to_owned()], &vec![])
        );
        let draft = &brought.drafts[0];
        assert_eq!((draft.kind, pages_of(draft)), (Kind::Document, vec![1, 2, 3]));
        let sheet = &draft.sheets[1];
        assert_eq!((sheet.width, sheet.height, sheet.page().unwrap().dpi), (827, 1170, 100));
    }

    #[test]
    fn a_page_of_a_pdf_that_a_list_names_is_that_page() {
        let tests = br#"{"pdf": "a/paper.pdf", "page": 2, "id": "1", "type": "present", "text": "tides"}
{"pdf": "a/paper.pdf", "page": 7, "id": "2", "type": "present", "text": "tides"}
"#;
        let desk = desk(&[("bench/tests.jsonl", tests), ("bench/pdfs/a/paper.pdf", THREE_PAGES)]);
        assert_eq!(desk.summary().layouts[0].layout, Layout::OlmOcrBench);
        let brought = all_of(desk);
        assert_eq!(
            brought.drafts.iter().map(pages_of).collect::<Vec<_>>(),
            [[2]],
            "{brought:?}"
        );
        let [refusal] = brought.refusals.as_slice() else {
            panic!("{:?}", brought.refusals);
        };
        assert!(
            refusal.reason.contains("no page 7: the document has 3"),
            "{}",
            refusal.reason
        );
    }

    #[test]
    fn the_pdf_beside_a_ground_truth_is_its_page() {
        let brought = all_of(desk(&[
            ("bench/ground_truth/001.json", br#"[{"type": "text", "data": "tides"}]"#),
            ("bench/pdfs/001.pdf", THREE_PAGES),
            ("bench/nougat/001/parsed.md", b"tides"),
        ]));
        let draft = &brought.drafts[0];
        assert_eq!(
            (texts(&brought), pages_of(draft)),
            (vec!["001: tides | 001=tides".to_owned()], vec![1, 2, 3])
        );
    }

    #[test]
    fn a_pdf_that_is_refused_costs_only_itself() {
        let desk = desk(&[
            ("a.pdf", PASSWORD),
            ("a.tex", b"x"),
            ("b.pdf", THREE_PAGES),
            ("c.pdf", b"%PDF-1.4 and no more"),
        ]);
        let notices = desk.summary().notices;
        assert_eq!(notices.len(), 2, "{notices:?}");
        let Rows::Samples(rows) = desk.rows(List::Samples, 0..9) else {
            panic!("asked for samples");
        };
        let problems = rows.rows.iter().map(|row| (row.id.as_str(), row.problems.len()));
        assert_eq!(problems.collect::<Vec<_>>(), [("a", 1), ("b", 0), ("c", 1)]);
        let brought = all_of(desk);
        assert_eq!(texts(&brought), ["a: x | ", "b:  | "]);
        let refused: Vec<&str> = brought.refusals.iter().map(|refusal| refusal.name.as_str()).collect();
        assert_eq!(refused, ["a.pdf", "c.pdf"]);
    }

    #[test]
    fn what_is_put_right_by_hand_is_counted_anew() {
        let mut desk = desk(&[("p1.png", &png(1, 1)), ("p1.tex", b"x"), ("other.pdf", THREE_PAGES)]);
        let row = |desk: &Desk, id: &str| match desk.rows(List::Samples, 0..9) {
            Rows::Samples(rows) => rows.rows.into_iter().find(|row| row.id == id),
            Rows::LeftOver(_) => None,
        };
        let file = row(&desk, "other").unwrap().image.unwrap().file.unwrap();
        let ignore = Step::Corrections(vec![Correction::IgnoreSample {
            sample: "other".to_owned(),
        }]);
        assert_eq!(desk.amend(ignore), Ok(None));
        assert_eq!((row(&desk, "other"), desk.summary().pdfs.documents), (None, 0));
        let pair = Step::Corrections(vec![Correction::Pair {
            file,
            sample: "p1".to_owned(),
            role: Role::Image,
        }]);
        assert_eq!(desk.amend(pair), Ok(None));
        assert_eq!((desk.next_pdf(), row(&desk, "p1").unwrap().pages), (None, Some(3)));
        assert_eq!(
            (row(&desk, "p1").unwrap().kind, desk.take_back()),
            (Kind::Document, None)
        );
        assert_eq!(
            (row(&desk, "p1").unwrap().kind, row(&desk, "p1").unwrap().pages),
            (Kind::Page, None)
        );
    }

    #[test]
    fn many_pages_are_not_read_unasked() {
        assert!(desk(&[("paper.pdf", THREE_PAGES)]).summary().is_plain);
        let papers: Vec<String> = (0..11).map(|number| format!("{number}.pdf")).collect();
        let papers: Vec<(&str, &[u8])> = papers.iter().map(|path| (path.as_str(), THREE_PAGES)).collect();
        assert!(!desk(&papers).summary().is_plain);
    }

    #[test]
    fn pages_are_drawn_as_the_command_draws_them() {
        assert_eq!(crate::picture::DEFAULT_DPI, texlens_pdf::DEFAULT_DPI);
    }

    #[test]
    fn one_bad_file_does_not_block_the_others() {
        let brought = all_of(desk(&[("a.png", b""), ("b.png", &png(1, 1)), ("b.tex", b"x")]));
        assert_eq!(brought.refusals.len(), 1);
        assert_eq!(texts(&brought), ["b: x | "]);
    }

    #[test]
    fn a_few_files_that_belong_together_need_no_look() {
        let page = png(1, 1);
        for files in [
            &[("scan.png", &page[..]), ("truth.tex", b"x")][..],
            &[("a.tex", b"r"), ("b.tex", b"p")],
            &[
                ("p1.png", &page),
                ("p1.tex", b"x"),
                ("p1.pred.tex", b"y"),
                ("p2.png", &page),
            ],
            &[("a.exe", b"")],
        ] {
            assert!(desk(files).summary().is_plain, "{files:?}");
        }
        for files in [
            &[("p1.png", &page[..]), ("p1.tex", b"x"), ("notes.md", b"y")][..],
            &[("p1.png", &page), ("nougat/p1.md", b"x"), ("texify/p1.md", b"y")],
            &[("run.csv", b"id,reference,prediction\n1,a,b\n")],
        ] {
            assert!(!desk(files).summary().is_plain, "{files:?}");
        }
    }

    #[test]
    fn a_sample_is_named_by_system_where_there_are_several() {
        let brought = all_of(desk(&[
            ("run/gt/p1.tex", b"x"),
            ("run/nougat/p1.tex", b"y"),
            ("run/texify/p1.tex", b"z"),
            ("run/gt/p2.tex", b"x"),
            ("run/texify/p2.tex", b"*z*"),
        ]));
        assert_eq!(
            texts(&brought),
            [
                "p1: x | p1 \u{b7} nougat=y p1 \u{b7} texify=z",
                "p2: x | p2 \u{b7} texify=*z*"
            ]
        );
    }

    #[test]
    fn a_system_that_is_silent_on_a_page_of_a_document_says_nothing_there() {
        let page = |number: u8| {
            format!(
                "{{\"id\": \"d/{number}\", \"document\": \"d\", \"page\": {number}, \"reference\": \"d/{number}.tex\"}}\n"
            )
        };
        let lines = page(1) + &page(2);
        let brought = all_of(desk(&[
            ("set/manifest.jsonl", lines.as_bytes()),
            ("set/d/1.tex", b"x"),
            ("set/d/2.tex", b"x"),
            ("nougat/d/1.tex", b"y"),
            ("texify/d/1.tex", b"z"),
            ("texify/d/2.tex", b"z"),
        ]));
        assert_eq!(
            texts(&brought),
            [
                "d/1: x | d/1 \u{b7} nougat=y d/1 \u{b7} texify=z",
                "d/2: x | d/2 \u{b7} texify=z d/2 \u{b7} nougat="
            ]
        );
    }

    #[test]
    fn records_come_as_formulas_and_in_batches() {
        let mut lines = String::new();
        for index in 0..10 {
            lines += &format!("{{\"id\": {index}, \"reference\": \"$x_{index}$\", \"prediction\": \"y\"}}\n");
        }
        let mut desk = desk(&[("run.jsonl", lines.as_bytes())]);
        let table = &desk.summary().tables[0];
        assert_eq!(
            (table.records, table.rows.len(), table.rows[0].as_slice()),
            (10, RECORDS, &["0".to_owned(), "y".to_owned(), "$x_0$".to_owned()][..])
        );
        let (first, done, total) = desk.hand(|brought| brought.drafts.len() == 4);
        assert_eq!((first.drafts.len(), done, total), (4, 4, 10));
        assert_eq!(
            (first.drafts[0].kind, texts(&first)[1].as_str()),
            (Kind::Formula, "1: x_1 | 1=y")
        );
        let (rest, done, total) = desk.hand(|_| false);
        assert_eq!((rest.drafts.len(), done, total), (6, 10, 10));
    }

    #[test]
    fn steps_are_made_refused_and_taken_back() {
        let mut desk = desk(&[("p1.ref.tex", b"x"), ("p1.pred.tex", b"y"), ("other.md", b"z")]);
        let file = |desk: &Desk| match desk.rows(List::LeftOver, 0..10) {
            Rows::LeftOver(window) => window.rows.first().map(|row| row.file),
            Rows::Samples(_) => None,
        };
        let left = file(&desk).unwrap();
        let pair = |sample: &str| {
            Step::Corrections(vec![Correction::Pair {
                file: left,
                sample: sample.to_owned(),
                role: Role::Prediction("b".to_owned()),
            }])
        };
        assert_eq!(desk.amend(pair("p1")), Ok(None));
        assert_eq!((file(&desk), desk.summary().steps), (None, 1));
        let wrong = Step::Corrections(vec![Correction::IgnoreSample {
            sample: "p7".to_owned(),
        }]);
        assert!(desk.amend(wrong).unwrap_err().contains("p7"));
        assert_eq!(
            texts(&all_of_ref(&mut desk)),
            ["p1: x | p1 \u{b7} prediction=y p1 \u{b7} b=z"]
        );
        assert_eq!(desk.take_back(), None);
        assert_eq!((file(&desk), desk.summary().steps), (Some(left), 0));
    }

    fn all_of_ref(desk: &mut Desk) -> Brought {
        desk.hand(|_| false).0
    }

    #[test]
    fn columns_can_mean_something_else() {
        let mut desk = desk(&[("run.csv", b"a,b\nx,y\n")]);
        assert_eq!(desk.summary().overview.samples, 0);
        let mapping = texlens_dataset::Mapping {
            reference: Some("/a".to_owned()),
            predictions: vec![texlens_dataset::PredictionColumn {
                column: "/b".to_owned(),
                system: "s".to_owned(),
            }],
            ..texlens_dataset::Mapping::default()
        };
        let path = "run.csv".to_owned();
        assert_eq!(desk.amend(Step::Columns { path, mapping }), Ok(None));
        assert_eq!(desk.summary().overview.pairs, 1);
        desk.take_back();
        assert_eq!(desk.summary().overview.pairs, 0);
    }

    #[test]
    fn paths_are_shown_without_the_folder_around_them() {
        let shown = |files: &[(&str, &[u8])]| desk(files).summary().root;
        assert_eq!(shown(&[("run/a/p.tex", b"x"), ("run/b/p.tex", b"y")]), "run");
        assert_eq!(shown(&[("run/p.tex", b"x"), ("runs/p.tex", b"y")]), "");
        assert_eq!(shown(&[]), "");
    }

    #[test]
    fn ratings_are_read_where_they_are_brought() {
        let mut one = desk(&[("people.csv", b"id,system,rating\np1,A,7\np2,A,6.5\n")]);
        assert!(one.summary().is_plain, "there is nothing to agree to");
        let brought = all_of_ref(&mut one);
        let ratings: Vec<_> = brought.ratings[0]
            .ratings
            .iter()
            .map(|one| (one.id.as_str(), one.rating))
            .collect();
        assert_eq!(ratings, [("p1", 7.0), ("p2", 6.5)]);
        let brought = all_of(desk(&[("people.csv", b"id,rating\np1,good\n")]));
        assert!(
            brought.refusals[0].reason.contains("must be a number"),
            "{:?}",
            brought.refusals
        );
        // Where there are texts, it is a list of samples.
        let brought = all_of(desk(&[(
            "list.jsonl",
            b"{\"id\": \"a\", \"reference\": \"x\", \"prediction\": \"y\", \"rating\": 3}\n",
        )]));
        assert_eq!((brought.ratings.len(), brought.drafts.len()), (0, 1));
    }

    /// A desk that has been told of files, numbered in their order, and has none.
    fn expecting(paths: &[&str]) -> Desk {
        let mut desk = Desk::default();
        for (number, path) in paths.iter().enumerate() {
            assert!(!is_needed_at_once(path), "{path}");
            desk.expect(path, number);
        }
        desk
    }

    #[test]
    fn files_come_in_the_order_in_which_samples_need_them() {
        let names = |folder: &'static str| (0..60).map(move |page| format!("run/{folder}/p{page:02}.tex"));
        let paths: Vec<String> = names("gt").chain(names("nougat")).collect();
        let mut desk = expecting(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(!desk.lacks_sizes(), "names say all");
        assert_eq!((desk.plan(), desk.summary().overview.pairs), (None, 60));
        assert_eq!(
            (desk.can_hand(), desk.hand(|_| false)),
            (false, (Brought::default(), 0, 60))
        );
        let first = desk.call();
        let expected: Vec<usize> = (0..50).chain(60..110).collect();
        assert_eq!((&first, desk.call()), (&expected, vec![]), "one call at a time");
        let text = |number: &usize| Blob::new(format!("x{number}").as_bytes(), "");
        desk.deliver(first.iter().map(text).collect());
        let (brought, done, total) = desk.hand(|_| false);
        assert_eq!((done, total, &*texts(&brought)[49]), (50, 60, "p49: x49 | p49=x109"));
        // The next call is sent while these are read.
        let mut numbers = desk.call();
        while !numbers.is_empty() {
            desk.deliver(numbers.iter().map(text).collect());
            numbers = desk.call();
        }
        let (brought, done, _) = desk.hand(|_| false);
        assert_eq!((done, &*texts(&brought)[9]), (60, "p59: x59 | p59=x119"));
    }

    #[test]
    fn a_list_wants_to_see_the_files_that_it_may_name() {
        let mut desk = expecting(&["set/a.tex", "set/b.tex"]);
        let list = br#"{"id": "1", "reference": "a.tex", "prediction": "b.tex"}"#;
        desk.add("set/list.jsonl", Blob::new(list, ""));
        assert!(desk.lacks_sizes());
        assert_eq!(desk.call(), [0, 1]);
        desk.deliver(vec![Blob::new(b"x", ""), Blob::new(b"y", "")]);
        assert!(!desk.lacks_sizes());
        desk.plan();
        assert_eq!(texts(&all_of(desk)), ["1: x | 1=y"]);
    }

    #[test]
    fn a_file_that_does_not_come_is_refused() {
        let mut desk = expecting(&["a.ref.tex", "a.pred.tex"]);
        desk.plan();
        assert_eq!(desk.call().len(), 2);
        desk.deliver(vec![Blob::new(b"x", "")]);
        let brought = all_of(desk);
        assert_eq!(brought.refusals.len(), 1);
        assert!(
            brought.refusals[0].reason.contains("has not come"),
            "{:?}",
            brought.refusals
        );
    }
}
