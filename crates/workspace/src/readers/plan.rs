//! The requests before they are sent, and what comes of them.

use std::collections::{BTreeSet, HashMap};

use texlens_blob::Blob;
use texlens_judge::{CacheKey, Picture, PictureFormat, Record, Run};
use texlens_readers::{
    Asked, Granularity, Grid, Page, ReaderCalls, ReaderRun, Totals, Unit, lines, predictions, reduced_size, units,
};

use super::form::{ReaderForm, ReaderOrder, ReaderProblem};
use super::pages::ReadablePage;
use crate::brought::Draft;

/// The pages of a request with their pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedUnit {
    /// The pages.
    pub unit: Unit,
    /// The pictures with their data.
    pub pictures: Vec<(Picture, Blob)>,
}

/// A run that waits for its pictures, or for its answers.
#[derive(Debug)]
pub struct ReaderPlan {
    /// The form as typed.
    pub form: ReaderForm,
    /// What the form asks for.
    pub order: ReaderOrder,
    /// The pages.
    pub pages: Vec<ReadablePage>,
    /// The pages of each request.
    pub units: Vec<Unit>,
    /// The places of the pages by their ids.
    places: HashMap<String, usize>,
}

/// What a run has read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadPages {
    /// The name of the system.
    pub system: String,
    /// A sample for each page that has a prediction.
    pub drafts: Vec<Draft>,
    /// Sums over the answers.
    pub totals: Totals,
    /// The first pages without a whole answer, with the reason.
    pub problem: Option<(String, String)>,
    /// The answers, as in `readings.jsonl`.
    pub readings: String,
    /// The run, as in `run.json`.
    pub run: String,
}

impl ReaderPlan {
    /// Plans the requests about these pages.
    ///
    /// # Errors
    /// Returns the problem if the form is not valid, or if there is no page.
    pub fn new(form: ReaderForm, pages: Vec<ReadablePage>) -> Result<Self, ReaderProblem> {
        let order = form.order()?;
        if pages.is_empty() {
            return Err(ReaderProblem::NoPages);
        }
        let all: Vec<Page> = pages.iter().map(|page| page.page.clone()).collect();
        Ok(Self {
            units: units(&all, order.granularity, order.pages_per_request),
            places: all.into_iter().map(|page| page.id).zip(0..).collect(),
            form,
            order,
            pages,
        })
    }

    /// Returns the page of an id.
    #[must_use]
    pub fn page(&self, id: &str) -> Option<&ReadablePage> {
        self.pages.get(*self.places.get(id)?)
    }

    /// Returns a run with the calls as they are likely to be, for an estimate: the pictures have the sizes that they will
    /// have, but no data.
    ///
    /// # Errors
    /// Returns the problem if the run cannot start.
    pub fn likely(&self) -> Result<Run, ReaderProblem> {
        let likely = self.units.iter().map(|unit| {
            let pages: Vec<&ReadablePage> = unit.pages.iter().filter_map(|id| self.page(id)).collect();
            let pictures = expected_pictures(&pages, self.order.granularity, self.order.longest_side);
            (unit, pictures)
        });
        self.run_of(likely, &[]).map(|(run, _)| run)
    }

    /// Makes the run once the pictures are prepared. Answers in `known` are used again.
    ///
    /// # Errors
    /// Returns the problem if the run cannot start.
    pub fn run(&self, prepared: &[PreparedUnit], known: &[Record]) -> Result<(Run, ReaderCalls), ReaderProblem> {
        let pictures = |unit: &PreparedUnit| unit.pictures.iter().map(|(picture, _)| picture.clone()).collect();
        self.run_of(prepared.iter().map(|unit| (&unit.unit, pictures(unit))), known)
    }

    fn run_of<'u>(
        &self,
        requests: impl Iterator<Item = (&'u Unit, Vec<Picture>)>,
        known: &[Record],
    ) -> Result<(Run, ReaderCalls), ReaderProblem> {
        let mut run = Run::new(self.order.settings.clone()).map_err(|error| ReaderProblem::Model(error.into()))?;
        run.remember(known.iter().cloned());
        let mut calls = ReaderCalls::default();
        for (unit, pictures) in requests {
            calls.add(&mut run, (unit, &pictures), &self.order.prompt, self.order.chosen);
        }
        Ok((run, calls))
    }

    /// Returns the cache keys of a run.
    #[must_use]
    pub fn keys(run: &Run) -> Vec<CacheKey> {
        run.keys().cloned().collect()
    }

    /// Returns what has been read. `created` is the time in UTC.
    #[must_use]
    pub fn read(&self, run: &Run, calls: &ReaderCalls, prepared: &[PreparedUnit], created: String) -> ReadPages {
        let units: Vec<Unit> = prepared.iter().map(|unit| unit.unit.clone()).collect();
        let readings = calls.readings(run, &units);
        let totals = Totals::of(run, &readings);
        let system = self.order.system.clone();
        let read = predictions(&readings, 0);
        let drafts = read.filter_map(|(id, latex)| Some(self.page(id)?.read_by(&system, latex)));
        let problem = readings.iter().find(|reading| !reading.reason.is_empty());
        ReadPages {
            drafts: drafts.collect(),
            problem: problem.map(|reading| (reading.pages.join(", "), reading.reason.clone())),
            run: ReaderRun::new(self.asked()).ended(created, totals.clone()).to_json(),
            readings: lines(&readings),
            totals,
            system,
        }
    }

    fn asked(&self) -> Asked {
        let order = &self.order;
        let of_pdf = self.pages.iter().filter_map(|page| page.picture.page());
        Asked {
            endpoint: order.settings.endpoint.clone(),
            prompt: order.prompt.clone(),
            chosen: order.chosen,
            granularity: order.granularity,
            pages_per_request: order.pages_per_request,
            dpi: of_pdf.map(|page| page.dpi).collect::<BTreeSet<u16>>(),
            longest_side: order.longest_side,
            pages: Asked::pages_of(self.pages.iter().map(|page| page.page.id.as_str())),
        }
    }
}

/// Returns the pictures of a request with the sizes that they will have, without data.
fn expected_pictures(pages: &[&ReadablePage], granularity: Granularity, longest_side: Option<u32>) -> Vec<Picture> {
    // Two requests are one only if their pictures are the same.
    let picture = |of: &str, (width, height): (u32, u32), bytes: u64| Picture {
        sha256: format!("of {of}, calculated before it is sent"),
        format: PictureFormat::Png,
        width,
        height,
        bytes,
    };
    let size = |page: &&ReadablePage| (page.picture.width, page.picture.height);
    if granularity == Granularity::Merged && pages.len() > 1 {
        let names: Vec<&str> = pages.iter().map(|page| page.page.id.as_str()).collect();
        let grid = Grid::of(pages.len(), longest_side);
        let (width, height) = grid.cell(pages.iter().map(size));
        return vec![picture(
            &names.join(" + "),
            (width * grid.columns, height * grid.rows),
            0,
        )];
    }
    let of_page = |page: &&ReadablePage| {
        let whole = size(page);
        match longest_side.map(|side| reduced_size(whole, side)) {
            Some(reduced) if reduced != whole => picture(&page.page.id, reduced, 0),
            _ => picture(&page.page.id, whole, page.picture.blob().map_or(0, Blob::size)),
        }
    };
    pages.iter().map(of_page).collect()
}
