//! The view of a plan in the import dialog.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;
use texlens_dataset::{
    FileId, Layout, Notice, Passage, PlannedTable, Problem, ReadError, Row, Sample, Syntax, TextError, is_picture,
    latin1_line,
};

use super::{Desk, Opened, is_document, start_of};
use crate::messages::import::{
    LeftOverRow, List, Nature, PageChoice, PdfCount, Place, Rows, SampleRow, Summary, TableView, UndecodedList, Window,
};

/// Largest number of files that are imported without confirmation: the list of samples shows what they are.
const FEW: usize = 24;
/// Number of list records to show.
const RECORDS: usize = 5;
/// Largest number of pages that the OCR reads without confirmation. Reading them takes a few minutes.
const FEW_PAGES: usize = 30;
/// Number of characters of a field to show.
const FIELD: usize = 120;
/// Number of notices to show.
const NOTICES: usize = 500;
/// Number of list columns to show.
const COLUMNS: usize = 100;

impl Desk {
    /// Returns a summary of the plan.
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
            to_read: self.to_read(|_| true),
            read_and_scored: self.to_read(|sample| sample.reference.is_some()),
            pdfs: self.pdf_count(),
            more_notices: self.plan.notices.more + notices.count(),
            notices: first,
            tables: self.plan.tables.iter().map(|table| self.table(table)).collect(),
            undecoded: self.undecoded(),
            steps: self.steps.len(),
            is_plain: self.is_plain(),
        }
    }

    /// Returns the notices that matter here. Missing predictions and references do not: pages without a prediction are
    /// read.
    fn notices(&self) -> impl Iterator<Item = &Notice> {
        let says_something = |notice: &&Notice| {
            // The columns themselves show what is a guess.
            let is_shown = matches!(notice.problem, Problem::GuessedColumns { .. });
            !is_shown && !matches!(notice.problem, Problem::NoPrediction | Problem::NoReference)
        };
        self.plan.notices.list.iter().filter(says_something)
    }

    /// Returns how many pages of such samples the built-in OCR would read.
    fn to_read(&self, is_such: impl Fn(&Sample) -> bool) -> usize {
        let samples = self.plan.samples.iter().filter(|sample| is_such(sample));
        let unread = samples.filter(|sample| sample.predictions.is_empty());
        unread.map(|sample| self.pages(sample)).sum()
    }

    /// Returns how many page images a sample has.
    fn pages(&self, sample: &Sample) -> usize {
        let Some(picture) = &sample.image else { return 0 };
        if !is_document(self.plan.path(picture.file)) {
            return 1;
        }
        match (self.pdfs.get(&picture.file), picture.page) {
            (Some(Opened { pages: Ok(_), .. }), Some(_)) => 1,
            (Some(Opened { pages: Ok(_), .. }), None) => self.pages_of(picture.file).len(),
            _ => 0,
        }
    }

    /// Counts the PDF files that are samples as a whole and have several pages, and their pages.
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

    /// Returns the PDF files that are not used, each with its reason.
    fn unread_pdfs(&self) -> Vec<String> {
        let pictures = self.plan.samples.iter().filter_map(|sample| sample.image.as_ref());
        let files: BTreeSet<FileId> = pictures.map(|picture| picture.file).collect();
        files.into_iter().filter_map(|file| self.why_unread(file)).collect()
    }

    /// Returns why a PDF file is not used, or `None` if it is used or is not a PDF file.
    fn why_unread(&self, file: FileId) -> Option<String> {
        let why = self.pdfs.get(&file)?.pages.as_ref().err()?;
        Some(format!("{}: {why}", self.short(self.plan.path(file))))
    }

    /// Returns the lists that are not Unicode, each with a line in Latin-1.
    fn undecoded(&self) -> Vec<UndecodedList> {
        let limit = self.listing.limits().table_bytes;
        let of = |notice: &Notice| {
            let not_unicode = matches!(
                notice.problem,
                Problem::Read(ReadError::Text(TextError::NotUtf8 { .. }))
            );
            let file = self.listing.find(&notice.path).filter(|_| not_unicode)?;
            Some(UndecodedList {
                path: notice.path.clone(),
                line: latin1_line(&self.listing.read(file, limit).ok()?)?,
            })
        };
        self.plan.notices.list.iter().filter_map(of).collect()
    }

    fn is_plain(&self) -> bool {
        let plan = &self.plan;
        let by_name = |layout: Layout| matches!(layout, Layout::Names | Layout::Report);
        // A saved evaluation in a folder counts as one item, however many files it has.
        let is_report = |layout: Layout| layout == Layout::Report;
        let are_reports = !plan.layouts.is_empty() && plan.layouts.iter().all(|layout| is_report(layout.layout));
        let things = if are_reports {
            plan.reports.len()
        } else {
            plan.files.len()
        };
        things <= FEW
            && self.to_read(|_| true) <= FEW_PAGES
            && plan.systems.len() <= 1
            && plan.tables.is_empty()
            && plan.layouts.iter().all(|layout| by_name(layout.layout))
            && self.notices().next().is_none()
            && plan.samples.iter().all(|sample| sample.problems.is_empty())
            // If nothing can be used, there is nothing to confirm.
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
            guessed: table.guessed.clone(),
            columns,
        }
    }

    /// Returns rows of a list; fewer at its end.
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
                    nature: if self.plan.outputs.contains_key(&left.file) {
                        Nature::Text
                    } else {
                        nature(path)
                    },
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
            choice: self.choice(sample),
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

    /// Returns the PDF file whose pages can be chosen: one of several pages, of which no list chooses one, and without a
    /// text that covers all of them.
    fn choice(&self, sample: &Sample) -> Option<PageChoice> {
        let picture = sample.image.as_ref()?;
        let Opened { pages: Ok(pages), .. } = self.pdfs.get(&picture.file)? else {
            return None;
        };
        let is_alone = sample.reference.is_none() && sample.predictions.is_empty();
        if !is_alone || pages.sizes.len() < 2 || !self.bare.uncounted().any(|file| file == picture.file) {
            return None;
        }
        Some(PageChoice {
            path: self.plan.path(picture.file).to_owned(),
            all: u32::try_from(pages.sizes.len()).unwrap_or(u32::MAX),
            chosen: self.chosen_of(picture.file),
        })
    }

    fn place(&self, passage: &Passage) -> Place {
        Place {
            file: passage.whole_file(),
            path: self.label(passage),
        }
    }
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

/// Returns the text of a record's column, truncated.
fn field(record: &Value, column: &str) -> String {
    let text = match record.pointer(column) {
        None | Some(Value::Null) => return String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    start_of(&text, FIELD)
}
